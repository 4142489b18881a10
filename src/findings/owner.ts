// Who owned the wait that a row ended, and what the owner's value is in a variant.

import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/kinds.ts'
import { ACKED_LOST } from '../trace/partitionKinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { PRODUCE_SENT } from '../trace/producerRules.ts'
import { type Owner, RECONNECT_BACKOFF, type Rule, rules, SYN_DOUBLED, SYN_RETRANSMITTED } from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { SettingInForce } from './findings.ts'
import { goesOn } from './goesOn.ts'
import { batchLifeOf } from './life.ts'
import { wordAt } from './names.ts'
import { isPartitions } from './partitionRun.ts'
import type { Prose } from './prose.ts'
import { quorumWorldOf } from './quorumAsked.ts'
import { decidedBy } from './quorumOwner.ts'
import { isQuorums } from './quorumRows.ts'
import { lifeSaid } from './recordEnds.ts'
import { seenLate } from './seenLate.ts'
import { settingInForce } from './settingInForce.ts'
import { spent } from './spent.ts'

/** The owner of a wait, by the rule that says so. */
export type WaitOwner = {
  readonly owner: Owner
  readonly rule: Rule
  /** The setting that decided and its value, where one did. */
  readonly setting?: SettingInForce
  /** Who decides, in place of the usual words for that owner. */
  readonly lead?: string
  /** What the owner leaves open: where the time went, what else decided, what would have ended the wait. */
  readonly says?: Prose
}

/** Who owned the wait that a row ended; of a connection that goes on at the end of the run, who would end it. */
export function ownerOf(trace: Trace, row: number, scenario: Scenario, variant: number): WaitOwner {
  if (isQuorums(trace)) return withValue(decidedBy(trace, row, quorumWorldOf(scenario, variant)), scenario, variant)
  const found = goesOn(trace, row, scenario, variant) ?? spent(trace, row, scenario, variant)
  // A look begins a wait of its own, whoever ended the one before.
  const own = kindOf(trace, row) === kind.POLL ? ruleOf(trace, row) : ownerRule(trace, row)
  const rule = found?.rule ?? own
  const says = found?.says ?? lifeSaid(trace, row, scenario, variant) ?? seenLate(trace, row, scenario, variant)
  return withValue({ owner: rule.owner, rule, ...(says && { says }) }, scenario, variant)
}

/** With the setting that decided, as it is in a variant. */
function withValue(found: WaitOwner, scenario: Scenario, variant: number): WaitOwner {
  const key = found.owner === 'client' ? undefined : found.rule.setting
  const setting = key === undefined ? undefined : settingInForce(scenario, variant, key)
  return { ...found, ...(setting && { setting }) }
}

/** Who owned the wait of a batch that goes out, or comes back; undefined: it had not waited, or the row tells of no such thing. */
function waitOfBatch(trace: Trace, row: number): Rule | undefined {
  if (kindOf(trace, row) !== producerKind.BATCH) return undefined
  const to = wordAt(trace, row, 2)
  if (to !== 'IN_FLIGHT' && to !== 'RETRYING') return undefined
  const at = atOf(trace, row)
  return batchLifeOf(trace, fieldOf(trace, row, 0)).find((stretch) => stretch.to === at)?.rule
}

/** The rule that names the owner: the row's own, or that of what it follows from at the same instant. */
function ownerRule(trace: Trace, row: number): Rule {
  // Nothing waits in a partition without a clock: what follows from a step goes by its own rule.
  if (isPartitions(trace)) return ruleOfStep(trace, row)
  const ofBatch = waitOfBatch(trace, row)
  if (ofBatch) return ofBatch
  const isLaterSyn = kindOf(trace, row) === kind.SYN && fieldOf(trace, row, 0) > 0
  if (isLaterSyn) return synRule(trace, row)
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0) {
    const what = kindOf(trace, armedBy)
    // A backoff is owned by the row that began it.
    if (what === kind.METADATA) return ruleOf(trace, armedBy)
    if (what === kind.STATE) return rules[RECONNECT_BACKOFF] as Rule
    // What the loop slept for, and nothing woke it.
    if (what === kind.POLL) return ruleOf(trace, armedBy)
  }
  const own = ruleOf(trace, row)
  if (endsWait(trace, row) && own.setting !== undefined) return own
  const cause = causeOf(trace, row)
  if (cause < 0 || atOf(trace, cause) !== atOf(trace, row) || kindOf(trace, cause) === kind.FAULT) return own
  return ownerRule(trace, cause)
}

/** Who sent a SYN again: the linear phase, in which each wait is the first one once more, or the doubling after it, which no sysctl owns. */
function synRule(trace: Trace, row: number): Rule {
  const before = armedByOf(trace, row)
  const wait = atOf(trace, row) - atOf(trace, before)
  const isLinear = fieldOf(trace, row, 0) > 1 && wait === atOf(trace, before) - atOf(trace, armedByOf(trace, before))
  return rules[isLinear ? SYN_RETRANSMITTED : SYN_DOUBLED] as Rule
}

/** A loss with acks=all is the doing of the election that brought it. */
function ruleOfStep(trace: Trace, row: number): Rule {
  const [own, cause] = [ruleOf(trace, row), causeOf(trace, row)]
  return kindOf(trace, row) === ACKED_LOST && own.setting === undefined && cause >= 0 ? ruleOf(trace, cause) : own
}

/** A failed update, a lost connection, a batch and a request begin a wait of their own; what ended the one before is their cause. */
const endsWait = (trace: Trace, row: number): boolean => {
  const what = kindOf(trace, row)
  if (what === producerKind.BATCH) return wordAt(trace, row, 2) !== 'OPEN'
  return what !== kind.METADATA && what !== kind.STATE && ruleOf(trace, row) !== rules[PRODUCE_SENT]
}
