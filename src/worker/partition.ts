// The worker's part that knows partitions: a schedule as a picture shows it, and promises, which are checked in slices so that they can
// stop within one and go on later.

import { PromiseCheck } from '../search/promise.ts'
import { sceneOf } from '../sim/replication/scene.ts'
import type { PartitionQuestions, PartitionReply } from './partitionMessages.ts'

/** How long it works before it looks for a message. */
const SLICE_MS = 8
/** States between two looks at the clock. */
const STATES = 500
/** How often it tells how far it is. */
const TELL_MS = 100

/** A promise under way, by the id of its question. */
type Job = { readonly id: number; readonly promise: PromiseCheck }

/** What answers questions about partitions. Whatever is thrown is our own slip, and told. */
export function openDesk(post: (reply: PartitionReply) => void): (question: PartitionQuestions) => void {
  let job: Job | undefined
  let isHalted = true
  let isWorking = false

  function answer(question: PartitionQuestions): void {
    const { id } = question
    if (question.kind === 'scenes') {
      const scenes = question.plays.map((play) => sceneOf(play.question, play.steps))
      return post({ kind: 'scenes', id, scenes })
    }
    if (question.kind === 'promise') job = { id, promise: new PromiseCheck(question.order) }
    isHalted = question.kind === 'halt'
    if (!isWorking) void work()
  }

  /** Works until it is halted or done; a newer promise takes the place of the one under way. */
  async function work(): Promise<void> {
    isWorking = true
    let told = performance.now()
    while (job !== undefined && !isHalted) {
      const { id, promise } = job
      if (!guarded(id, () => slice(promise)) || promise.verdict) job = undefined
      if (promise.verdict) post({ kind: 'promise', id, verdict: promise.verdict })
      else if (performance.now() - told > TELL_MS) {
        told = performance.now()
        post({ kind: 'progress', id, progress: promise.progress() })
      }
      await breath()
    }
    isWorking = false
  }

  /** False where it failed, which is told. */
  function guarded(id: number, act: () => void): boolean {
    try {
      act()
      return true
    } catch (slip) {
      post({ kind: 'failed', id, message: slip instanceof Error ? slip.message : String(slip) })
      return false
    }
  }

  return (question) => void guarded(question.id, () => answer(question))
}

function slice(promise: PromiseCheck): void {
  const end = performance.now() + SLICE_MS
  while (!promise.advance(STATES) && performance.now() < end);
}

/** Lets messages in. */
function breath(): Promise<void> {
  const { port1: here, port2: there } = new MessageChannel()
  return new Promise((resolve) => {
    here.onmessage = () => {
      here.close()
      resolve()
    }
    there.postMessage(0)
  })
}
