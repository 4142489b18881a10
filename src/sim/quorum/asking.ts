// Asking others: the slot of each, a request put on its way, and whom a node fetches from.
//
// Kafka       raft/KafkaRaftClient (maybeSendRequest, maybeSendFetch...), RequestManager (findReadyBootstrapServer, ...).
// Leaves out  FetchSnapshot; a bootstrap list of its own.

import { REQUEST_TIMEOUT } from '../../trace/quorumKinds.ts'
import * as rule from '../../trace/quorumRules.ts'
import type { Message } from './messages.ts'
import type { RaftNode } from './raftNode.ts'
import { AWAITING, BACKING_OFF, READY } from './requestSlots.ts'
import { FETCH, messageWords, NOBODY } from './words.ts'

// Slots.

/** A request that was in flight for too long: its slot is free. */
function timeOut(node: RaftNode, to: number): void {
  const { slots, hall } = node
  const { writer } = hall
  const sent = slots.row[to] as number
  const row = node.row(REQUEST_TIMEOUT, rule.QUORUM_REQUEST_TIMED_OUT, sent, sent)
  writer.field(messageWords[slots.kind[to] as number] as number)
  writer.field(hall.ids[to] as number)
  writer.field(slots.nth[to] as number)
  slots.reset(to)
  node.cause = row
}

/** The slot is forgotten where what it waited for is over. */
function freeIfOver(node: RaftNode, to: number): void {
  const { slots, now } = node
  if (slots.state[to] === READY || now < slots.until(to)) return
  if (slots.state[to] === AWAITING) timeOut(node, to)
  else {
    node.cause = slots.row[to] as number
    slots.reset(to)
  }
}

/** Waits for what a slot waits for. */
function waitForSlot(node: RaftNode, to: number): void {
  const { slots } = node
  const why = slots.state[to] === AWAITING ? rule.WAIT_REQUEST : rule.WAIT_RETRY_BACKOFF
  node.wait(slots.until(to), why, slots.row[to] as number)
}

/** Puts a request on its way. The message's own fields are filled by now. */
export function request(node: RaftNode, message: Message, why: number, cause: number): void {
  const { hall, slots } = node
  const { messages } = hall
  const to = message.to
  const correlation = messages.newCorrelation()
  message.correlation = correlation
  message.life = node.life
  slots.sent(to, correlation, node.now)
  slots.kind[to] = message.kind
  // A lost message is gone once it is sent.
  hall.network.send(message, cause, why)
  slots.row[to] = message.row
  slots.nth[to] = message.nth
  node.hasActed = true
}

/**
 * maybeSendRequest: true where the slot is ready for one. To 3.7 the wait after a send has no end; else it is what the slot waits for.
 */
export function isReady(node: RaftNode, to: number): boolean {
  const { slots, now } = node
  if (slots.state[to] === READY) return true
  if (now < slots.until(to)) {
    waitForSlot(node, to)
    return false
  }
  freeIfOver(node, to)
  return true
}

export function waitAfterSend(node: RaftNode, to: number): void {
  if (node.hall.behaviour.requestSlots === 'by node') waitForSlot(node, to)
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
  for (let to = 0; to < slots.nodes; to++) {
    freeIfOver(node, to)
    if (slots.state[to] === AWAITING) return true
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
      if (!node.slots.ready(to, node.now)) continue
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
  for (let to = 0; to < slots.nodes; to++) {
    freeIfOver(node, to)
    if (slots.state[to] === AWAITING) return waitForSlot(node, to)
    if (slots.state[to] === BACKING_OFF && slots.until(to) < backoffUntil) {
      backoffUntil = slots.until(to)
      row = slots.row[to] as number
    }
  }
  if (hall.voters.some((voter) => slots.ready(voter, now))) node.again()
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
    if (slots.ready(to, now)) ready = to
    else if (slots.state[to] === AWAITING) {
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
    if (slots.ready(to, now)) return node.again()
    if (slots.state[to] === AWAITING) return waitForSlot(node, to)
    if (slots.until(to) < backoffUntil) {
      backoffUntil = slots.until(to)
      row = slots.row[to] as number
    }
  }
  node.wait(backoffUntil, rule.WAIT_RETRY_BACKOFF, row)
}

/** maybeSendFetchToBestNode: the leader, or a bootstrap node where its slot has failed. */
export function fetchFromBestNode(node: RaftNode): void {
  const { slots, leader, now } = node
  // Mostly its Fetch is with the leader, and there is nothing else.
  if (slots.busy === 1 && slots.state[leader] === AWAITING && now < slots.until(leader)) waitForSlot(node, leader)
  else if (slots.timedOut(leader, now)) {
    timeOut(node, leader)
    fetchFromBootstrap(node)
  } else if (slots.backsOff(leader, now)) fetchFromBootstrap(node)
  else if (!hasAnyInFlight(node)) fetchFromLeader(node)
  else waitForBootstrap(node)
}
