// Models      the bytes of buffer.memory: how many are left, and who waits for some, in order.
// Kafka       producer/internals/BufferPool: allocate, deallocate.
// Leaves out  the buffers that are kept to be used again: only bytes count.

/** Somebody who waits for so many bytes, and has got some of them already. */
type Waiter = { readonly id: number; readonly size: number; got: number }

export type BufferPool = { left: number; waiters: Waiter[] }

export const bufferPool = (total: number): BufferPool => ({ left: total, waiters: [] })

/** Takes so many bytes at once; false: too few are left, and none is taken. Whoever finds enough passes those that wait. */
export function take(pool: BufferPool, size: number): boolean {
  if (size > pool.left) return false
  pool.left -= size
  serve(pool)
  return true
}

/** Waits at the end of the line. What is left is handed out when the pool changes next. */
export function wait(pool: BufferPool, id: number, size: number): void {
  pool.waiters.push({ id, size, got: 0 })
}

/** Gives bytes back, to who has waited longest first. Tells who has all that it waited for now. */
export function giveBack(pool: BufferPool, size: number): readonly number[] {
  pool.left += size
  return serve(pool)
}

/** Waits no longer, and gives back what it had got by then. */
export function leave(pool: BufferPool, id: number): readonly number[] {
  const index = pool.waiters.findIndex((waiter) => waiter.id === id)
  const [waiter] = pool.waiters.splice(index, 1)
  return giveBack(pool, waiter?.got ?? 0)
}

/** The first in line gets what is left, be it a part of what it needs; the next one only after it. */
function serve(pool: BufferPool): readonly number[] {
  const served: number[] = []
  for (let first = pool.waiters[0]; first && pool.left > 0; first = pool.waiters[0]) {
    const got = Math.min(first.size - first.got, pool.left)
    first.got += got
    pool.left -= got
    if (first.got < first.size) break
    pool.waiters.shift()
    served.push(first.id)
  }
  return served
}
