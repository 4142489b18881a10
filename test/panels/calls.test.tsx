import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import Application from '../../src/panels/Application.tsx'
import type { ProduceCall } from '../../src/scenario/scenario.ts'
import { undo } from '../../src/store/history.ts'
import { asked, openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'

const three: readonly ProduceCall[] = [
  { at: 3000, what: 'close', timeout: 500 },
  { at: 0, what: 'send', count: 10, every: 100 },
  { at: 1000, what: 'flush' },
]

beforeEach(() => {
  openLab(requests(three))
  render(<Application />)
})

const calls = () => {
  const { workload } = asked().world
  return workload.kind === 'produce' ? workload.calls : []
}
const names = () =>
  within(screen.getByRole('list'))
    .getAllByRole('button', { expanded: false })
    .map((button) => button.textContent)
const line = (name: RegExp) => screen.getByRole('button', { name })

test('calls are listed by time, each as a sentence', () => {
  expect(names()).toEqual([
    'at 0 send() 10 records, one each 100 ms',
    'at 1 s flush()',
    'at 3 s close(), 500 ms at most',
  ])
  expect(screen.getByText(/^10 records/)).toBeVisible()
})

test('a new call sends a record after the last call, and opens', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add a call' }))
  expect(calls().at(-1)).toEqual({ at: 4000, what: 'send' })
  expect(line(/^at 4 s: send\(\) a record$/)).toHaveFocus()
  expect(screen.getByText(/11 records/)).toBeVisible()
})

test('a call that is open stays in its place while its instant is typed, and takes the new one when it is closed', async () => {
  const user = userEvent.setup()
  await user.click(line(/^at 0: send/))
  const at = screen.getByRole('textbox', { name: 'At' })
  await user.clear(at)
  await user.type(at, '2000')
  expect(calls()[1]?.at).toBe(2000)
  expect(screen.getAllByRole('button', { expanded: true })[0]).toBe(
    within(screen.getByRole('list')).getAllByRole('button')[0],
  )
  await user.click(line(/^at 2 s: send/))
  expect(names()[1]).toBe('at 2 s send() 10 records, one each 100 ms')
  expect(shown().scenario).toBe(asked())
})

test('what is no number stays beside its field, and goes with its call', async () => {
  const user = userEvent.setup()
  await user.click(line(/^at 0: send/))
  await user.type(screen.getByRole('textbox', { name: 'Records' }), 'x')
  expect(screen.getByRole('alert')).toHaveTextContent(/not a number/)
  expect(calls()[1]).toEqual(three[1])
  await user.click(line(/^Remove: at 0/))
  await user.click(line(/^at 1 s: flush/))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('all calls together send at most ten thousand records', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add a call' }))
  await user.type(screen.getByRole('textbox', { name: 'Records' }), '9991')
  expect(screen.getByRole('alert')).toHaveTextContent(/at most 10.?000 records.*At most 9990 here/)
})

test('a call becomes another kind, with what that kind has', async () => {
  const user = userEvent.setup()
  await user.click(line(/^at 1 s: flush/))
  await user.selectOptions(screen.getByRole('combobox', { name: 'It calls' }), 'close')
  await user.type(screen.getByRole('textbox', { name: 'Timeout' }), '0')
  expect(calls()[2]).toEqual({ at: 1000, what: 'close', timeout: 0 })
  expect(screen.queryByRole('textbox', { name: 'Records' })).toBeNull()
})

test('calls pass each other by keyboard, and undo takes it back', async () => {
  line(/^at 1 s: flush/).focus()
  fireEvent.keyDown(line(/^at 1 s: flush/), { key: 'ArrowUp', altKey: true })
  expect(names()[0]).toBe('at 0 flush()')
  expect(line(/^at 0: flush/)).toHaveFocus()
  fireEvent.keyDown(line(/^at 0: flush/), { key: 'ArrowUp', altKey: true })
  expect(names()[0]).toBe('at 0 flush()')
  act(() => undo())
  expect(calls()).toEqual(three)
})

test('a copy stands behind its first, and the focus is on it', async () => {
  const user = userEvent.setup()
  await user.click(line(/^Copy: at 1 s: flush/))
  expect(calls()).toEqual([...three, { at: 1000, what: 'flush' }])
  expect(document.activeElement).toHaveAttribute('data-call', '3')
})

test('the focus goes from a removed call to its neighbour', async () => {
  const user = userEvent.setup()
  await user.click(line(/^Remove: at 0/))
  expect(line(/^at 1 s: flush/)).toHaveFocus()
})

test('records go to a partition or to each in turn, once there are several', async () => {
  const user = userEvent.setup()
  await user.click(line(/^at 0: send/))
  expect(screen.queryByRole('textbox', { name: 'To partition' })).toBeNull()
  await user.click(screen.getByText(/^Topic/))
  await user.clear(screen.getByRole('textbox', { name: 'Partitions' }))
  await user.type(screen.getByRole('textbox', { name: 'Partitions' }), '4')
  expect(line(/^at 0: send\(\) 10 records, to each partition in turn, one each 100 ms$/)).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'To partition' }), '2')
  expect(calls()[1]).toEqual({ at: 0, what: 'send', partition: 2, count: 10, every: 100 })
  await user.clear(screen.getByRole('textbox', { name: 'To partition' }))
  await user.type(screen.getByRole('textbox', { name: 'To partition' }), '4')
  expect(screen.getByText(/There is no partition 4/)).toBeVisible()
})

test('the topic: records that fill a batch, whether the client knows it, how old metadata is', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByText(/^Topic/))
  await user.type(screen.getByRole('textbox', { name: 'Records that fill a batch' }), '5')
  await user.click(screen.getByRole('checkbox', { name: 'The client knows the topic' }))
  const lag = screen.getByRole('textbox', { name: 'Brokers learn of a new leader after' })
  await user.clear(lag)
  await user.type(lag, '250')
  expect(asked().world.workload).toEqual({
    kind: 'produce',
    partitions: 1,
    recordsPerBatch: 5,
    topicKnown: false,
    metadataLag: 250,
    calls: three,
  })
})

test('of many calls some are listed, and all on request', async () => {
  const user = userEvent.setup()
  openLab(requests(Array.from({ length: 60 }, (_, i) => ({ at: i, what: 'flush' }) as const)))
  const list = screen.getByRole('list')
  expect(within(list).getAllByRole('listitem')).toHaveLength(24)
  await user.click(screen.getByRole('button', { name: 'Show all 60 calls' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(60)
})
