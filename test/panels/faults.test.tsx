import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Faults } from '../../src/panels/Faults.tsx'
import { openFault } from '../../src/panels/openingFault.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { setLab } from '../../src/scenario/edit.ts'
import type { Fault } from '../../src/scenario/scenario.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
  render(<Faults />)
})

const faults = () => asked().world.faults

test('each fault is one line that says who, what and when', () => {
  expect(screen.getByRole('button', { name: 'broker 1 black hole, from 0' })).toBeVisible()
})

test('a fault is switched off and on', async () => {
  const user = userEvent.setup()
  const on = screen.getByRole('checkbox', { name: 'broker 1 black hole, from 0: on' })
  await user.click(on)
  expect(faults()[0]?.on).toBe(false)
  expect(shown().scenario).toBe(asked())
  await user.click(on)
  expect(faults()[0]?.on).toBe(true)
})

test('a new fault meets the first broker that nothing happens to, and opens', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add a fault' }))
  expect(faults()[2]).toEqual({ at: 0, kind: 'black hole', node: 2, on: true })
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'cut link')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which way' }), 'to broker')
  await user.clear(screen.getByRole('textbox', { name: 'From' }))
  await user.type(screen.getByRole('textbox', { name: 'From' }), '3000')
  await user.type(screen.getByRole('textbox', { name: 'Until' }), '9000')
  expect(faults()[2]).toEqual({ at: 3000, until: 9000, kind: 'cut link', way: 'to broker', node: 2, on: true })
  expect(screen.getByRole('button', { name: 'broker 3 cut link to broker, 3 s to 9 s' })).toBeVisible()
})

test('a fault cannot end before it begins; an empty end is for ever', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  const until = screen.getByRole('textbox', { name: 'Until' })
  await user.type(until, '0')
  expect(screen.getByRole('alert')).toHaveTextContent(/at least 1|after it begins/)
  await user.clear(until)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(faults()[0]).not.toHaveProperty('until')
})

test('the kind in hand is explained', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  expect(screen.getByText(/Every packet is lost, with no word/)).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'mute')
  expect(screen.getByText(/swallows every request/)).toBeVisible()
})

test('the focus goes from a removed fault to its neighbour, and from the last one to the button that adds', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Remove: broker 2 black hole, from 0' }))
  expect(screen.getByRole('button', { name: 'broker 1 black hole, from 0' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove: broker 1 black hole, from 0' }))
  expect(screen.getByRole('button', { name: '+ add a fault' })).toHaveFocus()
})

test('a removed fault takes the wrong text in its fields along', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.type(screen.getByRole('textbox', { name: 'From' }), 'x')
  await user.click(screen.getByRole('button', { name: 'Remove: broker 1 black hole, from 0' }))
  expect(faults()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'broker 2 black hole, from 0' }))
  expect(screen.getByRole('textbox', { name: 'From' })).toBeValid()
})

test('a start beyond the end is complained of, and the end stays', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.type(screen.getByRole('textbox', { name: 'Until' }), '5000')
  const from = screen.getByRole('textbox', { name: 'From' })
  await user.clear(from)
  await user.type(from, '7000')
  expect(screen.getByRole('alert')).toHaveTextContent(/must begin before it ends/)
  expect(faults()[0]?.until).toBe(5000)
})

/** The lab on a question of these faults, with two variants and one broker of two addresses. */
function openWith(...faults: readonly Fault[]): void {
  cleanup()
  const { scenario } = defaultPreset
  const [first, ...nodes] = scenario.world.nodes
  if (first === undefined) throw new Error('the default preset has no broker')
  openLab({ ...scenario, world: { ...scenario.world, nodes: [{ ...first, addresses: 2 }, ...nodes], faults } })
  render(<Faults />)
}

const fault = (part: Partial<Fault> = {}): Fault => ({ at: 0, kind: 'black hole', node: 0, on: true, ...part })
const names = () => screen.getAllByRole('button', { expanded: false }).map(({ textContent }) => textContent)

