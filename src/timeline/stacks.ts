// How many marks of a track last at each instant, stacked by tone: from columns to heights per pixel, and from a point back to the
// mark under it.

import { upperBound } from '../base/search.ts'
import { type Track, tones } from '../lanes/lane.ts'
import type { Axis } from './axis.ts'
import type { Box } from './layout.ts'

/** From the ground up: what is on its way, then what stands still. */
const UPWARDS = [
  'leads',
  'seeks',
  'healthy',
  'setting',
  'collateral',
  'failed',
  'kernel',
  'fault',
  'backoff',
  'plain',
] as const

/** The marks of one tone: how many last from each of the stack's instants on, and the sum of that over time up to it. */
type Layer = { readonly tone: number; readonly count: Float64Array; readonly area: Float64Array }

type Stack = {
  /** All instants at which a mark begins or ends. */
  readonly at: Float64Array
  /** From the ground up; only tones that the track has. */
  readonly layers: readonly Layer[]
  /** The most marks at one instant. */
  readonly most: number
}

const known = new WeakMap<Track, Stack>()

/** Worked out once a track. */
export function stackOf(track: Track): Stack {
  const found = known.get(track) ?? stacked(track)
  known.set(track, found)
  return found
}

function stacked({ from, to, tone }: Track): Stack {
  const at = instantsOf(from, to)
  const layers = UPWARDS.map((name) => tones.indexOf(name))
    .filter((number) => tone.includes(number))
    .map((number) => {
      const own = (_: number, i: number) => tone[i] === number
      return layerOf(number, at, from.filter(own), to.filter(own))
    })
  const all = countsAt(at, from, to)
  return { at, layers, most: all.reduce((a, b) => Math.max(a, b), 0) }
}

function layerOf(tone: number, at: Float64Array, from: Float64Array, to: Float64Array): Layer {
  const count = countsAt(at, from, to)
  const area = new Float64Array(at.length)
  for (let i = 1; i < at.length; i++) {
    area[i] = (area[i - 1] as number) + (count[i - 1] as number) * ((at[i] as number) - (at[i - 1] as number))
  }
  return { tone, count, area }
}

/** How many marks last from each instant on. Those that last no time are none. */
function countsAt(at: Float64Array, from: Float64Array, to: Float64Array): Float64Array {
  const ends = to.slice().sort()
  let begun = 0
  let ended = 0
  return at.map((instant) => {
    while (begun < from.length && (from[begun] as number) <= instant) begun++
    while (ended < ends.length && (ends[ended] as number) <= instant) ended++
    return begun - ended
  })
}

/** Each once, in order. */
function instantsOf(from: Float64Array, to: Float64Array): Float64Array {
  const all = new Float64Array(from.length + to.length)
  all.set(from)
  all.set(to, from.length)
  all.sort()
  return all.filter((instant, i) => i === 0 || instant !== all[i - 1])
}

/** For each layer, how many marks a pixel column shows on average: what lasts a tenth of it counts as a tenth. */
export function meansOf({ at, layers }: Stack, { columns }: Axis): Float64Array[] {
  const means = layers.map(() => new Float64Array(columns.length - 1))
  const before = new Float64Array(layers.length)
  let last = -1
  for (let x = 0; x < columns.length; x++) {
    const now = columns[x] as number
    last = placeOf(at, now, last)
    const length = now - (columns[x - 1] ?? now)
    for (const [l, { count, area }] of layers.entries()) {
      const sum = last < 0 ? 0 : (area[last] as number) + (count[last] as number) * (now - (at[last] as number))
      const mean = means[l]
      if (mean && x > 0 && length > 0) mean[x - 1] = (sum - (before[l] as number)) / length
      before[l] = sum
    }
  }
  return means
}

/** The last instant until now, not before a known one: a few steps that double, then halving. */
function placeOf(at: Float64Array, now: number, last: number): number {
  let low = Math.max(last, 0)
  let high = low
  for (let step = 1; high < at.length && (at[high] as number) <= now; step *= 2) {
    low = high
    high += step
  }
  return upperBound(at, now, low, Math.min(high, at.length)) - 1
}

/** Pixels for one mark. */
export const unitOf = ({ most }: Stack, box: Box): number => box.height / Math.max(most, 1)

/** The mark under a point: by its height the layer, and in that the how-manieth of those that last then, the oldest at the ground. */
export function pick(track: Track, box: Box, at: number, y: number): number | undefined {
  const stack = stackOf(track)
  let left = Math.floor((box.top + box.height - y) / unitOf(stack, box))
  const place = upperBound(stack.at, at) - 1
  for (const { tone, count } of stack.layers) {
    const here = place < 0 ? 0 : (count[place] as number)
    if (left < here) return nth(track, tone, at, left)
    left -= here
  }
  return undefined
}

function nth({ from, to, tone }: Track, wanted: number, at: number, n: number): number | undefined {
  const end = upperBound(from, at)
  let left = n
  for (let i = 0; i < end; i++) if (tone[i] === wanted && (to[i] as number) > at && left-- === 0) return i
  return undefined
}
