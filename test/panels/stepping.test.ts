// From event to event: each once, in the order of the list, at its own instant.

import { beforeEach, describe, expect, test } from 'vitest'
import { isQuiet } from '../../src/findings/telling.ts'
import { eventsOf, lineAt, lineOf, noFilter } from '../../src/panels/events.ts'
import { stepBy } from '../../src/panels/stepping.ts'
import { presetOf } from '../../src/scenario/presets.ts'
import { lab } from '../../src/store/lab.ts'
import { cursorIn, seek, select, selectedIn } from '../../src/store/looking.ts'
import { CHOSEN, POLL } from '../../src/trace/kinds.ts'
import { atOf, kindOf, subjectOf } from '../../src/trace/trace.ts'
import { openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
})

/** The selected row, and what the page shows with it. */
function here() {
  const { variant, row } = selectedIn(lab()) ?? { variant: -1, row: -1 }
  const trace = shown().answers[variant]?.trace
  if (trace === undefined) throw new Error('nothing is selected')
  const name = trace.subjects[subjectOf(trace, row)]?.name
  return { variant, row, at: atOf(trace, row), kind: kindOf(trace, row), name, cursor: cursorIn(lab()) }
}

/** Steps until it stays. */
function walk(direction: 1 | -1, alongLane = false): ReturnType<typeof here>[] {
  const passed: ReturnType<typeof here>[] = []
  for (;;) {
    const before = here()
    stepBy(direction, alongLane)
    const now = here()
    if (now.variant === before.variant && now.row === before.row) return passed
    passed.push(now)
  }
}

const line = ({ variant, row }: { variant: number; row: number }) => `${variant}/${row}`

/** The lines of the list. */
function listed(): string[] {
  const events = eventsOf(shown(), noFilter)
  return Array.from({ length: events.length }, (_, i) => line(lineOf(shown(), events, i)))
}

describe.each(['two-dead-of-three', 'starved'])('in the preset %s', (id) => {
  beforeEach(() => {
    openLab(presetOf(id)?.scenario)
    select(0, 0)
  })

  test('steps forward meet every event of the list once, in its order', () => {
    expect([line({ variant: 0, row: 0 }), ...walk(1).map(line)]).toEqual(listed())
  })

  test('steps back from the last event meet the same', () => {
    walk(1)
    expect([line(here()), ...walk(-1).map(line)]).toEqual(listed().reverse())
  })

  test('the playhead stands at the instant of the event whose reasons are shown', () => {
    for (const { at, cursor } of walk(1)) expect(cursor).toBe(at)
  })

  test('what leastLoadedNode chooses is an event; polls and draws are none', () => {
    const kinds = walk(1).map(({ kind }) => kind)
    expect(kinds).toContain(CHOSEN)
    expect(kinds.some(isQuiet)).toBe(false)
  })
})

test('from an instant between two events, steps lead to the ones before and after it', () => {
  select(0, 0)
  seek(5_500)
  stepBy(1)
  expect(here().at).toBe(7_000)
  seek(5_500)
  stepBy(-1)
  expect(here().at).toBe(5_000)
})

test('with shift, steps keep to the variant and the broker of the selected event', () => {
  const first = here()
  const along = [...walk(-1, true).reverse(), first, ...walk(1, true)]
  expect(along.length).toBeGreaterThan(8)
  expect(new Set(along.map(({ variant, name }) => `${variant} ${name}`))).toEqual(new Set([`1 ${first.name}`]))
  for (const { at, cursor } of along) expect(cursor).toBe(at)
})

test('with shift, from a poll they lead to the next poll', () => {
  const { trace } = shown().answers[0] ?? {}
  const poll = Array.from({ length: trace?.rows ?? 0 }, (_, row) => row).find(
    (row) => trace && kindOf(trace, row) === POLL,
  )
  select(0, poll ?? -1)
  stepBy(1, true)
  expect(here()).toMatchObject({ variant: 0, kind: POLL })
  expect(here().row).toBeGreaterThan(poll ?? 0)
})

test('the list goes along and never back', () => {
  select(0, 0)
  const events = eventsOf(shown(), noFilter)
  const lines = walk(1).map(({ variant, row }) => lineAt(shown(), events, variant, row))
  expect(lines).toEqual([...lines].sort((a, b) => a - b))
})
