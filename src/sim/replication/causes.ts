// Which row of a partition's run brought another one about: within its step, and from a step before.

import { NONE } from '../../trace/kinds.ts'
import * as kind from '../../trace/partitionKinds.ts'
import type { Happened } from '../../trace/partitionWords.ts'

/** What brings a kind about within its step, the nearest first; else it is the first thing that the step did. */
const within: { readonly [kind: number]: readonly number[] } = {
  [kind.ELECTED]: [kind.DETECTED, kind.RESTARTED],
  [kind.OFFLINE]: [kind.DETECTED],
  [kind.LOG_CUT]: [kind.ELECTED, kind.RESTARTED],
  [kind.IN_SYNC]: [kind.ELECTED, kind.OFFLINE, kind.DETECTED, kind.RESTARTED],
  [kind.LAST_STAYS]: [kind.OFFLINE],
  [kind.ELIGIBLE]: [kind.IN_SYNC],
  [kind.LEADER_MARK]: [kind.IN_SYNC],
  [kind.ACKNOWLEDGED]: [kind.LEADER_MARK, kind.IN_SYNC],
  [kind.FAILED_AFTER_APPEND]: [kind.LEADER_MARK],
  [kind.UNANSWERED]: [kind.ELECTED, kind.CRASHED],
  [kind.ACKED_LOST]: [kind.ELECTED],
  [kind.VISIBLE_LOST]: [kind.ELECTED],
  [kind.LOST_NO_MORE]: [kind.ELECTED],
  [kind.WRITES_BLOCKED]: [kind.OFFLINE, kind.IN_SYNC],
  [kind.WRITES_GO_ON]: [kind.IN_SYNC, kind.ELECTED],
}

export class Causes {
  private asked = -1
  private first = -1
  /** Rows of the step under way by kind, the last of each. */
  private readonly now = new Map<number, number>()
  private readonly crashes = new Map<string, number>()
  private readonly answers = new Map<number, number>()
  private readonly cuts = new Map<string, number>()
  private readonly drops = new Map<string, number>()
  private inSync = -1

  /** A step begins with its row. */
  begin(row: number): void {
    this.asked = row
    this.first = -1
    this.now.clear()
  }

  /** The row that brings something about in its step, and one of an earlier step that it goes back to; -1 for none. */
  of(happened: Happened): { readonly cause: number; readonly armedBy: number } {
    const near = (within[happened.kind] ?? []).map((what) => this.now.get(what)).find((row) => row !== undefined)
    return { cause: near ?? (this.first < 0 ? this.asked : this.first), armedBy: this.before(happened) ?? -1 }
  }

  /** A row was written. */
  note({ kind: what, broker = '', facts }: Happened, row: number): void {
    if (this.first < 0) this.first = row
    this.now.set(what, row)
    if (what === kind.CRASHED) this.crashes.set(broker, row)
    if (what === kind.ACKNOWLEDGED) for (const id of facts) this.answers.set(id, row)
    if (what === kind.LOG_CUT || what === kind.LOG_LOST) this.cuts.set(broker, row)
    if (what === kind.TOO_SLOW || what === kind.TOO_FAR_BEHIND) this.drops.set(broker, row)
    if (what === kind.IN_SYNC && facts[0] === NONE) this.inSync = row
  }

  /** Dead brokers go back to their crash, what is lost to the answer that promised it, a leader to what its log lacks and why it may lead. */
  private before({ kind: what, broker = '', facts }: Happened): number | undefined {
    switch (what) {
      case kind.DETECTED:
      case kind.RESTARTED:
        return this.crashes.get(broker)
      case kind.ACKED_LOST:
        return facts
          .slice(1)
          .map((id) => this.answers.get(id))
          .find((row) => row !== undefined)
      case kind.ELECTED:
        return this.cuts.get(broker) ?? this.drops.get(broker) ?? this.earlier(this.inSync)
      case kind.OFFLINE:
      case kind.LAST_STAYS:
        return this.earlier(this.inSync)
      default:
        return undefined
    }
  }

  /** A row of an earlier step. */
  private readonly earlier = (row: number): number | undefined => (row >= 0 && row < this.asked ? row : undefined)
}
