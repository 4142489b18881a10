import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { eventsOf, lineAt, linesWith, noFilter } from '../../src/panels/events.ts'
import { Transcript } from '../../src/panels/Transcript.tsx'
import { setLab } from '../../src/scenario/edit.ts'
import { presetOf } from '../../src/scenario/presets.ts'
import { edit } from '../../src/store/edits.ts'
import { undo } from '../../src/store/history.ts'
import { lab, type Run } from '../../src/store/lab.ts'
import { cursorIn, seek, select } from '../../src/store/looking.ts'
import { METADATA, RUN } from '../../src/trace/kinds.ts'
import { NO_RULE } from '../../src/trace/rules.ts'
import { word } from '../../src/trace/vocabulary.ts'
import { TraceWriter } from '../../src/trace/writer.ts'
import { openLab, shown } from '../support/lab.ts'
import { requests } from '../support/requests.ts'

beforeEach(() => {
  openLab()
})

const options = () => screen.getAllByRole('option').filter((option) => option.id.startsWith('line-'))
const list = () => screen.getByRole('listbox', { name: 'Events' })
const chosen = () => within(list()).getByRole('option', { selected: true })

test('the list tells the run in sentences, without polls and draws', () => {
  render(<Transcript />)
  act(() => select(0, 0))
  expect(list()).not.toHaveTextContent(/poll loop/)
  expect(options()[0]).toHaveTextContent(/The run begins/)
})

test('polls are there for whoever asks for them', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'What it is about' }), 'poll loop')
  expect(list()).toHaveTextContent(/The poll loop/)
  await user.click(screen.getByRole('button', { name: 'clear' }))
  expect(list()).not.toHaveTextContent(/The poll loop/)
})

test('a filter by subject and variant leaves only their events', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who it is about' }), 'broker 3')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which variant' }), 'Kafka 2.7, KIP-601')
  for (const option of options()) expect(option).toHaveTextContent(/Kafka 2\.7.*broker 3/)
})

test('a question about records has batches to ask for, which filter no more in the other lab', async () => {
  const user = userEvent.setup()
  const topic = () => screen.getByRole('combobox', { name: 'What it is about' })
  render(<Transcript />)
  expect(within(topic()).queryByRole('option', { name: 'batches' })).toBeNull()
  const before = options().length
  act(() => edit((scenario) => setLab(scenario, 'requests')))
  act(() =>
    edit(() =>
      requests([
        { at: 0, what: 'send' },
        { at: 500, what: 'close' },
      ]),
    ),
  )
  await within(topic()).findByRole('option', { name: 'batches' })
  await user.selectOptions(topic(), 'batches')
  expect(options().length).toBeGreaterThan(2)
  for (const option of options()) expect(option).toHaveTextContent(/[Bb]atch/)
  await user.selectOptions(topic(), 'caller')
  expect(list()).toHaveTextContent(/close\(\)/)
  await user.selectOptions(topic(), 'batches')
  act(() => undo())
  act(() => undo())
  expect(topic()).toHaveValue('events')
  expect(options()).toHaveLength(before)
})

test('the search marks what it finds, and Enter goes from one find to the next', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  const field = screen.getByRole('searchbox')
  await user.type(field, 'ready')
  act(() => select(0, 0))
  await user.type(field, '{Enter}')
  const first = cursorIn(lab())
  expect(chosen()).toHaveTextContent(/READY/i)
  expect(within(chosen()).getByText(/ready/i, { selector: 'mark' })).toBeVisible()
  await user.type(field, '{Enter}')
  expect(cursorIn(lab())).toBeGreaterThanOrEqual(first)
  expect(screen.getByText(/^2 of \d+$/)).toBeVisible()
})

