// What is drawn of a producer's run: its application, and each batch from its first wait to its end.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ms } from '../../src/base/time.ts'
import { wholly } from '../../src/lanes/drawing.ts'
import { drawingOf } from '../../src/lanes/fetched.ts'
import { firstInside, lanesInside, MOST_INSIDE } from '../../src/lanes/inside.ts'
import { type Lane, type LaneGroup, laneBuffers, type Mark, type Track, tones } from '../../src/lanes/lane.ts'
import type { ClientOrder } from '../../src/scenario/clientWorld.ts'
import { run } from '../../src/sim/run.ts'
import { atOf, declarationOf, type Trace } from '../../src/trace/trace.ts'
import { type Calling, type Producing, producing } from '../support/producing.ts'
import { type Asked, fault, question } from '../support/runs.ts'

type Drawn = { readonly trace: Trace; readonly group: LaneGroup }

async function drawn(order: ClientOrder): Promise<Drawn> {
  const { trace } = run(order)
  const draw = await drawingOf([order])
  return { trace, group: wholly(draw(trace, order)) }
}

const ordinary = (text: string): string => text.replace(/\u202f/g, ' ')

function linesOf(lane: Lane, track: Track): string[] {
  return Array.from(track.from, (from, i) => {
    const moment = track.mark === 'dot' ? `${from}` : `${from}-${track.to[i]}`
    return ordinary(`${moment} ${tones[track.tone[i] as number]} ${lane.labels[track.label[i] as number]}`)
  })
}

function laneOf({ lanes }: LaneGroup, id: string): Lane {
  const lane = lanes.find((each) => each.id === id)
  if (!lane) throw new Error(`no lane ${id} among ${lanes.map((each) => each.id)}`)
  return lane
}

const marksOf = (lane: Lane, mark: Mark): string[] =>
  lane.tracks.filter((track) => track.mark === mark).flatMap((track) => linesOf(lane, track))

const marks = (group: LaneGroup, id: string, mark: Mark): string[] => marksOf(laneOf(group, id), mark)

const impatient = { 'request.timeout.ms': 1_000 }
const mute = (from: number, until?: number) => fault(1, 'mute', from, until)
const one = (asked: Asked, until: number, more: Producing, ...faults: ReturnType<typeof fault>[]): ClientOrder =>
  producing(question(1, until, [asked], { faults }), more)

/** A send makes the connection; the next ones meet a broker that has fallen mute. */
const muteAt50 = (asked: Asked, config: Producing['config'], calls: readonly Calling[]): ClientOrder =>
  one(asked, 6_000, { config: { ...config }, calls: [[0, 'send'], ...calls] }, mute(50))

