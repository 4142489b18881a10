// One clear sentence for each row of a trace, for the list, for screen readers and for the transcript. Kafka's and TCP's own words.

import { grouped } from '../base/grouped.ts'
import * as kind from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import { rules } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { armedByOf, atOf, fieldOf, kindOf, restOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { callBlocks, callEnds, callTellers, callWaits, isOfCall } from './callSentence.ts'
import { counted, exact, listed, nodeName, peerOf, said, subjectAt, wordAt } from './names.ts'
import { isPartitions } from './partitionRun.ts'
import { PARTITION_BEGINS, partitionTellers } from './partitionSentence.ts'
import { faultOfNode, quorumTellers } from './quorumSentence.ts'
import { carried, producedOf, producerAsks, recordTellers, senderWaits } from './recordSentence.ts'

type Teller = (trace: Trace, row: number) => string

/** What happened at a row, in one sentence without its instant. */
export const sentence = (trace: Trace, row: number): string => tellers.get(kindOf(trace, row))?.(trace, row) ?? ''

/** The rule of a row is this one. */
const by = (trace: Trace, row: number, why: number): boolean => ruleOf(trace, row) === rules[why]

const faults: { readonly [what in Word]?: string } = {
  'black hole': 'becomes a black hole: every packet to it and from it is lost',
  refuse: 'closes its port: it answers every SYN with RST',
  stop: 'stops: its open connections are reset, and it answers every SYN with RST',
  pause: 'pauses: its kernel still accepts connections, and nothing is answered',
  mute: 'falls mute: it accepts connections and requests, and answers nothing',
  stall: 'stalls: TCP comes up, and TLS or SASL never ends',
  'cut link': 'loses its link: packets on it are lost',
  unreachable: 'becomes unreachable: an attempt fails by an ICMP error, or for want of an answer to ARP',
  'backlog full': 'has a full backlog: its kernel ignores every SYN',
  'slow link': 'gets a slow link: packets on it take longer',
  'lose message': 'is about to lose one message on its link',
  'forget connections': 'has its open connections forgotten: what is sent on them is reset, or lost',
  'take over': 'takes over as the leader',
  'no leader': 'gives its partitions up: they have no leader',
  'answer error': 'answers every PRODUCE with an error',
}

function fault(trace: Trace, row: number): string {
  const what = wordAt(trace, row, 1)
  const until = fieldOf(trace, row, 2)
  const does = what === 'mute' ? `${faults.mute}${stillAnswered(trace, row)}` : (faults[what] ?? what)
  const ends = Number.isFinite(until) && until > atOf(trace, row) ? `, until ${exact(until)}` : ''
  return `${peerOf(trace, row)} ${does}${ends}.`
}

/** What a broker that is mute answers all the same, as far as it was asked: it may be stuck in one place only. */
function stillAnswered(trace: Trace, fault: number): string {
  const { host } = subjectAt(trace, fault)
  const answered = new Set<Word>()
  const until = fieldOf(trace, fault, 2)
  for (let row = fault + 1; row < trace.rows && atOf(trace, row) < until; row++) {
    if (kindOf(trace, row) !== kind.REACHED || subjectAt(trace, row).host !== host) continue
    if (wordAt(trace, row, 2) === 'answers') answered.add(wordAt(trace, row, 0))
  }
  return answered.size > 0 ? ` but ${listed([...answered])}` : ''
}

const ends: { readonly [what in Word]?: string } = {
  'black hole': 'packets get through',
  refuse: 'its port is open',
  stop: 'it runs',
  pause: 'it goes on',
  mute: 'it answers',
  stall: 'it ends its handshakes',
  'cut link': 'its link is back',
  unreachable: 'it can be reached',
  'backlog full': 'there is room in its backlog',
  'slow link': 'its link is as fast as before',
  'lose message': 'messages get through',
  'no leader': 'its partitions have a leader again',
  'answer error': 'it answers PRODUCE without an error',
}

function healed(trace: Trace, row: number): string {
  const what = wordAt(trace, row, 1)
  return `${peerOf(trace, row)} is well again: ${ends[what] ?? `${what} ends`}.`
}

const limit: Teller = (trace, row) =>
  `The run ends here: it reached its limit of ${grouped(fieldOf(trace, row, 1))} ${wordAt(trace, row, 0)}.`

const calls: { readonly [what in Word]?: (node: string) => string } = {
  ready: (node) => `The caller asks whether ${node} is ready.`,
  send: (node) => `The caller has a request for ${node}.`,
  disconnect: (node) => `The caller disconnects from ${node}.`,
  close: (node) => `The caller closes ${node}: the client forgets it.`,
  update: () => 'The caller asks for new metadata.',
}

function call(trace: Trace, row: number): string {
  const what = wordAt(trace, row, 0)
  return calls[what]?.(nodeName(trace, fieldOf(trace, row, 1))) ?? `The caller calls ${what}.`
}

const blocked: Teller = (trace, row) =>
  isOfCall(trace, row)
    ? callBlocks(trace, row)
    : `${wordAt(trace, row, 0)} blocks until metadata is there, for ${ruleOf(trace, row).setting} = ${grouped(fieldOf(trace, row, 1) - atOf(trace, row))} at most.`

function unblocked(trace: Trace, row: number): string {
  if (isOfCall(trace, row)) return callEnds(trace, row)
  const waited = said(fieldOf(trace, row, 2))
  const what = wordAt(trace, row, 0)
  if (wordAt(trace, row, 1) === 'metadata') return `${what} goes on: it waited ${waited} for its metadata.`
  return `${what} gives up after ${waited}: its future and callback get a TimeoutException.`
}

/** What a select waits for, after `at most ... ms`. */
const waits: readonly (readonly [rule: number, says: string])[] = [
  [rule.WAIT_CALLER, 'its caller wants no longer wait'],
  [
    rule.WAIT_BACKOFF,
    'metadata is due and nobody can be asked for it yet, so it looks again after reconnect.backoff.ms',
  ],
  [rule.WAIT_RETRY, 'the next metadata update has to wait for retry.backoff.ms'],
  [rule.WAIT_AGE, 'the metadata is fresh until metadata.max.age.ms is over'],
  [rule.WAIT_METADATA, 'the metadata request has request.timeout.ms for its answer'],
  [rule.WAIT_ANSWER, 'a metadata request is in flight, and no timeout bounds its answer'],
  [rule.WAIT_NO_NODE, 'nobody can be asked for metadata yet, so it looks again after retry.backoff.ms'],
  [rule.WAIT_REQUEST, 'no select lasts longer than request.timeout.ms'],
  [rule.WAIT_DEADLINE, 'then the first request in flight would time out, by request.timeout.ms'],
  [rule.WAIT_SETUP, 'its caller waits for a connecting node, for socket.connection.setup.timeout.ms'],
  [rule.WAIT_RECONNECT, 'its caller waits for a node in its reconnect backoff'],
  [rule.WAIT_THROTTLE, 'its caller waits out a throttle time'],
  [rule.WAIT_CALL, 'the caller wakes it for its next call'],
  ...callWaits,
  ...senderWaits,
]

function poll(trace: Trace, row: number): string {
  if (by(trace, row, rule.WAIT_SPIN)) return 'The poll loop would spin, for its wait is 0: it looks again 1 ms later.'
  if (by(trace, row, rule.WAIT_NOTHING)) return 'The poll loop looks and has work at once.'
  const length = fieldOf(trace, row, 1)
  const why = waits.find(([number]) => by(trace, row, number))?.[1] ?? ''
  const most =
    Number.isFinite(length) && !by(trace, row, rule.WAIT_ANSWER)
      ? `at most ${exact(length)}`
      : 'until something happens'
  return `The poll loop waits ${most}: ${why}.`
}

const asked: readonly (readonly [rule: number, says: string])[] = [
  [rule.UPDATE_ON_DISCONNECT, 'A connection was lost: new metadata is wanted.'],
  [rule.REBOOTSTRAP_REQUIRED, 'The broker asks the client to start over from its bootstrap servers.'],
  ...producerAsks,
]

function metadata(trace: Trace, row: number): string {
  const nodes = listed(restOf(trace, row).map((node) => nodeName(trace, node)))
  switch (wordAt(trace, row, 0)) {
    case 'updated':
      return `Metadata arrives; it lists ${listed(brokersOf(trace, row))}.`
    case 'failed':
      return `The metadata update failed: the next one waits ${retryWait(trace, row)}, for retry.backoff.ms.`
    case 'fatal':
      return 'The caller will be told of the failed authentication.'
    case 'rebootstrap':
      return `The client goes back to its bootstrap servers: ${nodes}.`
    default:
      return asked.find(([number]) => by(trace, row, number))?.[1] ?? 'New metadata is wanted.'
  }
}

/** How long a failed update holds the next one back. From 3.7 on each look draws it anew, so that a row only knows it before jitter. */
export function retryWait(trace: Trace, failed: number): string {
  const nominal = fieldOf(trace, failed, 1) - atOf(trace, failed)
  for (let row = failed + 1; row < trace.rows && kindOf(trace, row) !== kind.POLL; row++) {
    const isDrawn = kindOf(trace, row) === kind.DRAW && wordAt(trace, row, 0) === 'metadata'
    if (isDrawn && fieldOf(trace, row, 4) !== nominal) return `about ${exact(nominal)}`
  }
  return exact(nominal)
}

/** The brokers of a metadata answer, by name and in order of their ids. */
const brokersOf = (trace: Trace, row: number): string[] =>
  restOf(trace, row)
    .sort((a, b) => a - b)
    .map((node) => trace.subjects.find((subject) => subject.node === node)?.name ?? `node ${node}`)

const chosen: Teller = (trace, row) =>
  `leastLoadedNode chooses ${nodeName(trace, fieldOf(trace, row, 0))} for metadata.`

const drawn: { readonly [what in Word]?: string } = {
  offset: 'where leastLoadedNode begins its scan',
  shuffle: 'the order of the node list',
  reconnect: 'a reconnect backoff',
  setup: 'a setup timeout',
  metadata: 'a retry backoff',
  retry: 'the retry backoff of a batch',
}

function draw(trace: Trace, row: number): string {
  const what = wordAt(trace, row, 0)
  const node = fieldOf(trace, row, 1)
  if (what === 'shuffle') {
    const first = fieldOf(trace, row, 4)
    return `Drawn: ${drawn.shuffle}, ${first === kind.NONE ? 'which is empty' : `${nodeName(trace, first)} first`}.`
  }
  const whose = node === kind.NONE ? '' : ` of ${nodeName(trace, node)}`
  const from = grouped(fieldOf(trace, row, 3))
  return `Drawn: ${drawn[what] ?? what}${whose}: ${grouped(fieldOf(trace, row, 4))} from ${from}.`
}

const thrown: Teller = (trace, row) =>
  `poll throws ${wordAt(trace, row, 0)}: the client is broken. ${textOf(ruleOf(trace, row)).says}`

function state(trace: Trace, row: number): string {
  const to = wordAt(trace, row, 1)
  const until = fieldOf(trace, row, 2)
  const failures = fieldOf(trace, row, 3)
  const change = `${peerOf(trace, row)}: ${wordAt(trace, row, 0)} → ${to}`
  if (to === 'DISCONNECTED' || to === 'AUTHENTICATION_FAILED') {
    return `${change}; ${mayBeTriedAgain(trace, row, until)}.`
  }
  if (to === 'CONNECTING' && failures > 0)
    return `${change}, after ${counted(failures, 'failed attempt')}${failures > 1 ? ' in a row' : ''}.`
  return `${change}.`
}

function mayBeTriedAgain(trace: Trace, row: number, until: number): string {
  if (!by(trace, row, rule.BACKOFF_FROM_START)) return `it may be tried again from ${exact(until)} on`
  const counted = 'its reconnect backoff counts from the start of the attempt'
  if (until > atOf(trace, row)) return `it may be tried again from ${exact(until)} on: ${counted}`
  return `it may be tried again at once: ${counted} and was over at ${exact(until)}`
}

function connect(trace: Trace, row: number): string {
  const at = atOf(trace, row)
  const timeout = fieldOf(trace, row, 1)
  const kernel = fieldOf(trace, row, 2) - at
  const address = fieldOf(trace, row, 0)
  const whom = `${peerOf(trace, row)}${address > 0 ? `, address ${address + 1}` : ''}`
  const ends = Number.isFinite(kernel)
    ? `the kernel would end it after ${said(kernel)}`
    : 'the kernel would never end it'
  if (!Number.isFinite(timeout)) return `The client opens a connection to ${whom}: no setting bounds it, ${ends}.`
  return `The client opens a connection to ${whom}: setup timeout ${exact(timeout)}; ${ends}.`
}

function syn(trace: Trace, row: number): string {
  const nth = fieldOf(trace, row, 0)
  const fate = wordAt(trace, row, 1)
  const nextAt = fieldOf(trace, row, 2)
  const what = nth === 0 ? 'The first SYN' : `SYN ${nth + 1}`
  const next = Number.isFinite(nextAt) ? `the kernel sends the next one at ${exact(nextAt)}` : 'it was the last one'
  if (fate === 'ignored') return `${what} to ${peerOf(trace, row)} is ignored, as its backlog is full: ${next}.`
  if (fate !== 'lost') return `${what} to ${peerOf(trace, row)} gets through and is ${fate}.`
  return `${what} to ${peerOf(trace, row)} is lost: ${next}.`
}

const connected: Teller = (trace, row) => `TCP to ${peerOf(trace, row)} is up.`
const stalled: Teller = (trace, row) =>
  `TLS or SASL with ${peerOf(trace, row)} never ends: its channel does not become ready.`
const channelReady: Teller = (trace, row) => `The handshake with ${peerOf(trace, row)} is done.`
const kernelTimeout: Teller = (trace, row) => `The kernel gives the connection to ${peerOf(trace, row)} up: ETIMEDOUT.`
const refused: Teller = (trace, row) => `${peerOf(trace, row)} refuses the connection: RST.`
const unreachable: Teller = (trace, row) =>
  by(trace, row, rule.ARP_FAILED)
    ? `Nobody answers ARP for ${peerOf(trace, row)}: ${wordAt(trace, row, 0)}.`
    : `An ICMP error says that ${peerOf(trace, row)} cannot be reached: ${wordAt(trace, row, 0)}.`

function dropped(trace: Trace, row: number): string {
  const error = wordAt(trace, row, 0)
  const kernel = `The kernel gives the connection to ${peerOf(trace, row)} up: ${error}`
  const told = error === 'ETIMEDOUT' ? '' : ', and that it cannot be reached was the last word of it'
  if (by(trace, row, rule.DATA_GAVE_UP)) return `${kernel}, as nothing that it sent again was acknowledged${told}.`
  if (by(trace, row, rule.KEEPALIVE_GAVE_UP)) return `${kernel}, as nothing answered its keepalive probes.`
  return `${peerOf(trace, row)} resets the connection: RST.`
}
const authFailed: Teller = (trace, row) => `${peerOf(trace, row)} rejects the handshake.`

/** How old something is that an earlier row began. */
const ageOf = (trace: Trace, row: number): number => atOf(trace, row) - atOf(trace, armedByOf(trace, row))

function close(trace: Trace, row: number): string {
  const what = `The client closes its connection to ${peerOf(trace, row)}`
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0 && kindOf(trace, armedBy) === kind.CONNECT) {
    return `${what}: it is ${exact(ageOf(trace, row))} old, past its setup timeout of ${exact(fieldOf(trace, armedBy, 1))}.`
  }
  if (armedBy >= 0 && kindOf(trace, armedBy) === kind.SEND) {
    const limit = fieldOf(trace, armedBy, 3) - atOf(trace, armedBy)
    return `${what}: ${requestOf(trace, armedBy)} is ${exact(ageOf(trace, row))} old, past its timeout of ${exact(limit)}.`
  }
  if (by(trace, row, rule.REBOOTSTRAP_TRIGGERED))
    return `${what}: it starts over, after metadata.recovery.rebootstrap.trigger.ms without metadata.`
  if (by(trace, row, rule.CALLER_CLOSED)) return `${what}, as its caller asked.`
  return `${what}. ${textOf(ruleOf(trace, row)).says}`.replace(/\. $/, '.')
}

