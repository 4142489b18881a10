// Asking others: the slot of each, a request put on its way, and whom a node fetches from.
//
// Kafka       raft/KafkaRaftClient (maybeSendRequest, maybeSendFetch...), RequestManager (findReadyBootstrapServer, ...).
// Leaves out  FetchSnapshot; a bootstrap list of its own.

import { REQUEST_TIMEOUT } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { Message } from './messages.ts'
import type { RaftNode } from './raftNode.ts'
import { AWAITING, BACKING_OFF, READY, type Slot } from './requestSlots.ts'
import { FETCH, messageWords, NOBODY } from './words.ts'

// Slots.

/** A request that was in flight for too long: its slot is free. */
function timeOut(node: RaftNode, slot: Slot): void {
  const { slots, hall } = node
  const { writer } = hall
  const row = node.row(REQUEST_TIMEOUT, rule.QUORUM_REQUEST_TIMED_OUT, slot.row, slot.row)
  writer.field(messageWords[slot.kind] as number)
  writer.field(hall.ids[slot.to] as number)
  writer.field(slot.nth)
  slots.reset(slot)
  node.cause = row
}

/** The slot is forgotten where what it waited for is over. */
function freeIfOver(node: RaftNode, slot: Slot): void {
  if (slot.state === READY || node.now < slot.until) return
  if (slot.state === AWAITING) timeOut(node, slot)
  else {
    node.cause = slot.row
    node.slots.reset(slot)
  }
}

/** Waits for what a slot waits for. */
function waitForSlot(node: RaftNode, slot: Slot): void {
  node.wait(slot.until, slot.state === AWAITING ? rule.WAIT_REQUEST : rule.WAIT_RETRY_BACKOFF, slot.row)
}

/** Puts a request on its way. The message's own fields are filled by now. */
export function request(node: RaftNode, message: Message, why: number, cause: number): void {
  const { hall, slots } = node
  const slot = slots.of(message.to)
  message.correlation = hall.messages.newCorrelation()
  message.life = node.life
  slots.sent(slot, message.correlation, node.now)
  slot.kind = message.kind
  // A lost message is gone once it is sent.
  hall.network.send(message, cause, why)
  slot.row = message.row
  slot.nth = message.nth
  node.hasActed = true
}

/**
 * maybeSendRequest: true where the slot is ready for one. To 3.7 the wait after a send has no end; else it is what the slot waits for.
 */
export function isReady(node: RaftNode, to: number): boolean {
  const slot = node.slots.of(to)
  if (slot.state === READY) return true
  if (node.now < slot.until) {
    waitForSlot(node, slot)
    return false
  }
  freeIfOver(node, slot)
  return true
}

export function waitAfterSend(node: RaftNode, to: number): void {
  if (node.hall.behaviour.requestSlots === 'by node') waitForSlot(node, node.slots.of(to))
}

// Fetching.

function sendFetch(node: RaftNode, to: number, why: number): void {
  const { hall, log } = node
  const { messages, behaviour } = hall
  const message = messages.make(FETCH, node.index, to, node.epoch)
  message.a = log.end
  message.b = log.lastEpoch
  message.c = behaviour.earlyAnswer === 'records or mark' ? node.mark : NOBODY
  request(node, message, why, node.cause)
  waitAfterSend(node, to)
}

/** maybeSendFetchOrFetchSnapshot. */
export function fetchFromLeader(node: RaftNode): void {
  if (isReady(node, node.leader)) sendFetch(node, node.leader, rule.FETCH_SENT)
}

/** hasAnyInflightRequest: frees what is over on its way. */
function hasAnyInFlight(node: RaftNode): boolean {
  const { slots } = node
  if (slots.busy === 0) return false
  for (const slot of slots.all) {
    freeIfOver(node, slot)
    if (slot.state === AWAITING) return true
  }
  return false
}

/** maybeSendFetchToAnyBootstrap: the first ready one from a random place on; the voters in order of their ids. */
export function fetchFromBootstrap(node: RaftNode): void {
  const { voters, behaviour } = node.hall
  if (behaviour.requestSlots === 'by id') return fetchFromAnyVoter(node)
  if (!hasAnyInFlight(node)) {
    const start = node.drawBootstrap(voters.length)
    for (let i = 0; i < voters.length; i++) {
      const to = voters[(start + i) % voters.length] as number
      if (!node.slots.of(to).ready(node.now)) continue
      isReady(node, to)
      return sendFetch(node, to, rule.FETCH_BOOTSTRAP)
    }
  }
  waitForBootstrap(node)
}

/** backoffBeforeAvailableBootstrapServer. */
function waitForBootstrap(node: RaftNode): void {
  const { slots, now, hall } = node
  let backoffUntil = now + hall.config.retryBackoff
  let row = -1
  for (const slot of slots.all) {
    freeIfOver(node, slot)
    if (slot.state === AWAITING) return waitForSlot(node, slot)
    if (slot.state === BACKING_OFF && slot.until < backoffUntil) {
      backoffUntil = slot.until
      row = slot.row
    }
  }
  if (hall.voters.some((voter) => slots.of(voter).ready(now))) node.again()
  else node.wait(backoffUntil, rule.WAIT_RETRY_BACKOFF, row)
}

/** findReadyVoter of 3.7: it draws at every look, keeps the last ready one, and none while a request is in flight. */
export function fetchFromAnyVoter(node: RaftNode): void {
  const { slots, now, hall } = node
  const { voters, config } = hall
  const start = node.drawBootstrap(voters.length)
  let ready = NOBODY
  for (let i = 0; i < voters.length; i++) {
    const to = voters[(start + i) % voters.length] as number
    const slot = slots.of(to)
    if (slot.ready(now)) ready = to
    else if (slot.state === AWAITING) {
      ready = NOBODY
      break
    }
  }
  if (ready !== NOBODY) {
    isReady(node, ready)
    return sendFetch(node, ready, rule.FETCH_BOOTSTRAP)
  }
  let backoffUntil = now + config.retryBackoff
  let row = -1
  for (const to of voters) {
    const slot = slots.of(to)
    if (slot.ready(now)) return node.again()
    if (slot.state === AWAITING) return waitForSlot(node, slot)
    if (slot.until < backoffUntil) {
      backoffUntil = slot.until
      row = slot.row
    }
  }
  node.wait(backoffUntil, rule.WAIT_RETRY_BACKOFF, row)
}

/** maybeSendFetchToBestNode: the leader, or a bootstrap node where its slot has failed. */
export function fetchFromBestNode(node: RaftNode): void {
  const { slots, leader, now } = node
  const slot = slots.of(leader)
  // Mostly its Fetch is with the leader, and there is nothing else.
  if (slots.busy === 1 && slot.state === AWAITING && now < slot.until) waitForSlot(node, slot)
  else if (slot.timedOut(now)) {
    timeOut(node, slot)
    fetchFromBootstrap(node)
  } else if (slot.backsOff(now)) fetchFromBootstrap(node)
  else if (!hasAnyInFlight(node)) fetchFromLeader(node)
  else waitForBootstrap(node)
}
