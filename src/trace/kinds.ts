// The kinds of rows, and the fields that each declares. A row's fields lie in one pool of numbers, in the order given here.

/**
 * ms: a length (Infinity: nothing bounds it). instant: a point (Infinity: never). count: a plain number (NONE: none).
 * word: a number of the vocabulary. node: a client's node id (NONE: none). row: the number of another row (-1: none).
 */
export type FieldType = 'ms' | 'instant' | 'count' | 'word' | 'node' | 'row'

/** No such number. Not NaN, whose bits each engine may choose for itself. */
export const NONE = Number.NEGATIVE_INFINITY

export type Kind = {
  readonly name: string
  readonly fields: readonly (readonly [name: string, type: FieldType])[]
  /** The type of any further values after the declared ones. */
  readonly rest?: FieldType
}

const table: Kind[] = []

/**
 * Declares kinds, numbered one after the other from `first` on, and gives each its number. What only some runs write has a stretch of
 * numbers of its own, so that they are the same whatever is fetched first.
 */
export function kindsFrom(first: number) {
  let next = first
  return (name: string, fields: Record<string, FieldType>, rest?: FieldType): number => {
    table[next] = { name, fields: Object.entries(fields), ...(rest && { rest }) }
    return next++
  }
}

const kind = kindsFrom(0)

/** The declarations by number. */
export const kinds: readonly Kind[] = table

// The run and its world.
export const RUN = kind('RUN', {})
/** A fault begins. `fault`: its index in the scenario. Subject: the broker. */
export const FAULT = kind('FAULT', { fault: 'count', what: 'word', until: 'instant' }, 'count')
/** A fault ends. Subject: the broker. */
export const HEALED = kind('HEALED', { fault: 'count', what: 'word' })
/** A limit of the run was reached: it ends here. */
export const LIMIT = kind('LIMIT', { what: 'word', limit: 'count' })

// The caller of the client.
/** The caller asks the client for something (ready, send, disconnect, close, update). Subject: the caller. */
export const CALL = kind('CALL', { what: 'word', node: 'node' })
/** The caller begins to wait for metadata. `deadline`: max.block.ms. */
export const BLOCKED = kind('BLOCKED', { what: 'word', deadline: 'instant' })
/** The caller's wait is over. `outcome`: metadata or TimeoutException. */
export const UNBLOCKED = kind('UNBLOCKED', { what: 'word', outcome: 'word', waited: 'ms' })

// The poll loop (NetworkClient.poll). Subject: the client.
/** The select is called. `callerWait`: poll's argument; `timeout`: what the select may wait; the row's rule is the term that won. */
export const POLL = kind('POLL', { callerWait: 'ms', timeout: 'ms', wakesAt: 'instant' })
/** Metadata was told something. `retryAt`: the earliest next attempt after a failed update; the rest: a node order. */
export const METADATA = kind('METADATA', { what: 'word', retryAt: 'instant' }, 'node')
/** leastLoadedNode chose a node for metadata. Recorded where the choice led to a connect or a send. */
export const CHOSEN = kind('CHOSEN', { node: 'node', offset: 'count' })
export const DRAW = kind('DRAW', { name: 'word', node: 'node', k: 'count', argument: 'count', value: 'count' })
/** Poll threw: the client is broken. */
export const THROWN = kind('THROWN', { class: 'word' })

// One connection: a client's view of a node. Subject: the connection.
/** `until`: when this state's own timer runs out (setup timeout, reconnect backoff); `count`: consecutive failed attempts. */
export const STATE = kind('STATE', { from: 'word', to: 'word', until: 'instant', count: 'count' })
export const CONNECT = kind('CONNECT', { address: 'count', setupTimeout: 'ms', kernelGivesUpAt: 'instant' })
export const SYN = kind('SYN', { nth: 'count', fate: 'word', nextAt: 'instant' })
export const CONNECTED = kind('CONNECTED', {})
export const CHANNEL_READY = kind('CHANNEL_READY', {})
/** TCP is up, and the handshake above it (TLS, SASL) never ends. */
export const STALLED = kind('STALLED', {})
export const KERNEL_TIMEOUT = kind('KERNEL_TIMEOUT', {})
export const REFUSED = kind('REFUSED', {})
/** Nobody answered ARP, or an ICMP error came back: the attempt ends with an errno. */
export const UNREACHABLE = kind('UNREACHABLE', { error: 'word' })
/** An open connection is gone. `error`: what a read fails with. */
export const DROPPED = kind('DROPPED', { error: 'word' })
export const AUTH_FAILED = kind('AUTH_FAILED', {})
export const CLOSE = kind('CLOSE', {})

// Requests. Subject: the connection.
/**
 * `request`: the caller's own number for it (NONE: internal); `expiresAt`: request.timeout.ms from now; `arrivesAt`: at the broker; the
 * rest: the batches of a PRODUCE.
 */
export const SEND = kind(
  'SEND',
  { api: 'word', correlation: 'count', request: 'count', expiresAt: 'instant', arrivesAt: 'instant' },
  'count',
)
/** A request reached the broker. `fate`: answers, waits (paused), swallowed; `arrivesAt`: when the answer is back. */
export const REACHED = kind('REACHED', { api: 'word', correlation: 'count', fate: 'word', arrivesAt: 'instant' })
/** A request or its answer was lost on the way. `sentAt`: when that half of the exchange set out. */
export const LOST = kind('LOST', { api: 'word', correlation: 'count', what: 'word', sentAt: 'instant' })
/**
 * TCP sends a lost half of an exchange again. `half`: request, answer; `nth`: its how-manieth retransmission, from 1; `fate`: lost,
 * answered; `nextAt`: the next one, or when the kernel gives the connection up.
 */
export const RETRANSMIT = kind('RETRANSMIT', {
  api: 'word',
  correlation: 'count',
  half: 'word',
  nth: 'count',
  fate: 'word',
  nextAt: 'instant',
})
export const RECEIVE = kind('RECEIVE', { api: 'word', correlation: 'count' })
/** A request has timed out by itself, and its connection stays open (draft of KIP-19). */
export const EXPIRED = kind('EXPIRED', { api: 'word', correlation: 'count' })
/** The rest: the error of each batch of a PRODUCE that was answered, in the order of its SEND (NONE: it was written). */
export const COMPLETED = kind('COMPLETED', { request: 'count', outcome: 'word' }, 'word')
