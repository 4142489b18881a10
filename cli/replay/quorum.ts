// Layer quorum: compiles a recording of real KafkaRaftClients on one virtual clock to a world, runs it through the same core as the page,
// and says of the trace what the recorder would have said.

import { instant, ms, NEVER } from '../../src/base/time.ts'
import { type QuorumBehaviour, type QuorumBehaviourId, quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import type {
  Cut,
  MessageKind,
  MessageLoss,
  NodeEvent,
  QuorumWorld,
  RecordedStart,
} from '../../src/scenario/quorumWorld.ts'
import { limits } from '../../src/scenario/scenario.ts'
import type { Chance } from '../../src/sim/chance.ts'
import type { NodeEnd, QuorumRun } from '../../src/sim/quorum/quorum.ts'
import { runQuorum } from '../../src/sim/run.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import * as rule from '../../src/trace/quorumRules.ts'
import { rules } from '../../src/trace/rules.ts'
import { atOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { requestNames } from './quorumInput.ts'
import {
  canonical,
  type Difference,
  type Draw,
  type Event,
  firstDifference,
  type Recording,
  type Replay,
} from './recording.ts'

type Input = {
  readonly voters: readonly number[]
  readonly observers: readonly number[]
  readonly config: { readonly [letter in 'F' | 'E' | 'X' | 'Q' | 'B' | 'linger' | 'W']: number }
  readonly latency: { readonly default: number; readonly links: readonly (readonly [number, number, number])[] }
  readonly cuts: readonly (readonly [number, number, number, number | null])[]
  readonly losses: readonly (readonly [number, number, string, number])[]
  readonly resets: readonly (readonly [number, number, string, number, number])[]
  readonly faults: readonly (readonly [number, string, number, number?, string?])[]
  readonly start: RecordedStart
  readonly until: number
}

/** Replays one case of the layer. */
export const replayQuorum: Replay = (recording) => {
  const input = recording.input as Input
  const behaviour = quorumBehaviours[recording.variant as QuorumBehaviourId]
  const { chance, difference } = recordedRolls(recording.draws)
  const seesLeaders = recording.variant !== blind
  const run = runQuorum(worldOf(input, behaviour), chance)
  return (
    firstDifference('events', recording.events.filter(isTold), eventsOf(run.trace, seesLeaders)) ??
    difference() ??
    endDifference(recording, run, seesLeaders)
  )
}

/** Of 3.8 the recorder could not see whom a follower follows. */
const blind = 'kraft-3.8'

/** Whether a loop spins is for information. */
const isTold = ([, what]: Event): boolean => what !== 'SPIN'

const messageKind = (name: string): MessageKind =>
  (name.endsWith('.r') ? `${requestNames[name.slice(0, -2)]} answer` : requestNames[name]) as MessageKind

const recordedNames = new Map(
  Object.entries(requestNames).flatMap(([name, ours]) => [
    [ours, name],
    [`${ours} answer`, `${name}.r`],
  ]),
)

/** The world that a recording was made in. */
function worldOf(input: Input, behaviour: QuorumBehaviour): QuorumWorld {
  const { config } = input
  return {
    lab: 'quorum',
    until: instant(input.until),
    behaviour,
    config: {
      fetchTimeout: ms(config.F),
      electionTimeout: ms(config.E),
      electionBackoffMax: ms(config.X),
      requestTimeout: ms(config.Q),
      retryBackoff: ms(config.B),
      appendLinger: ms(config.linger),
      maxFetchWait: ms(config.W),
    },
    voters: input.voters,
    observers: input.observers ?? [],
    latency: ms(input.latency.default),
    latencies: input.latency.links.map(([from, to, latency]) => ({ from, to, at: instant(0), latency: ms(latency) })),
    cuts: (input.cuts ?? []).map(cutOf),
    losses: [
      ...(input.losses ?? []).map(([from, to, name, nth]) => lossOf(from, to, name, nth)),
      ...(input.resets ?? []).map(([from, to, name, nth, told]) => lossOf(from, to, name, nth, told)),
    ],
    events: (input.faults ?? []).map(eventOf),
    faults: [],
    start: input.start,
    rowLimit: limits.rowsHeadless,
  }
}

const cutOf = ([from, to, at, until]: Input['cuts'][number]): Cut => ({
  from,
  to,
  at: instant(at),
  until: until === null ? NEVER : instant(until),
  fault: -1,
})

const lossOf = (from: number, to: number, name: string, nth: number, told?: number): MessageLoss => ({
  from,
  to,
  message: messageKind(name),
  nth,
  since: instant(0),
  until: NEVER,
  toldAfter: told === undefined ? undefined : ms(told),
  fault: -1,
})

function eventOf([at, what, node, until, resumes]: Input['faults'][number]): NodeEvent {
  const when = { at: instant(at), node, fault: -1 }
  if (what !== 'pause') return { ...when, what: what as Exclude<NodeEvent['what'], 'pause'> }
  return { ...when, what, until: instant(until ?? at), resumes: resumes === 'inbox' ? 'inbox' : 'timers' }
}

/** Hands out the recorded rolls, each to its node and name in order; `difference` tells the first that was not asked for as recorded. */
function recordedRolls(draws: readonly Draw[]) {
  const asked: Draw[] = []
  const streams = new Map<string, Draw[]>()
  for (const draw of draws) streams.set(draw[1], [...(streams.get(draw[1]) ?? []), draw])
  const chance: Chance = {
    draw(at, name, node, _k, bound) {
      const stream = `n${node}.${words[name]}`
      const value = Number(streams.get(stream)?.shift()?.[3] ?? 0)
      asked.push([at, stream, bound, value])
      return value
    },
    order: (_at, _name, keys) => [...keys],
  }
  return { chance, difference: () => firstDifference('draws', draws, asked) }
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** The trace as the recorder tells it. */
function eventsOf(trace: Trace, seesLeaders: boolean): Event[] {
  const events: Event[] = []
  for (let row = 0; row < trace.rows; row++) {
    if (ruleOf(trace, row) === rules[rule.AT_START]) continue
    const event = eventAt(trace, row)
    if (event?.[0] === 'ROLE' && event[3] === 'Follower' && !seesLeaders) event[5] = null
    if (event) events.push([atOf(trace, row), ...event])
  }
  return events
}

type Told = [kind: string, ...unknown[]]

function eventAt(trace: Trace, row: number): Told | undefined {
  const node = trace.subjects[subjectOf(trace, row)]?.node
  const field = (n: number): number | null => orNull(fieldOf(trace, row, n))
  const text = (n: number): string => words[fieldOf(trace, row, n)] as string
  const message = (n: number): string => recordedNames.get(text(n)) as string
  switch (kindOf(trace, row)) {
    case kind.SENT:
      return ['SEND', node, field(1), message(0), field(2), ...payloadAt(trace, row)]
    case kind.MISSED:
      return ['LOST', node, field(1), message(0), field(2)]
    case kind.DISCONNECTED:
      return ['RESET', node, field(1), message(0), field(2)]
    case kind.ARRIVED:
      return ['ARRIVE', field(1), node, message(0), field(2)]
    case kind.HANDLED:
      return ['HANDLE', field(1), node, message(0), field(2)]
    case kind.IGNORED:
      return ['IGNORE', field(1), node, message(0), field(2)]
    case kind.ROLE:
      return ['ROLE', node, text(0) === 'ABSENT' ? null : text(0), text(1), field(2), field(3)]
    case kind.LOG:
      return ['LOG', node, field(0), field(1)]
    case kind.HIGH_WATERMARK:
      return ['HW', node, field(0)]
    case kind.VOTES: {
      const voters = restOf(trace, row)
      const granted = field(0) ?? 0
      return ['VOTES', node, voters.slice(0, granted), voters.slice(granted)]
    }
    case kind.PARKED:
      return ['PARK', node, field(0), field(1), field(2)]
    case kind.UNPARKED:
      return ['ANSWER', node, field(0), field(1), reasonOf(trace, row)]
    case kind.TICK:
      return ['TICK', node, field(0), restOf(trace, row)]
    case kind.FETCH_TIMER:
      return ['FETCH_TIMER', node, field(0)]
    case kind.ELECTION_TIMER:
      return ['ELECTION_TIMER', node, field(0)]
    case kind.BACKOFF:
      return ['BACKOFF', node, field(0)]
    case kind.QUORUM_TIMER:
      return ['QUORUM_TIMER', node, field(0)]
    case kind.HAPPENED:
      return ['FAULT', text(0), node]
    default:
      return undefined
  }
}

/** What follows a message's number: its epoch and the fields of its kind. */
function payloadAt(trace: Trace, row: number): unknown[] {
  const name = words[fieldOf(trace, row, 0)] as string
  const epoch = orNull(fieldOf(trace, row, 3))
  const error = words[fieldOf(trace, row, 4)]
  const rest = restOf(trace, row).map(orNull)
  switch (name) {
    case 'Fetch answer':
      return [epoch, error, ...rest.slice(0, 3), rest.length > 3 ? rest.slice(3) : null]
    case 'Vote answer':
    case 'PreVote answer':
      return [epoch, error, rest[0], rest[1] === 1]
    case 'BeginQuorumEpoch answer':
    case 'EndQuorumEpoch answer':
      return [epoch, error, rest[0]]
    case 'EndQuorumEpoch':
      return [epoch, rest]
    case 'UpdateRaftVoter answer':
      return [null, error]
    default:
      return [epoch, ...rest]
  }
}

const reasons: { readonly [ruleId: string]: string } = {
  'park-ended': 'timeout',
  'park-log-grew': 'append',
  'park-mark-moved': 'hw',
  'park-failed': 'failed',
}

const reasonOf = (trace: Trace, row: number): string | undefined => reasons[ruleOf(trace, row).id]

/** Compares every node at the end; a recording that was cut short has none. */
function endDifference(recording: Recording, { end }: QuorumRun, seesLeaders: boolean): Difference | undefined {
  const expected = recording.end
  if (expected === undefined) return undefined
  const got = Object.fromEntries(
    [...end].map(([id, node]) => [
      id,
      node ? [node.role, node.epoch, leaderSeen(node, seesLeaders), node.logEnd, node.mark ?? null] : null,
    ]),
  )
  return canonical(expected) === canonical(got) ? undefined : { what: 'end', index: 0, expected, got }
}

const leaderSeen = ({ role, leader }: Exclude<NodeEnd, undefined>, seesLeaders: boolean): number | null =>
  role === 'Follower' && !seesLeaders ? null : (leader ?? null)
