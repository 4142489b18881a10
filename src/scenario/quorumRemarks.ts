// What the numbers of a question about a quorum say before anything runs: whether its timeouts leave room for its latencies, with the
// sum in the sentence (kraft.md 7, "The invariant"). What a proposed lower bound would refuse, and what it would let through all the same.
// Nothing here is a problem: such questions run.

import { variantOf, worldOf } from './compileClient.ts'
import { MAX_FETCH_WAIT, quorumBehaviourOf, quorumConfigOf } from './compileQuorum.ts'
import { linkIn } from './editQuorum.ts'
import type { QuorumBehaviour } from './quorumBehaviours.ts'
import type { QuorumConfig } from './quorumWorld.ts'
import { lateSays, type Remark } from './remarks.ts'
import type { Fault, Quorum, Scenario, World } from './scenario.ts'

const FETCH = 'controller.quorum.fetch.timeout.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'
const ELECTION = 'controller.quorum.election.timeout.ms'

/** KIP-1236 proposes it for the fetch timeout; no release to 4.4 has it. */
const PROPOSED_BOUND = 1000

/** One thing that should hold, and whether it does. */
export type Advice = {
  /** The setting that would have to change. */
  readonly key: string
  /** Which condition of kraft.md 7.1; `request` and `election` are beyond it. */
  readonly rule: 'I1' | 'I2' | 'I5' | 'I9' | 'request' | 'election'
  readonly holds: boolean
  /** It comes to nothing as something else does not hold: neither does this, whatever its own numbers. */
  readonly moot?: true
  /** What it is about, in a few words. */
  readonly about: string
  /** The sum, in a sentence. */
  readonly says: string
}

/** What a variant's advice is worked out from. */
type Sums = {
  readonly world: World
  readonly quorum: Quorum
  readonly config: QuorumConfig
  readonly behaviour: QuorumBehaviour
  /** Index of who leads at the start. */
  readonly leader: number
  /** Those with a vote but for the leader. */
  readonly followers: readonly number[]
}

function sumsOf(scenario: Scenario, index: number): Sums | undefined {
  const world = worldOf(scenario, index)
  if (world.workload.kind !== 'quorum') return undefined
  const variant = variantOf(scenario, index)
  const voters = world.nodes.flatMap(({ observer }, node) => (observer ? [] : [node]))
  const [leader = 0, ...followers] = voters
  return {
    world,
    quorum: world.workload,
    config: quorumConfigOf(variant),
    behaviour: quorumBehaviourOf(variant),
    leader,
    followers,
  }
}

const oneWay = ({ quorum, world }: Sums, from: number, to: number): number => linkIn(quorum, from, to) ?? world.latency

const roundTrip = (sums: Sums, a: number, b: number): number => oneWay(sums, a, b) + oneWay(sums, b, a)

const nameOf = ({ world }: Sums, node: number): string => world.nodes[node]?.name ?? ''
const namesOf = (sums: Sums, nodes: readonly number[]): string => nodes.map((node) => nameOf(sums, node)).join(', ')

/** How much of the fetch timeout an idle Fetch of a follower leaves: F - W - up - down, the M of kraft.md. */
const left = (sums: Sums, node: number): number =>
  sums.config.fetchTimeout - MAX_FETCH_WAIT - roundTrip(sums, node, sums.leader)

/** All that is to be said about the timeouts of a variant. */
export function adviceOn(scenario: Scenario, variant: number): readonly Advice[] {
  const sums = sumsOf(scenario, variant)
  if (!sums || sums.followers.length === 0) return []
  return [
    ...byRoundTrip(sums).map((nodes) => fitsIdleFetch(sums, nodes)),
    ...awaitsAnswer(sums),
    survivesLoss(sums),
    ...spacesTicks(sums),
    fitsElection(sums),
    ...keepsLeader(sums),
  ]
}

