// What the page remembers: only what cannot be derived. What follows from a run is worked out beside it (derived.ts).

import { create } from 'zustand'
import type { Range } from '../base/range.ts'
import type { Lane } from '../lanes/lane.ts'
import type { Problem } from '../scenario/problem.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { Answer } from '../worker/client.ts'

/** A text in a field that stands for no value: kept as it was typed, while the last good value goes on to hold. */
export type Slip = { readonly text: string; readonly problem: Problem }

/** What the visitor asks: a sound scenario, and by path the fields whose text is not a value yet. */
export type Draft = { readonly scenario: Scenario; readonly slips: Readonly<Record<string, Slip>> }

/** The last good run: the question as it was asked, and the whole answer. */
export type Run = {
  readonly scenario: Scenario
  readonly answers: readonly Answer[]
  readonly digest: number
  readonly tookMs: number
  /** The number of edits that it holds. */
  readonly edits: number
}

/** Headlines of the run's question under many seeds, by variant. */
export type Spread = { readonly scenario: Scenario; readonly headlines: readonly (readonly (number | undefined)[])[] }

/** A variant and a row of its trace. */
export type Place = { readonly variant: number; readonly row: number }

/** What went wrong outside the fields, as sentences. */
export type Trouble =
  | { readonly kind: 'link'; readonly what: string }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] }
  | { readonly kind: 'crash'; readonly message: string; readonly at: number; readonly link: string }

/** Two variants in one group of lanes, the upper one first. */
export type Overlay = readonly [first: number, second: number]

/** A lane that stands for many, opened: which, from the how-manieth of those on, and how they are had from it once the script is here. */
export type Opened = {
  readonly lane: string
  readonly first: number
  readonly inside?: (lane: Lane, first: number) => readonly Lane[]
}

export type { Range }

export type Lab = {
  readonly draft: Draft
  readonly past: readonly Draft[]
  readonly future: readonly Draft[]
  /** What is being dragged or typed: edits of one gesture are undone as one. */
  readonly gesture: string | undefined
  /** How many edits were accepted. */
  readonly asked: number
  readonly run: Run | undefined
  /** The run as it was before the last edit, one gesture counting as one; undefined: nothing was edited since the question came. */
  readonly before: Run | undefined
  readonly spread: Spread | undefined
  readonly trouble: Trouble | undefined
  /** What the timelines show; undefined: the whole run. */
  readonly range: Range | undefined
  /** The range that a run opened with by itself, which no link carries; to come: once the run is here; undefined: all of it, or a link's. */
  readonly opens: Range | 'to come' | undefined
  /** The stretches that were zoomed into one within the other: the way back out. */
  readonly trail: readonly Range[]
  /** The stretch that is marked on the axis; undefined: none. */
  readonly brush: Range | undefined
  /** The one cursor of timelines, list and transport; undefined: where the selection is. */
  readonly playhead: number | undefined
  /** The row whose reasons are shown; undefined: the one that decides the last variant's answer. */
  readonly selected: Place | undefined
  readonly axis: 'elastic' | 'linear'
  /** Two variants that are drawn in one group of lanes. */
  readonly overlay: Overlay | undefined
  /** The lane that is open, in each variant that has it. */
  readonly opened: Opened | undefined
  /** The list shows only where neighbouring variants differ. */
  readonly only: 'differences' | undefined
  readonly playing: boolean
  /** Milliseconds of a viewer's time for a second of the run. */
  readonly pace: number
  readonly theme: 'light' | 'dark'
  /** Single letters act as keys; off for people whose speech software types them. */
  readonly letters: boolean
}

const nothing: Scenario = {
  v: 1,
  lab: 'client',
  title: '',
  seed: 1,
  until: 1,
  world: {
    nodes: [],
    kernel: { giveUpAfter: null },
    latency: 0,
    service: 0,
    jitter: false,
    selectOvershootMs: 1,
    faults: [],
    workload: { kind: 'send' },
  },
  variants: [],
}

/** A lab in which nothing has been asked yet. */
export const blank: Lab = {
  draft: { scenario: nothing, slips: {} },
  past: [],
  future: [],
  gesture: undefined,
  asked: 0,
  run: undefined,
  before: undefined,
  spread: undefined,
  trouble: undefined,
  range: undefined,
  opens: undefined,
  trail: [],
  brush: undefined,
  playhead: undefined,
  selected: undefined,
  axis: 'elastic',
  overlay: undefined,
  opened: undefined,
  only: undefined,
  playing: false,
  pace: 200,
  theme: 'light',
  letters: true,
}

/** The store, as a hook for panels. Whatever changes it is a function of its own: edits.ts, running.ts, looking.ts, address.ts. */
export const useLab = create<Lab>()(() => blank)

export const lab = useLab.getState
export const setLab = useLab.setState
