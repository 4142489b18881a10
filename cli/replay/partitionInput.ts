// What a case of the replication lab must hold to be replayed (FORMAT.md, partition and verdicts). What is not known there is told, never
// passed over.

import { readStep } from '../../src/scenario/partitionSteps.ts'
import { assignments } from '../../src/scenario/partitionWorld.ts'
import { replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import type { Property } from '../../src/sim/replication/properties.ts'
import type { Recording } from './recording.ts'
import {
  fieldsOf,
  flag,
  isObject,
  listOf,
  number,
  object,
  oneOf,
  optional,
  orNull,
  type Shape,
  text,
  tuple,
  value,
  wholeFrom,
} from './shape.ts'

const variants = oneOf(Object.keys(replicationBehaviours))
const orders = oneOf([...assignments, 'any'])
const knobs = object({ acks: wholeFrom(-1), minIsr: wholeFrom(1), unclean: flag, lagMaxMessages: orNull(wholeFrom(0)) })

const boundsAnd = (more: { readonly [key: string]: Shape }): Shape =>
  object({
    records: wholeFrom(0),
    crashes: wholeFrom(0),
    downAtOnce: wholeFrom(0),
    restarts: flag,
    slowDrops: wholeFrom(0),
    preferredMoves: wholeFrom(0),
    crashMayLoseLog: flag,
    repairBeforeNextCrash: flag,
    ...more,
  })

const step: Shape = (value, path) => {
  const no = text(value, path)
  if (no !== undefined) return no
  const read = readStep(value as string)
  return typeof read === 'number' ? undefined : `${path}: ${value}, at ${read.at}: ${read.what}`
}

/** Of a real run it is said too how long nothing was done. */
const realStep: Shape = (value, path) => (/^wait \d+$/.test(String(value)) ? undefined : step(value, path))

const verdict = object({ ackedLoss: flag, visibleLoss: flag, blocked: flag })

/** A schedule of the step model. */
const model = object({
  input: object({ knobs, order: orders, bounds: boundsAnd({}), steps: listOf(step) }),
  events: listOf(tuple(number, text, object({}), verdict, optional(listOf(text)))),
  end: optional(verdict),
})

const outcome = object({ loss: flag, blocked: flag })
/** What brokers showed; a text stands where one was asked for its high watermark and refused to tell. */
const shown = {
  leader: orNull(text),
  isr: text,
  elr: text,
  log: listOf(text),
  hw: listOf(value),
  acked: listOf(number),
}

/** A schedule of real brokers, and how far the model agrees. */
const real = object({
  input: object({ knobs, order: orders, steps: listOf(realStep) }),
  events: listOf(tuple(number, listOf(text), object(shown), fieldsOf(tuple(), Object.keys(shown)))),
  end: outcome,
  agrees: outcome,
})

const asked = ['knobs', 'order', 'bounds', 'steps']

/** Whether a case tells what real brokers did without a schedule: nothing was asked of the model, and no end is told. */
export const isObservation = ({ input, end }: Recording): boolean =>
  isObject(input) && end === undefined && asked.every((key) => input[key] === undefined)

/** Whether a case is one of real brokers. */
export const isReal = (recording: Recording): boolean =>
  'agrees' in recording || (isObject(recording.input) && 'neighbourTopic' in recording.input)

/** See Layer. */
export const unreadablePartition = (recording: Recording): string | undefined =>
  variants(recording.variant, 'variant') ??
  (isObservation(recording) ? undefined : (isReal(recording) ? real : model)(recording, ''))

const properties: readonly Property[] = ['ackedLoss', 'visibleLoss', 'blocked']
const counted = object({ knobs, order: orders, bounds: boundsAnd({ trackSeen: flag }) })

const count = object({
  input: counted,
  end: object({
    states: number,
    transitions: number,
    depth: number,
    levels: listOf(number),
    byAction: fieldsOf(number),
    violating: fieldsOf(number, properties),
    digest: optional(text),
    shortest: fieldsOf(object({ length: number, schedule: listOf(step) }), properties),
  }),
})

const cell = object({
  input: counted,
  end: object({
    verdict: fieldsOf(
      object({
        holds: flag,
        holdsForFixedOrders: flag,
        shortestByOrder: object(Object.fromEntries(assignments.map((order) => [order, orNull(number)]))),
        length: optional(number),
        order: optional(orders),
        schedule: optional(listOf(step)),
        lengthAny: optional(number),
        scheduleAny: optional(listOf(step)),
      }),
      properties,
    ),
    statesAny: optional(number),
  }),
})

/** See Layer. */
export const unreadableCount = (recording: Recording): string | undefined =>
  variants(recording.variant, 'variant') ?? count(recording, '')

/** See Layer. A cell has its variant and knobs from the row that it names. */
export const unreadableCell = (recording: Recording): string | undefined =>
  rowProblem(recording.input) ?? variants(recording.variant, 'variant') ?? cell(recording, '')

const rowProblem = (input: unknown): string | undefined =>
  isObject(input) && Array.isArray(input.rows) ? oneOf(input.rows)(input.row, 'row') : undefined
