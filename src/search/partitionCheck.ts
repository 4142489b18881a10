// Every history of a partition within bounds, breadth first: whether a property holds, and the shortest history that breaks it. Done in
// slices, so that a worker can be stopped and can go on later.

import { assert } from '../base/assert.ts'
import { FNV_START, fnvAscii, hex32 } from '../base/fnv.ts'
import { choosing, FETCH, FETCH_LOST, kindOf, type Step, stepWords } from '../scenario/partitionSteps.ts'
import type { PartitionQuestion } from '../scenario/partitionWorld.ts'
import { Partition } from '../sim/replication/partition.ts'
import { MOST_STEPS, possibleSteps } from '../sim/replication/possible.ts'
import { Blockage, losesAcked, losesVisible, type Property } from '../sim/replication/properties.ts'
import { State, WORDS } from '../sim/replication/state.ts'
import { wordsOf } from '../sim/replication/steps.ts'
import { lineOf } from '../sim/replication/told.ts'
import { bytesFor, mostStates, StateTable } from './stateTable.ts'

export type CheckOrder = {
  readonly question: PartitionQuestion
  readonly properties: readonly Property[]
  /** The most states that are kept: a check that meets more stays undecided. */
  readonly statesMax: number
  /** Whether states tell which records consumers could see: visibleLoss needs it, and states are more then. */
  readonly tracksSeen: boolean
  /** When the check is over: at the first break, when each property is broken, or at the end of all histories. */
  readonly until: 'first break' | 'all broken' | 'end'
}

/** The shortest history that breaks a property; its steps lead there from the start. */
export type Break = { readonly property: Property; readonly steps: readonly Step[] }

export type CheckProgress = {
  readonly states: number
  readonly transitions: number
  /** Steps from the start to the states that are being expanded. */
  readonly depth: number
  /** States met and not yet expanded. */
  readonly frontier: number
}

export type CheckResult = CheckProgress & {
  /** Undecided: the check was stopped, or met more states than it may keep, before it found a break. */
  readonly verdict: 'holds' | 'broken' | 'undecided'
  readonly breaks: readonly Break[]
  /** States first met after so many steps. */
  readonly levels: readonly number[]
  /** Transitions by the word of their step. */
  readonly byAction: { readonly [word: string]: number }
  /** States in which each property is broken. */
  readonly violating: { readonly [property in Property]?: number }
}

/** The most that one state adds before the check looks at its end again. */
const OVERSHOOT = MOST_STEPS * 3

/** What a check may take, in bytes, known before it starts. */
export const memoryOf = (statesMax: number): number => bytesFor(statesMax + OVERSHOOT)

/** A check under way. */
export class PartitionCheck {
  readonly partition: Partition
  readonly table = new StateTable()
  private readonly blockage: Blockage
  private readonly base = new State()
  private readonly work = new State()
  private readonly packed = new Int32Array(WORDS)
  private readonly possible = new Int32Array(MOST_STEPS)
  private readonly actions = new Float64Array(stepWords.length)
  private readonly violations = new Map<Property, number>()
  private readonly firstBroken = new Map<Property, number>()
  private readonly levels: number[] = [1]
  private expanded = 0
  private levelEnd = 1
  private transitions = 0
  private isOver = false

  constructor(private readonly order: CheckOrder) {
    assert(order.statesMax + OVERSHOOT <= mostStates, `A check keeps at most ${mostStates - OVERSHOOT} states.`)
    this.partition = new Partition(order.question, order.tracksSeen)
    this.blockage = new Blockage(this.partition)
    this.partition.start().pack(this.packed, 0)
    this.table.add(this.packed, -1, 0)
    this.judge(this.partition.start())
  }

  /** Expands up to so many states more; true when the check is over. A few thousand take some milliseconds. */
  advance(states: number): boolean {
    const { table, order } = this
    for (let left = states; left > 0 && !this.isOver; left--) {
      if (this.expanded === table.size || table.size > order.statesMax) {
        this.isOver = true
        break
      }
      if (this.expanded === this.levelEnd) this.nextLevel()
      this.expand(this.expanded++)
    }
    return this.isOver
  }

  progress(): CheckProgress {
    return {
      states: this.table.size,
      transitions: this.transitions,
      depth: this.levels.length - 1,
      frontier: this.table.size - this.expanded,
    }
  }

  /** What is known so far; the check can go on afterwards. */
  result(): CheckResult {
    const last = this.table.size - this.levelEnd
    const isExhausted = this.expanded === this.table.size
    const levels = last > 0 ? [...this.levels, last] : [...this.levels]
    return {
      ...this.progress(),
      depth: levels.length - 1,
      verdict: this.firstBroken.size > 0 ? 'broken' : isExhausted ? 'holds' : 'undecided',
      breaks: [...this.firstBroken].map(([property, state]) => ({ property, steps: this.stepsTo(state) })),
      levels,
      byAction: Object.fromEntries(
        stepWords.flatMap((word, kind) => (this.actions[kind] ? [[word, this.actions[kind] ?? 0]] : [])),
      ),
      violating: Object.fromEntries(this.violations),
    }
  }

  /** Steps from the start as the words of a schedule. */
  wordsTo(steps: readonly Step[]): string[] {
    const s = this.partition.start()
    return steps.map((step) => {
      const words = wordsOf(step, s)
      this.partition.apply(s, step)
      return words
    })
  }

  /** FNV-1a over the line of each state, summed: equal for equal sets of states, in whatever order. */
  digest(): string {
    let sum = 0
    for (let state = 0; state < this.table.size; state++) {
      this.table.read(state, this.base)
      sum = (sum + fnvAscii(FNV_START, lineOf(this.base, this.order.tracksSeen))) >>> 0
    }
    return hex32(sum)
  }

  private nextLevel(): void {
    this.levels.push(this.table.size - this.levelEnd)
    this.levelEnd = this.table.size
  }

  private expand(state: number): void {
    const { partition, base, work, packed, possible, table } = this
    table.read(state, base)
    const count = possibleSteps(partition, base, possible)
    for (let i = 0; i < count && !this.isOver; i++) {
      let step: Step = possible[i] as number
      const kind = kindOf(step)
      for (let choice = 0; ; ) {
        work.copy(base)
        partition.apply(work, step)
        // Judging what is reached holds elections of its own.
        const { candidates } = partition
        work.pack(packed, 0)
        if ((kind !== FETCH && kind !== FETCH_LOST) || !table.is(state, packed)) {
          this.transitions++
          ;(this.actions[kind] as number)++
          if (table.add(packed, state, step)) this.judge(work)
        }
        if (++choice >= candidates) break
        step = choosing(step, choice)
      }
    }
  }

  /** Notes what the state that was added last breaks. */
  private judge(s: State): void {
    const { properties, until } = this.order
    for (const property of properties) {
      if (!this.breaks(property, s)) continue
      this.violations.set(property, (this.violations.get(property) ?? 0) + 1)
      if (!this.firstBroken.has(property)) this.firstBroken.set(property, this.table.size - 1)
    }
    const broken = this.firstBroken.size
    if (until === 'first break' ? broken > 0 : until === 'all broken' && broken === properties.length)
      this.isOver = true
  }

  private breaks(property: Property, s: State): boolean {
    if (property === 'blocked') return this.blockage.holds(s)
    return property === 'ackedLoss' ? losesAcked(s) : losesVisible(s)
  }

  private stepsTo(state: number): Step[] {
    const steps: Step[] = []
    for (let at = state; at > 0; at = this.table.beforeOf(at)) steps.push(this.table.stepTo(at))
    return steps.reverse()
  }
}
