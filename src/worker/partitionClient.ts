// The page's side of a worker that knows partitions. Each is its owner's alone, and lives until it is closed.

import { memoryOf } from '../search/partitionCheck.ts'
import { freshWorker } from './client.ts'
import type { PartitionQuestions, PartitionReply } from './partitionMessages.ts'

/** A worker as it is used here, so that a test can stand in for it. */
export type PartitionHatch = { ask(question: PartitionQuestions): void; close(): void }

/** Opens one; what the worker cannot say itself, such as memory that ran out, comes as `failed` with the last question's id. */
export function openPartitionHatch(onReply: (reply: PartitionReply) => void): PartitionHatch {
  let asked = 0
  let isThere = false
  const worker = freshWorker()
  worker.onmessage = (event: MessageEvent<PartitionReply>) => {
    isThere = true
    onReply(event.data)
  }
  worker.onerror = (event) => {
    const why = isThere
      ? 'The worker stopped, perhaps for want of memory.'
      : 'The worker did not start: its script could not be fetched, perhaps because the network is gone.'
    onReply({ kind: 'failed', id: asked, message: event.message || why })
  }
  return {
    ask(question) {
      asked = question.id
      worker.postMessage(question)
    },
    close: () => worker.terminate(),
  }
}

/** How many searches may go on at once: a core stays with the page. */
export const searchesAtOnce = (): number => Math.min(Math.max((navigator.hardwareConcurrency || 2) - 1, 1), 4)

/** What a search may take that keeps so many states, in bytes. */
export const roomOfSearch = (statesMax: number): number => memoryOf(statesMax)
