// Replays what other checkers found about the partition: state counts (layer `partition-count`) and verdicts over all orders (`partition-cell`),
// both made of one document of verdicts.

import { choosing, readStep } from '../../src/scenario/partitionSteps.ts'
import {
  assignments,
  type PartitionBounds,
  type PartitionQuestion,
  partitionProblems,
} from '../../src/scenario/partitionWorld.ts'
import type { ReplicationBehaviourId } from '../../src/scenario/replicationBehaviours.ts'
import { type CheckOrder, PartitionCheck } from '../../src/search/partitionCheck.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { impossible } from '../../src/sim/replication/possible.ts'
import { Blockage, losesAcked, losesVisible, type Property } from '../../src/sim/replication/properties.ts'
import { State } from '../../src/sim/replication/state.ts'
import { configOf, type RecordedKnobs } from './partition.ts'
import { canonical, type Difference, type NotBuilt, type Recording } from './recording.ts'
import { isObject } from './shape.ts'

type Bounds = PartitionBounds & { readonly trackSeen: boolean }
type Input = { readonly knobs: RecordedKnobs; readonly order: PartitionQuestion['order']; readonly bounds: Bounds }

type Shortest = { readonly length: number; readonly schedule: readonly string[] }
type Count = {
  readonly states: number
  readonly transitions: number
  readonly depth: number
  readonly levels: readonly number[]
  readonly byAction: { readonly [word: string]: number }
  readonly violating: { readonly [property in Property]?: number }
  /** Absent where it was never computed. */
  readonly digest?: string
  readonly shortest: { readonly [property in Property]?: Shortest }
}

type CellVerdict = {
  readonly holds: boolean
  readonly holdsForFixedOrders: boolean
  readonly shortestByOrder: { readonly [order: string]: number | null }
  readonly length?: number
  readonly order?: PartitionQuestion['order']
  readonly schedule?: readonly string[]
  readonly lengthAny?: number
  readonly scheduleAny?: readonly string[]
}
type Cell = { readonly verdict: { readonly [property in Property]?: CellVerdict }; readonly statesAny?: number }

type Document = { readonly [part in 'rows' | 'counts' | 'cells']: readonly unknown[] }
type Fields = { readonly [field: string]: unknown }

const partsOf = (entry: unknown): Fields => (isObject(entry) ? entry : {})

/** Whether a file's whole text is a document of verdicts. */
export const isVerdicts = (document: unknown): document is Document =>
  typeof document === 'object' &&
  document !== null &&
  ['rows', 'counts', 'cells'].every((part) => Array.isArray((document as { readonly [part: string]: unknown })[part]))

/** A case for each count and each cell, whatever they hold. */
export function casesOf(document: Document): Fields[] {
  const shared = { draws: [], events: [] }
  const rows = document.rows.map(partsOf)
  const known = rows.map(({ row }) => row)
  return [
    ...document.counts.map(partsOf).map(({ id, variant, knobs, order, bounds, ...end }, n) => {
      const input = { knobs, order, bounds }
      return { ...shared, id: id ?? `counts[${n}]`, layer: 'partition-count', variant: variant ?? '', input, end }
    }),
    ...document.cells.map(partsOf).map(({ row, column, bounds, ...end }, n) => {
      const { variant = '', knobs } = rows.find((each) => each.row === row) ?? {}
      const input = { row, rows: known, knobs, order: 'any', bounds }
      const id = `verdict/${row ?? `cells[${n}]`}/${column ?? ''}`
      return { ...shared, id, layer: 'partition-cell', variant, input, end }
    }),
  ]
}

/** More than any recorded space has. */
const STATES_MAX = 50_000_000

/** Bounds that fit no state here. */
function tooMuch(question: PartitionQuestion): NotBuilt | undefined {
  const unfit = partitionProblems(question).find(({ path }) => path.startsWith('bounds.'))
  return unfit && { what: 'not built', reason: `${unfit.path}: ${unfit.what} ${unfit.hint}` }
}

export function replayCount({ variant, input, end }: Recording): Difference | NotBuilt | undefined {
  const count = end as Count
  const question = questionOf(variant, input as Input)
  const unfit = tooMuch(question)
  if (unfit) return unfit
  const properties = Object.keys(count.violating) as Property[]
  const check = checked(question, properties, (input as Input).bounds.trackSeen, 'end')
  const { states, transitions, depth, levels, byAction, violating, breaks } = check.result()
  const none = Object.fromEntries(properties.map((property) => [property, 0]))
  const got = { states, transitions, depth, levels, byAction, violating: { ...none, ...violating } }
  for (const [key, value] of Object.entries(got)) {
    const expected: unknown = count[key as keyof typeof got]
    if (canonical(expected) !== canonical(value)) return differs({ [key]: expected }, { [key]: value })
  }
  const digest = count.digest && check.digest()
  if (digest !== count.digest) return differs({ digest: count.digest }, { digest })
  for (const property of properties) {
    const length = breaks.find((found) => found.property === property)?.steps.length
    const difference = shortestDifference(check.partition, property, count.shortest[property], length)
    if (difference) return difference
  }
  return undefined
}

