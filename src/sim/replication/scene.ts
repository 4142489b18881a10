// A whole schedule as a picture shows it, step by step: where a step is impossible, it is told why, and the next one is tried.

import type { Step } from '../../scenario/partitionSteps.ts'
import { type PartitionQuestion, unbounded } from '../../scenario/partitionWorld.ts'
import { turnedAway } from './answers.ts'
import { Partition } from './partition.ts'
import { type Choice, choicesIn, type PlayedStep, shown } from './play.ts'
import { impossible, isTurnedAway, refused } from './possible.ts'
import { Blockage } from './properties.ts'
import { reasonOf, reasonsOf } from './reasons.ts'
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
    const before = new State()
    before.copy(s)
    const words = wordsOf(step, before)
    const refusal = refused(partition, s, step)
    if (refusal === undefined) partition.apply(s, step)
    if (refusal === undefined) moments.push(moment(words, reasonsOf(partition, before, step, s)))
    else if (isTurnedAway(refusal.why)) moments.push(moment(words, [reasonOf(turnedAway(refusal.facts))]))
    else moments.push(moment(words, [], impossible(partition, s, step)))
  }
  return moments
}
