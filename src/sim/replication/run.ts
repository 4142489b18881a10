// A run of a replicated partition: its schedule played to the end, a row a step and a row for each thing that followed from it.
//
// Kafka       as partition.ts has it. An impossible step is told and skipped.
// Leaves out  time: step n stands at n times STEP.

import { instant, START } from '../../base/time.ts'
import * as step from '../../scenario/partitionSteps.ts'
import { type PartitionWorld, STEP } from '../../scenario/partitionWorld.ts'
import { LIMIT, NONE, RUN } from '../../trace/kinds.ts'
import * as kind from '../../trace/partitionKinds.ts'
import { refusals } from '../../trace/partitionRefusals.ts'
import { type PartitionRuleId, partitionRule } from '../../trace/partitionRules.ts'
import type { Happened } from '../../trace/partitionWords.ts'
import * as rule from '../../trace/rules.ts'
import type { Subject, Trace } from '../../trace/trace.ts'
import { word } from '../../trace/vocabulary.ts'
import { TraceWriter } from '../../trace/writer.ts'
import { RUN_SUBJECT } from '../ledger.ts'
import type { Simulation } from '../simulation.ts'
import { answersOf, turnedAway } from './answers.ts'
import { Causes } from './causes.ts'
import { idsOf } from './log.ts'
import { Partition } from './partition.ts'
import { isTurnedAway, refused } from './possible.ts'
import { Blockage } from './properties.ts'
import { lostBy, reasonsOf } from './reasons.ts'
import { isLed, State } from './state.ts'
import { idsIn } from './told.ts'

const PRODUCER = 1
const CONTROLLER = 2
const FIRST_BROKER = 3

const subjects: readonly Subject[] = [
  { kind: 'run', name: 'run' },
  { kind: 'producer', name: 'producer' },
  { kind: 'controller', name: 'controller' },
  ...['A', 'B', 'C'].map((name, host) => ({ kind: 'broker' as const, name, host })),
]

const ofProducer = new Set([
  kind.SENT_TO_NOBODY,
  kind.ACKNOWLEDGED,
  kind.FAILED_AFTER_APPEND,
  kind.UNANSWERED,
  kind.ACKED_LOST,
  kind.VISIBLE_LOST,
  kind.LOST_NO_MORE,
  kind.WRITES_BLOCKED,
  kind.WRITES_GO_ON,
  kind.WRITE_REFUSED,
])
const ofController = new Set([kind.DETECTED, kind.OFFLINE, kind.ELIGIBLE])

/** Who a row is about. */
function subjectOf({ kind: what, broker }: Happened): number {
  if (ofProducer.has(what)) return PRODUCER
  if (ofController.has(what) || broker === undefined) return CONTROLLER
  return FIRST_BROKER + step.brokerNamed(broker)
}

/** Who acts in a step. */
function actorOf(taken: step.Step): number {
  const what = step.kindOf(taken)
  if (what === step.PRODUCE) return PRODUCER
  if (what === step.DETECT || what === step.PREFER) return CONTROLLER
  return FIRST_BROKER + step.brokerOf(taken)
}

class Play implements Simulation {
  private readonly partition: Partition
  private readonly blockage: Blockage
  private readonly writer: TraceWriter
  private readonly causes = new Causes()
  private readonly s: State
  private readonly before = new State()
  /** Records that the last leader served without: acknowledged, and only visible. */
  private acked = 0
  private visible = 0
  private isBlocked = false
  private isFull = false
  private taken = 0

  constructor(private readonly world: PartitionWorld) {
    this.partition = new Partition(world.question, true)
    this.blockage = new Blockage(this.partition)
    this.s = this.partition.start()
    this.writer = new TraceWriter(subjects, world.rowLimit, () => {
      this.isFull = true
    })
    this.causes.begin(this.writer.row(START, RUN_SUBJECT, RUN, rule.NO_RULE, -1, -1))
    this.tellBlockage()
  }

  now(): number {
    return this.taken * STEP
  }

  advance(entries: number): boolean {
    for (let i = 0; i < entries && !this.isOver; i++) this.take(this.world.steps[this.taken] as step.Step)
    return this.isOver
  }

  finish(): { readonly trace: Trace } {
    if (!this.isFull) return { trace: this.writer.finish(this.world.until, 'until') }
    this.writer.row(this.now(), RUN_SUBJECT, LIMIT, rule.LIMIT_REACHED, -1, -1)
    this.writer.twoFields(word('rows'), this.world.rowLimit)
    return { trace: this.writer.finish(this.now(), 'rows') }
  }

