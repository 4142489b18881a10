// Models      one request in flight to each node: a slot is ready, waits for an answer, or backs off after a failure.
// Kafka       raft/RequestManager and its ConnectionState, to 3.7 by id, from 3.8 by node.
// Leaves out  connections below it (spec kraft.md 4.4).

export const READY = 0
export const AWAITING = 1
export const BACKING_OFF = 2

/** A node's slot for another. */
export class Slot {
  state = READY
  correlation = 0
  /** When what it waits for is over: its request times out, or its backoff ends. */
  until = 0
  /** The row of the request that it waits for, or of its failure. */
  row = 0
  /** The kind and number of that request. */
  kind = 0
  nth = 0

  /** @param to the other's index */
  constructor(readonly to: number) {}

  /** isResponseExpected. */
  expects(correlation: number): boolean {
    return this.state === AWAITING && this.correlation === correlation
  }

  /** hasRequestTimedOut: now >= sent + request timeout. */
  timedOut(now: number): boolean {
    return this.state === AWAITING && now >= this.until
  }

  backsOff(now: number): boolean {
    return this.state === BACKING_OFF && now < this.until
  }

  /** isReady: nothing is in flight, and no backoff runs. */
  ready(now: number): boolean {
    return this.state === READY || now >= this.until
  }
}

/** The slots of one node. */
export class RequestSlots {
  /** By the index of the other. */
  readonly all: readonly Slot[]
  /** Slots that are not ready, expired ones among them. */
  busy = 0

  constructor(
    nodes: number,
    private readonly requestTimeout: number,
    private readonly retryBackoff: number,
  ) {
    this.all = Array.from({ length: nodes }, (_, to) => new Slot(to))
  }

  of(to: number): Slot {
    return this.all[to] as Slot
  }

  /** onRequestSent. */
  sent(slot: Slot, correlation: number, now: number): void {
    if (slot.state === READY) this.busy++
    slot.state = AWAITING
    slot.correlation = correlation
    slot.until = now + this.requestTimeout
  }

  /** onResponseResult, where the answer could not be used. */
  failed(slot: Slot, now: number, row: number): void {
    slot.state = BACKING_OFF
    slot.until = now + this.retryBackoff
    slot.row = row
  }

  /** The slot is as if nothing had ever been sent. */
  reset(slot: Slot): void {
    if (slot.state === READY) return
    slot.state = READY
    this.busy--
  }

  /** resetAll. */
  resetAll(): void {
    if (this.busy === 0) return
    for (const slot of this.all) slot.state = READY
    this.busy = 0
  }

  /** The first end, past `now`, of what any slot waits for; Infinity: none waits. */
  nextEnd(now: number): number {
    let first = Number.POSITIVE_INFINITY
    if (this.busy === 0) return first
    for (const { state, until } of this.all) if (state !== READY && until > now) first = Math.min(first, until)
    return first
  }
}