/** A request by its API and correlation id, the first two fields of its rows: `METADATA request 4`. */
const requestOf = (trace: Trace, row: number): string => {
  const api = wordAt(trace, row, 0)
  return `${api === 'USER' ? "the caller's" : api} request ${fieldOf(trace, row, 1)}`
}

const send: Teller = (trace, row) =>
  `The client sends ${requestOf(trace, row)} to ${peerOf(trace, row)}${carried(trace, row)}.`

function reached(trace: Trace, row: number): string {
  const what = `${peerOf(trace, row)} gets ${requestOf(trace, row)}`
  const backAt = fieldOf(trace, row, 3)
  switch (wordAt(trace, row, 2)) {
    case 'swallowed':
      return `${what} and never answers it.`
    case 'waits':
      return Number.isFinite(backAt)
        ? `${what} while it is paused: its answer will be back at ${exact(backAt)}.`
        : `${what} while it is paused, and never goes on.`
    default:
      return `${what}: its answer will be back at ${exact(backAt)}.`
  }
}

const lost: Teller = (trace, row) =>
  wordAt(trace, row, 2) === 'request'
    ? `On its way to ${peerOf(trace, row)}, ${requestOf(trace, row)} is lost.`
    : `The answer of ${peerOf(trace, row)} to ${requestOf(trace, row)} is lost on its way.`

