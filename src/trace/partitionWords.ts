// What each row of a replicated partition's run says, in one sentence.

import { letterOf } from '../base/letter.ts'
import { NONE } from './kinds.ts'
import * as kind from './partitionKinds.ts'
import { refusalCodes, refusalSaid } from './partitionRefusals.ts'
import type { PartitionRuleId } from './partitionRules.ts'

/** One thing that happened: its kind, its rule, the letter of the broker that it is about, the declared fields and then the rest. */
export type Happened = {
  readonly kind: number
  readonly rule: PartitionRuleId
  readonly broker?: string | undefined
  readonly facts: readonly number[]
}

/** The sentence of what happened. */
export const partitionSays = (happened: Happened): string => tellers.get(happened.kind)?.(happened) ?? ''

type Teller = (happened: Happened) => string

/** `c A`, by the number of a kind of step and of its broker; what a crash is said to keep stands as it is in the scenario. */
const stepSaid = (step: number, broker: number): string =>
  `${words[step] ?? ''}${broker === NONE ? '' : ` ${letterOf(broker)}`}`

const words = ['p', 'f', 'fl', 'm', 's', 'c', 'd', 'r', 'pl']

/** What a step asks for, by its kind. */
const asks: readonly ((broker: string) => string)[] = [
  () => 'a producer sends a record',
  (broker) => `${broker} fetches`,
  (broker) => `${broker} fetches, and the answer is lost`,
  (broker) => `the leader drops ${broker} for being too many messages behind`,
  (broker) => `the leader drops ${broker} for being slow`,
  (broker) => `${broker} crashes`,
  (broker) => `the controller notices that ${broker} is gone`,
  (broker) => `${broker} is started again`,
  (broker) => `the leadership moves to ${broker}, the preferred leader`,
]

function stepTaken({ facts }: Happened): string {
  const [nth = 0, step = 0, broker = NONE, ...kept] = facts
  const letter = broker === NONE ? '' : letterOf(broker)
  return `Step ${nth}, ${stepSaid(step, broker)}: ${asks[step]?.(letter) ?? ''}${keptSaid(kept)}.`
}

/** What a crash is said to keep; NONE of what nothing is said of. */
function keptSaid([mark = NONE, end = NONE]: readonly number[]): string {
  const kept = [
    ...(end === NONE ? [] : [`its log up to offset ${end}`]),
    ...(mark === NONE ? [] : [`${mark} as the high watermark on its disk`]),
  ]
  return kept.length === 0 ? '' : `, and keeps ${kept.join(' and ')}`
}

function stepSkipped({ rule, facts }: Happened): string {
  const [nth = 0, step = 0, broker = NONE, why = 0, ...of] = facts
  if (rule === 'no-leader-found')
    return `Step ${nth}, ${stepSaid(step, broker)}: a producer finds no leader and waits; nothing is sent. ${refusalSaid(why, '', of)}`
  return `Step ${nth}, ${stepSaid(step, broker)}, is impossible here and is skipped. ${refusalSaid(why, broker === NONE ? '' : letterOf(broker), of)}`
}

function fetched({ broker, facts: [offset, lost, ...got] }: Happened): string {
  if (lost === 1) return `${broker} fetches at ${offset}, and the answer is lost.`
  return `${broker} fetches at ${offset}${got.length === 0 ? '' : ` and gets ${records(got)}`}.`
}

const marked: Teller = ({ broker, facts: [from, to, minIsr] }) =>
  from === to
    ? `Its high watermark stays at ${to}: the ISR has fewer than min.insync.replicas=${minIsr}.`
    : `The high watermark of ${broker} rises from ${from} to ${to}.`

function inSync({ facts: [joined = NONE, ...members] }: Happened): string {
  const isr = `SR is ${members.length === 0 ? 'empty' : letters(members)}.`
  return joined === NONE ? `The I${isr}` : `${letterOf(joined)} joins: the I${isr}`
}

function blocked({ facts: [led, acks = 0, minIsr, ...members] }: Happened): string {
  if (led === 0) return 'Writes are blocked: when every crash is detected, no replica that may lead is up.'
  return `Writes are blocked: when every crash is detected and every live follower has fetched, the ISR is ${letters(members)}, too few for ${neededSaid(acks, minIsr)}.`
}

/** How many the ISR must have: acks below 0 is all. */
const neededSaid = (acks: number, minIsr = 1): string =>
  acks < 0 ? `min.insync.replicas=${minIsr}` : `${acks} acknowledgements`

const lost = (ids: readonly number[], leader = 0): string =>
  `${are(ids)} lost: ${letterOf(leader)} leads without ${isOne(ids) ? 'it' : 'them'}.`

