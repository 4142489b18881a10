// Models      one request in flight to each node: a slot is ready, waits for an answer, or backs off after a failure.
// Kafka       raft/RequestManager and its ConnectionState, to 3.7 by id, from 3.8 by node.
// Leaves out  connections below it (spec kraft.md 4.4).

export const READY = 0
export const AWAITING = 1
export const BACKING_OFF = 2

/** The slots of one node, by the index of the other. */
export class RequestSlots {
  readonly state: Uint8Array
  readonly correlation: Int32Array
  /** Since when it waits or backs off. */
  readonly since: Float64Array
  /** The row of the request that it waits for, or of its failure. */
  readonly row: Int32Array
  /** The kind and number of that request. */
  readonly kind: Uint8Array
  readonly nth: Int32Array
  /** Slots that are not ready, expired ones among them. */
  busy = 0

  constructor(
    readonly nodes: number,
    private readonly requestTimeout: number,
    private readonly retryBackoff: number,
  ) {
    this.state = new Uint8Array(nodes)
    this.correlation = new Int32Array(nodes)
    this.since = new Float64Array(nodes)
    this.row = new Int32Array(nodes)
    this.kind = new Uint8Array(nodes)
    this.nth = new Int32Array(nodes)
  }

  /** onRequestSent. */
  sent(to: number, correlation: number, now: number): void {
    if (this.state[to] === READY) this.busy++
    this.state[to] = AWAITING
    this.correlation[to] = correlation
    this.since[to] = now
  }

  /** isResponseExpected. */
  expects(to: number, correlation: number): boolean {
    return this.state[to] === AWAITING && this.correlation[to] === correlation
  }

  /** onResponseResult, where the answer could not be used. */
  failed(to: number, now: number, row: number): void {
    this.state[to] = BACKING_OFF
    this.since[to] = now
    this.row[to] = row
  }

  /** The slot is as if nothing had ever been sent. */
  reset(to: number): void {
    if (this.state[to] === READY) return
    this.state[to] = READY
    this.busy--
  }

  /** resetAll. */
  resetAll(): void {
    if (this.busy === 0) return
    this.state.fill(READY)
    this.busy = 0
  }

  /** When what a slot waits for is over: its request times out, or its backoff ends. */
  until(to: number): number {
    return (this.since[to] as number) + (this.state[to] === AWAITING ? this.requestTimeout : this.retryBackoff)
  }

  /** The first end, past `now`, of what any slot waits for; Infinity: none waits. */
  nextEnd(now: number): number {
    let first = Number.POSITIVE_INFINITY
    if (this.busy === 0) return first
    for (let to = 0; to < this.nodes; to++)
      if (this.state[to] !== READY && this.until(to) > now) first = Math.min(first, this.until(to))
    return first
  }

  /** hasRequestTimedOut: now >= sent + request timeout. */
  timedOut(to: number, now: number): boolean {
    return this.state[to] === AWAITING && now >= this.until(to)
  }

  backsOff(to: number, now: number): boolean {
    return this.state[to] === BACKING_OFF && now < this.until(to)
  }

  /** isReady: nothing is in flight, and no backoff runs. */
  ready(to: number, now: number): boolean {
    return this.state[to] === READY || now >= this.until(to)
  }
}
