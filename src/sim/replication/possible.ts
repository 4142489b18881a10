// Which steps are possible in a state, and why another is not.

import { letterOf } from '../../base/letter.ts'
import * as step from '../../scenario/partitionSteps.ts'
import { partitionLimits } from '../../scenario/partitionWorld.ts'
import { NONE } from '../../trace/kinds.ts'
import { refusalCodes as code, type Refusal, refusalSaid, refusals } from '../../trace/partitionRefusals.ts'
import { brokersIn, has, sizeOf } from './broker.ts'
import { endOf } from './log.ts'
import { NEVER_BEHIND, type Partition } from './partition.ts'
import { isLed, State, WORDS } from './state.ts'
import { keptEnd, keptWatermark, wordsOf } from './steps.ts'

type Step = step.Step

const POSSIBLE = 0

function producing(p: Partition, s: State): number {
  if (s.next >= p.records) return code['no records left']
  if (p.acks === 0) return POSSIBLE
  if (!isLed(s)) return code['no leader']
  return p.acks === -1 && !p.hasMinIsr(s) ? code['not enough replicas'] : POSSIBLE
}

function following(s: State, f: number): number {
  if (!isLed(s)) return code['no leader']
  if (f === s.leader) return code['is the leader']
  return has(s.up, f) ? POSSIBLE : code['not up']
}

function droppable(s: State, f: number): number {
  if (!isLed(s)) return code['no leader']
  if (f === s.leader) return code['is the leader']
  return has(s.isr, f) ? POSSIBLE : code['not in sync']
}

function droppingBehind(p: Partition, s: State, f: number): number {
  const refusal = droppable(s, f)
  if (refusal !== POSSIBLE || p.isFarBehind(s, f)) return refusal
  return (s.remoteEnd[f] as number) < 0 ? code['position unknown'] : code['not behind']
}

function droppingSlow(p: Partition, s: State, f: number): number {
  const refusal = droppable(s, f)
  if (refusal !== POSSIBLE) return refusal
  if (s.slowDrops >= p.slowDrops) return code['no drops left']
  if (!has(s.up, f)) return code['not up']
  if (p.isFarBehind(s, f)) return code['falls under M']
  const isCaughtUp = (s.remoteEnd[f] as number) >= endOf(s.log[s.leader] as number)
  return p.slowNeedsLag && isCaughtUp ? code['caught up'] : POSSIBLE
}

function preferring(p: Partition, s: State, b: number): number {
  if (!isLed(s)) return code['no leader']
  if (b === s.leader) return code['is the leader']
  if (p.preferred !== undefined && p.preferred !== b) return code['not preferred']
  if (s.moves >= p.moves) return code['no moves left']
  if (!has(s.isr & s.live, b)) return code['cannot lead']
  return epochsLeft(s)
}

function crashing(p: Partition, s: State, b: number): number {
  if (!has(s.up, b)) return code['not up']
  if (s.crashes >= p.crashes) return code['no crashes left']
  if (3 - sizeOf(s.up) >= p.downAtOnce) return code['too many down']
  return s.repairing === 1 ? code.repairing : POSSIBLE
}

function keeping(p: Partition, s: State, taken: Step): number {
  const b = step.brokerOf(taken)
  const end = keptEnd(taken, s)
  const held = endOf(s.log[b] as number)
  if (end > held || keptWatermark(taken, s) > Math.min(s.hw[b] as number, end)) return code['keeps too much']
  return end < held && !p.losesLog ? code['log is kept'] : POSSIBLE
}

function detecting(s: State, b: number): number {
  if (has(s.up, b)) return code['still up']
  return has(s.live, b) ? epochsLeft(s) : code['detected already']
}

function restarting(p: Partition, s: State, b: number): number {
  if (has(s.up, b)) return code['still up']
  if (has(s.live, b)) return code['not detected yet']
  return p.restarts ? epochsLeft(s) : code['no restarts']
}

const epochsLeft = (s: State): number => (s.epoch < partitionLimits.epochs ? POSSIBLE : code['no epochs left'])

function refusalOf(p: Partition, s: State, taken: Step): number {
  const b = step.brokerOf(taken)
  switch (step.kindOf(taken)) {
    case step.PRODUCE:
      return producing(p, s)
    case step.FETCH:
      return following(s, b)
    case step.FETCH_LOST:
      return following(s, b) || (p.dueCut(s, b) >= 0 ? code['would cut'] : POSSIBLE)
    case step.DROP_BEHIND:
      return droppingBehind(p, s, b)
    case step.DROP_SLOW:
      return droppingSlow(p, s, b)
    case step.CRASH:
      return crashing(p, s, b) || keeping(p, s, taken)
    case step.DETECT:
      return detecting(s, b)
    case step.RESTART:
      return restarting(p, s, b)
    default:
      return preferring(p, s, b)
  }
}

/** Room for the steps of one state. */
export const MOST_STEPS = 128

/**
 * Writes the steps that a state allows, and tells how many. A fetch may be among them that changes nothing, and counts as no step then.
 * Of an election only its first choice is.
 */
