import { expect, test } from 'vitest'
import { FOREVER } from '../../src/base/time.ts'
import { scheduleOf } from '../../src/scenario/clientKernel.ts'
import { synSchedule } from '../../src/scenario/synSchedule.ts'
import { timersOf } from '../../src/scenario/timers.ts'
import { golden } from './golden.ts'

type Measured = {
  params: { tcp_syn_retries: number; tcp_syn_linear_timeouts: number; tcp_rto_max_ms?: number }
  nominal: { syn_ms: number[]; timeout_ms: number }
  samples: { syn_ms: number[]; timeout_ms: number; jiffy_mod_4096: number; jiffy_fraction: number }[]
}
type Window = {
  hz: number
  tcp_syn_retries: number
  tcp_syn_linear_timeouts: number
  earliest_ms: number
  latest_ms: number
}
const recorded: { syn: Measured[]; wheel_model: { timeout_windows: Window[] } } = JSON.parse(golden('tcp-syn.json'))
const { syn } = recorded
const windows = recorded.wheel_model.timeout_windows

test('there are measurements', () => expect(syn.length).toBe(22))

const onTime = timersOf(undefined)

/** tcp_syn_retries, tcp_syn_linear_timeouts, initial RTO, tcp_rto_max_ms, TCP_USER_TIMEOUT. */
const kernel = (retries = 6, linear = 0, initialRto = 1000, rtoMax = 120_000, userTimeout = 0) => ({
  retries,
  linear,
  initialRto,
  rtoMax,
  userTimeout,
})

const measuredKernel = ({ tcp_syn_retries, tcp_syn_linear_timeouts, tcp_rto_max_ms }: Measured['params']) =>
  kernel(tcp_syn_retries, tcp_syn_linear_timeouts, 1000, tcp_rto_max_ms)

test.each(syn.map((each) => [JSON.stringify(each.params), each] as const))('a kernel with %s', (_, each) => {
  const { syns, givesUpAfter } = synSchedule(measuredKernel(each.params), onTime)
  expect({ syn_ms: syns, timeout_ms: givesUpAfter }).toEqual(each.nominal)
})

/** Measuring woke up this much late at worst. */
const WITHIN = 15

test.each(syn.map((each) => [JSON.stringify(each.params), each] as const))(
  'the timer wheel meets every sample of a kernel with %s',
  (_, { params, samples }) => {
    expect(samples.length).toBeGreaterThan(0)
    for (const { syn_ms, timeout_ms, jiffy_mod_4096, jiffy_fraction } of samples) {
      const timers = timersOf({ hz: 250, phase: jiffy_mod_4096 + jiffy_fraction })
      const { syns, givesUpAfter } = synSchedule(measuredKernel(params), timers)
      const late = [...syn_ms, timeout_ms].map((measured, i) =>
        Math.abs(measured - ([...syns, givesUpAfter][i] ?? Number.NaN)),
      )
      expect(syns.length).toBe(syn_ms.length)
      expect(Math.max(...late)).toBeLessThan(WITHIN)
    }
  },
)

test.each([
  ['since 6.5', kernel(6, 4), 2383.92, [0, 1024, 2048, 3072, 4096, 5120, 7136, 11200, 19392, 35520, 68288], 133_824],
  ['before 6.5', kernel(6, 0), 2639.673, [0, 1025, 3041, 7105, 15297, 31425, 65217], 130_753],
])('a wheel of 250 HZ, a kernel %s', (_, timers, phase, syns, givesUpAfter) =>
  expect(synSchedule(timers, timersOf({ hz: 250, phase }))).toEqual({ syns, givesUpAfter }),
)

test.each(windows)(
  'over all phases, $hz HZ with $tcp_syn_retries and $tcp_syn_linear_timeouts lies in its window',
  (window) => {
    const { hz, tcp_syn_retries: retries, tcp_syn_linear_timeouts: linear, earliest_ms, latest_ms } = window
    const ends = Array.from(
      { length: 512 },
      (_, i) => synSchedule(kernel(retries, linear), timersOf({ hz, phase: i * 8 + 0.5 })).givesUpAfter,
    )
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(earliest_ms - 1000 / hz)
    expect(Math.max(...ends)).toBeLessThanOrEqual(latest_ms + 1000 / hz)
  },
)

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
  expect(synSchedule(kernel(retries, ...rest), onTime)).toEqual({ syns, givesUpAfter })
})

test('the largest sysctls come to an end', () => {
  const { syns, givesUpAfter } = synSchedule(kernel(127, 127), onTime)
  expect(syns.length).toBeLessThanOrEqual(255)
  expect(Number.isFinite(givesUpAfter)).toBe(true)
})

test.each([
  ['a plain length sends one SYN', { giveUpAfter: 127_000 }, [0], 127_000],
  ['a kernel that never gives up', { giveUpAfter: null }, [0], FOREVER],
  ['a kernel before 6.5', { release: '3.7', synRetries: 3, linearTimeouts: 0 }, [0, 1000, 3000, 7000], 15_000],
] as const)('%s', (_, kernel, syns, givesUpAfter) => expect(scheduleOf(kernel)).toEqual({ syns, givesUpAfter }))

test.each([100, 300])(
  'HZ %s: a timer that fires and is armed again stands on a whole jiffy, whatever its last digits',
  (hz) => {
    const phase = 2383.92
    const timers = timersOf({ hz, phase })
    // A second sits in the second level of the wheel, whose grain is eight jiffies.
    const fires = (armed: number) => (Math.floor((armed + hz) / 8) + 1) * 8
    for (let jiffy = 2384; jiffy < 20_000; jiffy++) {
      const at = timers(((jiffy - phase) * 1000) / hz, 1000)
      expect(Math.round(phase + (at * hz) / 1000)).toBe(fires(jiffy))
    }
  },
)
