// Golden scenarios of a connection that is established and then silent.

import { expect, test } from 'vitest'
import { dataSchedule, dataTimer, fires, isOver, retransmissionTimeout } from '../../src/scenario/dataSchedule.ts'
import { keepaliveTimeout } from '../../src/scenario/keepalive.ts'
import { timersOf } from '../../src/scenario/timers.ts'

const kernel = (retries: number, rtoMax = 120_000, userTimeout = 0) => ({ retries, rtoMax, userTimeout })

// biome-ignore format: a case is one line.
test.each([
  ['tcp_retries2 = 3', kernel(3), 6656],
  ['tcp_retries2 = 5', kernel(5), 13_312],
  ['tcp_retries2 = 8', kernel(8), 106_496],
  ['tcp_retries2 = 15, as it comes', kernel(15), 932_992],
  ['tcp_rto_max_ms = 4000 bounds the doubling', kernel(8, 4000), 22_656],
  ['tcp_rto_max_ms = 1000', kernel(15, 1000), 15_664],
  ['TCP_USER_TIMEOUT of 1 s counts from the second timeout', kernel(15, 120_000, 1000), 1416],
  ['TCP_USER_TIMEOUT of 5 s', kernel(15, 120_000, 5000), 5416],
  ['TCP_USER_TIMEOUT of 10 s', kernel(15, 120_000, 10_000), 10_416],
])('%s', (_, timers, givesUpAfter) => expect(dataSchedule(timers, 208).givesUpAfter).toBe(givesUpAfter))

test('a loss probe goes first, then the timeout doubles', () =>
  expect(dataSchedule(kernel(5), 208).sends).toEqual([208, 416, 832, 1664, 3328, 6656]))

test('while ICMP errors come back there is no doubling', () => {
  const timers = timersOf(undefined)
  const timer = dataTimer(0, 208, kernel(3), timers)
  while (!isOver(timer, kernel(3))) fires(timer, kernel(3), timers, timer.at)
  expect(timer.at).toBe(3536)
})

// biome-ignore format: a case is one line.
test.each([
  ['2 s, 1 s, 3 probes', { idle: 2000, interval: 1000, probes: 3 }, 0, 5000],
  ['as it comes', { idle: 7_200_000, interval: 75_000, probes: 9 }, 0, 7_875_000],
  ['TCP_USER_TIMEOUT of 2.5 s takes the place of the number of probes', { idle: 2000, interval: 1000, probes: 3 }, 2500, 3000],
  ['TCP_USER_TIMEOUT of 10 s', { idle: 2000, interval: 1000, probes: 3 }, 10_000, 10_000],
])('keepalive: %s', (_, keepalive, userTimeout, length) => expect(keepaliveTimeout(keepalive, userTimeout)).toBe(length))

test('the largest sysctls come to an end', () =>
  expect(Number.isFinite(dataSchedule(kernel(255), 200).givesUpAfter)).toBe(true))

// biome-ignore format: a case is one line.
test.each([
  ['near 0', 0, 200],
  ['of 100 ms', 100, 300],
  ['of 400 ms: three times as long (RFC 6298 2.2)', 400, 1200],
])('the first timeout after a round trip %s', (_, roundTrip, timeout) => expect(retransmissionTimeout(roundTrip)).toBe(timeout))

test('no timeout is longer than tcp_rto_max_ms', () =>
  expect(dataSchedule(kernel(3, 1000), retransmissionTimeout(2000)).sends[0]).toBe(1000))

test('an error that comes late, as that of ARP does, still undoes the doubling', () => {
  const timers = timersOf(undefined)
  const timer = dataTimer(0, 2000, kernel(15), timers)
  const at: number[] = []
  for (let n = 0; n < 4; n++) {
    at.push(timer.at)
    fires(timer, kernel(15), timers, timer.at + 3000)
  }
  expect(at).toEqual([2000, 4000, 7000, 10_000])
})
