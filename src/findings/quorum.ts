// A quorum's run read once: who was in which state when, what was left on each fetch timer whenever it was reset, and who led.

import { countUpTo } from '../base/search.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/quorumKinds.ts'
import { atOf, causeOf, fieldOf, kindOf, type Trace } from '../trace/trace.ts'
import type { Word } from '../trace/vocabulary.ts'
import { wordAt } from './names.ts'
import { isMessage, isShortened, nodeOf } from './quorumRows.ts'

const NEVER = Number.POSITIVE_INFINITY

/** A stretch in which a node was in one state: from the row that began it, to before `to`. */
export type Stay = {
  readonly node: number
  readonly row: number
  readonly at: number
  readonly role: Word
  readonly epoch: number
  /** Whom it knew as leader, NONE: nobody. */
  readonly leader: number
  /** When the state was left, and by which row; the end of the run and -1 where it was not. */
  readonly to: number
  readonly endRow: number
  /** The stay of the same node before this one. */
  readonly before: Stay | undefined
}

/** A fetch timer was reset by a good answer: `left` is its old deadline minus the instant at which the answer came. */
export type Reset = { readonly node: number; readonly row: number; readonly at: number; readonly left: number }

/** A node did not run, or stood still, from `at` to before `to`. */
type Out = { readonly node: number; readonly what: 'paused' | 'stopped'; readonly at: number; readonly to: number }

export type QuorumRun = {
  /** By the rows that began them. */
  readonly stays: readonly Stay[]
  /** By the rows. */
  readonly resets: readonly Reset[]
  readonly outs: readonly Out[]
  /** The epochs whose Votes came to somebody. */
  readonly voted: ReadonlySet<number>
  /** Its states and stops of one node. */
  of(node: number): NodeRun
}

type NodeRun = Pick<QuorumRun, 'stays' | 'outs'>

const known = new WeakMap<Trace, QuorumRun>()

/** What is known of a quorum's run. It is read once a run. */
export function quorumRun(trace: Trace): QuorumRun {
  const found = known.get(trace)
  if (found) return found
  const pass = new Pass(trace)
  for (let row = 0; row < trace.rows; row++) pass.row(row)
  known.set(trace, pass)
  return pass
}

type Open<T> = { -readonly [key in keyof T]: T[key] }

class Pass implements QuorumRun {
  readonly stays: Open<Stay>[] = []
  readonly resets: Reset[] = []
  readonly outs: Open<Out>[] = []
  readonly voted = new Set<number>()
  private readonly nodes = new Map<number, { readonly stays: Open<Stay>[]; readonly outs: Open<Out>[] }>()

  constructor(private readonly trace: Trace) {}

  of(node: number) {
    const known = this.nodes.get(node) ?? { stays: [], outs: [] }
    this.nodes.set(node, known)
    return known
  }

  row(row: number): void {
    const { trace } = this
    switch (kindOf(trace, row)) {
      case kind.ROLE:
        this.role(row, nodeOf(trace, row))
        break
      case kind.FETCH_TIMER:
        this.fetchTimer(row, nodeOf(trace, row))
        break
      case kind.HAPPENED:
        this.happened(row, nodeOf(trace, row))
        break
      case kind.ARRIVED:
        this.arrived(row, causeOf(trace, row))
        break
    }
  }

  /** A message that was on its way when the run began tells no epoch. */
  private arrived(row: number, sent: number): void {
    if (sent >= 0 && wordAt(this.trace, row, 0) === 'Vote') this.voted.add(fieldOf(this.trace, sent, 3))
  }

  private role(row: number, node: number): void {
    const { trace } = this
    this.leave(row, node)
    const [epoch, leader] = [fieldOf(trace, row, 2), fieldOf(trace, row, 3)]
    const { stays } = this.of(node)
    const before = stays.at(-1)
    const stay = {
      node,
      row,
      at: atOf(trace, row),
      role: wordAt(trace, row, 1),
      epoch,
      leader,
      to: trace.until,
      endRow: -1,
      before,
    }
    this.stays.push(stay)
    stays.push(stay)
  }

  /** The present stay of a node ends. */
  private leave(row: number, node: number): void {
    const stay = this.of(node).stays.at(-1)
    if (!stay || stay.endRow >= 0) return
    stay.to = atOf(this.trace, row)
    stay.endRow = row
  }

