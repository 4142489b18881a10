// Models      messages that are lost: the nth of a kind on a way, counted from an instant on.
// Kafka       nothing; the world takes them.
// Leaves out  nothing.

import type { MessageLoss } from '../../scenario/quorumWorld.ts'

/** Losses of one stream that count the same messages, by number; and how many of these it has seen. */
type Watch = { readonly since: number; readonly until: number; readonly losses: Map<number, MessageLoss>; seen: number }

export class Losses {
  /** By stream, which is all of one kind that goes one way: whether anything of it is to be lost. */
  private readonly isWatched: Uint8Array
  private readonly watches = new Map<number, Watch[]>()

  constructor(losses: readonly MessageLoss[], streams: number, streamOf: (loss: MessageLoss) => number) {
    this.isWatched = new Uint8Array(streams)
    for (const loss of losses) {
      const stream = streamOf(loss)
      const watches = this.watches.get(stream) ?? []
      watch(watches, loss)
      this.watches.set(stream, watches)
      this.isWatched[stream] = 1
    }
  }

  /** One more message of a stream is sent: what takes it, if anything does. */
  take(stream: number, now: number): MessageLoss | undefined {
    if (this.isWatched[stream] === 0) return undefined
    let lost: MessageLoss | undefined
    for (const watch of this.watches.get(stream) ?? []) {
      if (now < watch.since || now >= watch.until) continue
      watch.seen++
      lost ??= watch.losses.get(watch.seen)
    }
    return lost
  }

  /** So many of a stream were sent before the run began. */
  sentBefore(stream: number, sent: number): void {
    for (const watch of this.watches.get(stream) ?? []) if (watch.since <= 0) watch.seen = sent
  }
}

/** Where two would take the same message, the first one does. */
function watch(watches: Watch[], loss: MessageLoss): void {
  const { since, until, nth } = loss
  let same = watches.find((other) => other.since === since && other.until === until)
  if (same === undefined) {
    same = { since, until, losses: new Map(), seen: 0 }
    watches.push(same)
  }
  if (!same.losses.has(nth)) same.losses.set(nth, loss)
}
