import { expect, test } from 'vitest'
import { backoff, nominal, type Shape } from '../../src/sim/machines/backoff.ts'

type Row = [name: string, initial: number, max: number, shape: Shape, lengths: number[]]

test.each<Row>([
  ['reconnect.backoff.ms doubles to its maximum', 50, 1_000, 'exponential', [50, 100, 200, 400, 800, 1_000, 1_000]],
  ['KIP-144 gives the same nominal lengths', 50, 1_000, 'KIP-144', [50, 100, 200, 400, 800, 1_000, 1_000]],
  ['the setup timeout of 2.7', 10_000, 127_000, 'exponential', [10_000, 20_000, 40_000, 80_000, 127_000, 127_000]],
  ['the setup timeout from 2.8 on', 10_000, 30_000, 'exponential', [10_000, 20_000, 30_000, 30_000]],
  ['a base of 0 stays 0', 0, 1_000, 'exponential', [0, 0, 0]],
  ['equal base and maximum: constant', 10_000, 10_000, 'exponential', [10_000, 10_000]],
  ['to 3.6 a base above the maximum is kept', 100, 50, 'exponential', [100, 100]],
  ['from 3.7 the maximum holds', 100, 50, 'exponential, capped', [50, 50]],
  // Java's own arithmetic: 20 x 2^log2(50) is a hair under 1000 and truncated.
  ['20 to 1000 stops at 999, as in Java', 20, 1_000, 'exponential', [20, 40, 80, 160, 320, 640, 999, 999]],
])('%s', (_, initial, max, shape, lengths) => {
  const b = backoff(initial, max, shape)
  expect(lengths.map((__, failures) => Math.floor(nominal(b, failures)))).toEqual(lengths)
})

test('a maximum of 0 or less above a negative base gives 0, as Java’s logarithm of it does', () => {
  for (const max of [0, -5]) expect(Math.abs(nominal(backoff(-10, max, 'exponential'), 3))).toBe(0)
})

test('a backoff without end doubles for as long as anybody looks', () => {
  const b = backoff(1_000, Number.POSITIVE_INFINITY, 'exponential')
  expect(nominal(b, 20)).toBe(1_000 * 2 ** 20)
})