function retransmit(trace: Trace, row: number): string {
  const peer = peerOf(trace, row)
  const request = requestOf(trace, row)
  const what = wordAt(trace, row, 2) === 'request' ? `${request} to ${peer}` : `the answer of ${peer} to ${request}`
  const again = `TCP sends ${what} again, retransmission ${fieldOf(trace, row, 3)}`
  if (wordAt(trace, row, 4) !== 'lost') return `${again}: it gets through.`
  return `${again}: it is lost; the timer runs until ${exact(fieldOf(trace, row, 5))}.`
}

function receive(trace: Trace, row: number): string {
  const what = `The answer of ${peerOf(trace, row)} to ${requestOf(trace, row)} arrives`
  return hasExpired(trace, row) ? `${what} too late and is discarded: the request has timed out.` : `${what}.`
}

/** The request of an answer had timed out before it came. */
function hasExpired(trace: Trace, received: number): boolean {
  const sent = armedByOf(trace, received)
  for (let row = received - 1; row > sent; row--)
    if (kindOf(trace, row) === kind.EXPIRED && armedByOf(trace, row) === sent) return true
  return false
}

const expired: Teller = (trace, row) =>
  `The time of ${requestOf(trace, row)} to ${peerOf(trace, row)} is over (request.timeout.ms): it ends alone, and the connection stays open.`

