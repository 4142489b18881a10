// Models      what a client knows of the one topic of its producer, and how it asks for more.
// Kafka       producer/internals/ProducerMetadata (newTopics); Metadata.updateLatestMetadata, requestUpdateForNewTopics; Cluster.leaderFor.
// Leaves out  metadata.max.idle.ms.

import { elapsed, type Instant } from '../../base/time.ts'
import type { ClientConfig, Leaders, ProducerWorld } from '../../scenario/clientWorld.ts'
import * as producing from '../../trace/producerRules.ts'
import type { Word } from '../../trace/vocabulary.ts'
import type { Metadata } from '../machines/metadata.ts'

/** What a topic asks of its client. */
type Asker = {
  readonly world: { readonly config: Pick<ClientConfig, 'metadataMaxAge'> }
  metadata(): Metadata | undefined
  metadataTold(): number
  askForUpdate(byCaller: boolean, why: number, cause: number): void
  tellMetadata(what: Word, why: number, cause: number, retryAt: number, order: readonly number[]): number
}

export class Topic {
  /** It is in the client's metadata: answers tell of it from now on. */
  added: boolean
  /** Its leaders as the last answer told them; undefined: not known, or no longer. */
  now: Leaders | undefined
  /** The request in flight asks for new topics alone (2.5). */
  asksForPart = false
  /** The epochs told last; undefined: never any answer told of it. */
  private seen: readonly number[] | undefined
  /** How often it was asked for as a new topic, by now and before the request in flight. */
  private asked = 0
  private askedBefore = 0

  constructor(
    private readonly client: Asker,
    private readonly producer: ProducerWorld,
  ) {
    this.added = producer.topicKnown
    this.now = producer.topicKnown ? producer.leaders[0] : undefined
    this.seen = this.now?.epochs
  }

  /** The client's first metadata is there: as an answer that told of the topic, or with an update that is asked for. */
  begins(): void {
    const metadata = this.client.metadata()
    if (metadata === undefined) return
    metadata.equivalent = 0
    if (metadata.requested || this.leavesOpen())
      this.client.askForUpdate(false, producing.UPDATE_NOT_ENOUGH, metadata.row)
  }

  leader(partition: number): number | undefined {
    return this.now?.leaders[partition]
  }

  epoch(partition: number): number | undefined {
    return this.now?.epochs[partition]
  }

  /** requestUpdateForTopic: without a wait where no answer has told of it yet, else requestUpdate. */
  update(why: number, cause: number): void {
    const { client } = this
    const { newTopic } = this.producer.behaviour
    const metadata = client.metadata()
    if (metadata === undefined || this.seen || newTopic === 'in turn') {
      client.askForUpdate(false, why, cause)
      return
    }
    metadata.lastRefreshAt = Number.NEGATIVE_INFINITY as Instant
    metadata.equivalent = 0
    if (newTopic === 'at once') metadata.requested = true
    else {
      metadata.partial = true
      this.asked++
    }
    client.tellMetadata('requested', why, cause, Number.POSITIVE_INFINITY, [])
  }

  /** The client sends a metadata request. */
  sent(now: Instant): void {
    const metadata = this.client.metadata()
    this.askedBefore = this.asked
    const age = metadata ? elapsed(metadata.lastSuccessAt, now) : 0
    this.asksForPart =
      metadata?.partial === true && !metadata.requested && age < this.client.world.config.metadataMaxAge
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
    this.seen = epochs
    return news
  }

  /** The answer was handled: it may leave a partition without a leader, or the topic may have been asked for since its request. */
  answered(): void {
    const { client } = this
    const metadata = client.metadata()
    if (metadata && this.asked > this.askedBefore) {
      metadata.partial = true
      client.tellMetadata('requested', producing.UPDATE_NOT_ENOUGH, metadata.row, Number.POSITIVE_INFINITY, [])
    } else if (this.leavesOpen()) client.askForUpdate(false, producing.UPDATE_NOT_ENOUGH, client.metadataTold())
  }

  /** A rebootstrap forgets the leaders, and the topic's id: the next answer is news. */
  forget(): void {
    this.now = undefined
    if (this.seen) this.seen = []
  }

  /** LEADER_NOT_AVAILABLE for a partition asks for another update (2.3). */
  private leavesOpen(): boolean {
    const { newTopic } = this.producer.behaviour
    return newTopic === 'at once, looked through' && (this.now?.leaders.includes(undefined) ?? false)
  }
}
