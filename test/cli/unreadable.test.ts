// Cases that are broken somewhere: each is told by the place where it is, and none makes a replay stumble.

import { expect, test } from 'vitest'
import { verdictOf } from '../../cli/replay/layers.ts'
import { recordedForm } from '../../cli/replay/partition.ts'
import { readRecordings } from '../../cli/replay/read.ts'
import type { Recording } from '../../cli/replay/recording.ts'
import { casesOf } from '../../cli/replay/verdicts.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { playWords } from '../../src/sim/replication/play.ts'
import { asked } from '../support/partitions.ts'

function firstOf(file: string, is: (recording: Recording) => boolean = () => true): Recording {
  const recordings = readRecordings(new URL(`../golden/${file}`, import.meta.url).pathname)
  if (typeof recordings === 'string') throw new Error(recordings)
  const found = recordings.find(is)
  if (!found) throw new Error('no recording')
  return found
}

const model = firstOf('replication.random.jsonl.gz')
const real = firstOf('replication.real.jsonl.gz')
const count = firstOf('replication.verdicts.json.gz', ({ layer }) => layer === 'partition-count')
const cell = firstOf('replication.verdicts.json.gz', ({ layer }) => layer === 'partition-cell')
const network = firstOf('client-network.spec.jsonl.gz')
const producer = firstOf('client-producer.spec.jsonl.gz')
const caller = firstOf('client-producer-caller.jsonl.gz')
const quorum = firstOf('quorum.spec.jsonl.gz')

const cases: readonly [layer: string, recording: Recording][] = [
  ['schedule of the model', model],
  ['schedule of real brokers', real],
  ['count', count],
  ['cell', cell],
  ['network client', network],
  ['producer', producer],
  ['call', caller],
  ['quorum', quorum],
]

type Path = readonly (string | number)[]

/** The places of a value, of lists the first entry's. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const parts = Array.isArray(value)
    ? value.slice(0, 1).map((each: unknown) => ['0', each] as const)
    : Object.entries(value)
  return [path, ...parts.flatMap(([key, part]) => placesIn(part, [...path, key]))]
}

/** A copy with something else in one place; undefined: with nothing there. */
function changed<T>(whole: T, path: Path, to: unknown): T {
  const copy = structuredClone(whole)
  let at = copy as { [key: string]: unknown }
  for (const key of path.slice(0, -1)) at = at[key] as typeof at
  const last = path.at(-1) ?? ''
  if (to === undefined && !Array.isArray(at)) delete at[last]
  else at[last] = to
  return copy
}

const lineOf = (recording: Recording): string => {
  const verdict = verdictOf(recording)
  return verdict.passed ? 'passed' : verdict.line
}

test.each(cases)(
  'a %s that is broken anywhere in what it says is never a crash',
  (_, recording) => {
    expect(lineOf(recording)).toBe('passed')
    const {
      source: _source,
      note: _note,
      ...told
    } = recording as Recording & { readonly source: unknown; readonly note: unknown }
    const crashes = placesIn(told).flatMap((path) =>
      path.length === 0
        ? []
        : [undefined, null, 'x', []].flatMap((to) => {
            const line = lineOf(changed(recording, path, to))
            return line.includes('crashed') ? [`${path.join('.')} = ${JSON.stringify(to)}: ${line}`] : []
          }),
    )
    expect(crashes).toEqual([])
  },
  120_000,
)

const withInput = (recording: Recording, change: object): Recording => ({
  ...recording,
  input: { ...(recording.input as object), ...change },
})

const layers =
  'client-network, client-producer, client-producer-caller, partition, partition-count, partition-cell, quorum'

