import { expect, test } from 'vitest'
import { bufferPool, giveBack, leave, take, wait } from '../../src/sim/machines/bufferPool.ts'

type Step = (pool: ReturnType<typeof bufferPool>) => unknown
type Row = readonly [name: string, total: number, steps: readonly (readonly [Step, unknown])[], left: number]

const takes =
  (size: number): Step =>
  (pool) =>
    take(pool, size)
const waits =
  (id: number, size: number): Step =>
  (pool) =>
    wait(pool, id, size)
const gives =
  (size: number): Step =>
  (pool) =>
    giveBack(pool, size)
const leaves =
  (id: number): Step =>
  (pool) =>
    leave(pool, id)

// biome-ignore format: a case is one line.
test.each<Row>([
  ['as long as there is enough nobody waits', 100, [[takes(60), true], [takes(40), true], [takes(1), false]], 0],
  ['what is too much takes nothing', 100, [[takes(60), true], [takes(50), false]], 40],
  ['who has waited longest is served first', 100, [[takes(100), true], [waits(1, 50), undefined], [waits(2, 50), undefined], [gives(50), [1]], [gives(50), [2]]], 0],
  ['one return may serve several', 100, [[takes(100), true], [waits(1, 30), undefined], [waits(2, 30), undefined], [gives(100), [1, 2]]], 40],
  ['the first in line gathers parts, and holds up who needs less', 100, [[takes(100), true], [waits(1, 80), undefined], [waits(2, 10), undefined], [gives(50), []], [gives(40), [1, 2]]], 0],
  ['who finds enough passes those that wait', 100, [[takes(80), true], [waits(1, 50), undefined], [takes(20), true], [gives(20), []]], 0],
  ['what such a one leaves over goes to the first in line', 100, [[takes(80), true], [waits(1, 50), undefined], [takes(5), true], [takes(1), false]], 0],
  ['who leaves gives back what it had got, to the next', 100, [[takes(100), true], [waits(1, 80), undefined], [waits(2, 40), undefined], [gives(50), []], [leaves(1), [2]]], 10],
  ['who leaves with nothing changes nothing', 100, [[takes(100), true], [waits(1, 80), undefined], [leaves(1), []]], 0],
])('%s', (_, total, steps, left) => {
  const pool = bufferPool(total)
  for (const [step, expected] of steps) expect(step(pool)).toEqual(expected)
  expect(pool.left).toBe(left)
})
