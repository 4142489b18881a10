// What a worker that knows partitions says when it stops.

import { expect, test, vi } from 'vitest'
import { openPartitionHatch } from '../../src/worker/partitionClient.ts'
import type { PartitionReply } from '../../src/worker/partitionMessages.ts'

class StubWorker {
  static last: StubWorker
  onmessage: (event: object) => void = () => undefined
  onerror: (event: object) => void = () => undefined
  constructor() {
    StubWorker.last = this
  }
  postMessage(): void {}
  terminate(): void {}
}

function stopped(first?: PartitionReply): string {
  vi.stubGlobal('Worker', StubWorker)
  const replies: PartitionReply[] = []
  openPartitionHatch((reply) => replies.push(reply))
  if (first) StubWorker.last.onmessage({ data: first })
  StubWorker.last.onerror({})
  vi.unstubAllGlobals()
  const last = replies.at(-1)
  return last?.kind === 'failed' ? last.message : ''
}

test('one that never came was not short of memory', () => {
  expect(stopped()).toContain('its script could not be fetched')
  expect(stopped()).not.toContain('memory')
})

test('one that worked before perhaps was', () => {
  expect(stopped({ kind: 'scenes', id: 1, scenes: [] })).toContain('want of memory')
})