/** The followers by what their round trip to the leader is made of, in the order of their numbers. */
function byRoundTrip(sums: Sums): (readonly number[])[] {
  const groups = new Map<string, number[]>()
  for (const node of sums.followers) {
    const ways = `${oneWay(sums, node, sums.leader)} ${oneWay(sums, sums.leader, node)}`
    groups.set(ways, [...(groups.get(ways) ?? []), node])
  }
  return [...groups.values()]
}

/** I1: a healthy follower never times out. A Fetch that finds nothing new is parked for W, and the answer must come before the timer ends. */
function fitsIdleFetch(sums: Sums, nodes: readonly number[]): Advice {
  const [node = 0] = nodes
  const { config, leader } = sums
  const up = oneWay(sums, node, leader)
  const down = oneWay(sums, leader, node)
  const sum = MAX_FETCH_WAIT + up + down
  const spare = config.fetchTimeout - sum
  const holds = spare > 0
  const parts = `W ${MAX_FETCH_WAIT} + ${up} there + ${down} back = ${sum} ms`
  return {
    key: FETCH,
    rule: 'I1',
    holds,
    about: `${namesOf(sums, nodes)}: an idle Fetch is answered in time`,
    says: holds
      ? `F ${config.fetchTimeout} is more than ${parts}: ${spare} ms to spare, and so long may the leader pause.`
      : `F ${config.fetchTimeout} is not more than ${parts}: every idle Fetch is answered too late, though nothing fails.`,
  }
}

/** The follower whose round trip to the leader is the longest. */
const tightest = (sums: Sums): number =>
  sums.followers.reduce((a, b) => (left(sums, b) < left(sums, a) ? b : a), sums.followers[0] ?? 0)

/** From 3.8 on an answer that comes after its request timed out is ignored: a Fetch that is parked must not take as long (kraft.md 4.1). */
function awaitsAnswer(sums: Sums): Advice[] {
  if (sums.behaviour.requestSlots === 'by id') return []
  const trip = roundTrip(sums, tightest(sums), sums.leader)
  const sum = MAX_FETCH_WAIT + trip
  const { requestTimeout } = sums.config
  const holds = requestTimeout > sum
  const parts = `W ${MAX_FETCH_WAIT} + round trip ${trip} = ${sum} ms`
  return [
    {
      key: REQUEST,
      rule: 'request',
      holds,
      about: 'A Fetch is answered before its request times out',
      says: holds
        ? `Q ${requestTimeout} is more than ${parts}.`
        : `Q ${requestTimeout} is not more than ${parts}: every idle Fetch is sent again, and the answer to the first is ignored.`,
    },
  ]
}

/** I5: a Fetch or an answer that is lost without a word is followed by another one that is still in time. */
function survivesLoss(sums: Sums): Advice {
  const { config, behaviour } = sums
  const node = tightest(sums)
  const common = { key: REQUEST, rule: 'I5', about: 'One Fetch, or one answer, lost for good' } as const
  if (behaviour.requestSlots === 'by id') {
    const says = 'Nothing wakes a follower for a request timeout: it sends no other Fetch before its fetch timer ends.'
    return { ...common, holds: false, says }
  }
  const idle = MAX_FETCH_WAIT + roundTrip(sums, node, sums.leader)
  const q = `Q ${config.requestTimeout}`
  if (config.requestTimeout <= idle) {
    const says = `${q} is not more than W + round trip = ${idle} ms, so that each Fetch is sent again before its answer can have come, lost or not. ${pairSaid(sums)}`
    return { ...common, holds: false, moot: true, says }
  }
  const detour = detourIn(sums, node)
  const room = config.fetchTimeout - idle - detour
  const holds = config.requestTimeout < room
  const by = `F − W − round trip${detour > 0 ? ` − ${detour} for a detour over another node` : ''} = ${room}`
  return {
    ...common,
    holds,
    says: holds
      ? `${q} is less than ${by} ms: ${nameOf(sums, node)} asks again in time.`
      : `${q} is not less than ${by} ms: ${nameOf(sums, node)} asks again too late, and its fetch timer ends. ${pairSaid(sums)}`,
  }
}