describe('a batch', () => {
  test.each<readonly [name: string, order: ClientOrder, id: string, spans: readonly string[]]>([
    [
      'lingers and waits for its connection before it is sent, once its records have waited for metadata',
      one(['3.9'], 100, { topicKnown: false, config: { linger: ms(5) } }),
      'batch 0',
      [
        '0-6 setting waits for metadata · max.block.ms',
        '6-12 setting lingers · linger.ms',
        '12-16 plain waits for the connection',
        '16-18 healthy in flight, attempt 1',
      ],
    ],
    [
      'whose request times out is backed off, and fails by its delivery timeout in the accumulator',
      muteAt50(['3.9', impatient], { deliveryTimeout: ms(3_500) }, [[60, 'send']]),
      'batch 1',
      [
        '60-1061 setting in flight, attempt 1 · request.timeout.ms',
        '1061-1162 backoff backing off · retry.backoff.ms',
        '1162-3561 plain waits for the connection',
      ],
    ],
    [
      'waits for a connection that nobody answers',
      one(['3.9'], 500, {}, fault(1, 'black hole')),
      'batch 0',
      ['0-500 plain waits for the connection'],
    ],
    [
      'that the broker refuses has an attempt that failed',
      one(['3.9'], 100, { errors: [{ from: 0 as never, to: 99 as never, broker: 1, code: 17 }] }),
      'batch 0',
      ['0-4 plain waits for the connection', '4-6 failed in flight, attempt 1 · INVALID_TOPIC_EXCEPTION'],
    ],
    [
      'times out alone in the draft of KIP-19',
      muteAt50(['kip-19-draft', impatient], {}, [
        [60, 'send'],
        [700, 'send'],
      ]),
      'batch 2',
      [
        '700-1701 setting in flight, attempt 1 · request.timeout.ms',
        '1701-1802 backoff backing off · retry.backoff.ms',
        '1802-2803 setting in flight, attempt 2 · request.timeout.ms',
        '2803-2904 backoff backing off · retry.backoff.ms',
        '2904-3905 setting in flight, attempt 3 · request.timeout.ms',
        '3905-4006 backoff backing off · retry.backoff.ms',
        '4006-5007 setting in flight, attempt 4 · request.timeout.ms',
        '5007-5108 backoff backing off · retry.backoff.ms',
        '5108-6000 healthy in flight, attempt 5',
      ],
    ],
    [
      'that a forced close() gives up ends there',
      muteAt50(['3.9'], {}, [
        [60, 'send'],
        [200, 'close', 300],
      ]),
      'batch 1',
      ['60-500 failed in flight, attempt 1 · close() by force'],
    ],
    [
      'is in flight to the end of the run where nothing ends it (0.8.2)',
      one(
        ['0.8.2'],
        900,
        {
          calls: [
            [0, 'send'],
            [300, 'send'],
          ],
        },
        mute(290),
      ),
      'batch 1',
      ['300-900 healthy in flight, attempt 1'],
    ],
  ])('%s', async (_, order, id, spans) => {
    const { group } = await drawn(order)
    expect(marks(group, id, 'span')).toEqual(spans)
  })

  test('that another request’s timeout takes along ends in a mark that leads there', async () => {
    const order = muteAt50(['3.9', impatient], {}, [
      [60, 'send'],
      [700, 'send'],
      [1_100, 'send'],
    ])
    const { group, trace } = await drawn(order)
    const [own, taken] = [laneOf(group, 'batch 1'), laneOf(group, 'batch 2')]
    expect(marksOf(own, 'span')[0]).toMatch(/setting in flight, attempt 1 · request\.timeout\.ms$/)
    expect(marksOf(own, 'dot')[0]).toMatch(/failed request timeout$/)
    expect(marksOf(taken, 'span')[0]).toMatch(/collateral in flight, attempt 1 · collateral of batch 1’s timeout$/)
    expect(marksOf(taken, 'dot')[0]).toMatch(/collateral collateral · batch 1’s timeout$/)
    const refers = taken.tracks.find((track) => track.refers)
    const row = refers?.row[0] as number
    expect(declarationOf(trace, row).name).toBe('CLOSE')
    expect(atOf(trace, row)).toBe(refers?.from[0])
  })

  // The recording of a mute broker whose API versions nobody asks for, on an exact clock.
  test('may go down with an older metadata request', async () => {
    const constant = { ...impatient, 'retry.backoff.max.ms': 100 }
    const exact = question(1, 4_000, [['3.9', constant]], { latency: 0, selectOvershootMs: 0, faults: [mute(0)] })
    const { world, ...order } = producing(exact, { config: { deliveryTimeout: ms(3_500) } })
    const { group } = await drawn({ ...order, world: { ...world, asksApiVersions: false } })
    expect(marks(group, 'batch 0', 'span')).toEqual([
      '0-2000 setting in flight, attempt 1 · request.timeout.ms',
      '2000-2100 backoff backing off · retry.backoff.ms',
      '2100-3100 collateral in flight, attempt 2 · collateral of METADATA’s timeout',
      '3100-3200 backoff backing off · retry.backoff.ms',
      '3200-3500 setting in flight, attempt 3 · delivery.timeout.ms',
    ])
    expect(marks(group, 'batch 0', 'dot')).toEqual([
      '2000 failed request timeout',
      '3500 failed TimeoutException · delivery.timeout.ms',
      '3100 collateral collateral · METADATA’s timeout',
    ])
  })

  test('has one fuse over all its attempts since 2.1, and a request timeout under each', async () => {
    const { group } = await drawn(muteAt50(['3.9', impatient], { deliveryTimeout: ms(3_500) }, [[60, 'send']]))
    const lane = laneOf(group, 'batch 1')
    const fuses = lane.tracks.filter(({ mark }) => mark === 'fuse')
    expect(fuses.filter(({ apart }) => !apart).flatMap((track) => linesOf(lane, track))).toEqual([
      '60-1060 setting request timeout 1000 ms',
    ])
    expect(fuses.filter(({ apart }) => apart).flatMap((track) => linesOf(lane, track))).toEqual([
      '60-3560 setting delivery.timeout.ms 3500 ms',
    ])
    expect(marksOf(lane, 'dot')).toContain('3561 failed TimeoutException · delivery.timeout.ms')
  })

  test('of 1.1 has a fuse only while it lies unsent', async () => {
    const { group } = await drawn(muteAt50(['1.1', impatient], { retries: 1 }, [[60, 'send']]))
    const lane = laneOf(group, 'batch 1')
    const apart = lane.tracks.filter((track) => track.mark === 'fuse' && track.apart)
    expect(apart.flatMap((track) => linesOf(lane, track))[0]).toMatch(/setting unsent at most 1100 ms · request/)
  })

  test('is named after its number, and says its partition and how many records share it', async () => {
    const { group } = await drawn(one(['3.9'], 100, { config: { linger: ms(5) }, calls: [[0, 'send', 3]] }))
    expect(laneOf(group, 'batch 0')).toMatchObject({ name: 'batch 0', about: 'partition 0 · 3 records' })
  })

  test('is named beside the arrow of its request, and where the broker writes it', async () => {
    const { group } = await drawn(one(['3.9'], 100, {}))
    expect(marks(group, 'broker 1', 'message')).toContain('4-5 plain PRODUCE · batch 0')
    expect(marks(group, 'broker 1', 'message')).toContain('5-6 plain PRODUCE answer')
    expect(marks(group, 'broker 1', 'dot')).toContain('5 healthy appended at offset 0')
  })

  test('that a broker writes again after a pause is a duplicate', async () => {
    const order = one(
      ['3.9', impatient],
      6_000,
      {
        calls: [
          [0, 'send'],
          [60, 'send'],
        ],
      },
      fault(1, 'pause', 50, 2_000),
    )
    const appended = marks((await drawn(order)).group, 'broker 1', 'dot').filter((line) => line.includes('appended'))
    expect(appended.map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'healthy appended at offset 0',
      'healthy appended at offset 1',
      'failed appended again: duplicate at offset 2',
    ])
  })
})

