// The loop of a raft thread: a step takes at most one message, handles it, looks at what its state has to do, and computes its wait.
//
// Kafka       raft/KafkaRaftClient.poll, maybeCompleteShutdown; KafkaRaftClientDriver.
// Leaves out  the time that any of it takes.

import { NONE } from '../../trace/kinds.ts'
import { ARRIVED, DISCONNECTED, HANDLED, HAPPENED, SPIN, WAIT } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import { LATENCY } from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { handleAnswer } from './answers.ts'
import type { Message } from './messages.ts'
import { poll } from './polls.ts'
import type { RaftNode } from './raftNode.ts'
import { handleRequest } from './requests.ts'
import { ABSENT, ANSWER, NOBODY, NOT_AVAILABLE } from './words.ts'

const LEFT = word('left')

/** A loop that has changed something so often at one instant goes on in the next millisecond: here nothing takes time. */
const STEPS_AN_INSTANT = 16

/** A message is in the inbox of a thread that waits: it is handled at once. */
export function arrive(node: RaftNode, message: Message): void {
  const sent = message.row
  const row = node.messageRow(ARRIVED, LATENCY, message, message.from, sent)
  deliver(node, message, row)
}

function deliver(node: RaftNode, message: Message, row: number): void {
  if (node.pausedUntil !== NOBODY) {
    message.row = row
    node.inbox.push(message)
    return
  }
  // A thread that spins has looked at this instant before anything came.
  if (node.isSpinning) node.spunAt = node.now
  begin(node, row, -1)
  handle(node, message)
  run(node)
}

/** The channel tells a sender that its request could not be delivered: BROKER_NOT_AVAILABLE in place of an answer. */
export function tell(node: RaftNode, message: Message): void {
  const row = node.messageRow(DISCONNECTED, rule.TOLD_NOT_AVAILABLE, message, message.to, message.row)
  message.becomeAnswer(NOBODY, NOT_AVAILABLE)
  deliver(node, message, row)
}

/** Its wait is over, or something has woken it. */
export function wake(node: RaftNode, cause: number): void {
  begin(node, cause, -1)
  run(node)
}

/** The next message of those that came during a pause. */
function takeNext(node: RaftNode): void {
  const message = node.inbox.shift() as Message
  const from = message.from
  begin(node, node.messageRow(HANDLED, rule.TAKEN_AFTER_PAUSE, message, from, message.row), -1)
  handle(node, message)
}

/** A pause is over, and messages are taken before timers are looked at. */
export function takeInbox(node: RaftNode): void {
  if (node.inbox.length === 0) return
  takeNext(node)
  run(node)
}

function begin(node: RaftNode, cause: number, armedBy: number): void {
  node.cause = cause
  node.armedBy = armedBy
}

function handle(node: RaftNode, message: Message): void {
  if (message.kind < ANSWER) handleRequest(node, message)
  else handleAnswer(node, message)
}

/** Looks, and looks again as long as it would not wait or there are messages. */
function run(node: RaftNode): void {
  const { now } = node
  for (let steps = 1; ; steps++) {
    if (node.isShuttingDown && completeShutdown(node)) return
    node.hasActed = false
    node.wakesAt = Number.POSITIVE_INFINITY
    node.waitRule = rule.WAIT_MESSAGE
    node.waitRow = -1
    poll(node)
    node.tellChanges()
    if (node.inbox.length > 0) takeNext(node)
    else if (node.wakesAt > now) break
    else if (goesOn(node, steps)) begin(node, node.waitArmedBy(), -1)
    else return spin(node)
  }
  node.isSpinning = false
  tellWait(node)
  node.hall.clock.waits(node)
}

/** A wait of 0 is another step at once; but one that spins looks once a millisecond. */
const goesOn = ({ hasActed, isSpinning, spunAt, now }: RaftNode, steps: number): boolean =>
  hasActed && !isSpinning && spunAt !== now && steps < STEPS_AN_INSTANT

/** It asks for a wait of 0 again and again: in the simulation it looks each millisecond, where it could find anything else than now. */
function spin(node: RaftNode): void {
  node.spunAt = node.now
  if (!node.isSpinning) {
    node.isSpinning = true
    node.row(SPIN, rule.WAIT_NOTHING)
    node.toldWaitRule = rule.WAIT_NOTHING
  }
  node.wakesAt = node.hasActed ? node.now + 1 : node.nextLook()
  node.waitRule = rule.WAIT_NOTHING
  node.hall.clock.waits(node)
}

function tellWait(node: RaftNode): void {
  if (node.waitRule === node.toldWaitRule) return
  node.toldWaitRule = node.waitRule
  node.hall.writer.row(node.now, node.subject, WAIT, node.waitRule, node.cause, node.waitArmedBy())
  node.hall.writer.field(node.wakesAt)
}

/** maybeCompleteShutdown: at once where another leads or nobody needs it, else when its time is over. True: it has left. */
function completeShutdown(node: RaftNode): boolean {
  const { hall, now, index } = node
  const isOnlyVoter = hall.voters.length === 1 && node.isVoter
  const hasRemoteLeader = node.leader !== NOBODY && node.leader !== index
  if (node.isVoter && !isOnlyVoter && !hasRemoteLeader && now < node.shutdownDeadline) return false
  node.tellChanges()
  leave(node)
  node.row(HAPPENED, rule.SHUTDOWN_OVER)
  hall.writer.field(LEFT)
  hall.writer.field(NONE)
  return true
}

/** The process is gone, and what it held in memory with it. */
export function leave(node: RaftNode): void {
  const { books, inbox, hall } = node
  node.role = ABSENT
  node.leader = NOBODY
  node.isShuttingDown = false
  node.pausedUntil = NOBODY
  node.shutdownDeadline = Number.POSITIVE_INFINITY
  node.wakesAt = Number.POSITIVE_INFINITY
  node.isSpinning = false
  node.toldWaitRule = -1
  for (const message of books.parked) hall.messages.done(message)
  books.parked.length = 0
  for (const message of inbox) hall.messages.done(message)
  inbox.length = 0
  node.slots.resetAll()
  node.mark = NOBODY
  node.life++
}