test('the list can show only what the search found, and goes on from find to find', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  const all = options().length
  expect(screen.queryByRole('checkbox', { name: 'only what was found' })).toBeNull()
  await user.type(screen.getByRole('searchbox'), 'ready')
  await user.click(screen.getByRole('checkbox', { name: 'only what was found' }))
  for (const option of options()) expect(option).toHaveTextContent(/ready/i)
  act(() => select(0, 0))
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  expect(chosen()).toHaveTextContent(/ready/i)
  await user.clear(screen.getByRole('searchbox'))
  expect(options()).toHaveLength(all)
})

test('arrow keys go from event to event, and the cursor of the picture goes along', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  act(() => list().focus())
  await user.keyboard('{Home}')
  expect(cursorIn(lab())).toBe(0)
  await user.keyboard('{End}')
  expect(cursorIn(lab())).toBeGreaterThan(100_000)
  const last = chosen()
  await user.keyboard('{ArrowUp}')
  expect(chosen()).not.toBe(last)
  expect(list()).toHaveAttribute('aria-activedescendant', chosen().id)
})

test('the list follows the cursor of the picture', () => {
  render(<Transcript />)
  act(() => seek(10_047))
  expect(chosen()).toHaveTextContent(/10.047/)
})

test('a search that finds only what the filter hides says so, and can show it', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  await user.type(screen.getByRole('searchbox'), 'the poll loop looks')
  expect(screen.getByText(/hidden by the filter/)).toHaveTextContent(/^[\d\u202f ]+hidden by the filter/)
  await user.click(screen.getByRole('button', { name: 'Show everything' }))
  expect(screen.queryByText(/hidden by the filter/)).toBeNull()
  expect(screen.getByText(/^\d+$/, { selector: 'output' })).toBeVisible()
})

test('Escape leaves the search for where one was', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  act(() => list().focus())
  act(() => screen.getByRole('searchbox').focus())
  await user.keyboard('ready{Escape}')
  expect(list()).toHaveFocus()
  expect(screen.getByRole('searchbox')).toHaveValue('')
})

test('the list folds away, and searching it brings it back', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  await user.click(screen.getByRole('button', { name: 'The run as a list' }))
  expect(screen.queryByRole('listbox', { name: 'Events' })).toBeNull()
  await user.click(screen.getByRole('searchbox'))
  expect(list()).toBeVisible()
})

/** A run of one variant with so many rows. */
function longRun(rows: number): Run {
  const writer = new TraceWriter([
    { kind: 'run', name: 'run' },
    { kind: 'client', name: 'client' },
  ])
  writer.row(0, 0, RUN, NO_RULE, -1, -1)
  for (let row = 1; row < rows; row++) {
    writer.row(row, 1, METADATA, NO_RULE, 0, -1)
    writer.field(word('requested'))
    writer.field(row)
  }
  const trace = writer.finish(rows, 'until')
  const scenario = { ...(presetOf('two-dead-of-three')?.scenario ?? shown().scenario), until: rows }
  return {
    ...shown(),
    scenario: { ...scenario, variants: scenario.variants.slice(0, 1) },
    answers: [{ trace, group: { lanes: [] } }],
  }
}

test('of 100,000 events only those in sight are in the page, and the list says how many there are', () => {
  const run = longRun(100_000)
  act(() => openLongRun(run))
  render(<Transcript />)
  expect(options().length).toBeLessThan(60)
  expect(options()[0]).toHaveAttribute('aria-setsize', '100000')
})

function openLongRun(run: Run): void {
  openLab()
  Object.assign(lab(), { run })
}

test('events of several variants stand in order of time, and a row is found again', () => {
  const run = shown()
  const events = eventsOf(run, noFilter)
  const all = Array.from({ length: events.length }, (_, line) => line)
  const at = all.map((line) => {
    const { variant, row } = { variant: events.variant[line] ?? 0, row: events.row[line] ?? 0 }
    expect(lineAt(run, events, variant, row)).toBe(line)
    return row
  })
  expect(at.length).toBeGreaterThan(50)
  expect(linesWith(run, events, 'TimeoutException').length).toBeGreaterThan(0)
})