describe('records without a batch', () => {
  const order = one(
    ['3.9'],
    5_000,
    {
      topicKnown: false,
      config: { maxBlock: ms(3_000) },
      calls: [
        [0, 'send', 3],
        [60, 'send'],
      ],
    },
    fault(1, 'black hole'),
  )

  test('have a lane for as long as they wait for metadata', async () => {
    const { group } = await drawn(order)
    expect(laneOf(group, 'record 0').about).toBe('partition 0 · 3 records')
    expect(laneOf(group, 'record 3').about).toBe('partition 0 · no batch')
    expect(marks(group, 'record 0', 'span')).toEqual(['0-3000 failed waits for metadata · max.block.ms'])
    expect(marks(group, 'record 0', 'fuse')).toEqual(['0-3000 setting max.block.ms 3000 ms'])
    expect(marks(group, 'record 3', 'dot')).toEqual(['3060 failed TimeoutException · max.block.ms'])
  })

  test('are blocked calls that end in an exception', async () => {
    const { group } = await drawn(order)
    expect(marks(group, 'caller', 'span')).toEqual(['0-3000 failed send() ×3 blocked', '60-3060 failed send() blocked'])
  })
})

describe('the application', () => {
  test.each<readonly [name: string, calls: readonly Calling[], spans: readonly string[], about: string]>([
    ['sends that share a batch are one mark', [[0, 'send', 3]], ['0-6 healthy send() ×3 · ok'], '3 sent, all ok'],
    [
      'flush() returns when what it waits for is done',
      [
        [0, 'send'],
        [1, 'flush'],
      ],
      ['0-6 healthy send() · ok', '1-6 healthy flush() · returned'],
      '1 sent, all ok',
    ],
    [
      'close() returns when the Sender has ended',
      [
        [0, 'send'],
        [2, 'close'],
      ],
      ['0-6 healthy send() · ok', '2-6 healthy close() · returned'],
      '1 sent, all ok',
    ],
    [
      'a send() after close() throws',
      [
        [0, 'close'],
        [10, 'send'],
      ],
      ['0-0 healthy close() · returned', '10-10 failed send() · IllegalStateException'],
      '1 of 1 failed',
    ],
  ])('%s', async (_, calls, spans, about) => {
    const { group } = await drawn(one(['3.9'], 100, { calls }))
    const caller = laneOf(group, 'caller')
    expect(marksOf(caller, 'span').sort()).toEqual([...spans].sort())
    expect(caller.about).toBe(about)
  })

  test('a close() whose time is up says so', async () => {
    const { group } = await drawn(
      muteAt50(['3.9'], {}, [
        [60, 'send'],
        [200, 'close', 300],
      ]),
    )
    expect(marks(group, 'caller', 'dot')).toContain('500 failed timeout of close() over at 500 ms')
  })

  test('more calls of flush() at once than can lie beside one another are stacked, too', async () => {
    const flushes = [61, 62, 63, 64, 65, 66].map((at): Calling => [at, 'flush'])
    const { group } = await drawn(muteAt50(['3.9'], {}, [[60, 'send', 8, 20], ...flushes]))
    const caller = laneOf(group, 'caller')
    expect(marksOf(caller, 'span').filter((line) => line.includes('flush()'))).toHaveLength(4)
    expect(marksOf(caller, 'density').filter((line) => line.includes('flush()'))).toHaveLength(2)
  })

  test('more sends at once than can lie beside one another are stacked', async () => {
    const { group } = await drawn(muteAt50(['3.9'], {}, [[60, 'send', 8, 20]]))
    expect(laneOf(group, 'caller').tracks.map(({ mark }) => mark)).toContain('density')
  })
})