const tellers = new Map<number, Teller>([
  [kind.STEP, stepTaken],
  [kind.SKIPPED, stepSkipped],
  [kind.SENT_TO_NOBODY, ({ facts: [record] }) => `A producer sends m${record} to nobody.`],
  [
    kind.RECORD_APPENDED,
    ({ broker, facts: [record, offset, epoch] }) =>
      `${broker} appends m${record} at offset ${offset} in epoch ${epoch}.`,
  ],
  [
    kind.ACKNOWLEDGED,
    ({ rule, facts }) =>
      rule === 'sent-blindly' ? `${records(facts)} counts as sent.` : `${records(facts)} ${are(facts)} acknowledged.`,
  ],
  [
    kind.FAILED_AFTER_APPEND,
    ({ facts }) =>
      `NOT_ENOUGH_REPLICAS_AFTER_APPEND (20): ${records(facts)} ${are(facts)} in the log, and the producer is told to try again. A retry is a second copy, unless the producer is idempotent (from 3.0.1 on by default).`,
  ],
  [
    kind.UNANSWERED,
    ({ rule, facts }) =>
      rule === 'leader-gone'
        ? `The leader is gone before it answers: whether ${records(facts)} ${are(facts)} written, the producer cannot know.`
        : `NOT_LEADER_OR_FOLLOWER (6; up to 2.5 NOT_LEADER_FOR_PARTITION): whoever took ${records(facts)} leads no more, and the producer cannot know whether ${isOne(facts) ? 'it is' : 'they are'} kept.`,
  ],
  [
    kind.ACKED_LOST,
    ({ rule, facts: [leader, ...ids] }) =>
      `${records(ids)} ${were(ids)} ${rule === 'sent-lost' ? 'sent' : 'acknowledged'} and ${lost(ids, leader)}`,
  ],
  [
    kind.VISIBLE_LOST,
    ({ facts: [leader, ...ids] }) => `A consumer may have read ${records(ids)}, which ${lost(ids, leader)}`,
  ],
  [
    kind.LOST_NO_MORE,
    ({ facts: [leader = 0, ...ids] }) =>
      `${records(ids)} ${are(ids)} there again: ${letterOf(leader)} leads with ${isOne(ids) ? 'it' : 'them'}.`,
  ],
  [kind.REPLICA_FETCH, fetched],
  [
    kind.FOLLOWER_MARK,
    ({ broker, facts: [from, to] }) => `The answer brings the high watermark of ${broker} from ${from} to ${to}.`,
  ],
  [kind.LEADER_MARK, marked],
  [
    kind.LOG_CUT,
    ({ broker, facts: [end, ...ids] }) =>
      `${broker} cuts its log to offset ${end}: ${records(ids)} ${are(ids)} gone there.`,
  ],
  [kind.CRASHED, ({ broker, facts: [mark] }) => `${broker} crashes; on its disk the high watermark is ${mark}.`],
  [kind.LOG_LOST, ({ facts }) => `${records(facts)} ${were(facts)} not on its disk.`],
  [kind.RESTARTED, ({ broker, facts }) => `${broker} starts again with ${logSaid(facts)}.`],
  [
    kind.TOO_FAR_BEHIND,
    ({ broker, facts: [behind, limit] }) =>
      `${broker} is ${behind} behind, more than replica.lag.max.messages=${limit}.`,
  ],
  [kind.TOO_SLOW, ({ broker }) => `${broker} was not caught up for replica.lag.time.max.ms.`],
  [kind.IN_SYNC, inSync],
  [kind.LAST_STAYS, ({ broker }) => `${broker} stays in the ISR, as its last member.`],
  [
    kind.ELIGIBLE,
    ({ facts }) =>
      facts.length === 0
        ? 'No eligible leader replicas are left over.'
        : `Eligible leader replicas: ${letters(facts)}.`,
  ],
  [kind.POSITIONS_FORGOTTEN, ({ broker }) => `${broker} forgets what its followers hold.`],
  [kind.DETECTED, ({ facts: [broker = 0] }) => `The controller takes ${letterOf(broker)} for dead.`],
  [
    kind.ELECTED,
    ({ broker, facts: [epoch, up, ...log] }) =>
      `${broker} leads epoch ${epoch} with ${logSaid(log)}${up === 1 ? '' : ', though it is down too'}.`,
  ],
  [
    kind.OFFLINE,
    ({ facts: [unclean] }) =>
      `${unclean === 1 ? 'No replica is live' : 'No in-sync replica is live and unclean.leader.election.enable=false'}: the partition is offline.`,
  ],
  [kind.WRITES_BLOCKED, blocked],
  [kind.WRITES_GO_ON, () => 'Writes are blocked no more.'],
  [
    kind.WRITE_REFUSED,
    ({ facts }) =>
      `The record is refused, and nothing is written. ${refusalSaid(refusalCodes['not enough replicas'], '', facts)}`,
  ],
  [
    kind.STAYS_OUT,
    ({ rule, broker, facts: [offset, least] }) =>
      `${broker} does not join the ISR: it fetched at ${offset}, below ${rule === 'stays-out' ? `the high watermark ${least}` : `${least}, where the leader epoch starts`}.`,
  ],
])

const isOne = (ids: readonly number[]): boolean => ids.length === 1
const are = (ids: readonly number[]): string => (isOne(ids) ? 'is' : 'are')
const were = (ids: readonly number[]): string => (isOne(ids) ? 'was' : 'were')

/** Brokers as letters, in the order given. */
export const letters = (brokers: readonly number[]): string => brokers.map(letterOf).join('')

/** Records by their names: `m0`, `m0 and m1`, `m0, m1 and m2`. */
export function records(ids: readonly number[]): string {
  const names = ids.map((id) => `m${id}`)
  const last = names.pop() ?? ''
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`
}

const logSaid = (ids: readonly number[]): string =>
  ids.length === 0 ? 'an empty log' : `the log ${ids.map((id) => `m${id}`).join(', ')}`
