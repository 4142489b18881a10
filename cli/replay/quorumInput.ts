// What a recorded quorum's input must hold to be a world (FORMAT.md, quorum). What is not known there is told, never passed over: a fault of
// another kind may be what the whole case is about.

import { quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import { roles } from '../../src/sim/quorum/words.ts'
import type { Recording } from './recording.ts'
import { flag, listOf, number, object, oneOf, optional, orNull, type Shape, tuple } from './shape.ts'

/** The requests of a recording and what they are called here. */
export const requestNames: { readonly [name: string]: string } = {
  Fetch: 'Fetch',
  Vote: 'Vote',
  PreVote: 'PreVote',
  BQE: 'BeginQuorumEpoch',
  EQE: 'EndQuorumEpoch',
  UpdateVoter: 'UpdateRaftVoter',
}

const requests = Object.keys(requestNames)
const message = oneOf([...requests, ...requests.map((name) => `${name}.r`)])

const happenings = ['pause', 'resign', 'append', 'shutdown', 'stop', 'start']

const numbers = (...keys: readonly string[]): Shape => object(Object.fromEntries(keys.map((key) => [key, number])))

/** A process that does not run yet has a log only. */
const nodeStart = (node: Shape): Shape => {
  const whole = object({
    role: orNull(oneOf(roles.filter((role) => role !== 'ABSENT'))),
    logEnd: number,
    logEpoch: number,
    epoch: optional(number),
    wake: optional(number),
    hw: optional(number),
    epochStart: optional(number),
    fetchTimer: optional(number),
    quorumTimer: optional(number),
    tickTimer: optional(number),
    updateVoterTimer: optional(number),
    electionTimer: optional(number),
    hasFetched: optional(flag),
    hasUpdatedLeader: optional(flag),
    leader: optional(node),
    voted: optional(node),
    fetched: optional(listOf(node)),
    awaiting: optional(listOf(tuple(node, number))),
  })
  const replicas = (value: unknown, path: string): string | undefined => {
    const all = (value as { readonly replicas?: unknown }).replicas ?? {}
    const list = typeof all === 'object' ? Object.entries(all as object) : []
    return listOf(tuple(node, tuple(orNull(number), orNull(number))))(
      list.map(([id, replica]): unknown => [Number(id), replica]),
      `${path}.replicas`,
    )
  }
  return (value, path) => whole(value, path) ?? replicas(value, path)
}

/** Of a pause it is said until when, and what comes first then. */
const fault =
  (node: Shape): Shape =>
  (value, path) =>
    tuple(number, oneOf(happenings), node)(value, path) ??
    ((value as readonly unknown[])[1] === 'pause'
      ? tuple(number, oneOf(['pause']), node, number, optional(oneOf(['timers', 'inbox'])))(value, path)
      : undefined)

/** See Layer. */
export const unreadableQuorum = ({ variant, input }: Recording): string | undefined =>
  oneOf(Object.keys(quorumBehaviours))(variant, 'variant') ?? inputProblem(input)

function inputProblem(input: unknown): string | undefined {
  const nodes = object({ voters: listOf(number), observers: optional(listOf(number)) })(input, 'input')
  if (nodes !== undefined) return nodes
  const { voters, observers } = input as { readonly voters: readonly number[]; readonly observers?: readonly number[] }
  if (voters.length === 0) return 'input.voters: expected a voter at least, got an empty list.'
  const ids = [...voters, ...(observers ?? [])]
  const node = oneOf(ids)
  return object({
    config: numbers('F', 'E', 'X', 'Q', 'B', 'linger', 'W'),
    latency: object({ default: number, links: listOf(tuple(node, node, number)) }),
    cuts: optional(listOf(tuple(node, node, number, orNull(number)))),
    losses: optional(listOf(tuple(node, node, message, number))),
    resets: optional(listOf(tuple(node, node, message, number, number))),
    faults: optional(listOf(fault(node))),
    start: object({
      nodes: object(Object.fromEntries(ids.map((id) => [id, nodeStart(node)]))),
      wire: listOf(tuple(number, node, node, message, number, orNull(number))),
    }),
    until: number,
  })(input, 'input')
}