/** The length of the shortest is exact; of its schedules one is named, and it has to lead there too. */
function shortestDifference(
  partition: Partition,
  property: Property,
  shortest: Shortest | undefined,
  length: number | undefined,
): Difference | undefined {
  if (shortest?.length !== length) return differs({ [property]: shortest?.length }, { [property]: length })
  return shortest && !leadsTo(partition, shortest.schedule, property)
    ? differs({ [property]: shortest.schedule }, `not ${property} there`)
    : undefined
}

export function replayCell({ variant, input, end }: Recording): Difference | NotBuilt | undefined {
  const { verdict, statesAny } = end as Cell
  const any = questionOf(variant, input as Input)
  const unfit = tooMuch(any)
  if (unfit) return unfit
  const properties = Object.keys(verdict) as Property[]
  const inAnyOrder = checked(any, properties, false, 'all broken').result()
  const lengthIn = (breaks: typeof inAnyOrder.breaks, property: Property): number | null =>
    breaks.find((found) => found.property === property)?.steps.length ?? null
  const byOrder = assignments.map((order) => ({
    order,
    breaks: checked({ ...any, order }, properties, false, 'all broken').result().breaks,
  }))
  for (const property of properties) {
    const expected = verdict[property] as CellVerdict
    const shortest = Object.fromEntries(byOrder.map(({ order, breaks }) => [order, lengthIn(breaks, property)]))
    const lengths = Object.values(shortest).filter((length) => length !== null)
    const lengthAny = lengthIn(inAnyOrder.breaks, property)
    const got = {
      holds: lengthAny === null,
      holdsForFixedOrders: lengths.length === 0,
      shortestByOrder: shortest,
      length: lengths.length > 0 ? Math.min(...lengths) : undefined,
      lengthAny: lengthAny ?? undefined,
    }
    for (const [key, value] of Object.entries(got)) {
      const wanted: unknown = expected[key as keyof typeof got]
      if (canonical(wanted) !== canonical(value)) return differs({ [property]: { [key]: wanted } }, { [key]: value })
    }
    for (const [schedule, order] of [
      [expected.schedule, expected.order],
      [expected.scheduleAny, 'any'],
    ] as const) {
      if (!schedule || !order || leadsTo(new Partition({ ...any, order }, false), schedule, property)) continue
      return differs({ [property]: schedule }, `not ${property} there`)
    }
  }
  if (statesAny !== undefined && inAnyOrder.breaks.length === 0 && inAnyOrder.states !== statesAny) {
    return differs({ statesAny }, { statesAny: inAnyOrder.states })
  }
  return undefined
}

const differs = (expected: unknown, got: unknown): Difference => ({ what: 'end', index: 0, expected, got })

function questionOf(variant: string, { knobs, order, bounds }: Input): PartitionQuestion {
  return { variant: variant as ReplicationBehaviourId, config: configOf(knobs), order, bounds }
}

function checked(
  question: PartitionQuestion,
  properties: readonly Property[],
  tracksSeen: boolean,
  until: CheckOrder['until'],
): PartitionCheck {
  const check = new PartitionCheck({ question, properties, tracksSeen, until, statesMax: STATES_MAX })
  while (!check.advance(STATES_MAX));
  return check
}

/** Whether a schedule can be taken to a state that breaks a property; under `any` order each choice of an election is tried. */
function leadsTo(partition: Partition, schedule: readonly string[], property: Property): boolean {
  let states = [partition.start()]
  for (const words of schedule) {
    const step = readStep(words)
    if (typeof step === 'object') return false
    states = states.flatMap((s) => {
      const reached: State[] = []
      for (let choice = 0; impossible(partition, s, step) === undefined; ) {
        const after = new State()
        after.copy(s)
        partition.apply(after, choosing(step, choice))
        reached.push(after)
        if (++choice >= partition.candidates) break
      }
      return reached
    })
  }
  const blockage = new Blockage(partition)
  return states.some((s) =>
    property === 'blocked' ? blockage.holds(s) : property === 'ackedLoss' ? losesAcked(s) : losesVisible(s),
  )
}
