import { expect, test, vi } from 'vitest'
import { ordersOf } from '../../src/scenario/compile.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { openHatch, type Port, type Question, type Reply } from '../../src/worker/client.ts'

/** Workers that only note what they were told. */
function stand() {
  const made: (Port & { readonly told: unknown[]; ended: boolean })[] = []
  const fresh = (): Port => {
    const port = {
      told: [] as unknown[],
      ended: false,
      onmessage: null,
      onerror: null,
      onmessageerror: null,
      postMessage(message: unknown) {
        this.told.push(message)
      },
      terminate() {
        this.ended = true
      },
    }
    made.push(port)
    return port
  }
  return { made, fresh }
}

const question = (id: number): Question => ({ kind: 'run', id, orders: ordersOf(defaultPreset.scenario) })

test('a worker that dies is replaced at once, and the page is told which question it died of', () => {
  const { made, fresh } = stand()
  const replies: Reply[] = []
  const hatch = openHatch((reply) => replies.push(reply), fresh)
  hatch.ask(question(7))
  made[0]?.onerror?.call(made[0] as unknown as Worker, { message: 'out of memory' } as ErrorEvent)
  expect(replies).toEqual([{ kind: 'crashed', id: 7, message: 'out of memory', at: 0 }])
  expect(made[0]?.ended).toBe(true)
  hatch.ask(question(8))
  expect(made[1]?.told).toEqual([question(8)])
})

test('one worker answers all questions of a page', () => {
  const { made, fresh } = stand()
  const hatch = openHatch(() => undefined, fresh)
  for (const id of [1, 2, 3]) hatch.ask(question(id))
  expect(made).toHaveLength(1)
  expect(made[0]?.told).toHaveLength(3)
  hatch.close()
  expect(made[0]?.ended).toBe(true)
})

test('a worker whose script does not arrive is not started without end, but once more for each question', () => {
  const { made, fresh } = stand()
  const hatch = openHatch(() => undefined, fresh)
  const die = () => made.at(-1)?.onerror?.call(made.at(-1) as unknown as Worker, { message: '' } as ErrorEvent)
  for (let i = 0; i < 5; i++) die()
  expect(made).toHaveLength(3)
  hatch.ask(question(1))
  expect(made).toHaveLength(4)
  die()
  expect(made).toHaveLength(4)
  hatch.close()
})

test('a worker that says nothing for long is replaced, and the page is told', () => {
  vi.useFakeTimers()
  const { made, fresh } = stand()
  const replies: Reply[] = []
  const hatch = openHatch((reply) => replies.push(reply), fresh)
  hatch.ask(question(3))
  vi.advanceTimersByTime(60_000)
  expect(replies).toEqual([{ kind: 'crashed', id: 3, message: 'The worker does not answer.', at: 0 }])
  expect(made).toHaveLength(2)
  hatch.close()
  vi.useRealTimers()
})
