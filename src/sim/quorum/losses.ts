// Models      messages that are lost on one way: the nth of a kind, counted from an instant on.
// Kafka       nothing; the world takes them.
// Leaves out  nothing.

import type { MessageLoss } from '../../scenario/quorumWorld.ts'
import { MESSAGES } from './words.ts'

/** Losses that count the same messages, by the number of their message; `seen`: how many it has seen, `next`: the first loss not past. */
type Watch = {
  readonly since: number
  readonly until: number
  readonly losses: MessageLoss[]
  seen: number
  next: number
}

export class Losses {
  /** By kind of message. */
  private readonly watches: readonly Watch[][] = Array.from({ length: MESSAGES }, () => [])

  add(kind: number, loss: MessageLoss): void {
    const { since, until, nth } = loss
    const watches = this.of(kind)
    let watch = watches.find((other) => other.since === since && other.until === until)
    if (watch === undefined) {
      watch = { since, until, losses: [], seen: 0, next: 0 }
      watches.push(watch)
    }
    const later = watch.losses.findLastIndex((other) => other.nth <= nth) + 1
    watch.losses.splice(later, 0, loss)
  }

  private of(kind: number): Watch[] {
    return this.watches[kind] as Watch[]
  }

  /** One more message of a kind is sent: what takes it, if anything does. Of several the one that was added first. */
  take(kind: number, now: number): MessageLoss | undefined {
    let lost: MessageLoss | undefined
    for (const watch of this.of(kind))
      if (now >= watch.since && now < watch.until) {
        const loss = see(watch)
        lost ??= loss
      }
    return lost
  }

  /** So many of a kind were sent before the run began. */
  sentBefore(kind: number, sent: number): void {
    for (const watch of this.of(kind)) if (watch.since <= 0) watch.seen = sent
  }
}

function see(watch: Watch): MessageLoss | undefined {
  const { losses } = watch
  const nth = ++watch.seen
  while (watch.next < losses.length && (losses[watch.next] as MessageLoss).nth < nth) watch.next++
  const loss = losses[watch.next]
  return loss?.nth === nth ? loss : undefined
}
