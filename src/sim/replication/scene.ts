// A whole schedule as a picture shows it, step by step: where a step is impossible, it is told why, and the next one is tried.

import type { Step } from '../../scenario/partitionSteps.ts'
import { type PartitionQuestion, unbounded } from '../../scenario/partitionWorld.ts'
import { Partition } from './partition.ts'
import { type Choice, choicesIn, type PlayedStep, shown } from './play.ts'
import { impossible } from './possible.ts'
import { Blockage } from './properties.ts'
import { reasonsOf } from './reasons.ts'
import { State } from './state.ts'
import { wordsOf } from './steps.ts'

/** The state after a step, and what could come next. */
export type Moment = PlayedStep & {
  /** Why the step was impossible here; the state is the one before it. */
  readonly skipped?: string
  readonly choices: readonly Choice[]
}

/** Plays all of a schedule that can be played, whatever it takes: the start, then a moment a step. */
export function sceneOf(question: PartitionQuestion, steps: readonly Step[]): Moment[] {
  const partition = new Partition({ ...question, bounds: unbounded }, true)
  const blockage = new Blockage(partition)
  const s = partition.start()
  const moment = (words: string, reasons: PlayedStep['reasons'], skipped?: string): Moment => ({
    ...shown(partition, blockage, s, words, reasons),
    choices: choicesIn(partition, s),
    ...(skipped !== undefined && { skipped }),
  })
  const moments = [moment('start', [])]
  for (const step of steps) {
    const refused = impossible(partition, s, step)
    const before = new State()
    before.copy(s)
    const words = wordsOf(step, before)
    if (refused === undefined) partition.apply(s, step)
    moments.push(moment(words, refused === undefined ? reasonsOf(partition, before, step, s) : [], refused))
  }
  return moments
}