describe('more than fifty batches', () => {
  const order = producing(question(2, 4_000, [['3.9']]), { partitions: 2, calls: [[0, 'send', 160, 20]] })

  test('are one lane a partition, with every batch inside', async () => {
    const { group } = await drawn(order)
    expect(group.lanes.map(({ id }) => id)).toEqual([
      'caller',
      'partition 0',
      'partition 1',
      'poll loop',
      'broker 1',
      'broker 2',
    ])
    const lane = laneOf(group, 'partition 0')
    expect(lane.about).toBe('80 batches, peak 1')
    expect(lane.inside?.names).toHaveLength(80)
    const opened = lanesInside(lane, 0)
    expect(opened).toHaveLength(MOST_INSIDE)
    expect(opened[1]?.id).toBe('batch 2')
    expect(marksOf(opened[1] as Lane, 'span')).toEqual(['40-42 healthy in flight, attempt 1'])
  })

  test('are opened at the first that the view shows', async () => {
    const lane = laneOf((await drawn(order)).group, 'partition 0')
    const first = firstInside(lane, 1_990)
    const [opened] = lanesInside(lane, first, 1)
    expect(opened && marksOf(opened, 'span')).toEqual(['2000-2002 healthy in flight, attempt 1'])
    expect(lanesInside(lane, 75)).toHaveLength(5)
    // More than there are any more: the last fifty.
    expect(lanesInside(lane, 80).map(({ id }) => id)).toEqual(lanesInside(lane, 30).map(({ id }) => id))
    expect(firstInside(lane, 4_000)).toBe(79)
  })

  test('fifty are still shown one by one', async () => {
    const { group } = await drawn(producing(question(1, 4_000, [['3.9']]), { calls: [[0, 'send', 50, 20]] }))
    expect(group.lanes.filter(({ id }) => id.startsWith('batch'))).toHaveLength(50)
  })

  test('cross the hatch in buffers that are named once', async () => {
    const { group } = await drawn(order)
    const buffers = laneBuffers(group)
    expect(new Set(buffers).size).toBe(buffers.length)
    const moved = structuredClone(group, { transfer: buffers })
    expect(lanesInside(laneOf(moved, 'partition 1'), 0)).toHaveLength(MOST_INSIDE)
  })
})

