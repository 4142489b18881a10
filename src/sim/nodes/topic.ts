// Models      what a client knows of the one topic of its producer.
// Kafka       producer/internals/ProducerMetadata (newTopics); Metadata.updateLatestMetadata (leader epochs); Cluster.leaderFor.
// Leaves out  metadata.max.idle.ms; topic ids.

import type { Leaders } from '../../scenario/clientWorld.ts'

export class Topic {
  /** It is in the client's metadata: answers tell of it from now on. */
  added: boolean
  /** Its leaders as the last answer told them; undefined: not known, or no longer. */
  now: Leaders | undefined
  /** How often it was asked for as a new topic, by a request that asks for nothing else (2.5). */
  asked = 0
  /** The epochs told last; undefined: never any answer told of it. */
  private seen: readonly number[] | undefined

  /** @param told what an earlier answer told */
  constructor(told: Leaders | undefined) {
    this.added = told !== undefined
    this.now = told
    this.seen = told?.epochs
  }

  /** Asked for, and no answer has told of it yet. */
  get isNew(): boolean {
    return this.added && this.seen === undefined
  }

  /**
   * An answer tells of it, and is heard if the client wants to know (retainTopic). True where that is news: an epoch not seen before
   * (3.7: then the answer is no equivalent one).
   */
  take(told: Leaders | undefined): boolean {
    if (told === undefined || !this.added) return false
    const { epochs } = told
    const news = epochs.length === 0 || epochs.some((epoch, partition) => epoch > (this.seen?.[partition] ?? -1))
    this.now = told
    this.seen = told.epochs
    return news
  }

  /** A rebootstrap forgets the leaders, and the topic's id: the next answer is news. */
  forget(): void {
    this.now = undefined
    if (this.seen) this.seen = []
  }

  leader(partition: number): number | undefined {
    return this.now?.leaders[partition]
  }

  epoch(partition: number): number | undefined {
    return this.now?.epochs[partition]
  }

  /** Some partition has no leader: LEADER_NOT_AVAILABLE asks for another update. */
  get isIncomplete(): boolean {
    return this.now?.leaders.includes(undefined) ?? false
  }
}