  /** A timer that starts with a state, or that EndQuorumEpoch sets, was reset by no answer. */
  private fetchTimer(row: number, node: number): void {
    const { trace } = this
    const left = fieldOf(trace, row, 1)
    const began = this.of(node).stays.at(-1)?.row ?? -1
    const isAnswered = isMessage(trace, causeOf(trace, row)) && !isShortened(trace, row)
    // In the step that entered the state, the timer that was reset is that of the state before.
    const isFresh = began >= 0 && causeOf(trace, began) === causeOf(trace, row)
    if (left === NONE || !isAnswered || isFresh) return
    this.resets.push({ node, row, at: atOf(trace, row), left })
  }

  private happened(row: number, node: number): void {
    switch (wordAt(this.trace, row, 0)) {
      case 'pause':
        this.goOut(row, node, 'paused')
        break
      case 'stop':
      case 'left':
        this.leave(row, node)
        this.goOut(row, node, 'stopped')
        break
      case 'resume':
      case 'start':
        this.comeBack(row, node)
        break
    }
  }

  private goOut(row: number, node: number, what: Out['what']): void {
    this.comeBack(row, node)
    const out = { node, what, at: atOf(this.trace, row), to: NEVER }
    this.outs.push(out)
    this.of(node).outs.push(out)
  }

  private comeBack(row: number, node: number): void {
    const out = this.of(node).outs.at(-1)
    if (out?.to === NEVER) out.to = atOf(this.trace, row)
  }
}

/** Why a node could not act at an instant; undefined: it ran. One that has not begun yet is stopped. */
export function outAt(run: QuorumRun, node: number, at: number): Out['what'] | undefined {
  const { outs, stays } = run.of(node)
  const out = outs[countUpTo(outs, at, (each) => each.at) - 1]
  if (out && at < out.to) return out.what
  return stays[0] && stays[0].at <= at ? undefined : 'stopped'
}

/** The state that a node was in just before a row. */
export function stayBefore(run: QuorumRun, node: number, row: number): Stay | undefined {
  const { stays } = run.of(node)
  return stays[countUpTo(stays, row - 1, (stay) => stay.row) - 1]
}

/** The stays as leader, by the rows that began them. */
export const reignsOf = ({ stays }: QuorumRun): Stay[] => stays.filter(({ role }) => role === 'Leader')

/** A stretch of the run. `row`: what began it, -1: the start of the run. */
export type Stretch = { readonly from: number; readonly to: number; readonly row: number }

type Leadership = { readonly none: readonly Stretch[]; readonly several: readonly Stretch[] }

/** When none of some stays went on, and when several did at once. */
export function stretchesOf(trace: Trace, stays: readonly Pick<Stay, 'at' | 'row' | 'to' | 'endRow'>[]): Leadership {
  const turns = [
    ...stays.map(({ at, row }) => ({ at, row, step: 1 })),
    ...stays.map(({ to, endRow }) => ({ at: to, row: endRow, step: -1 })),
    { at: trace.until, row: -1, step: 0 },
  ].sort((a, b) => a.at - b.at || b.step - a.step)
  const none: Stretch[] = []
  const several: Stretch[] = []
  let [count, from, row] = [0, 0, -1]
  for (const turn of turns) {
    if (turn.at > from && count !== 1) (count === 0 ? none : several).push({ from, to: turn.at, row })
    if (turn.at > from || turn.step !== 0) [from, row] = [turn.at, turn.row]
    count += turn.step
  }
  return { none: joined(none), several: joined(several) }
}

/** Stretches that follow one another without a break, as one. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = []
  for (const each of stretches) {
    const last = all.at(-1)
    if (last && last.to === each.from) all[all.length - 1] = { ...last, to: each.to }
    else all.push(each)
  }
  return all
}

/** How long some stretches are in all, in ms. */
export const lengthOf = (stretches: readonly Stretch[]): number =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0)

/** What was left on a node's fetch timer whenever it was reset, and the least of it. */
export type Margins = { readonly node: number; readonly resets: readonly Reset[]; readonly least: Reset | undefined }

/** The margins of these nodes. */
export function marginsOf(trace: Trace, nodes: readonly number[]): Margins[] {
  const { resets } = quorumRun(trace)
  return nodes.map((node) => {
    const own = resets.filter((reset) => reset.node === node)
    return { node, resets: own, least: leastOf(own) }
  })
}

/** The first of the resets with the least time left, undefined where there is none. */
export const leastOf = (resets: readonly Reset[]): Reset | undefined =>
  resets.reduce<Reset | undefined>((least, each) => (least && least.left <= each.left ? least : each), undefined)
