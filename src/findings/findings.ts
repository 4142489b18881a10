// What findings say, as plain data for panels, transcript and tests.

import type { Owner } from '../trace/rules.ts'
import type { Prose } from './prose.ts'

/**
 * A variant's headline, in ms: to the first metadata, or until a leader is given up, ready, or ready again; of records, until the last is done,
 * or from a call of send() until it fails; of a quorum, its tightest margin or the time without a working leader; of a partition, how many
 * acknowledged records are lost. undefined: not within the run.
 */
export type Verdict = {
  readonly headline: number | undefined
  /** What it counts, where that is no time at all: `of 2 acknowledged`. */
  readonly unit?: string
  /** What the headline is, where that is no instant of the run: `tightest margin`. */
  readonly of?: string
  /** Unit and what it is in fewer words, for where there is little room: `of 2 lost`. */
  readonly short?: string
  /** What stands in place of the number, or of the one that never came: `at once`, `never`. */
  readonly word?: string
  /** The row at which the headline was reached, -1: never. */
  readonly row: number
  /** `first metadata; one node tried, eleven SYNs lost`. */
  readonly sentence: Prose
  /** What the caller saw: `send() got its metadata`, `TimeoutException at 60 s`; empty where nobody waited. */
  readonly caller: Prose
  /** undefined: what came of it is open. */
  readonly tone: 'good' | 'bad' | undefined
  /** Of a partition, whether what else is said is bad; its records have their own tone. */
  readonly callerTone?: 'bad'
  /** Of a partition, what became of acknowledged records, in the fewest words: `m0 lost at step 3`. */
  readonly came?: string
}

/** The difference between two neighbouring variants, with its owners. `ms` is how much sooner the second is (negative: later). */
export type Gap = {
  readonly ms: number
  /** What `ms` counts, where that is no time: `acknowledged`. */
  readonly unit?: string
  /** One of the headlines never came: the gap is at least that. */
  readonly atLeast: boolean
  /** Neither headline came within the run: there is no number, and `ms` is 0. */
  readonly none: boolean
  readonly sentence: Prose
  /** What is said in place of a figure, where there is no number of one kind: `writes go on`. */
  readonly word?: string
  /** What `ms` is more and less of, where headlines are no instants; absent: `sooner` and `later`. */
  readonly words?: readonly [more: string, less: string]
  /** In what two are equal where `ms` is 0, for their runs may differ otherwise: `in margin`. */
  readonly equal?: string
  /** How much it tells beside the gaps of other neighbours; absent: as much as `ms` is. */
  readonly tells?: number
}

/** One link of the chain of causes, newest first; the last is the visitor's fault or the start of the run. */
export type Reason = {
  readonly row: number
  readonly at: number
  readonly says: Prose
  readonly source: string
  readonly owner: Owner
  /** happened: what the previous link was caused by; looked: the poll that saw it; armed: what armed the timer that fired. */
  readonly link: 'happened' | 'looked' | 'armed'
}

/** A setting's value in a variant and where it comes from. */
export type SettingInForce = {
  readonly key: string
  readonly value: string
  /** `default of Kafka 2.7`, `changed from 2000`, `the kernel's default`. */
  readonly origin: string
}

/** A timer that is armed at some instant. */
export type ArmedTimer = {
  readonly name: string
  /** The row that armed it. */
  readonly row: number
  readonly armedAt: number
  readonly deadline: number
  readonly owner: Owner
}
