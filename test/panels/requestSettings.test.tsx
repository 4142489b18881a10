import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Settings } from '../../src/panels/Settings.tsx'
import { variant } from '../../src/scenario/defaultPreset.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'

const K39 = 'Kafka 3.9'

beforeEach(() => {
  openLab(requests([{ at: 0, what: 'send' }], { variants: [variant('Kafka 2.0', '2.0'), variant(K39, '3.9')] }))
  render(<Settings />)
})

const field = (key: string) => screen.getByRole('textbox', { name: `${key}, ${K39}` })
const set = (key: string, text: string) => fireEvent.change(field(key), { target: { value: text } })
const producer = () => asked().variants[1]?.config.producer

test('what decides over records comes first; what decides over connections is folded away', () => {
  const [first, folded] = screen.getAllByRole('table', { hidden: true })
  const keys = within(first as HTMLElement)
    .getAllByRole('rowheader', { hidden: true })
    .map(({ textContent }) => textContent)
  expect(keys.slice(0, 2)).toEqual(['delivery.timeout.ms', 'request.timeout.ms'])
  expect(keys).not.toContain('reconnect.backoff.ms')
  expect(
    within(folded as HTMLElement).getByRole('rowheader', { name: 'reconnect.backoff.ms', hidden: true }),
  ).toBeInTheDocument()
})

test('X2: request.timeout.ms that does not fit into delivery.timeout.ms is refused beside both, and the last run stays', async () => {
  const user = userEvent.setup()
  set('delivery.timeout.ms', '40000')
  const before = shown()
  set('request.timeout.ms', '50000')
  expect(producer()).toEqual({ 'delivery.timeout.ms': 40_000, 'request.timeout.ms': 50_000 })
  expect(shown()).toBe(before)
  expect(screen.getByRole('alert')).toHaveTextContent(
    /Kafka refuses this.*less than linger\.ms \+ request\.timeout\.ms, which is 50000/,
  )
  const notes = screen.getAllByRole('note')
  // At request.timeout.ms and at linger.ms: the rule names both.
  expect(notes).toHaveLength(2)
  expect(notes[0]).toHaveTextContent(/delivery\.timeout\.ms: Kafka refuses less than/)
  await user.click(within(notes[0] as HTMLElement).getByRole('button', { name: 'Go to its field' }))
  expect(field('delivery.timeout.ms')).toHaveFocus()
  set('request.timeout.ms', '30000')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(lab().trouble).toBeUndefined()
})

test('X2: delivery.timeout.ms by default is raised, which its field and request.timeout.ms both say', async () => {
  const user = userEvent.setup()
  set('request.timeout.ms', '130000')
  expect(screen.getByText(/acts as 130.000/)).toBeVisible()
  await user.click(field('request.timeout.ms'))
  expect(screen.getByText(/Kafka raises delivery\.timeout\.ms to 130000/)).toBeVisible()
  await user.click(field('delivery.timeout.ms'))
  expect(screen.getByText(/^Raised to linger\.ms \+ request\.timeout\.ms/)).toBeVisible()
})

test('X6: retries of 0 switch idempotence off, which both say', async () => {
  const user = userEvent.setup()
  set('retries', '0')
  await user.click(field('retries'))
  expect(screen.getByText(/With 0, Kafka switches idempotence off/)).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: `enable.idempotence, ${K39}` }))
  expect(screen.getByText(/^Switched off by retries/)).toBeVisible()
})

test('X6: idempotence that is asked for refuses retries of 0, beside both', async () => {
  const user = userEvent.setup()
  set('retries', '0')
  await user.selectOptions(screen.getByRole('combobox', { name: `enable.idempotence, ${K39}` }), 'true')
  expect(screen.getByRole('alert')).toHaveTextContent(/Kafka refuses 0 with enable\.idempotence=true/)
  expect(screen.getByRole('note')).toHaveTextContent(/retries: Kafka refuses 0 with enable\.idempotence=true/)
})
