// A worker for questions about partitions in the thread of the test: the same desk answers, and messages take a turn of their own.

import { waitFor } from '@testing-library/react'
import { vi } from 'vitest'
import { openDesk } from '../../src/worker/partition.ts'
import type { PartitionQuestions, PartitionReply } from '../../src/worker/partitionMessages.ts'

class DeskWorker {
  onmessage: ((event: { readonly data: PartitionReply }) => void) | undefined
  private isOver = false
  private readonly answer = openDesk((reply) =>
    queueMicrotask(() => {
      if (!this.isOver) this.onmessage?.({ data: structuredClone(reply) })
    }),
  )

  postMessage(question: PartitionQuestions): void {
    this.answer(structuredClone(question))
  }

  terminate(): void {
    this.isOver = true
    this.answer({ kind: 'halt', id: 0 })
  }
}

/** From now on workers answer in this thread. */
export const workHere = (): void => void vi.stubGlobal('Worker', DeskWorker)

/** Waits for what a worker brings about, however busy the machine is. */
export const soon = (check: () => void): Promise<void> => waitFor(check, { timeout: 20_000 })