export function possibleSteps(p: Partition, s: State, out: Int32Array): number {
  let n = 0
  if (producing(p, s) === POSSIBLE) out[n++] = step.stepOf(step.PRODUCE)
  for (let b = 0; b < 3; b++) {
    if (following(s, b) === POSSIBLE) {
      out[n++] = step.stepOf(step.FETCH, b)
      if (p.dueCut(s, b) < 0) out[n++] = step.stepOf(step.FETCH_LOST, b)
    }
    if (droppingBehind(p, s, b) === POSSIBLE) out[n++] = step.stepOf(step.DROP_BEHIND, b)
    if (droppingSlow(p, s, b) === POSSIBLE) out[n++] = step.stepOf(step.DROP_SLOW, b)
    if (crashing(p, s, b) === POSSIBLE) n = crashes(p, s, b, out, n)
    if (detecting(s, b) === POSSIBLE) out[n++] = step.stepOf(step.DETECT, b)
    if (restarting(p, s, b) === POSSIBLE) out[n++] = step.stepOf(step.RESTART, b)
    if (preferring(p, s, b) === POSSIBLE) out[n++] = step.stepOf(step.PREFER, b)
  }
  return n
}

function crashes(p: Partition, s: State, b: number, out: Int32Array, from: number): number {
  let n = from
  const end = endOf(s.log[b] as number)
  for (let kept = p.losesLog ? 0 : end; kept <= end; kept++) {
    for (let h = Math.min(s.hw[b] as number, kept); h >= 0; h--) out[n++] = step.crashOf(b, h, kept)
  }
  return n
}

/** The steps that a state allows and that change it, each once, in the order of the DSL's words. */
export function enabledSteps(p: Partition, s: State): string[] {
  const out = new Int32Array(MOST_STEPS)
  const n = possibleSteps(p, s, out)
  const steps = [...out.subarray(0, n)].filter((taken) => changes(p, s, taken))
  return steps.map((taken) => wordsOf(taken, s)).sort()
}

function changes(p: Partition, s: State, taken: Step): boolean {
  const after = new State()
  after.copy(s)
  p.apply(after, taken)
  const [a, b] = [new Int32Array(WORDS), new Int32Array(WORDS)]
  s.pack(a, 0)
  after.pack(b, 0)
  return a.some((word, i) => word !== b[i])
}

/** Why a step is impossible, in a sentence; undefined where it is possible. */
export function impossible(p: Partition, s: State, taken: Step): string | undefined {
  const refusal = refused(p, s, taken)
  return refusal && refusalSaid(refusal.why, letterOf(step.brokerOf(taken)), refusal.facts)
}

/** Whether a producer may send all the same: that its record is refused is an answer of Kafka's, and no step that cannot be. */
export const isTurnedAway = (why: number): boolean => why === code['not enough replicas']

/** Why a step is not worth taking: it is impossible, or a fetch that changes nothing; undefined where it is enabled, or Kafka refuses it. */
export function notEnabled(p: Partition, s: State, taken: Step): string | undefined {
  if (isTurnedAway(refusalOf(p, s, taken))) return undefined
  const refusal = impossible(p, s, taken)
  if (refusal !== undefined || changes(p, s, taken)) return refusal
  return `A fetch of ${letterOf(step.brokerOf(taken))} would change nothing.`
}

/** Why a step is impossible, as a number (trace/partitionRefusals.ts), and the facts of its sentence; undefined where it is possible. */
export function refused(
  p: Partition,
  s: State,
  taken: Step,
): { readonly why: number; readonly facts: number[] } | undefined {
  const why = refusalOf(p, s, taken)
  if (why === POSSIBLE) return undefined
  return { why, facts: [...(facts[refusals[why] ?? 'possible']?.(p, s, step.brokerOf(taken)) ?? [])] }
}

type Facts = (p: Partition, s: State, broker: number) => readonly number[]

/** What the sentence of a refusal tells besides the broker, where it does. */
const facts: { readonly [refusal in Refusal]?: Facts } = {
  'no records left': (p) => [p.records],
  'no leader': (_, s) => [s.live === s.up ? 1 : 0],
  'not enough replicas': (p, s) => [p.minIsr, ...brokersIn(s.isr)],
  'not in sync': (_, s) => brokersIn(s.isr),
  'not behind': (p) => [p.lagMax === NEVER_BEHIND ? NONE : p.lagMax, partitionLimits.records],
  'no drops left': (p) => [p.slowDrops],
  'falls under M': (p) => [p.lagMax],
  'no moves left': (p) => [p.moves],
  'not preferred': (p) => [p.preferred ?? 0],
  'cannot lead': (_, s, b) => [has(s.isr, b) ? 1 : 0],
  'no crashes left': (p) => [p.crashes],
  'too many down': (p) => [p.downAtOnce],
  'keeps too much': (_, s, b) => [endOf(s.log[b] as number), s.hw[b] as number],
  'no epochs left': () => [partitionLimits.epochs],
}
