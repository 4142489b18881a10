import { expect, test } from 'vitest'
import { FOREVER } from '../../src/base/time.ts'
import { scheduleOf, synSchedule } from '../../src/scenario/synSchedule.ts'
import { golden } from './golden.ts'

type Measured = {
  params: { tcp_syn_retries: number; tcp_syn_linear_timeouts: number; tcp_rto_max_ms?: number }
  nominal: { syn_ms: number[]; timeout_ms: number }
}
const { syn }: { syn: Measured[] } = JSON.parse(golden('tcp-syn.json'))

test('there are measurements', () => expect(syn.length).toBe(22))

// biome-ignore format: a case is one line.
test.each(syn.map((each) => [JSON.stringify(each.params), each] as const))('a kernel with %s', (_, { params, nominal }) => {
  const { syns, givesUpAfter } = synSchedule(params.tcp_syn_retries, params.tcp_syn_linear_timeouts, 1000, params.tcp_rto_max_ms)
  expect({ syn_ms: syns, timeout_ms: givesUpAfter }).toEqual(nominal)
})

// biome-ignore format: a case is one line.
test.each<[string, number[], number[], number]>([
  ['Linux since 6.5 gives up after 131 s', [6, 4], [0, 1000, 2000, 3000, 4000, 5000, 7000, 11000, 19000, 35000, 67000], 131_000],
  ['Linux before 6.5 gives up after 127 s', [6, 0], [0, 1000, 3000, 7000, 15000, 31000, 63000], 127_000],
  ['few retries are bound in time, not in number', [2, 4], [0, 1000, 2000, 3000, 4000, 5000], 7000],
  ['one retry likewise', [1, 4], [0, 1000, 2000], 3000],
  ['a single linear timeout', [6, 1], [0, 1000, 2000, 4000, 8000, 16000, 32000, 64000], 128_000],
  ['tcp_rto_max_ms bounds the doubling', [6, 4, 1000, 8000], [0, 1000, 2000, 3000, 4000, 5000, 7000, 11000, 19000, 27000, 35000], 43_000],
  ['TCP_USER_TIMEOUT does not act before the first retransmission', [6, 4, 1000, 120_000, 500], [0, 1000], 1000],
  ['TCP_USER_TIMEOUT ends an attempt between two SYNs', [6, 4, 1000, 120_000, 2500], [0, 1000, 2000], 2500],
  ['TCP_USER_TIMEOUT of 5 s', [6, 4, 1000, 120_000, 5000], [0, 1000, 2000, 3000, 4000], 5000],
  ['TCP_USER_TIMEOUT of 30 s', [6, 4, 1000, 120_000, 30_000], [0, 1000, 2000, 3000, 4000, 5000, 7000, 11000, 19000], 30_000],
  ['a long TCP_USER_TIMEOUT leaves the limit in number', [2, 0, 1000, 120_000, 20_000], [0, 1000, 3000], 7000],
  ['and can make an attempt last longer', [2, 4, 1000, 120_000, 20_000], [0, 1000, 2000, 3000, 4000, 5000, 7000], 11_000],
])('%s', (_, [retries = 0, ...rest], syns, givesUpAfter) => {
  const [linear = 0, rto, rtoMax, userTimeout] = rest
  expect(synSchedule(retries, linear, rto, rtoMax, userTimeout)).toEqual({ syns, givesUpAfter })
})

test('the largest sysctls come to an end', () => {
  const { syns, givesUpAfter } = synSchedule(127, 127)
  expect(syns.length).toBeLessThanOrEqual(255)
  expect(Number.isFinite(givesUpAfter)).toBe(true)
})

test.each([
  ['a plain length sends one SYN', { giveUpAfter: 127_000 }, [0], 127_000],
  ['a kernel that never gives up', { giveUpAfter: null }, [0], FOREVER],
  ['a kernel before 6.5', { release: '3.7', synRetries: 3, linearTimeouts: 0 }, [0, 1000, 3000, 7000], 15_000],
] as const)('%s', (_, kernel, syns, givesUpAfter) => expect(scheduleOf(kernel)).toEqual({ syns, givesUpAfter }))