const outcomes: { readonly [outcome in Word]?: string } = {
  response: 'is answered',
  disconnected: 'is cancelled: its connection is gone',
  timedOut: 'is cancelled: its connection was closed by a timeout',
}

function completed(trace: Trace, row: number): string {
  const outcome = wordAt(trace, row, 1)
  const ofProducer = producedOf(trace, row)
  if (ofProducer !== undefined) return ofProducer
  if (by(trace, row, rule.REQUEST_EXPIRED))
    return `The caller's request ${fieldOf(trace, row, 0)} to ${peerOf(trace, row)} has timed out; its connection stays open.`
  return `The caller's request ${fieldOf(trace, row, 0)} to ${peerOf(trace, row)} ${outcomes[outcome] ?? `ends: ${outcome}`}.`
}

const tellers = new Map<number, Teller>([
  ...recordTellers,
  ...quorumTellers,
  ...partitionTellers,
  ...callTellers,
  [kind.RUN, (trace) => (isPartitions(trace) ? PARTITION_BEGINS : 'The run begins.')],
  [kind.FAULT, (trace, row) => faultOfNode(trace, row) ?? fault(trace, row)],
  [kind.HEALED, (trace, row) => faultOfNode(trace, row) ?? healed(trace, row)],
  [kind.LIMIT, limit],
  [kind.CALL, call],
  [kind.BLOCKED, blocked],
  [kind.UNBLOCKED, unblocked],
  [kind.POLL, poll],
  [kind.METADATA, metadata],
  [kind.CHOSEN, chosen],
  [kind.DRAW, draw],
  [kind.THROWN, thrown],
  [kind.STATE, state],
  [kind.CONNECT, connect],
  [kind.SYN, syn],
  [kind.CONNECTED, connected],
  [kind.CHANNEL_READY, channelReady],
  [kind.STALLED, stalled],
  [kind.KERNEL_TIMEOUT, kernelTimeout],
  [kind.REFUSED, refused],
  [kind.UNREACHABLE, unreachable],
  [kind.DROPPED, dropped],
  [kind.AUTH_FAILED, authFailed],
  [kind.CLOSE, close],
  [kind.SEND, send],
  [kind.REACHED, reached],
  [kind.LOST, lost],
  [kind.RETRANSMIT, retransmit],
  [kind.RECEIVE, receive],
  [kind.EXPIRED, expired],
  [kind.COMPLETED, completed],
])
