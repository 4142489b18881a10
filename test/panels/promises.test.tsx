// The table of promises: it is searched through here, stops and goes on, and what is broken opens as a story that breaks it.

import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Promises from '../../src/panels/Promises.tsx'
import { plainExtras } from '../../src/scenario/promiseTable.ts'
import { change, halt, keyOf, promised, roomFor, rooms, search, usePromises } from '../../src/store/promises.ts'
import { asked, openLab } from '../support/lab.ts'
import { soon, workHere } from '../support/partitionWorker.ts'

beforeEach(() => {
  workHere()
  change({ extras: plainExtras, statesMax: rooms[0] })
  usePromises.setState({ known: new Map() })
})

/** By its name, without working out those of all the others. */
function chip(row: string, release: string, history: string): HTMLElement {
  const of = history.startsWith('H1') ? 'R1' : 'R2'
  const found = document.querySelector<HTMLElement>(
    `button[aria-label^="${row}, Kafka ${release}: ${of} in ${history} "]`,
  )
  if (!found) throw new Error(`No such cell: ${row}, ${release}, ${history}`)
  return found
}

async function open() {
  openLab()
  show()
}

/** jsdom opens no dialog by itself. */
function show() {
  render(<Promises onClose={() => undefined} />)
  document.querySelector('dialog')?.setAttribute('open', '')
}

test('a cell that is not known is searched for by a click, and says how it came out, with its bounds', async () => {
  await open()
  await userEvent.click(chip('The fix: both', '4.0 with ELR', 'H1'))
  await soon(() => expect(chip('The fix: both', '4.0 with ELR', 'H1')).toHaveAccessibleName(/holds, in/))
  act(halt)
  expect(chip('The fix: both', '4.0 with ELR', 'H1')).toHaveAccessibleName(
    /Bounds: 1 crash, one down at once, no restart, 2 records\.$/,
  )
})

test('what is broken opens its story, which real brokers were seen to break as well', async () => {
  await open()
  await userEvent.click(chip('Case 1, acks=1', '0.8.1', 'H1'))
  await soon(() => expect(chip('Case 1, acks=1', '0.8.1', 'H1')).toHaveAccessibleName(/is broken/))
  act(halt)
  expect(chip('Case 1, acks=1', '0.8.1', 'H1')).toHaveAccessibleName(/Seen on real Kafka 0\.8\.1\.1 \(G2\)\./)
  await userEvent.click(chip('Case 1, acks=1', '0.8.1', 'H1'))
  await soon(() => expect(asked().lab).toBe('replication'))
  const { variants, world } = asked()
  expect(variants).toMatchObject([{ kafka: '0.8.1', config: { topic: { 'request.required.acks': 1 } } }])
  expect(world.workload).toMatchObject({ kind: 'replication', schedule: 'p; c A; d A' })
})

test('the search stops where it stands, says so, and goes on from there', async () => {
  await open()
  await userEvent.click(screen.getByText('Search all'))
  await soon(() => expect(usePromises.getState().known.size).toBeGreaterThan(3))
  await userEvent.click(screen.getByText('Stop'))
  const known = usePromises.getState().known.size
  await new Promise((resolve) => setTimeout(resolve, 60))
  // What was on its way as it stopped may still arrive, one a search; nothing else is begun.
  expect(usePromises.getState().known.size).toBeLessThanOrEqual(known + roomFor(rooms[0]).searches)
  await userEvent.click(screen.getByText('Go on'))
  await soon(() => expect(usePromises.getState().known.size).toBeGreaterThan(known + 4))
  act(halt)
})

test('what is known stays for as long as the page does', async () => {
  await open()
  await userEvent.click(chip('Case 2, acks=2', '0.8.2', 'H2'))
  await soon(() => expect(chip('Case 2, acks=2', '0.8.2', 'H2')).toHaveAccessibleName(/is broken/))
  act(halt)
  cleanup()
  show()
  expect(chip('Case 2, acks=2', '0.8.2', 'H2')).toHaveAccessibleName(/is broken/)
  await userEvent.selectOptions(screen.getByLabelText('slow followers'), '1')
  expect(chip('Case 2, acks=2', '0.8.2', 'H2')).toHaveAccessibleName(/not searched through yet/)
  await userEvent.selectOptions(screen.getByLabelText('slow followers'), '0')
  expect(chip('Case 2, acks=2', '0.8.2', 'H2')).toHaveAccessibleName(/is broken/)
})

test('how much memory it may take stands there before anything starts', async () => {
  await open()
  expect(screen.getByText(/up to \d+ MB of memory; one that meets more states stays undecided/)).toBeInTheDocument()
  const room = screen.getByLabelText(/^at most/)
  await userEvent.selectOptions(room, String(rooms[2]))
  expect(screen.getByText(/up to .* MB of memory/)).toBeInTheDocument()
  expect(usePromises.getState().phase).toBe('idle')
})