/** A fetch timeout and a request timeout with which one silent loss is survived: the least that fit, to the next 100 ms. */
export type Pair = { readonly fetchTimeout: number; readonly requestTimeout: number }

function pairFor(sums: Sums): Pair {
  const node = tightest(sums)
  const idle = MAX_FETCH_WAIT + roundTrip(sums, node, sums.leader)
  const requestTimeout = above(idle)
  return { requestTimeout, fetchTimeout: above(requestTimeout + idle + detourIn(sums, node)) }
}

/** The first hundred above a length, in ms. */
const above = (length: number): number => (Math.floor(length / 100) + 1) * 100

function pairSaid(sums: Sums): string {
  const { fetchTimeout, requestTimeout } = pairFor(sums)
  return `F ${fetchTimeout} with Q ${requestTimeout} would do.`
}

/** The pair that the advice on a variant names; undefined where no request timeout helps, or there is nobody to ask again. */
export function pairOn(scenario: Scenario, variant: number): Pair | undefined {
  const sums = sumsOf(scenario, variant)
  return sums && sums.followers.length > 0 && sums.behaviour.requestSlots !== 'by id' ? pairFor(sums) : undefined
}

/** What the detour over another node takes, where a release makes one. */
const detourIn = (sums: Sums, node: number): number =>
  sums.behaviour.voterFetches === 'best node' ? detourOf(sums, node) : 0

/** From 3.9.1 on the next Fetch may first go to a voter that turns it away. */
const detourOf = (sums: Sums, node: number): number =>
  Math.max(0, ...sums.followers.filter((other) => other !== node).map((other) => roundTrip(sums, node, other)))

/** I2: where only voters are told that have not fetched lately, a healthy one never is. */
function spacesTicks(sums: Sums): Advice[] {
  if (sums.behaviour.beginQuorumEpoch !== 'stale voters') return []
  const node = tightest(sums)
  const trip = roundTrip(sums, node, sums.leader)
  const sum = MAX_FETCH_WAIT + trip
  const half = Math.floor(sums.config.fetchTimeout / 2)
  const holds = sum < half
  const than = `W ${MAX_FETCH_WAIT} + round trip ${trip} = ${sum} ms`
  return [
    {
      key: FETCH,
      rule: 'I2',
      holds,
      about: 'BeginQuorumEpoch only to who is silent',
      says: holds
        ? `${than} is less than F/2 ${half}: a voter that fetches is never told again who leads.`
        : `${than} is not less than F/2 ${half}: a voter that fetches may be told again who leads, which costs a message and nothing else.`,
    },
  ]
}

/** An election is over, and heard of, before the others stand for election too. */
function fitsElection(sums: Sums): Advice {
  const { config, behaviour, followers, leader } = sums
  const voters = [leader, ...followers]
  const pairs = voters.flatMap((a) => voters.filter((b) => b !== a).map((b) => [a, b] as const))
  const trip = Math.max(0, ...pairs.map(([a, b]) => roundTrip(sums, a, b)))
  const way = Math.max(0, ...pairs.map(([a, b]) => oneWay(sums, a, b)))
  const rounds = behaviour.preVote === 'asked' ? 2 : 1
  const sum = rounds * trip + way
  const holds = config.electionTimeout > sum
  const parts = `${rounds === 2 ? `pre-vote and vote, ${trip} each` : `one round of votes, ${trip}`}, and ${way} until the others hear of it: ${sum} ms`
  return {
    key: ELECTION,
    rule: 'election',
    holds,
    about: 'One election at a time',
    says: holds
      ? `E ${config.electionTimeout} is more than ${parts}.`
      : `E ${config.electionTimeout} is not more than ${parts}: the next voter stands for election before the first one can have won.`,
  }
}