  private get isOver(): boolean {
    return this.isFull || this.taken === this.world.steps.length
  }

  private take(taken: step.Step): void {
    const { partition, s, before } = this
    const nth = ++this.taken
    const refusal = refused(partition, s, taken)
    if (refusal && isTurnedAway(refusal.why)) {
      this.causes.begin(this.step(nth, taken, kind.STEP, 'step', []))
      this.tell(turnedAway(refusal.facts))
      return
    }
    if (refusal) {
      this.skip(nth, taken, refusal)
      return
    }
    const asked = this.step(nth, taken, kind.STEP, 'step', keptIn(taken))
    this.causes.begin(asked)
    before.copy(s)
    partition.apply(s, taken)
    for (const happened of [...reasonsOf(partition, before, taken, s), ...answersOf(partition, before, s)])
      if (happened.kind !== kind.ACKED_LOST && happened.kind !== kind.VISIBLE_LOST) this.tell(happened)
    this.tellLost()
    this.tellBlockage()
  }

  private skip(nth: number, taken: step.Step, { why, facts }: { why: number; facts: readonly number[] }): void {
    const isSend = step.kindOf(taken) === step.PRODUCE && refusals[why] === 'no leader'
    this.step(nth, taken, kind.SKIPPED, isSend ? 'no-leader-found' : 'impossible', [why, ...facts])
  }

  private step(
    nth: number,
    taken: step.Step,
    what: number,
    id: 'step' | 'impossible' | 'no-leader-found',
    rest: readonly number[],
  ): number {
    const row = this.writer.row(instant(nth * STEP), actorOf(taken), what, partitionRule(id), -1, -1)
    const asked = step.kindOf(taken)
    const broker = asked === step.PRODUCE ? NONE : step.brokerOf(taken)
    for (const value of [nth, asked, broker, ...rest]) this.writer.field(value)
    return row
  }

  private tell(happened: Happened): void {
    const { cause, armedBy } = this.causes.of(happened)
    const row = this.writer.row(
      instant(this.now()),
      subjectOf(happened),
      happened.kind,
      partitionRule(happened.rule),
      cause,
      armedBy,
    )
    for (const value of happened.facts) this.writer.field(value)
    this.causes.note(happened, row)
  }

  /** What a leader serves without, each record once, and what one has again. */
  private tellLost(): void {
    const { s } = this
    if (!isLed(s)) return
    const held = idsOf(s.log[s.leader] as number)
    const [acked, visible] = [s.acked & ~held, s.seen & ~s.acked & ~held]
    const lost = (what: number, id: PartitionRuleId, ids: number) => {
      if (ids !== 0) this.tell({ kind: what, rule: id, facts: [s.leader, ...idsIn(ids)] })
    }
    lost(kind.ACKED_LOST, lostBy(this.partition), acked & ~this.acked)
    lost(kind.VISIBLE_LOST, 'visible-lost', visible & ~this.visible)
    lost(kind.LOST_NO_MORE, 'lost-no-more', (this.acked | this.visible) & held)
    this.acked = acked
    this.visible = visible
  }

  /** Whether writes stay refused whatever is detected and fetched, told when it changes. */
  private tellBlockage(): void {
    const blocked = this.blockage.blocking(this.s)
    const was = this.isBlocked
    this.isBlocked = blocked !== undefined
    if (blocked && !was) this.tell({ kind: kind.WRITES_BLOCKED, rule: blockedBy(blocked), facts: blocked })
    if (!blocked && was) this.tell({ kind: kind.WRITES_GO_ON, rule: 'writes-blocked', facts: [] })
  }
}

/** By which rule writes stay blocked, from the facts of it. */
function blockedBy([led, acks = 0]: readonly number[]): PartitionRuleId {
  if (led === 0) return 'writes-blocked'
  return acks < 0 ? 'blocked-by-min-isr' : 'blocked-by-acks'
}

/** What a crash is said to keep: high watermark and log end offset, NONE where nothing is said of one. */
function keptIn(taken: step.Step): number[] {
  const kept = [step.saidWatermark(taken), step.saidEnd(taken)]
  if (step.kindOf(taken) !== step.CRASH || kept.every((said) => said === step.ALL)) return []
  return kept.map((said) => (said === step.ALL ? NONE : said))
}

/** Begins the run of a partition. */
export const simulatePartition = (world: PartitionWorld): Simulation => new Play(world)