test.each<readonly [fault: Partial<Fault>, says: string]>([
  [{ kind: 'unreachable', by: 'ARP' }, 'broker 1 unreachable by ARP, from 0'],
  [{ kind: 'backlog full', until: 2000 }, 'broker 1 backlog full, 0 to 2 s'],
  [{ kind: 'cut link', way: 'from broker' }, 'broker 1 cut link from broker, from 0'],
  [{ kind: 'slow link', slower: 250, way: 'to broker' }, 'broker 1 slow link +250 ms to broker, from 0'],
  [{ kind: 'slow link' }, 'broker 1 slow link +100 ms, from 0'],
  [{ kind: 'lose message', message: 'SYN-ACK', nth: 3, at: 50 }, 'broker 1 lose message SYN-ACK 3, from 50 ms'],
  [{ kind: 'forget connections', resets: true, at: 4000 }, 'broker 1 forget connections and resets, at 4 s'],
  [{ kind: 'refuse', address: 2 }, 'broker 1 refuse address 2, from 0'],
  [{ at: 7001, until: 9000 }, 'broker 1 black hole, 7.001 s to 9 s'],
  [{ node: 7 }, 'no such broker (8) black hole, from 0'],
])('%j is said in one line', (part, says) => {
  openWith(fault(part))
  expect(names()[0]?.replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(says)
})

type Turn = (user: UserEvent) => Promise<void>
const choose =
  (name: string, option: string): Turn =>
  (user) =>
    user.selectOptions(screen.getByRole('combobox', { name }), option)
const write =
  (name: string, text: string): Turn =>
  (user) =>
    user.type(screen.getByRole('textbox', { name }), text)

test.each<readonly [kind: Fault['kind'], turn: Turn, part: Partial<Fault>]>([
  ['unreachable', choose('Said by', 'nobody answers ARP'), { by: 'ARP' }],
  ['cut link', choose('Which way', 'from broker'), { way: 'from broker' }],
  ['slow link', choose('Which way', 'to broker'), { way: 'to broker' }],
  ['slow link', write('Slower, one way', '250'), { slower: 250 }],
  ['lose message', choose('Which message', 'SYN'), { message: 'SYN' }],
  ['lose message', write('The nth since then', '3'), { nth: 3 }],
  ['forget connections', choose('The next segment meets', 'RST: the host crashed'), { resets: true }],
  ['black hole', write('Only its address', '2'), { address: 2 }],
  ['refuse', choose('Broker', 'broker 3'), { node: 2 }],
])('%s has fields of its own', async (kind, turn, part) => {
  openWith(fault({ kind }))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { expanded: false }))
  await turn(user)
  expect(faults()[0]).toEqual(fault({ kind, ...part }))
})

test('another kind takes along only what it has too', async () => {
  openWith(fault({ kind: 'cut link', way: 'to broker', until: 9000 }))
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { expanded: false }))
  await choose('What happens', 'slow link')(user)
  expect(faults()[0]).toEqual(fault({ kind: 'slow link', way: 'to broker', until: 9000 }))
  await choose('What happens', 'forget connections')(user)
  expect(faults()[0]).toEqual(fault({ kind: 'forget connections' }))
  expect(screen.queryByRole('textbox', { name: 'Until' })).toBeNull()
})

test('a fault is switched off in one variant alone, and says so', async () => {
  openWith(fault())
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { expanded: false }))
  await user.click(screen.getByRole('checkbox', { name: 'On in variant B' }))
  expect(asked().variants.map(({ world }) => world?.faults)).toEqual([undefined, [[0, false]]])
  expect(screen.getByText('off in B')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'On in variant B' }))
  expect(asked().variants.map(({ world }) => world)).toEqual([undefined, undefined])
})

test.each<readonly [name: string, of: Partial<Fault>, copy: Partial<Fault>]>([
  ['right behind it', { at: 1000, until: 3000 }, { at: 3000, until: 5000 }],
  ['to the next broker where it never ends', { at: 1000 }, { at: 1000, node: 1 }],
  ['from the last broker to the first', { at: 1000, node: 2 }, { at: 1000, node: 0 }],
])('a copy goes %s', async (_, of, copy) => {
  openWith(fault(of))
  await userEvent.setup().click(screen.getByRole('button', { name: /^Copy/ }))
  expect(faults()).toEqual([fault(of), fault({ ...of, ...copy })])
  expect(screen.getByRole('button', { expanded: true })).toHaveFocus()
})

