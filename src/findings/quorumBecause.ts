// Reasons beside the chain of causes of a raft node's row: what else was so, and decided.

import { grouped } from '../base/grouped.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { FAULT } from '../trace/kinds.ts'
import { MISSED, SENT, SPIN } from '../trace/quorumKinds.ts'
import { armedByOf, atOf, fieldOf, kindOf, subjectOf, type Trace } from '../trace/trace.ts'
import type { Reason } from './findings.ts'
import { counted, exact, listed, subjectAt, wordAt } from './names.ts'
import { code, figure, type Prose } from './prose.ts'
import { quorumRun, stayBefore } from './quorum.ts'
import { electionsOf } from './quorumElections.ts'
import { lapseOf, type Missed } from './quorumLapse.ts'
import { named } from './quorumMessages.ts'
import { obstacleOf } from './quorumObstacle.ts'
import { originOf } from './quorumOrigin.ts'
import { isMessage, shortenedBy, timerBehind } from './quorumRows.ts'
import { heldSlot } from './quorumSlot.ts'
import { spinOf } from './quorumSpin.ts'
import { sentence } from './sentence.ts'

const asReason = (trace: Trace, row: number, says: Prose, owner: Reason['owner'], source: string): Reason => ({
  row,
  at: atOf(trace, row),
  says,
  source,
  owner,
  link: 'happened',
})

/** What stands beside the chain of causes of a row: what held a request back, what did not help, whom a leader missed, what a thread spins for. */
export const asides = (trace: Trace, row: number, world: QuorumWorld): Reason[] => [
  ...slotReason(trace, row, world),
  ...uselessReason(trace, row),
  ...lapseReasons(trace, row, world),
  ...spinReasons(trace, row, world),
  ...epochReason(trace, row),
]

/** A fetch timer ran out, and nothing had shortened it. */
const isFetchTimeout = (trace: Trace, row: number): boolean =>
  timerBehind(trace, row) === 'fetch timer' && shortenedBy(trace, row) < 0

/** That BeginQuorumEpoch came while a fetch timer ran, and did not help. */
function uselessReason(trace: Trace, row: number): Reason[] {
  const armedBy = isFetchTimeout(trace, row) ? armedByOf(trace, row) : -1
  for (let at = row - 1; armedBy >= 0 && at > armedBy; at--) {
    if (!isMessage(trace, at) || subjectOf(trace, at) !== subjectOf(trace, row)) continue
    if (wordAt(trace, at, 0) !== 'BeginQuorumEpoch') continue
    const says = `${named(trace, fieldOf(trace, at, 1))}'s BeginQuorumEpoch came at ${exact(atOf(trace, at))}: it resets no fetch timer.`
    return [asReason(trace, at, [says], 'client', 'FollowerState.resetFetchTimeoutForSuccessfulFetch')]
  }
  return []
}

/** Whom a leader missed until its check-quorum ran out, and who came. */
function lapseReasons(trace: Trace, row: number, world: QuorumWorld): Reason[] {
  const armedBy = timerBehind(trace, row) === 'check-quorum' ? armedByOf(trace, row) : -1
  if (armedBy < 0) return []
  const { needed, came, missed } = lapseOf(trace, row, world)
  const name = subjectAt(trace, row).name
  const since = atOf(trace, armedBy) === 0 ? 'from the start on' : `after ${exact(atOf(trace, armedBy))}`
  const who =
    came.length > 0 ? `${came.length < 2 ? 'only ' : ''}${listed(came.map((node) => named(trace, node)))}` : 'none'
  const says: Prose = [
    `${name} needs a Fetch of ${counted(needed, 'other voter')} within 1.5 × `,
    code(`${FETCH} = ${grouped(world.config.fetchTimeout)}`),
    `: ${since} ${came.length > 0 ? `${who} sent one that came` : 'none came'}.`,
  ]
  const source = 'LeaderState.updateCheckQuorumForFollowingVoter, timeUntilCheckQuorumExpires'
  return [
    ...missed.flatMap((each) => missedReasons(trace, row, each)),
    { ...asReason(trace, armedBy, says, 'setting', source), link: 'armed' },
  ]
}

/** What became of a voter's Fetches, and by which fault. */
function missedReasons(trace: Trace, row: number, { node, heard, lost }: Missed): Reason[] {
  const [leader, voter] = [subjectAt(trace, row).name, named(trace, node)]
  const last =
    heard < 0 ? `${leader} never heard a Fetch of ${voter}` : `${leader} last heard one at ${exact(atOf(trace, heard))}`
  if (lost < 0) {
    const state = stayBefore(quorumRun(trace), node, row)
    const says = `${voter} sent ${leader} no Fetch${state ? ` as ${state.role}` : ''}: ${last}.`
    return state ? [asReason(trace, state.row, [says], 'client', 'KafkaRaftClient.poll')] : []
  }
  const isLost = kindOf(trace, lost) === MISSED
  const says = `${voter}'s ${wordAt(trace, lost, 0)} ${fieldOf(trace, lost, 2)}${strayedSaid(trace, lost, leader)}`
  const fault = isLost ? armedByOf(trace, lost) : -1
  return [
    asReason(trace, lost, [`${says}: ${last}.`], 'world', 'the scenario'),
    ...(fault >= 0 && kindOf(trace, fault) === FAULT
      ? [asReason(trace, fault, [`Your fault: ${sentence(trace, fault)}`], 'world', 'the scenario')]
      : []),
  ]
}

