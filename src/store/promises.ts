// The table of promises under way: which are asked, which are known, and who works on them. What was found stays with
// this browser.

import { create } from 'zustand'
import { type HistoryClass, historyClasses } from '../scenario/partitionWorld.ts'
import {
  cellsOf,
  type PromiseCell,
  type PromiseExtras,
  plainExtras,
  promiseRows,
  questionOf,
} from '../scenario/promiseTable.ts'
import { openPartitionHatch, type PartitionHatch, roomOfSearch, searchesAtOnce } from '../worker/partitionClient.ts'
import type { CheckProgress, PartitionReply, PromiseOrder, PromiseVerdict } from '../worker/partitionMessages.ts'
import { foundBefore, keepFound } from './promiseCache.ts'

export type { CheckProgress, PromiseVerdict, Story } from '../worker/partitionMessages.ts'

/** A cell in a class of histories. */
export type Promised = { readonly cell: PromiseCell; readonly history: HistoryClass }

/** A search that is under way. */
export type Searching = { readonly promised: Promised; readonly progress: CheckProgress }

export type Promises = {
  readonly extras: PromiseExtras
  /** The most states that each search keeps. */
  readonly statesMax: number
  /** What is known, by `keyOf`. */
  readonly known: ReadonlyMap<string, PromiseVerdict>
  readonly phase: 'idle' | 'running' | 'halted'
  readonly searching: readonly Searching[]
  /** States a second over all searches, by the last second. */
  readonly rate: number
  readonly trouble: string | undefined
}

/** How many states a search may keep. */
export const rooms = [400_000, 2_000_000, 10_000_000] as const

export const usePromises = create<Promises>()(() => ({
  extras: plainExtras,
  statesMax: rooms[0],
  known: foundBefore(),
  phase: 'idle',
  searching: [],
  rate: 0,
  trouble: undefined,
}))

const { getState: promises, setState: setPromises } = usePromises

/** What a question is known by: all that decides its answer. */
export const keyOf = ({ cell, history }: Promised, extras: PromiseExtras): string => {
  const { variant, config, bounds } = questionOf(cell.row, cell.column, history, extras)
  return JSON.stringify([history.requirement, variant, config, bounds])
}

/** All that the table asks, quick classes first, so that it fills as a whole. */
export const promised: readonly Promised[] = ['H1', 'H1R', 'H2', 'H2R', 'H1s', 'H1a', 'H2a'].flatMap((name) => {
  const history = historyClasses.find((known) => known.name === name)
  const cells = promiseRows.flatMap(cellsOf).filter(({ impossible }) => impossible === undefined)
  return history ? cells.map((cell) => ({ cell, history })) : []
})

/** What all searches at once may take, in bytes, and how many there are. */
export const roomFor = (statesMax: number): { readonly bytes: number; readonly searches: number } => {
  const searches = searchesAtOnce()
  return { bytes: roomOfSearch(statesMax) * searches, searches }
}

type Worker = { readonly hatch: PartitionHatch; job: Job | undefined }
type Job = { readonly id: number; readonly key: string; readonly promised: Promised; progress: CheckProgress }

let workers: Worker[] = []
let queue: Promised[] = []
let lastId = 0

/** Whether a verdict still stands with so much room: one that ran out of a smaller room does not. */
const isKnown = (asked: Promised): boolean => {
  const { known, extras } = promises()
  return known.has(keyOf(asked, extras))
}

/** Starts on all that is not known yet, or on one alone, which comes first where others are under way; goes on where it was halted. */
export function search(first?: Promised): void {
  const { phase } = promises()
  if (phase === 'idle' || first) {
    const rest = phase !== 'idle' ? queue : first ? [] : promised
    queue = (first ? [first, ...rest.filter((asked) => !isSame(asked, first))] : [...rest]).filter(
      (asked) => !isKnown(asked) && !isSearched(asked),
    )
  }
  setPromises({ phase: 'running', trouble: undefined })
  startClock()
  while (workers.length < searchesAtOnce()) workers.push(worker())
  for (const each of workers) {
    if (each.job) each.hatch.ask({ kind: 'go on', id: each.job.id })
    else next(each)
  }
}