test('a fault of a broker that is gone is kept, marked, and can be given to another', async () => {
  openWith(fault({ node: 9 }))
  const user = userEvent.setup()
  expect(screen.getByText(/There is no broker 10 now/)).toBeVisible()
  await user.click(screen.getByRole('button', { expanded: false }))
  await choose('Broker', 'broker 2')(user)
  expect(faults()[0]?.node).toBe(1)
  expect(screen.queryByText(/There is no broker/)).toBeNull()
  expect(screen.queryByRole('option', { name: /no such broker/ })).toBeNull()
})

test('of many faults some are listed; all of them on request, and where one of them is asked for', async () => {
  openWith(...Array.from({ length: 200 }, (_, i) => fault({ at: i * 500, until: i * 500 + 100, node: i % 3 })))
  expect(screen.getAllByRole('listitem')).toHaveLength(24)
  expect(screen.getByRole('button', { name: '+ add a fault' })).toBeDisabled()
  act(() => openFault(150))
  expect(screen.getAllByRole('listitem')).toHaveLength(200)
  expect(screen.getByRole('button', { expanded: true, name: /broker 1 black hole, 75 s to 75.1 s/ })).toHaveFocus()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Show the first 24 only' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(24)
})

test('a fault that is asked for before the list is there is opened when it comes', () => {
  cleanup()
  openFault(1)
  render(<Faults />)
  expect(screen.getByRole('button', { expanded: true, name: 'broker 2 black hole, from 0' })).toHaveFocus()
})

test('where nobody sends records, no fault that concerns only records is offered', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  const kinds = screen.getByRole('combobox', { name: 'What happens' })
  expect(within(kinds).queryByRole('option', { name: 'take over' })).toBeNull()
  act(() => edit((scenario) => setLab(scenario, 'requests')))
  expect(within(kinds).getByRole('option', { name: 'take over' })).toBeInTheDocument()
})

test('a leader takes over one partition or every one, and a broker answers with an error', async () => {
  const user = userEvent.setup()
  act(() => edit((scenario) => setLab(scenario, 'requests')))
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'take over')
  expect(screen.getByRole('button', { name: 'broker 1 take over, from 0' })).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Leads partition' }), '1')
  expect(faults()[0]).toEqual({ at: 0, kind: 'take over', node: 0, partition: 1, on: true })
  expect(screen.getByRole('button', { name: 'broker 1 take over partition 1, from 0' })).toBeVisible()
  await user.type(screen.getByRole('textbox', { name: 'Leads partition' }), '99')
  expect(screen.getByRole('alert')).toHaveTextContent(/at most 49/)
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'answer error')
  await user.selectOptions(screen.getByRole('combobox', { name: 'It answers' }), 'INVALID_TOPIC_EXCEPTION, final')
  expect(faults()[0]).toEqual({ at: 0, kind: 'answer error', node: 0, error: 'INVALID_TOPIC_EXCEPTION', on: true })
})

test('a broker that is mute may be stuck in one place only', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'broker 1 black hole, from 0' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'What happens' }), 'mute')
  await user.selectOptions(screen.getByRole('combobox', { name: 'It still answers' }), 'all but PRODUCE')
  expect(faults()[0]).toEqual({ at: 0, kind: 'mute', node: 0, answers: 'all but PRODUCE', on: true })
  expect(screen.getByRole('button', { name: 'broker 1 mute to PRODUCE, from 0' })).toBeVisible()
})

test('undo of a fault that has come leads the focus to the one before it', async () => {
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: '+ add a fault' }))
  expect(screen.getByRole('button', { name: 'broker 3 black hole, from 0' })).toHaveFocus()
  act(undo)
  expect(screen.getByRole('button', { name: 'broker 2 black hole, from 0' })).toHaveFocus()
})
