import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Variants } from '../../src/panels/Variants.tsx'
import { removeFault } from '../../src/scenario/edit.ts'
import { setKnob } from '../../src/scenario/own.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(async () => {
  openLab()
  render(<Variants />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Own world of variant B' }))
})

const own = () => asked().variants[1]?.world
const field = (name: string) => screen.getByRole('textbox', { name: `${name}, variant B` })
const chips = () => within(screen.getByRole('list', { name: 'What only variant B has' })).getAllByRole('listitem')
const latency = () => field('Latency, one way')

async function retype(name: string, text: string): Promise<void> {
  const user = userEvent.setup()
  await user.clear(field(name))
  await user.type(field(name), text)
}

test('a world of one’s own begins as the common one', () => {
  expect(latency()).toHaveValue('1')
  expect(latency()).not.toHaveClass('changed')
  expect(own()).toBeUndefined()
})

test.each<[string, string, string, object]>([
  ['latency', 'Latency, one way', '40', { latency: 40 }],
  ['a seed', 'Seed', '7', { seed: 7 }],
  ['a kernel', 'tcp_syn_retries', '2', { kernel: { release: '6.5', synRetries: 2, linearTimeouts: 4 } }],
])('%s of its own is marked, runs, and goes back to the common one', async (_, name, text, world) => {
  const before = field(name)
  const common = before.getAttribute('value') ?? ''
  await retype(name, text)
  expect(own()).toEqual(world)
  expect(field(name)).toHaveClass('changed')
  expect(shown().scenario).toBe(asked())
  expect(asked().variants[0]?.world).toBeUndefined()
  await userEvent.setup().click(screen.getByRole('button', { name: new RegExp(`^Reset ${name}, variant B to`) }))
  expect(own()).toBeUndefined()
  expect(field(name)).toHaveFocus()
  await retype(name, text)
  await retype(name, common)
  expect(own()).toBeUndefined()
})

test('jitter and faults are switched for one variant alone', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('checkbox', { name: /Jitter of ±20 %/ }))
  await user.click(screen.getByRole('checkbox', { name: /broker 2 black hole/ }))
  expect(own()).toEqual({ jitter: true, faults: [[1, false]] })
  expect(chips().map((chip) => chip.textContent)).toEqual(['with jitter', 'without broker 2 black hole, from 0'])
  await user.click(screen.getByRole('checkbox', { name: /broker 2 black hole/ }))
  await user.click(screen.getByRole('checkbox', { name: /Jitter of ±20 %/ }))
  expect(own()).toBeUndefined()
})

test('a chip drops what it names, and the focus goes to the next one', async () => {
  const user = userEvent.setup()
  await retype('Latency, one way', '40')
  await retype('Seed', '7')
  await user.click(screen.getByRole('button', { name: 'Drop: seed 7' }))
  expect(own()).toEqual({ latency: 40 })
  expect(screen.getByRole('button', { name: 'Drop: latency 40 ms' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Drop: latency 40 ms' }))
  expect(own()).toBeUndefined()
  expect(screen.getByRole('button', { name: 'Rules of variant B' })).toHaveFocus()
})

test('all of it is reset by one click, and undo brings all of it back', async () => {
  const user = userEvent.setup()
  await retype('Latency, one way', '40')
  await retype('Seed', '7')
  await user.click(screen.getByRole('button', { name: /^Reset all/ }))
  expect(own()).toBeUndefined()
  act(undo)
  expect(own()).toEqual({ latency: 40, seed: 7 })
})

test('what is no value stays beside its field and goes with a reset', async () => {
  await retype('Latency, one way', '40')
  await retype('Latency, one way', 'soon')
  expect(latency()).toBeInvalid()
  expect(screen.getByRole('alert')).toHaveTextContent(/not a number/)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Drop: latency 40 ms' }))
  expect(lab().draft.slips).toEqual({})
  expect(latency()).toHaveValue('1')
})

test('a fault that goes takes its switch along', async () => {
  await userEvent.setup().click(screen.getByRole('checkbox', { name: /broker 2 black hole/ }))
  act(() => edit((scenario) => removeFault(scenario, 1)))
  expect(own()).toBeUndefined()
})

test('a kernel of another release is said as such, and dropped as a whole', async () => {
  const user = userEvent.setup()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kernel, variant B' }), 'Linux 3.7 to 6.4')
  expect(chips().map((chip) => chip.textContent)).toEqual(['Linux 3.7 to 6.4'])
  await user.click(screen.getByRole('button', { name: 'The kernel of the common world again' }))
  expect(own()).toBeUndefined()
})

test('a changed rule is a chip that names the release’s own value', () => {
  act(() => edit((scenario) => setKnob(scenario, 1, 'nodeChoice', 'last visited')))
  expect(chips()[0]).toHaveTextContent('Node choice: last visited (2.7: oldest attempt)')
})

test('a name that is the release’s is offered one that says what differs', async () => {
  act(() => edit((scenario) => setKnob(scenario, 1, 'nodeChoice', 'last visited')))
  await userEvent.setup().click(screen.getByRole('button', { name: 'call it “Kafka 2.7, last visited”' }))
  expect(asked().variants[1]?.name).toBe('Kafka 2.7, last visited')
  expect(screen.queryByRole('button', { name: /^call it/ })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Name of variant B' })).toHaveFocus()
})

test('somebody’s own name is left alone', async () => {
  const name = screen.getByRole('textbox', { name: 'Name of variant B' })
  await userEvent.setup().clear(name)
  await userEvent.setup().type(name, 'ours')
  act(() => edit((scenario) => setKnob(scenario, 1, 'nodeChoice', 'last visited')))
  expect(screen.queryByRole('button', { name: /^call it/ })).toBeNull()
})

test('rules that another procedure does not have go with the release, which is said, and undo brings them back', async () => {
  const user = userEvent.setup()
  act(() => edit((scenario) => setKnob(scenario, 1, 'nodeChoice', 'last visited')))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kafka release of variant B' }), '0.9')
  expect(asked().variants[1]?.knobs).toBeUndefined()
  expect(screen.getByRole('status')).toHaveTextContent('No rule of Kafka 0.9: Node choice;')
  await user.click(screen.getByRole('button', { name: 'undo' }))
  expect(asked().variants[1]?.knobs).toEqual({ nodeChoice: 'last visited' })
  expect(screen.queryByRole('status')).toBeNull()
})