const isSame = (a: Promised, b: Promised): boolean =>
  a.history === b.history && a.cell.row === b.cell.row && a.cell.column.variant === b.cell.column.variant

const isSearched = (asked: Promised): boolean => workers.some(({ job }) => job && isSame(job.promised, asked))

/** Stops all searches where they stand. */
export function halt(): void {
  for (const { hatch, job } of workers) if (job) hatch.ask({ kind: 'halt', id: job.id })
  stopClock()
  setPromises({ phase: 'halted', rate: 0 })
}

/** Other histories or another room: what is under way is dropped, what is known stays for when it is asked again. */
export function change(to: Partial<Pick<Promises, 'extras' | 'statesMax'>>): void {
  dropAll()
  setPromises({ ...to, phase: 'idle' })
  const { known, statesMax } = promises()
  if (to.statesMax === undefined) return
  setPromises({ known: new Map([...known].filter(([, { verdict }]) => verdict !== 'undecided')), statesMax })
}

function dropAll(): void {
  for (const { hatch } of workers) hatch.close()
  workers = []
  queue = []
  stopClock()
  setPromises({ searching: [], rate: 0 })
}

function worker(): Worker {
  const made: Worker = { hatch: openPartitionHatch((reply) => receive(made, reply)), job: undefined }
  return made
}

function next(worker: Worker): void {
  const { extras, statesMax } = promises()
  let asked = queue.shift()
  while (asked && isKnown(asked)) asked = queue.shift()
  worker.job = asked && { id: ++lastId, key: keyOf(asked, extras), promised: asked, progress: nothing }
  tell()
  if (asked === undefined) return over()
  const { cell, history } = asked
  const order: PromiseOrder = {
    question: questionOf(cell.row, cell.column, history, extras),
    requirement: history.requirement,
    statesMax,
  }
  worker.hatch.ask({ kind: 'promise', id: lastId, order })
}

const nothing: CheckProgress = { states: 0, transitions: 0, depth: 0, frontier: 0 }

/** The last one closes all: their memory is free again. */
function over(): void {
  if (workers.some(({ job }) => job)) return
  dropAll()
  setPromises({ phase: 'idle' })
}

function receive(worker: Worker, reply: PartitionReply): void {
  const { job } = worker
  if (job === undefined || reply.id !== job.id) return
  if (reply.kind === 'progress') {
    job.progress = reply.progress
  } else if (reply.kind === 'promise') {
    done += reply.verdict.states
    setPromises({ known: new Map(promises().known).set(job.key, reply.verdict) })
    keepSoon()
    worker.job = undefined
    // Halted between two: the next one waits.
    if (promises().phase === 'running') next(worker)
  } else if (reply.kind === 'failed') {
    dropAll()
    setPromises({ phase: 'idle', trouble: reply.message })
  }
}

/** Hundreds are found in a second at first; writing them all each time would hold the page up. */
const KEEP_MS = 1000

let keeping: ReturnType<typeof setTimeout> | undefined

function keepSoon(): void {
  keeping ??= setTimeout(keepNow, KEEP_MS)
}

function keepNow(): void {
  if (keeping === undefined) return
  clearTimeout(keeping)
  keeping = undefined
  keepFound(promises().known)
}

// Whoever leaves the page within that second.
window.addEventListener('pagehide', keepNow)

const TELL_MS = 200
/** The rate is that of the last second. */
const SAMPLES = 5

let clock: ReturnType<typeof setInterval> | undefined
/** States of the searches that are done. */
let done = 0
let samples: number[] = []

function startClock(): void {
  samples = []
  clock ??= setInterval(tick, TELL_MS)
}

function stopClock(): void {
  clearInterval(clock)
  clock = undefined
}

/** Tells how far the searches are. */
function tell(): void {
  setPromises({
    searching: workers.flatMap(({ job }) => (job ? [{ promised: job.promised, progress: job.progress }] : [])),
  })
}

function tick(): void {
  tell()
  const states = promises().searching.reduce((sum, { progress }) => sum + progress.states, done)
  samples = [...samples, states].slice(-SAMPLES - 1)
  const seconds = (samples.length - 1) * (TELL_MS / 1000)
  const [first = states] = samples
  setPromises({ rate: seconds > 0 ? Math.max(states - first, 0) / seconds : 0 })
}