test('a search with too little room is undecided, and asked again with more', async () => {
  usePromises.setState({ statesMax: 50 as never })
  const first = promised.find(({ cell, history }) => history.name === 'H1a' && cell.column.variant === 'kafka-2.1')!
  search(first)
  await soon(() => expect([...usePromises.getState().known.values()][0]?.verdict).toBeDefined())
  act(halt)
  const [{ verdict } = {}] = [...usePromises.getState().known.values()]
  expect(['undecided', 'broken']).toContain(verdict)
  change({ statesMax: rooms[0] })
  expect([...usePromises.getState().known.values()].every((known) => known.verdict !== 'undecided')).toBe(true)
})

test('the note says where the code disagrees with the argument', async () => {
  await open()
  expect(screen.getByText('the code disagrees')).toBeInTheDocument()
  expect(screen.getByText(/the loss of case 3\.1 does not happen/)).toBeInTheDocument()
})

test('the words under the table follow what is found of the cell that they tell of', async () => {
  await open()
  await userEvent.click(chip('Case 1, acks=0', '0.8.1', 'H1'))
  await soon(() =>
    expect(document.querySelector('.cell-told')).toHaveTextContent(/is broken: a record that was sent is lost/),
  )
  act(halt)
})

test('a finger that points at a broken cell opens nothing: its story has a button', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  await open()
  await userEvent.selectOptions(screen.getByLabelText('Release'), 'kafka-0.8.1')
  await userEvent.click(chip('Case 1, acks=1', '0.8.1', 'H1'))
  await soon(() => expect(chip('Case 1, acks=1', '0.8.1', 'H1')).toHaveAccessibleName(/is broken/))
  act(halt)
  await userEvent.click(chip('Case 1, acks=1', '0.8.1', 'H1'))
  expect(asked().lab).toBe('client')
  await userEvent.click(screen.getByText('Open its story'))
  await soon(() => expect(asked().lab).toBe('replication'))
  vi.unstubAllGlobals()
})

type Known =
  ReturnType<typeof usePromises.getState>['known'] extends ReadonlyMap<string, infer Verdict> ? Verdict : never

/** What is found of a cell, without a search. */
function found(row: string, variant: string, history: string, story: NonNullable<Known['story']>): void {
  const cell = promised.find(
    (each) => each.cell.row.name === row && each.cell.column.variant === variant && each.history.name === history,
  )!
  const { known } = usePromises.getState()
  usePromises.setState({ known: new Map(known).set(keyOf(cell, plainExtras), { verdict: 'broken', states: 9, story }) })
}

test('loss and standstill have signs of their own', async () => {
  found('The fix: both', 'kafka-2.1', 'H1a', { breaks: 'blocked', order: 'ABC', steps: ['c A', 'd A'] })
  found('Case 1, acks=1', 'kafka-0.8.1', 'H1', { breaks: 'ackedLoss', order: 'ABC', steps: ['p', 'c A', 'd A'] })
  await open()
  expect(chip('The fix: both', '2.1 – 3.6', 'H1a')).toHaveTextContent('‖2')
  expect(chip('The fix: both', '2.1 – 3.6', 'H1a')).toHaveAccessibleName(/writes are blocked .* is not searched here/)
  expect(chip('Case 1, acks=1', '0.8.1', 'H1')).toHaveTextContent('✕3')
})

test('what was seen on real brokers says by which story, and where they denied it', async () => {
  const w1 = 'p; f B; f B; f C; f C; c A; c B; d A; d B'.split('; ')
  const other = 'p; f C; f B; f B; f C; c A; c B; d A; d B'.split('; ')
  found('The fix: both', 'kafka-0.9', 'H2', { breaks: 'ackedLoss', order: 'ABC', steps: w1 })
  found('The fix: both', 'kafka-0.8.2', 'H2', { breaks: 'ackedLoss', order: 'ABC', steps: other })
  const g6 = 'p; m B; m C; c A; d A'.split('; ')
  found('Case 3.2, none may lag', 'kafka-0.8.1', 'H1', { breaks: 'ackedLoss', order: 'ABC', steps: g6 })
  await open()
  const own = chip('The fix: both', '0.9 – 0.10', 'H2')
  expect(own).toHaveAccessibleName(/Seen on real Kafka 0\.9\.0\.1 \(W1\)\./)
  expect(own).not.toHaveClass('by-another')
  const another = chip('The fix: both', '0.8.2', 'H2')
  expect(another).toHaveAccessibleName(/Seen on real Kafka 0\.8\.2\.2 by another story \(W1: p; f B; .*\)\./)
  expect(another).toHaveClass('by-another')
  expect(chip('Case 3.2, none may lag', '0.8.1', 'H1')).toHaveAccessibleName(
    /by another story \(G6-next-record: .*Not by this story on real Kafka 0\.8\.1\.1 \(G6\): the model answers/,
  )
})

test('a click on one cell searches for that one alone', async () => {
  await open()
  await userEvent.click(chip('Case 1, acks=1', '0.8.1', 'H1'))
  await soon(() => expect(usePromises.getState().phase).toBe('idle'))
  expect(usePromises.getState().known.size).toBe(1)
  expect(screen.queryByText(/0 states/)).toBeNull()
})