function strayedSaid(trace: Trace, row: number, leader: string): string {
  switch (kindOf(trace, row)) {
    case MISSED:
      return ` to ${leader} is lost`
    case SENT:
      return ` comes to ${leader} at ${exact(fieldOf(trace, row, 5))}, too late`
    default:
      return ` lay in ${leader}'s inbox during its pause`
  }
}

/** How the epoch came about that a node learns of by an answer. */
function epochReason(trace: Trace, row: number): Reason[] {
  const came = originOf(trace, row)
  return came < 0 ? [] : [asReason(trace, came, [sentence(trace, came)], 'setting', 'QuorumState')]
}

/** What a thread that spins has to send, and what it waits for. */
function spinReasons(trace: Trace, row: number, { config }: QuorumWorld): Reason[] {
  const spin = kindOf(trace, row) === SPIN ? spinOf(trace, row) : undefined
  if (!spin) return []
  const { stay, inFlight } = spin
  const name = subjectAt(trace, row).name
  const f = code(`${FETCH} = ${grouped(config.fetchTimeout)}`)
  const due: Reason[] =
    spin.why === 'update voter'
      ? [
          asReason(
            trace,
            stay.row,
            [
              `${name} has to tell ${named(trace, stay.leader)} of its voter entry, by UpdateRaftVoter, `,
              f,
              ' after it began to follow.',
            ],
            'setting',
            'FollowerState.hasUpdateVoterPeriodExpired; KafkaRaftClient.shouldSendUpdateVoteRequest',
          ),
        ]
      : []
  if (inFlight < 0) return due
  const slot = `${name}'s ${wordAt(trace, inFlight, 0)} ${fieldOf(trace, inFlight, 2)} is in flight: there is one slot a node, and nothing else goes out before its answer.`
  return [asReason(trace, inFlight, [slot], 'client', 'RequestManager.isReady'), ...due]
}

const FETCH = 'controller.quorum.fetch.timeout.ms'

/** Why no other Fetch went out before the fetch timer ran out: the one in flight held its slot. */
function slotReason(trace: Trace, row: number, { config, behaviour }: QuorumWorld): Reason[] {
  if (!isFetchTimeout(trace, row)) return []
  const held = heldSlot(trace, config, row, obstacleOf(trace, row))
  if (!held || held.row < 0) return []
  const what = `${subjectAt(trace, row).name}'s Fetch ${fieldOf(trace, held.row, 2)}`
  const q = [code(`controller.quorum.request.timeout.ms = ${grouped(config.requestTimeout)}`)]
  const until = figure(exact(held.until), held.row)
  const source = 'RequestManager.isReady, hasRequestTimedOut'
  if (held.until >= atOf(trace, row))
    return [
      asReason(
        trace,
        held.row,
        [`${what} holds its slot until `, until, ' (', ...q, '): no other Fetch goes out before.'],
        'setting',
        source,
      ),
    ]
  const why =
    behaviour.requestSlots === 'by id'
      ? 'nothing wakes the raft thread for it'
      : 'no other Fetch went out in time all the same'
  return [
    asReason(trace, held.row, [`${what} held its slot until `, until, ' (', ...q, `), and ${why}.`], 'client', source),
  ]
}

/** Who says so: neither Kafka nor the scenario. */
const JUDGED = 'judged from the run: who led, ran and could be reached'

/** That an election was needless, or what it was to repair: at the row that set it off and at the one that began it. */
export function needReason(trace: Trace, row: number, world: QuorumWorld): Reason[] {
  const election = electionsOf(trace, world).find((each) => each.row === row || each.trigger.row === row)
  const { old, need } = election ?? {}
  if (!election || !old) return []
  const at = exact(election.trigger.at)
  const name = named(trace, old.node)
  const told = (told: number, says: string): Reason[] => [asReason(trace, told, [says], 'world', JUDGED)]
  switch (need) {
    case 'needless': {
      const paused = quorumRun(trace)
        .of(old.node)
        .outs.some(({ to }) => to <= election.trigger.at)
      const ran = `${paused ? 'ran again' : 'ran'}, was ${paused ? 'no longer' : 'not'} paused`
      return told(
        old.row,
        `Needless: at ${at} ${name} led epoch ${old.epoch}, ${ran}, and had both directions open to a majority of the voters.`,
      )
    }
    case 'deposed':
    case 'gave up': {
      const how = need === 'deposed' ? 'had stepped down' : 'had resigned, by its check-quorum'
      return row === old.endRow
        ? []
        : told(
            old.endRow,
            `Needed, to repair: ${name} ${how} at ${exact(old.to)}, and nobody led when the timer fired.`,
          )
    }
    default:
      return []
  }
}