test.each<[what: string, recording: Recording, says: string]>([
  ['an unknown layer', { ...model, layer: 'partitions' }, `layer: expected one of ${layers}, got "partitions".`],
  ['a layer that is no name', { ...model, layer: 'constructor' }, `layer: expected one of ${layers}`],
  ['no draws', changed(model, ['draws'], null), 'draws: expected a list, got null.'],
  ['an unknown variant', { ...model, variant: 'kafka-5' }, 'variant: expected one of kafka-0.8.1, kafka-0.8.2,'],
  ['a client of an unknown variant', { ...network, variant: 'x' }, 'variant: expected one of client-1.1.1,'],
  ['a producer of an unknown variant', { ...producer, variant: 'x' }, 'variant: expected one of no-request-timeout,'],
  ['a quorum of an unknown variant', { ...quorum, variant: 'x' }, 'variant: expected one of kraft-3.7,'],
  ['no input', changed(model, ['input'], null), 'input: expected an object, got null.'],
  ['no knobs', withInput(model, { knobs: undefined }), 'input.knobs: expected an object, got nothing.'],
  ['no bounds', withInput(model, { bounds: undefined }), 'input.bounds: expected an object, got nothing.'],
  ['empty bounds', withInput(model, { bounds: {} }), 'input.bounds.records: expected a whole number from 0 on'],
  ['no steps', withInput(model, { steps: undefined }), 'input.steps: expected a list, got nothing.'],
  [
    'an unknown step',
    withInput(model, { steps: ['x Q'] }),
    'input.steps[0]: x Q, at 0: A step begins with one of p, f,',
  ],
  ['an unknown order', withInput(model, { order: 'ABD' }), 'input.order: expected one of ABC, ACB,'],
  ['an event that is nothing', changed(model, ['events', 2], null), 'events[2]: expected a list, got null.'],
  [
    'no word on how far real brokers agree',
    changed(real, ['agrees'], undefined),
    'agrees: expected an object, got nothing.',
  ],
  ['real brokers without an end', changed(real, ['end'], undefined), 'end: expected an object, got nothing.'],
  [
    'a count with empty bounds',
    withInput(count, { bounds: {} }),
    'input.bounds.records: expected a whole number from 0 on',
  ],
  [
    'a count of an unknown property',
    changed(count, ['end', 'violating'], { foo: 0 }),
    'end.violating: a field: expected one of ackedLoss,',
  ],
  ['a cell of an unknown row', withInput(cell, { row: 99 }), 'row: expected one of 1, 2, 3,'],
  [
    'a cell without a verdict',
    changed(cell, ['end', 'verdict'], undefined),
    'end.verdict: expected an object, got nothing.',
  ],
  [
    'a call of no known kind',
    withInput(network, { calls: [[0, 'sends', 1]] }),
    'input.calls[0][1]: expected one of ready,',
  ],
  [
    'a call of a node that is not there',
    withInput(network, { calls: [[0, 'ready', 77]] }),
    'input.calls[0][2]: expected one of',
  ],
  [
    'a host that is in no mode',
    changed(network, ['input', 'hosts', 0, 'timeline'], []),
    'input.hosts[0].timeline: expected an entry with a mode',
  ],
  [
    'a producer without its brokers',
    withInput(producer, { brokers: undefined }),
    'input.brokers: expected a list, got nothing.',
  ],
])('%s is told by its place, and what is known there', (_, recording, says) => {
  const verdict = verdictOf(recording)
  expect(verdict).toMatchObject({ passed: false, aside: 'unreadable' })
  expect('line' in verdict && verdict.line).toContain(`${recording.id}: unreadable: ${says}`)
})

test('a count or cell of a document that is nothing is no less a case', () => {
  const cases = casesOf({ rows: [{ row: 1 }], counts: [null], cells: [7, { row: 1, column: 'H1' }] })
  const lines = (cases as unknown as Recording[]).map(lineOf)
  expect(lines[0]).toContain('counts[0]: unreadable: variant: expected one of kafka-0.8.1')
  expect(lines[1]).toContain('verdict/cells[0]/: unreadable: row: expected one of 1, got nothing.')
  expect(lines[2]).toContain('verdict/1/H1: unreadable: variant: expected one of kafka-0.8.1')
})

/** A schedule of the model as it is recorded, of a start and some steps. */
function recorded(steps: readonly string[], bounds: object, events: readonly unknown[]): Recording {
  const input = { ...(model.input as object), order: 'ABC', steps, bounds }
  return { ...model, input, events: events as Recording['events'], end: undefined }
}

test('a schedule beyond what fits a state is not built, and says from where on', () => {
  const bounds = { ...(model.input as { readonly bounds: object }).bounds, records: 8 }
  const steps = ['p', 'p', 'p', 'p', 'p', 'p', 'p']
  const knobs = { acks: 1, minIsr: 1, unclean: false, lagMaxMessages: null }
  const partition = new Partition(asked('kafka-2.1', { acks: 1 }), true)
  const { played } = playWords(partition, steps)
  const events = played.map(({ words, state, verdict }, n) => [n, words, recordedForm(state), verdict])
  const whole = { ...recorded(steps, bounds, events), variant: 'kafka-2.1' }
  const asRecorded = { ...whole, input: { ...(whole.input as object), knobs } }
  expect(lineOf(asRecorded)).toContain('not built: more than 6 records, from event 7 on')
  const short = { ...asRecorded, input: { ...asRecorded.input, steps: steps.slice(0, 6) } }
  expect(lineOf(short)).toBe('passed')
  const other = changed(short, ['events', 6, 2, 'next'], 7)
  expect(verdictOf(other)).toMatchObject({ passed: false, aside: undefined })
  expect(lineOf(withInput(count, { bounds: { ...bounds, trackSeen: false } }))).toContain('not built: bounds.records:')
})
