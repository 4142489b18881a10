// Fetch at a leader: answered at once, or parked.
//
// Kafka       raft/KafkaRaftClient (handleFetchRequest, tryCompleteFetchRequest), internals/ThresholdPurgatory.
// Leaves out  snapshots, sizes: an answer brings all records there are.

import { PARKED, UNPARKED } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { Message } from './messages.ts'
import type { RaftNode } from './raftNode.ts'
import { FENCED_EPOCH, LEADER, NO_ERROR, NOBODY, NOT_AVAILABLE, NOT_LEADER, UNKNOWN_EPOCH } from './words.ts'

/** validateLeaderOnlyRequest. */
export function leaderOnlyError(node: RaftNode, epoch: number): number {
  if (node.epoch > epoch) return FENCED_EPOCH
  if (node.epoch < epoch) return UNKNOWN_EPOCH
  if (node.role !== LEADER) return NOT_LEADER
  return node.isShuttingDown ? NOT_AVAILABLE : NO_ERROR
}

/** handleFetchRequest. */
export function handleFetch(node: RaftNode, message: Message): void {
  const { behaviour, config, network } = node.hall
  tryFetch(node, message)
  const isNews =
    found.error !== NO_ERROR ||
    found.records > 0 ||
    found.divergingEpoch !== NOBODY ||
    (behaviour.earlyAnswer === 'records or mark' && message.c < node.mark)
  if (isNews || config.maxFetchWait === 0) {
    answerFound(node, message)
    network.send(message, node.cause, rule.FETCH_ANSWERED)
  } else park(node, message)
}

/** What the last look at a Fetch found; one object for all, since each look is used at once. */
const found = { error: NO_ERROR, records: 0, divergingEpoch: NOBODY, divergingEnd: NOBODY }

/** tryCompleteFetchRequest: what a Fetch would be answered now, which counts as a fetch where its offset is valid. */
function tryFetch(node: RaftNode, message: Message): void {
  const { log } = node
  const error = leaderOnlyError(node, message.epoch)
  const offset = message.a
  const isValid = error !== NO_ERROR || log.holds(offset, message.b)
  const { foundEpoch, foundEnd } = log
  if (error === NO_ERROR && isValid) noteFetch(node, message.from, offset)
  // A mark that moved has answered others meanwhile: this look's findings come last.
  found.error = error
  found.divergingEpoch = isValid ? NOBODY : foundEpoch
  found.divergingEnd = foundEnd
  found.records = error === NO_ERROR && isValid ? log.end - offset : 0
}

/** A Fetch becomes its answer, as the last look found it. */
function answerFound(node: RaftNode, message: Message): void {
  const offset = message.a
  answerEmpty(node, message, found.error)
  if (found.error !== NO_ERROR) return
  message.c = node.mark
  message.d = found.divergingEpoch
  message.e = found.divergingEnd
  if (found.records === 0) return
  message.b = found.records
  message.records = node.log.epochsFrom(offset)
}

/** buildEmptyFetchResponse. */
function answerEmpty(node: RaftNode, message: Message, error: number): void {
  message.becomeAnswer(node.epoch, error)
  message.a = node.leader
  message.b = 0
  message.c = NOBODY
  message.d = NOBODY
}

/** updateReplicaState. */
function noteFetch(node: RaftNode, replica: number, end: number): void {
  const { books, now } = node
  books.noteFetch(replica, end, now)
  noteFetched(node, replica)
  if (end > node.mark) advanceMark(node)
}

/** updateCheckQuorumForFollowingVoter. */
export function noteFetched(node: RaftNode, replica: number): void {
  const { books, now, hall } = node
  if (books.noteFetched(replica)) node.setQuorumTimer(now + hall.checkQuorum, rule.CHECK_QUORUM_RESTARTED)
}

/** maybeUpdateHighWatermark, onUpdateLeaderHighWatermark: from 4.1 on it completes every parked Fetch. */
export function advanceMark(node: RaftNode): void {
  const mark = node.books.markOf(node.mark)
  if (mark === node.mark) return
  node.setMark(mark, rule.MARK_OF_MAJORITY)
  if (node.hall.behaviour.earlyAnswer !== 'records or mark') return
  completeAll(node, Number.POSITIVE_INFINITY, rule.PARK_MARK_MOVED)
}

/** ThresholdPurgatory.maybeComplete: those that wait for something past an offset below `end`. */
export function completeAll(node: RaftNode, end: number, why: number): void {
  const { books } = node
  for (const message of [...books.parked]) if (message.a < end) completeParked(node, message, NO_ERROR, why)
}

function park(node: RaftNode, message: Message): void {
  const { hall, now, books } = node
  const { config } = hall
  const until = now + config.maxFetchWait
  const from = hall.ids[message.from] as number
  const nth = message.nth
  const row = hall.writer.rowOfThree(now, node.subject, PARKED, rule.FETCH_PARKED, node.cause, -1, from, nth, until)
  node.hasActed = true
  message.row = row
  message.until = until
  message.d = node.epoch
  message.e = node.mark
  books.park(message)
  hall.clock.parkEndsAt(until, node.index, message)
}

/** A parked Fetch is answered early: with an error, or by a new look that counts as a new fetch. */
export function completeParked(node: RaftNode, message: Message, error: number, why: number): void {
  const { hall, books } = node
  if (!books.unpark(message)) return
  const row = tellUnparked(node, message, why, node.cause)
  if (error === NO_ERROR) {
    tryFetch(node, message)
    answerFound(node, message)
  } else answerEmpty(node, message, error)
  hall.network.send(message, row, why)
}

/** The maximum wait is over: the reply that was made when the Fetch arrived. */
export function endPark(node: RaftNode, message: Message): void {
  const { hall, books, index } = node
  if (!books.unpark(message)) return
  const row = tellUnparked(node, message, rule.PARK_ENDED, message.row)
  const { d: epoch, e: mark } = message
  answerEmpty(node, message, NO_ERROR)
  message.epoch = epoch
  message.a = index
  message.c = mark
  hall.network.send(message, row, rule.PARK_ENDED)
}

function tellUnparked(node: RaftNode, message: Message, why: number, cause: number): number {
  const { writer, ids } = node.hall
  const row = writer.row(node.now, node.subject, UNPARKED, why, cause, message.row)
  writer.twoFields(ids[message.from] as number, message.nth)
  return row
}
