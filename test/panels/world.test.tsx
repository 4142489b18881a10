import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { World } from '../../src/panels/World.tsx'
import type { Workload } from '../../src/scenario/scenario.ts'
import { redo, undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
  render(<World />)
})

const latency = () => screen.getByRole('textbox', { name: 'Latency, one way' })

async function typeLatency(text: string): Promise<void> {
  const user = userEvent.setup()
  await user.clear(latency())
  if (text !== '') await user.type(latency(), text)
}

test('a number typed into a field runs at once', async () => {
  await typeLatency('250')
  expect(asked().world.latency).toBe(250)
  expect(shown().scenario.world.latency).toBe(250)
  expect(document.documentElement.dataset.asked).toBe(String(lab().asked))
})

test.each([
  ['nothing', '', /empty/],
  ['a word', 'soon', /not a number/],
  ['a fraction', '1.5', /whole/],
  ['a negative number', '-1', /negative/],
  ['a huge number', '99999999', /at most/],
])('%s is said at the field, stays as typed, and the last good run stays', async (_, text, says) => {
  await typeLatency(text)
  expect(latency()).toHaveValue(text)
  expect(latency()).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(says)
  expect(latency()).toHaveAccessibleDescription(says)
  expect(shown().scenario).toBe(asked())
  expect(asked().world.latency).toBeGreaterThan(0)
})

test('leaving the field keeps what was typed wrongly; one click brings the last good value back', async () => {
  const user = userEvent.setup()
  await typeLatency('soon')
  await user.tab()
  expect(latency()).toHaveValue('soon')
  await user.click(screen.getByRole('button', { name: 'Back to the last good value' }))
  expect(latency()).toHaveValue('1')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what is typed in one go is one step of undo', async () => {
  const user = userEvent.setup()
  await typeLatency('250')
  await user.tab()
  act(undo)
  expect(asked().world.latency).toBe(1)
  expect(latency()).toHaveValue('1')
  act(redo)
  expect(asked().world.latency).toBe(250)
})

test('arrow keys in a field go up and down by a tenth of its size', async () => {
  const user = userEvent.setup()
  await typeLatency('200')
  await user.keyboard('{ArrowUp}')
  expect(asked().world.latency).toBe(210)
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(asked().world.latency).toBe(190)
})

test('faults of brokers that go are kept and said to wait, and undo brings the brokers back', async () => {
  const user = userEvent.setup()
  const field = screen.getByRole('textbox', { name: 'Brokers' })
  await user.clear(field)
  await user.type(field, '1')
  expect(asked().world.nodes).toHaveLength(1)
  expect(asked().world.faults).toHaveLength(2)
  expect(screen.getByRole('status')).toHaveTextContent('1 fault waits for its broker, which is not there.')
  await user.click(screen.getByRole('button', { name: 'undo' }))
  expect(asked().world.nodes).toHaveLength(3)
  expect(screen.queryByRole('status')).toBeNull()
})

test.each(['1 250', '1\u00a0250', '1\u202f250'])('thousands may be set apart: %s', async (text) => {
  await typeLatency(text)
  expect(asked().world.latency).toBe(1250)
  expect(latency()).toBeValid()
})

test('re-rolling the seed draws another one', async () => {
  const before = asked().seed
  await userEvent.click(screen.getByRole('button', { name: 'Re-roll' }))
  expect(asked().seed).not.toBe(before)
})

test('a number in hand shows its slider, what it is for and its range', async () => {
  const user = userEvent.setup()
  expect(screen.queryByRole('slider')).toBeNull()
  await user.click(latency())
  expect(screen.getByText(/for every packet/)).toBeVisible()
  expect(screen.getByText(/from 0 to 60000 ms/)).toBeVisible()
  await user.click(screen.getByRole('textbox', { name: 'tcp_syn_retries' }))
  expect(screen.getByRole('slider', { name: 'tcp_syn_retries' })).toBeVisible()
  expect(screen.queryByRole('slider', { name: 'Latency, one way' })).toBeNull()
})

test('a drag of the latency slider is one step of undo', async () => {
  await userEvent.click(latency())
  const slider = screen.getByRole('slider', { name: 'Latency, one way' })
  for (const travel of [300, 500, 1000]) fireEvent.change(slider, { target: { value: String(travel) } })
  fireEvent.pointerUp(slider)
  expect(asked().world.latency).toBe(1000)
  act(undo)
  expect(asked().world.latency).toBe(1)
})

test.each<[string, string, Workload, RegExp]>([
  ['send()', 'calls send() at 0', { kind: 'send' }, /at most max.block.ms/],
  ['a client that is not new', 'calls send(), client not new', { kind: 'refresh' }, /has long known its brokers/],
  ['a leader', 'asks for broker 2, its leader', { kind: 'leader', node: 1 }, /the leader of its partition/],
  [
    'something else before it',
    'calls send(), behind a request for broker 1',
    { kind: 'busy', node: 0 },
    /something else has asked for one bootstrap server/,
  ],
])('the caller can be %s, and it is said what that means', async (_, choice, workload, help) => {
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Caller' }), 'asks for broker 3, its leader')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Caller' }), choice)
  expect(asked().world.workload).toEqual(workload)
  expect(screen.getByText(help)).toBeInTheDocument()
})