const releases = ['0.8.2', 'kip-19-draft', '0.9', '0.10.2', '1.1', '2.0', '2.1', '2.4', '3.4', '3.9', '4.4'] as const

const callings = fc.array(
  fc.oneof(
    fc.tuple(fc.nat(4_000), fc.constant('send' as const), fc.integer({ min: 1, max: 30 }), fc.nat(60)),
    fc.tuple(fc.nat(4_000), fc.constant('flush' as const)),
    fc.tuple(fc.nat(9_000), fc.constant('close' as const), fc.nat(3_000)),
  ),
  { minLength: 1, maxLength: 4 },
)

const orders = fc
  .record({
    release: fc.constantFrom(...releases),
    calls: callings,
    partitions: fc.integer({ min: 1, max: 4 }),
    topicKnown: fc.boolean(),
    linger: fc.nat(30),
    timeout: fc.integer({ min: 100, max: 2_000 }),
    retries: fc.constantFrom(0, 1, 5, 2_147_483_647),
    muteFrom: fc.nat(3_000),
    muteFor: fc.nat(4_000),
    kind: fc.constantFrom('mute' as const, 'black hole' as const, 'stop' as const, 'pause' as const),
  })
  .map(({ release, calls, partitions, topicKnown, linger, timeout, retries, muteFrom, muteFor, kind }) =>
    producing(
      question(2, 9_000, [[release, release === '0.8.2' ? {} : { 'request.timeout.ms': timeout }]], {
        faults: [fault(1, kind, muteFrom, muteFrom + muteFor + 1)],
      }),
      {
        partitions,
        topicKnown,
        calls,
        config: { linger: ms(linger), retries, deliveryTimeout: ms(2 * timeout), maxBlock: ms(timeout) },
      },
    ),
  )

const batchLanes = ({ lanes }: LaneGroup): Lane[] =>
  lanes.flatMap((lane) => (lane.inside ? lanesInside(lane, 0, lane.inside.names.length) : [lane]))

describe('laws', () => {
  test('the spans of a batch neither overlap nor leave a gap, and all marks lie within the run, in order', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { group, trace } = await drawn(order)
        for (const lane of batchLanes(group)) {
          const isLife = /^(batch|record) /.test(lane.id)
          for (const { mark, from, to, label, row } of lane.tracks) {
            for (let i = 0; i < from.length; i++) {
              if (i > 0) expect(from[i]).toBeGreaterThanOrEqual(from[i - 1] as number)
              if (i > 0 && mark === 'span' && isLife) expect(from[i]).toBe(to[i - 1])
              if (i > 0 && mark === 'span') expect(from[i]).toBeGreaterThanOrEqual(to[i - 1] as number)
              expect(to[i]).toBeGreaterThanOrEqual(from[i] as number)
              expect(to[i]).toBeLessThanOrEqual(trace.until)
              expect(lane.labels[label[i] as number]).toMatch(/\S/)
              expect(row[i]).toBeGreaterThanOrEqual(0)
            }
          }
        }
      }),
      { numRuns: 80 },
    )
  })

  test('every batch and every record is somewhere, and ends where its callback is called or its send() throws', async () => {
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { group, trace } = await drawn(order)
        const lives = batchLanes(group).filter(({ id }) => /^(batch|record) /.test(id))
        const told = new Set<string>()
        for (let row = 0; row < trace.rows; row++) {
          if (['CALLBACK', 'THREW'].includes(declarationOf(trace, row).name)) told.add(`${atOf(trace, row)}`)
        }
        for (const lane of lives) {
          const end = lane.tracks.find(({ mark, refers }) => mark === 'dot' && !refers)
          const spans = lane.tracks.find(({ mark }) => mark === 'span')
          if (end === undefined) expect(spans?.to.at(-1)).toBe(trace.until)
          else {
            expect(told).toContain(`${end.from[0]}`)
            if (spans) expect(spans.to.at(-1)).toBe(end.from[0])
          }
        }
      }),
      { numRuns: 60 },
    )
  })
})
