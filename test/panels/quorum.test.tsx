import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Question from '../../src/panels/Question.tsx'
import QuorumAdvice from '../../src/panels/QuorumAdvice.tsx'
import QuorumFaultRows from '../../src/panels/QuorumFaultRows.tsx'
import QuorumWorld from '../../src/panels/QuorumWorld.tsx'
import { Settings } from '../../src/panels/Settings.tsx'
import { updateFault } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { useLab } from '../../src/store/lab.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { presetScenario } from '../support/runs.ts'

beforeEach(() => {
  openLab(presetScenario('one-lost-answer'))
})

const names = () =>
  asked()
    .world.nodes.map(({ name, observer }) => (observer ? `(${name})` : name))
    .join(' ')
const field = (name: string) => screen.getByRole('textbox', { name })

async function type(name: string, text: string): Promise<void> {
  const user = userEvent.setup()
  await user.clear(field(name))
  if (text !== '') await user.type(field(name), text)
}

test('the number of voters and their latency run at once, and can be undone', async () => {
  render(<QuorumWorld />)
  await type('Voters', '5')
  expect(names()).toBe('n1 n2 n3 n4 n5')
  expect(shown().scenario).toBe(asked())
  await type('Voters', '10')
  expect(screen.getByRole('alert')).toHaveTextContent(/at most 9/)
  await type('Latency, one way', '249')
  expect(asked().world.latency).toBe(249)
  act(() => undo())
  expect(asked().world.latency).toBe(10)
})

test('each node is a voter or an observer, comes and goes', async () => {
  const user = userEvent.setup()
  render(<QuorumWorld />)
  await user.click(screen.getByText('Each node'))
  await user.click(screen.getByRole('button', { name: '+ add an observer' }))
  expect(names()).toBe('n1 n2 n3 (n4)')
  await user.selectOptions(screen.getByRole('combobox', { name: 'n1 is' }), 'observer')
  expect(names()).toBe('(n1) n2 n3 (n4)')
  expect(screen.getByText('leads at first').parentElement).toHaveTextContent('n2')
  await user.click(screen.getByRole('button', { name: 'Remove n3' }))
  expect(names()).toBe('(n1) n2 (n3)')
  expect(screen.getByRole('combobox', { name: 'n2 is' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Remove n2' })).toBeDisabled()
})

test('one direction can be slower than the others, and all be alike again', async () => {
  const user = userEvent.setup()
  render(<QuorumWorld />)
  await user.click(screen.getByText('Latency by direction'))
  await type('Latency from n2 to n1', '300')
  expect(asked().world.workload).toMatchObject({ links: [{ from: 1, to: 0, latency: 300 }] })
  await type('Latency from n1 to n2', 'soon')
  expect(screen.getByRole('alert')).toHaveTextContent(/not a number/)
  await user.click(screen.getByRole('button', { name: 'All alike again' }))
  expect(asked().world.workload).toEqual({ kind: 'quorum', start: 'steady' })
})

test('it begins with a new leader, and the proposed bound is marked', async () => {
  const user = userEvent.setup()
  render(<QuorumWorld />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'It begins' }), 'just elected')
  expect(screen.getByText(/has just won epoch 1/)).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: /proposed bound of 1000 ms/ }))
  expect(asked().world.workload).toEqual({ kind: 'quorum', start: 'elected', proposedBound: true })
})

test('nothing of a client is asked', async () => {
  render(<Question />)
  expect(await screen.findByRole('textbox', { name: 'Voters' }, { timeout: 10_000 })).toBeVisible()
  for (const name of [/Brokers/, /kernel/i, /retries/i, /answers after/])
    expect(screen.queryByRole('textbox', { name })).toBeNull()
  expect(screen.queryByText(/jitter/i)).toBeNull()
  expect(screen.queryByText(/Ask the same about/)).toBeNull()
  const [release] = screen.getAllByRole('combobox', { name: /Kafka release of variant/ })
  const labels = within(release as HTMLElement)
    .getAllByRole('option')
    .map((option) => option.textContent)
  expect(labels.slice(0, 9)).toEqual(['3.7', '3.8', '3.9.0', '3.9.1', '4.0', '4.1', '4.2', '4.3', '4.4'])
  expect(labels.slice(9).join()).toMatch(/3.3 to 3.6: Not recorded/)
})

test('a fault has two ends, a message and a number', async () => {
  const user = userEvent.setup()
  render(<Rows />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which message' }), 'BeginQuorumEpoch')
  await user.selectOptions(screen.getByRole('combobox', { name: 'To' }), 'n3')
  await type('The nth since then', '2')
  await type('n1 learns of it after', '20')
  expect(asked().world.faults[0]).toEqual({
    at: 0,
    kind: 'lose message',
    node: 0,
    peer: 2,
    message: 'BeginQuorumEpoch',
    nth: 2,
    toldAfter: 20,
    on: true,
  })
})

function Rows() {
  const { faults, nodes } = useLab((state) => state.draft.scenario.world)
  const [fault] = faults
  if (fault === undefined) return null
  return (
    <QuorumFaultRows
      fault={fault}
      index={0}
      nodes={nodes}
      onChange={(part) => edit((scenario) => updateFault(scenario, 0, part))}
    />
  )
}

test('whether the timeouts leave room is said sum by sum, variants of which the same is said together', () => {
  render(<QuorumAdvice />)
  const advice = screen.getByRole('region', { name: /Room in the timeouts/ })
  expect(advice).toHaveTextContent(/F 2000 is more than W 500 \+ 10 there \+ 10 back = 520 ms: 1480 ms to spare/)
  expect(advice).toHaveTextContent(
    /One Fetch, or one answer, lost for good: does not fit\. Q 2000 is not less than F − W − round trip = 1480 ms/,
  )
  expect(within(advice).getAllByRole('group')).toHaveLength(8)
})

test('beside a setting stands what the proposed bound would do, once it is switched on', () => {
  act(() => openLab(presetScenario('below-the-bound')))
  render(<Settings />)
  expect(screen.getByText('KIP-1236 refuses')).toBeVisible()
  expect(screen.getAllByText('KIP-1236 lets through').length).toBeGreaterThan(0)
  act(() =>
    edit((scenario) => ({ ...scenario, world: { ...scenario.world, workload: { kind: 'quorum', start: 'steady' } } })),
  )
  expect(screen.queryByText(/^KIP-1236/)).toBeNull()
})
