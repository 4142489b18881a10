// Math.log and Math.pow(2, x) as Java rounds them, by + - * / alone: each engine may choose the last digit of its own.
// Both work in pairs of doubles (high + low, about 106 bits), so the final rounding is right.

type Pair = readonly [high: number, low: number]

/** a + b without loss, for any a and b (Knuth). */
function sum(a: number, b: number): Pair {
  const high = a + b
  const part = high - a
  return [high, a - (high - part) + (b - part)]
}

/** a b without loss (Dekker): each factor is split into two halves of 26 bits. */
function product(a: number, b: number): Pair {
  const high = a * b
  const [ah, al] = halves(a)
  const [bh, bl] = halves(b)
  return [high, ah * bh - high + ah * bl + al * bh + al * bl]
}

function halves(a: number): Pair {
  const c = 134_217_729 * a
  const high = c - (c - a)
  return [high, a - high]
}

function plus(a: Pair, b: Pair): Pair {
  const [high, low] = sum(a[0], b[0])
  return sum(high, low + a[1] + b[1])
}

function times(a: Pair, b: Pair): Pair {
  const [high, low] = product(a[0], b[0])
  return sum(high, low + a[0] * b[1] + a[1] * b[0])
}

function over(a: Pair, b: Pair): Pair {
  const first = a[0] / b[0]
  const left = plus(a, times([-first, 0], b))
  const second = left[0] / b[0]
  const rest = plus(left, times([-second, 0], b))
  return plus(sum(first, second), [rest[0] / b[0], 0])
}

/** ln 2 to 106 bits. */
const LN2: Pair = [0.6931471805599453, 2.3190468138462996e-17]

/** Natural logarithm of a positive number, as a pair: x = m 2^e, ln m = 2 atanh((m - 1) / (m + 1)). */
function logPair(x: number): Pair {
  let mantissa = x
  let exponent = 0
  for (; mantissa > 1.4142135623730951; mantissa /= 2) exponent++
  for (; mantissa < 0.7071067811865476; mantissa *= 2) exponent--
  const s = over(sum(mantissa, -1), sum(mantissa, 1))
  const square = times(s, s)
  let series: Pair = [0, 0]
  for (let n = 45; n >= 1; n -= 2) series = plus(times(series, square), over([1, 0], [n, 0]))
  return plus(times(LN2, [exponent, 0]), times([2, 0], times(s, series)))
}

/** Math.log of a positive number. */
export const log = (x: number): number => logPair(x)[0]

/** Math.pow(2, x) for x from 0 to 60: 2^whole e^(rest ln 2). */
export function powerOfTwo(x: number): number {
  let whole = 1
  let rest = x
  for (; rest >= 1; rest -= 1) whole *= 2
  const y = times(LN2, [rest, 0])
  let series: Pair = [1, 0]
  for (let n = 30; n >= 1; n--) series = plus([1, 0], over(times(series, y), [n, 0]))
  return series[0] * whole
}
