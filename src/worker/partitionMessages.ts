// What passes between the page and its workers about partitions. Plain data.

import type { PartitionWorld } from '../scenario/partitionWorld.ts'
import type { CheckProgress } from '../search/partitionCheck.ts'
import type { PromiseOrder, PromiseVerdict } from '../search/promise.ts'
import type { Moment } from '../sim/replication/scene.ts'

export type { CheckProgress } from '../search/partitionCheck.ts'
export type { PromiseOrder, PromiseVerdict, Story } from '../search/promise.ts'
export type { Choice } from '../sim/replication/play.ts'
export type { Moment } from '../sim/replication/scene.ts'

/** A schedule to be played under a question's settings. */
export type Play = Pick<PartitionWorld, 'question' | 'steps'>

export type PartitionQuestions =
  | { readonly kind: 'scenes'; readonly id: number; readonly plays: readonly Play[] }
  /** Check a promise, in the place of what is checked. */
  | { readonly kind: 'promise'; readonly id: number; readonly order: PromiseOrder }
  /** Stop where it stands, and go on from there. */
  | { readonly kind: 'halt' | 'go on'; readonly id: number }

export type PartitionReply =
  | { readonly kind: 'scenes'; readonly id: number; readonly scenes: readonly (readonly Moment[])[] }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: CheckProgress }
  | { readonly kind: 'promise'; readonly id: number; readonly verdict: PromiseVerdict }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
