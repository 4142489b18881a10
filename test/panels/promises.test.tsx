// The table of promises: it is searched through here, stops and goes on, and what is broken opens as a story that breaks it.

import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import Promises from '../../src/panels/Promises.tsx'
import { plainExtras } from '../../src/scenario/promiseTable.ts'
import { change, halt, promised, roomFor, rooms, search, usePromises } from '../../src/store/promises.ts'
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
  await soon(() => expect(document.querySelector('.cell-told')).toHaveTextContent(/is broken: an acknowledged record/))
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
