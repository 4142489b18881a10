// What is drawn of a quorum's run: who leads, and of each node its roles, its timers, what it has parked and what it sends.

import { describe, expect, test } from 'vitest'
import { judgedOf } from '../../src/findings/quorumJudged.ts'
import { leaderless } from '../../src/findings/quorumWorking.ts'
import { wholly } from '../../src/lanes/drawing.ts'
import { drawingOf } from '../../src/lanes/fetched.ts'
import { type Lane, type LaneGroup, laneBuffers, type Mark, type Track, tones } from '../../src/lanes/lane.ts'
import { quorumDrawing } from '../../src/lanes/quorum.ts'
import { orderOf } from '../../src/scenario/compile.ts'
import { quorumPresets } from '../../src/scenario/quorumPresets.ts'
import type { QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import type { Fault, Scenario, World } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { LIMIT } from '../../src/trace/kinds.ts'
import * as kind from '../../src/trace/quorumKinds.ts'
import { atOf, causeOf, fieldOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { presetScenario } from '../support/runs.ts'

type Drawn = { readonly trace: Trace; readonly world: QuorumWorld; readonly group: LaneGroup }

function drawn(scenario: Scenario, variant = 0): Drawn {
  const order = orderOf(scenario, variant)
  if (!('quorum' in order)) throw new Error('a question about a client')
  const { trace } = run(order)
  const judged = judgedOf(trace, order.quorum)
  return { trace, world: order.quorum, group: wholly(quorumDrawing(trace, order.quorum, judged)) }
}

/** A preset's question in another world, or its own, for one release. */
function asked(preset: string, kafka: string, change: Partial<World> = {}, until?: number): Scenario {
  const scenario = presetScenario(preset)
  return {
    ...scenario,
    until: until ?? scenario.until,
    world: { ...scenario.world, ...change },
    variants: [{ name: kafka, kafka, config: {} }],
  }
}

const at = (fault: Partial<Fault> & Pick<Fault, 'kind' | 'node'>): Fault => ({ at: 0, on: true, ...fault })

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

const tracksOf = (lane: Lane, mark: Mark, within = false): readonly Track[] =>
  lane.tracks.filter((track) => track.mark === mark && (track.within ?? false) === within)

function marks(group: LaneGroup, id: string, mark: Mark, within = false): string[] {
  const lane = laneOf(group, id)
  return tracksOf(lane, mark, within).flatMap((track) => linesOf(lane, track))
}

describe('one lost answer at the defaults of 3.9.0', () => {
  const { group } = drawn(asked('one-lost-answer', '3.9.0'))

  test('shows who led, and how long nobody did', () => {
    expect(marks(group, 'leader', 'span')).toEqual([
      '0-2010 leads n1 · epoch 1',
      '2010-2020 failed no leader · 10 ms',
      '2020-5000 leads n2 · epoch 2',
    ])
    expect(laneOf(group, 'leader').about).toBe('2 leaders, gap 10 ms')
  })

  test('shows the roles of each node with their epochs', () => {
    expect(marks(group, 'node 2', 'span')).toEqual([
      '0-2000 healthy Follower of n1 · epoch 1',
      '2000-2020 seeks Candidate · epoch 2',
      '2020-5000 leads Leader · epoch 2',
    ])
  })

  test('lets the fetch timer burn down to where it fires, and sets it anew at each good answer', () => {
    expect(marks(group, 'node 2', 'saw')).toEqual(['0-2000 setting fetch timer'])
    expect(marks(group, 'node 2', 'dot')).toContain('2000 failed fetch timer fires')
    expect(marks(group, 'node 3', 'saw').slice(0, 2)).toEqual([
      '0-520 setting margin 1480 ms',
      '520-1040 setting margin 1480 ms',
    ])
    const [saw] = tracksOf(laneOf(group, 'node 3'), 'saw')
    expect(saw?.full).toBe(2000)
    expect([...(saw?.deadline ?? [])].slice(0, 3)).toEqual([2000, 2520, 3040])
  })

  test('shows which Fetches the leader had parked, and what became of them', () => {
    expect(marks(group, 'node 1', 'span', true).slice(0, 2)).toEqual([
      '10-510 setting n2’s Fetch parked · W = 500',
      '10-510 setting n3’s Fetch parked · W = 500',
    ])
    expect(marks(group, 'node 1', 'span', true).filter((text) => text.includes('failed'))).toEqual([
      '1570-2030 failed n3’s Fetch parked · failed',
    ])
  })

  test('lets the lost answer end on its way to its lane, where the band of its fault ends too', () => {
    const lane = laneOf(group, 'node 1')
    const lost = tracksOf(lane, 'arrow').filter(({ lost }) => lost.includes(1))
    expect(lost.map((track) => [track.other, ...linesOf(lane, track)])).toEqual([
      [2, '510-520 healthy lost · Fetch answer'],
    ])
    expect(marks(group, 'node 1', 'band')).toEqual(['0-510 fault lose message · Fetch answer, n1 → n2'])
    expect(marks(group, 'node 2', 'band')).toEqual(['0-510 fault lose message · Fetch answer, n1 → n2'])
    expect(laneOf(group, 'node 2').tracks.find(({ mark }) => mark === 'band')?.refers).toBe(true)
    expect(marks(group, 'node 3', 'band')).toEqual([])
  })

  test('says of a BeginQuorumEpoch to a follower that it resets nothing, and of one that tells of a leader its epoch', () => {
    const texts = [...marks(group, 'node 1', 'arrow'), ...marks(group, 'node 2', 'arrow')]
    expect(texts).toContain('1000-1010 plain BeginQuorumEpoch · resets nothing')
    expect(texts).toContain('2020-2030 plain BeginQuorumEpoch · epoch 2')
  })

  test('names whom each tick was for', () => {
    expect(marks(group, 'node 1', 'dot')).toContain('1000 plain tick · for n2, n3')
  })

  test('burns a fuse of check-quorum under the leader', () => {
    expect(marks(group, 'node 1', 'fuse')[0]).toBe('0-10 setting check-quorum 3000 ms · a majority must fetch')
  })
})

test('of two leaders at once the one of the later epoch stands above', () => {
  // n2's voice does not reach n1, so that n3, which hears both, elects n2 while n1 goes on.
  const { group } = drawn(presetScenario('one-way-cuts'), 2)
  const under = marks(group, 'leader', 'span', true)
  expect(marks(group, 'leader', 'span')).toContain('2020-5030 leads n2 · epoch 2')
  expect(under).toContain('2020-3020 leads n1 still leads epoch 1')
})

describe('who can lead nobody', () => {
  const cutOff = drawn(presetScenario('leader-cut-off'), 3)
  const paused = drawn(presetScenario('leader-pause'), 1)

  test('leads in name only, and the gap is as long as the headline says', () => {
    expect(marks(cutOff.group, 'leader', 'span')).toEqual([
      '0-3393 failed no working leader · 3.39 s',
      '3393-8000 leads n2 · epoch 3',
    ])
    expect(marks(cutOff.group, 'leader', 'span', true)[0]).toBe(
      '0-3000 backoff n1 leads epoch 1 in name only · cut off',
    )
    expect(leaderless(cutOff.trace, cutOff.world)).toBe(3393)
    expect(laneOf(cutOff.group, 'leader').about).toBe('2 leaders, gap 3.39 s')
  })

  test('does so as long as it is paused', () => {
    expect(marks(paused.group, 'leader', 'span').slice(0, 3)).toEqual([
      '0-500 leads n1 · epoch 1',
      '500-1990 failed no working leader · 1.49 s',
      '1990-2010 leads n1 · epoch 1',
    ])
    expect(marks(paused.group, 'leader', 'span', true)[0]).toBe(
      '500-1990 backoff n1 leads epoch 1 in name only · paused',
    )
  })
})

test.each(quorumPresets.map(({ id, scenario }) => [id, scenario] as const))(
  'the gaps of %s add up to the time without a working leader',
  (_, scenario) => {
    for (const variant of scenario.variants.keys()) {
      const { trace, world, group } = drawn(scenario, variant)
      const [spans] = tracksOf(laneOf(group, 'leader'), 'span')
      const gaps = Array.from(spans?.from ?? [], (from, i) =>
        tones[spans?.tone[i] as number] === 'failed' ? (spans?.to[i] as number) - from : 0,
      )
      expect(gaps.reduce((sum, gap) => sum + gap, 0)).toBe(leaderless(trace, world))
    }
  },
)

test('a thread spins until it waits again, whatever comes in between', () => {
  const { group } = drawn(presetScenario('spinning-follower'), 1)
  expect(marks(group, 'node 2', 'fuse')).toEqual(['600-1040 failed spins · asks for a wait of 0 again and again'])
})

test('a node that stands still or is gone says so in place of its role', () => {
  const faults = [
    at({ kind: 'pause', node: 1, at: 100, until: 300 }),
    at({ kind: 'stop', node: 2, at: 200, until: 1_000 }),
  ]
  const { group } = drawn(asked('one-lost-answer', '3.9.0', { faults }, 1_500))
  expect(marks(group, 'node 2', 'span')).toEqual([
    '0-100 healthy Follower of n1 · epoch 1',
    '100-300 backoff paused · Follower of n1 · epoch 1',
    '300-1500 healthy Follower of n1 · epoch 1',
  ])
  expect(marks(group, 'node 3', 'span').slice(0, 2)).toEqual([
    '0-200 healthy Follower of n1 · epoch 1',
    '200-1000 failed stopped',
  ])
  expect(marks(group, 'node 3', 'saw')[0]).toBe('0-200 setting fetch timer')
})

test('a needless election stands under who led', () => {
  const { trace, world } = drawn(asked('one-lost-answer', '3.9.0'))
  const group = wholly(quorumDrawing(trace, world, { needless: [{ from: 2000, to: 2020, row: 7 }], inNameOnly: [] }))
  expect(marks(group, 'leader', 'span', true)).toEqual(['2000-2020 failed needless election'])
})

describe.each(quorumPresets.map(({ id, scenario }) => [id, scenario] as const))('of the preset %s', (_, scenario) => {
  const all = scenario.variants.map((__, variant) => drawn(scenario, variant))

  test('spans of a node and of who leads neither overlap nor leave gaps', () => {
    for (const { group, trace } of all)
      for (const lane of group.lanes) {
        const [spans] = tracksOf(lane, 'span')
        expect(spans?.from[0]).toBe(0)
        expect(spans?.to.at(-1)).toBe(trace.until)
        for (let i = 1; i < (spans?.from.length ?? 0); i++) expect(spans?.from[i]).toBe(spans?.to[i - 1])
      }
  })

  test('every arrow leads to the row that sent it, and arrives when that says', () => {
    for (const { group, trace } of all)
      for (const [l, lane] of group.lanes.entries())
        for (const track of tracksOf(lane, 'arrow'))
          for (const [i, row] of track.row.entries()) {
            expect(kindOf(trace, row)).toBe(kind.SENT)
            expect(subjectOf(trace, row)).toBe(l)
            expect(track.from[i]).toBe(atOf(trace, row))
            expect(trace.subjects[track.other ?? 0]?.node).toBe(fieldOf(trace, row, 1))
            if (track.lost[i] !== 1) expect(track.to[i]).toBe(fieldOf(trace, row, 5))
          }
  })

  test('as many arrows arrive as messages do', () => {
    for (const { group, trace } of all) {
      const arrived = Array.from({ length: trace.rows }, (__, row) => row).filter(
        (row) => kindOf(trace, row) === kind.ARRIVED && causeOf(trace, row) >= 0,
      )
      const drawnToEnd = group.lanes.flatMap((lane) =>
        tracksOf(lane, 'arrow').flatMap(({ to, lost }) =>
          Array.from(to).filter((end, i) => lost[i] === 0 && end <= trace.until),
        ),
      )
      expect(drawnToEnd.length).toBe(arrived.length)
    }
  })

  test('no tooth outlives its deadline but at a node that has not looked yet', () => {
    for (const { group } of all)
      for (const lane of group.lanes)
        for (const { from, deadline } of tracksOf(lane, 'saw'))
          for (const [i, start] of from.entries()) expect(deadline?.[i]).toBeGreaterThanOrEqual(start)
  })
})

test('every arrow that arrives leads to its arrival at its head, and one that nobody took to that', () => {
  const { group, trace } = drawn(asked('return-of-a-node', '3.9.0'))
  const heads = group.lanes.flatMap(({ tracks }) =>
    tracks.flatMap(({ arrival, row, lost, to }) =>
      [...(arrival ?? [])].map((head, i) => ({ head, tail: row[i] as number, lost: lost[i], to: to[i] as number })),
    ),
  )
  for (const { head, tail, lost, to } of heads) {
    if (lost === 1) expect(head).toBe(-1)
    else if (to < trace.until) {
      expect(kindOf(trace, head)).toBe(lost === 2 ? kind.MISSED : kind.ARRIVED)
      expect(causeOf(trace, head)).toBe(tail)
    }
  }
  expect(heads.filter(({ head }) => head >= 0).length).toBeGreaterThan(50)
})

test('a run that a limit stopped says so where the rest of it would be', () => {
  const { until, ...scenario } = asked('one-lost-answer', '3.9.0', {}, 60_000)
  const order = orderOf({ ...scenario, until }, 0, 200)
  if (!('quorum' in order)) throw new Error('a question about a client')
  const { trace } = run(order)
  const group = wholly(quorumDrawing(trace, order.quorum))
  expect(trace.until).toBeLessThan(until)
  expect(marks(group, 'leader', 'span').at(-1)).toBe(`${trace.until}-60000 plain stopped at its limit of 200 rows`)
  const [leaders] = tracksOf(laneOf(group, 'leader'), 'span')
  expect(kindOf(trace, leaders?.row.at(-1) as number)).toBe(LIMIT)
  expect(marks(drawn(asked('one-lost-answer', '3.9.0')).group, 'leader', 'span').join()).not.toContain('stopped')
})

test('lanes are fetched for an order, and all their buffers can be handed over', async () => {
  const scenario = presetScenario('one-lost-answer')
  const order = orderOf(scenario, 0)
  const draw = await drawingOf([order])
  const group = wholly(draw(run(order).trace, order))
  expect(group.lanes.map(({ id }) => id)).toEqual(['leader', 'node 1', 'node 2', 'node 3'])
  const buffers = laneBuffers(group)
  const deadlines = group.lanes.flatMap(({ tracks }) => tracks.flatMap(({ deadline }) => deadline?.buffer ?? []))
  expect(deadlines.length).toBeGreaterThan(0)
  expect(buffers).toEqual(expect.arrayContaining(deadlines))
})
