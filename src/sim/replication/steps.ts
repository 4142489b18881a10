// What a step (scenario/partitionSteps.ts) comes to in a state.

import { letterOf } from '../../base/letter.ts'
import {
  ALL,
  brokerOf,
  CRASH,
  kindOf,
  PRODUCE,
  type Step,
  saidEnd,
  saidWatermark,
  stepWords,
} from '../../scenario/partitionSteps.ts'
import { endOf } from './log.ts'
import type { State } from './state.ts'

/** The log end offset that a crash leaves. */
export function keptEnd(step: Step, s: State): number {
  const end = saidEnd(step)
  return end === ALL ? endOf(s.log[brokerOf(step)] as number) : end
}

/** The high watermark that a crash leaves on disk. */
export function keptWatermark(step: Step, s: State): number {
  const watermark = saidWatermark(step)
  return watermark === ALL ? Math.min(s.hw[brokerOf(step)] as number, keptEnd(step, s)) : watermark
}

/** A step as it is written from a state: what a crash keeps is told where it is less than it could. */
export function wordsOf(step: Step, s: State): string {
  const kind = kindOf(step)
  const word = stepWords[kind] ?? ''
  if (kind === PRODUCE) return word
  const broker = brokerOf(step)
  const told: string[] = []
  if (kind === CRASH) {
    const end = keptEnd(step, s)
    const watermark = keptWatermark(step, s)
    if (watermark !== Math.min(s.hw[broker] as number, end)) told.push(`h=${watermark}`)
    if (end !== endOf(s.log[broker] as number)) told.push(`k=${end}`)
  }
  return `${word} ${letterOf(broker)}${told.length > 0 ? `[${told.join(',')}]` : ''}`
}
