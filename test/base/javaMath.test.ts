import { expect, test } from 'vitest'
import { log, powerOfTwo } from '../../src/base/javaMath.ts'

// What the JVM prints for max / initial; V8 gives 30000 for the second.
test.each<[initial: number, max: number, capTerm: number]>([
  [50, 1_000, 1_000.0000000000002],
  [10_000, 30_000, 30_000.000000000004],
  [20, 1_000, 999.9999999999998],
  [37, 148, 148],
])('the cap term of %i to %i is Java’s to the last digit', (initial, max, capTerm) => {
  expect(initial * powerOfTwo(log(max / initial) / log(2))).toBe(capTerm)
})

test('powers of two are exact', () => {
  for (let n = 0; n <= 53; n++) expect(powerOfTwo(n)).toBe(2 ** n)
})

test('logarithms agree with the platform to its last digit or next to it', () => {
  for (let x = 1.5; x < 1e12; x *= 1.7) expect(Math.abs(log(x) / Math.log(x) - 1)).toBeLessThan(4e-16)
})
