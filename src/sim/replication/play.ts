// A schedule played step by step: after each step the state, what happened and why, what is lost or blocked, and what may happen next.

import { CRASH, PRODUCE, readStep, type Step, stepOf, stepWords } from '../../scenario/partitionSteps.ts'
import type { Partition } from './partition.ts'
import { enabledSteps, impossible, notEnabled } from './possible.ts'
import { Blockage, losesAcked, losesVisible, type Property } from './properties.ts'
import { type Reason, reasonsOf } from './reasons.ts'
import { State } from './state.ts'
import { wordsOf } from './steps.ts'
import { type ToldState, told } from './told.ts'

export type PlayedVerdict = { readonly [property in Property]: boolean }

export type PlayedStep = {
  /** The step in the DSL's words; `start` before the first. */
  readonly words: string
  /** What it did; the first is the step itself. */
  readonly reasons: readonly Reason[]
  readonly state: ToldState
  /** Visible loss is known where the partition tracks what was seen. */
  readonly verdict: PlayedVerdict
  /** What keeps writes blocked, in a sentence, where something does. */
  readonly blockedBy: string | undefined
  /** The steps that are possible next and change something, sorted. */
  readonly enabled: readonly string[]
}

export type Played = {
  /** The start, then a state for each step that was taken. */
  readonly played: readonly PlayedStep[]
  /** Why the next step of the schedule could not be taken, or not be read. */
  readonly refused?: string
}

/** Plays a schedule until a step is impossible; a fetch that changes nothing is taken too. */
export function play(partition: Partition, steps: readonly Step[]): Played {
  const blockage = new Blockage(partition)
  const s = partition.start()
  const played = [shown(partition, blockage, s, 'start', [])]
  for (const step of steps) {
    const refused = impossible(partition, s, step)
    if (refused !== undefined) return { played, refused }
    const before = new State()
    before.copy(s)
    partition.apply(s, step)
    played.push(shown(partition, blockage, s, wordsOf(step, before), reasonsOf(partition, before, step, s)))
  }
  return { played }
}

/** Plays a schedule in words, until one cannot be read or taken. */
export function playWords(partition: Partition, schedule: readonly string[]): Played {
  const steps: Step[] = []
  for (const words of schedule) {
    const step = readStep(words)
    if (typeof step !== 'number') {
      const { played, refused } = play(partition, steps)
      return { played, refused: refused ?? `${words}, at ${step.at}: ${step.what}` }
    }
    steps.push(step)
  }
  return play(partition, steps)
}

/** A moment of a play: the state, what the step to it did, and what is wrong with it. */
export function shown(
  partition: Partition,
  blockage: Blockage,
  s: State,
  words: string,
  reasons: readonly Reason[],
): PlayedStep {
  const blockedBy = blockage.why(s)
  return {
    words,
    reasons,
    state: told(s),
    verdict: { ackedLoss: losesAcked(s), visibleLoss: losesVisible(s), blocked: blockedBy !== undefined },
    blockedBy,
    enabled: enabledSteps(partition, s),
  }
}

/** A step that could be asked for, and why it is not enabled, if it is not. */
export type Choice = { readonly words: string; readonly refusal?: string }

/** After a schedule that can be taken: each kind of step for each broker, possible or not, and each crash that keeps less. */
export function choicesAfter(partition: Partition, steps: readonly Step[]): Choice[] {
  const s = partition.start()
  for (const step of steps) partition.apply(s, step)
  return choicesIn(partition, s)
}

/** The same of a state. */
export function choicesIn(partition: Partition, s: State): Choice[] {
  const plain = stepWords.flatMap((_, kind) =>
    kind === PRODUCE ? [stepOf(kind)] : [0, 1, 2].map((b) => stepOf(kind, b)),
  )
  const choices = plain.map((step): Choice => {
    const refusal = notEnabled(partition, s, step)
    return { words: wordsOf(step, s), ...(refusal !== undefined && { refusal }) }
  })
  const crashes = enabledSteps(partition, s).filter((words) => words.startsWith(`${stepWords[CRASH]} `))
  return [...choices, ...crashes.filter((words) => words.includes('[')).map((words) => ({ words }))]
}
