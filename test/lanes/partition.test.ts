import { describe, expect, test } from 'vitest'
import { wholly } from '../../src/lanes/drawing.ts'
import type { Lane, LaneGroup } from '../../src/lanes/lane.ts'
import { tones } from '../../src/lanes/lane.ts'
import { partitionDrawing } from '../../src/lanes/partition.ts'
import { presetScenario, traceOf } from '../support/runs.ts'

const lanesOf = (preset: string, variant: number): LaneGroup =>
  wholly(partitionDrawing(traceOf(presetScenario(preset), variant)))

/** The marks of a lane's tracks of a kind: `1-5 m0 sent`, in steps. */
function marks(lane: Lane | undefined, mark: string, tone = false): string[] {
  return (lane?.tracks ?? [])
    .filter((track) => track.mark === mark)
    .flatMap((track) =>
      [...track.from].map((from, i) => {
        const to = (track.to[i] as number) / 1000
        const when = to === from / 1000 ? `${to}` : `${from / 1000}-${to}`
        return `${when} ${lane?.labels[track.label[i] as number]}${tone ? ` (${tones[track.tone[i] as number]})` : ''}`
      }),
    )
}

const lane = ({ lanes }: LaneGroup, id: string): Lane | undefined => lanes.find((each) => each.id === id)

// W1: p; f B; f B; f C; f C; c A; c B; d A; d B.
describe('the loss of KIP-101 in 0.8.2', () => {
  const group = lanesOf('kip-101-two-crashes', 1)

  test('the producer, the controller and a lane a replica, in steps', () => {
    expect(group.lanes.map(({ id, about }) => `${id}: ${about}`)).toEqual([
      'producer: 1 of 1 lost',
      'controller: leader, epoch, ISR',
      'broker A: LEO 1, HW 1',
      'broker B: LEO 1, HW 0',
      'broker C: LEO 0, HW 0',
    ])
    expect(group.step).toBe(1000)
  })

  test('what the producer knows of its record', () =>
    expect(marks(lane(group, 'producer'), 'span', true)).toEqual([
      '1-5 m0 sent (setting)',
      '5-9 m0 acknowledged (healthy)',
      '9-10 m0 lost (failed)',
    ]))

  test('who leads, and who is in sync', () =>
    expect(marks(lane(group, 'controller'), 'span')).toEqual([
      '0-8 A leads epoch 0 · ISR ABC',
      '8-9 B leads epoch 1 · ISR BC',
      '9-10 C leads epoch 2 · ISR C',
    ]))

  test('a replica: its place, its log with LEO and HW, and what happened to it', () => {
    expect(marks(lane(group, 'broker C'), 'span')).toEqual([
      '0-9 in the ISR',
      '9-10 leader of epoch 2',
      '0-4 log empty · LEO 0 · HW 0',
      '4-8 log m0 · LEO 1 · HW 0',
      '8-10 log empty · LEO 0 · HW 0',
    ])
    expect(marks(lane(group, 'broker C'), 'dot')).toEqual(['4 fetch', '5 fetch', '8 cuts its log', '9 elected'])
    expect(marks(lane(group, 'broker B'), 'span').slice(0, 3)).toEqual([
      '0-7 in the ISR',
      '7-8 down · in the ISR',
      '8-9 down · leader of epoch 1',
    ])
  })

  test('the time in which writes are blocked', () =>
    expect(marks(lane(group, 'producer'), 'band')).toEqual(['7-10 writes are blocked']))
})

test('a refused write is a dot, and no record', () => {
  const group = lanesOf('min-isr-rejects', 2)
  expect(marks(lane(group, 'producer'), 'dot')).toEqual(['5 refused'])
  expect(marks(lane(group, 'producer'), 'span')).toEqual([])
})

test('a write that finds no leader is refused by nobody', () =>
  expect(marks(lane(lanesOf('unclean-election', 1), 'producer'), 'dot')).toEqual(['6 no leader']))

test('with acks=0 a record is sent, and never acknowledged', () => {
  const producer = lane(lanesOf('kafka-1555-case-1', 0), 'producer')
  expect(marks(producer, 'span')).toEqual(expect.arrayContaining(['1-3 m0 sent', '3-7 m0 lost', '4-7 m1 sent']))
  expect(producer?.about).toBe('1 of 2 lost')
})

test('an error after the append, and an answer that never comes', () => {
  expect(marks(lane(lanesOf('not-enough-after-append', 0), 'producer'), 'span')).toContain('3-9 m0 failed')
  expect(marks(lane(lanesOf('zombie-leader', 2), 'producer'), 'span')).toContain('9-14 m1 unknown')
})

test('out of the ISR, and eligible all the same', () => {
  const group = lanesOf('eligible-leader-replicas', 3)
  expect(marks(lane(group, 'broker C'), 'span')).toEqual(
    expect.arrayContaining(['0-3 in the ISR', '3-5 out of the ISR, eligible leader', '5-10 leader of epoch 1']),
  )
})

test('every mark leads to a row, and spans of a strip follow one another', () => {
  for (const { lanes } of ['kafka-1555-case-1', 'last-replica-standing', 'kip-279-fast-failover'].flatMap((id) =>
    [0, 1, 2].map((variant) => lanesOf(id, variant)),
  ))
    for (const { tracks } of lanes)
      for (const track of tracks) {
        expect([...track.row].every((row) => row >= 0)).toBe(true)
        if (track.mark !== 'span') continue
        for (let i = 1; i < track.from.length; i++) expect(track.from[i]).toBe(track.to[i - 1])
      }
})
