// Whether a promise holds in a class of histories, whatever the assignment order, and where it does not, the shortest story that breaks it.
// Done in slices, like the checks that it is made of.

import {
  type Assignment,
  assignments,
  type PartitionQuestion,
  type Requirement,
  requiredBy,
} from '../scenario/partitionWorld.ts'
import { type Break, type CheckProgress, PartitionCheck } from './partitionCheck.ts'

export type PromiseOrder = {
  readonly question: Omit<PartitionQuestion, 'order'>
  readonly requirement: Requirement
  /** The most states that each of its checks keeps, one after the other. */
  readonly statesMax: number
}

/** A history that breaks a promise, in the words of the schedule. */
export type Story = {
  readonly breaks: 'ackedLoss' | 'blocked'
  readonly order: Assignment
  readonly steps: readonly string[]
}

export type PromiseVerdict = {
  /** `holds`: for every assignment order, within the bounds. `undecided`: more states than may be kept. */
  readonly verdict: 'holds' | 'broken' | 'undecided'
  readonly story?: Story
  /** It holds where A is first in the ISR when all begins, as in each story; it would not where another member is senior. */
  readonly seniorFirst?: true
  /** States met, over all checks of this promise. */
  readonly states: number
}

/** A promise under way: first under every order at once; where that breaks, order by order until a story is found that is as short. */
export class PromiseCheck {
  private check: PartitionCheck
  /** The order that is checked: -1 is all of them at once. */
  private at = -1
  private shortest = 0
  private best: Story | undefined
  private isUnsure = false
  private before = 0
  private found: PromiseVerdict | undefined

  constructor(private readonly order: PromiseOrder) {
    this.check = this.next('any')
  }

  /** Expands up to so many states more; true when the verdict is there. */
  advance(states: number): boolean {
    if (this.found) return true
    if (!this.check.advance(states) && !this.isTooDeep()) return false
    this.checked()
    return this.found !== undefined
  }

  progress(): CheckProgress {
    const now = this.check.progress()
    return { ...now, states: now.states + this.before }
  }

  /** Undefined until `advance` says that it is there. */
  get verdict(): PromiseVerdict | undefined {
    return this.found
  }

  private next(order: PartitionQuestion['order']): PartitionCheck {
    const { question, requirement, statesMax } = this.order
    return new PartitionCheck({
      question: { ...question, order },
      properties: requiredBy(requirement),
      statesMax,
      tracksSeen: false,
      until: 'first break',
    })
  }

  /** Nothing shorter than the best story can come any more. */
  private isTooDeep(): boolean {
    return this.best !== undefined && this.check.progress().depth >= this.best.steps.length
  }

  private checked(): void {
    const { verdict, breaks, states } = this.check.result()
    this.before += states
    const [broken] = breaks
    if (this.at < 0) {
      if (broken === undefined) return this.settle(verdict)
      this.shortest = broken.steps.length
    } else if (broken) {
      this.keep(broken)
    } else if (verdict === 'undecided' && this.best === undefined) {
      this.isUnsure = true
    }
    this.at++
    const order = this.best?.steps.length === this.shortest ? undefined : assignments[this.at]
    if (order) this.check = this.next(order)
    else if (this.best) this.settle('broken')
    else this.settle(this.isUnsure ? 'undecided' : 'holds', true)
  }

  private keep({ property, steps }: Break): void {
    const order = assignments[this.at]
    if (order === undefined || property === 'visibleLoss') return
    if (this.best && this.best.steps.length <= steps.length) return
    this.best = { breaks: property, order, steps: this.check.wordsTo(steps) }
  }

  private settle(verdict: PromiseVerdict['verdict'], seniorFirst = false): void {
    const story = verdict === 'broken' ? this.best : undefined
    this.found = {
      verdict,
      states: this.before,
      ...(story && { story }),
      ...(verdict === 'holds' && seniorFirst && { seniorFirst: true }),
    }
  }
}