/** I9: a leader whose one follower loops in pre-vote is not taken for cut off itself. */
function keepsLeader(sums: Sums): Advice[] {
  const { config, behaviour, leader } = sums
  if (behaviour.preVote !== 'asked') return []
  const trip = roundTrip(sums, tightest(sums), leader)
  const gap = config.fetchTimeout + trip
  const check = Math.trunc(1.5 * config.fetchTimeout)
  const holds = gap < check
  const parts = `F ${config.fetchTimeout} + round trip ${trip} = ${gap} ms`
  return [
    {
      key: FETCH,
      rule: 'I9',
      holds,
      about: 'A leader outlasts one pre-vote',
      says: holds
        ? `${parts} is less than 1.5 F ${check}: a follower that asks for votes in vain fetches again before the leader resigns.`
        : `${parts} is not less than 1.5 F ${check}: while its followers ask for votes in vain, the leader resigns.`,
    },
  ]
}

/** What the proposed bound comes to in one field. */
export type BoundMark = {
  readonly key: string
  readonly verdict: 'refuses' | 'lets through'
  readonly says: string
}

/** What the lower bound of KIP-1236 would refuse of a variant, and what that is bad for its quorum it would let through. */
export function boundOn(scenario: Scenario, variant: number): readonly BoundMark[] {
  const sums = sumsOf(scenario, variant)
  if (!sums?.quorum.proposedBound) return []
  const { fetchTimeout } = sums.config
  const broken = adviceOn(scenario, variant).filter(({ holds, moot, rule }) => !holds && !moot && rule !== 'I2')
  const rest = broken
    .filter(({ key, rule }) => key !== FETCH || rule === 'I1')
    .map(
      ({ key, says }): BoundMark => ({ key, verdict: 'lets through', says: `KIP-1236 would let it through: ${says}` }),
    )
  if (fetchTimeout >= PROPOSED_BOUND) return rest
  const fits = !broken.some(({ rule }) => rule === 'I1')
  const says = `KIP-1236 would refuse it: less than ${PROPOSED_BOUND}.${fits ? ' Here it leaves room for every idle Fetch all the same.' : ''}`
  return [{ key: FETCH, verdict: 'refuses', says }, ...rest.filter(({ key }) => key !== FETCH)]
}

/** What is to be said about the faults of a quorum, fault by fault. */
export function quorumFaultRemarks(scenario: Scenario): readonly Remark[] {
  return scenario.world.faults.flatMap((fault, index) => {
    const says = neverSays(fault, scenario)
    return says === undefined ? [] : [{ path: `world.faults.${index}`, fault: index, says }]
  })
}

const onlyLeaders: readonly Fault['kind'][] = ['resign', 'append']

/** Why a fault cannot happen, or comes to nothing; undefined: it may come to something. */
function neverSays({ at, node, peer, kind, message }: Fault, scenario: Scenario): string | undefined {
  const { nodes } = scenario.world
  const gone = [node, peer].find((each) => each !== undefined && !nodes[each])
  if (gone !== undefined) return `There is no node n${gone + 1} now: the fault is kept for when there is one.`
  if (onlyLeaders.includes(kind) && nodes[node]?.observer) return 'An observer never leads: nothing happens.'
  if (kind === 'lose message' && nodes.length === 1) return 'There is nobody else to send it to.'
  return lateSays(at, scenario.until) ?? (message && unsentSays(message, scenario))
}

/** Why nobody sends such a message. */
function unsentSays(message: NonNullable<Fault['message']>, { variants }: Scenario): string | undefined {
  const behaviours = variants.map(quorumBehaviourOf)
  if (message.startsWith('PreVote') && behaviours.every(({ preVote }) => preVote === 'none'))
    return 'Nobody sends it: pre-vote came with Kafka 4.0.'
  if (message.startsWith('UpdateRaftVoter') && behaviours.every(({ updateVoter }) => !updateVoter.startsWith('sent')))
    return 'Nobody sends it: followers tell the leader of their voter entry from Kafka 4.1 on.'
  return undefined
}
