// Who owned the wait that a row ended, and what the owner's value is in a variant.

import { grouped } from '../base/grouped.ts'
import { worldOf } from '../scenario/compile.ts'
import type { Kernel, Scenario } from '../scenario/scenario.ts'
import { valueInForce } from '../scenario/verdicts.ts'
import * as kind from '../trace/kinds.ts'
import {
  type Owner,
  RECONNECT_BACKOFF,
  type Rule,
  rules,
  SETUP_TIMED_OUT,
  SETUP_TIMED_OUT_LAZY,
  SYN_DOUBLED,
  SYN_RETRANSMITTED,
} from '../trace/rules.ts'
import { armedByOf, atOf, causeOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import type { SettingInForce } from './findings.ts'

/** The owner of a wait, by the rule that says so. */
export type WaitOwner = {
  readonly owner: Owner
  readonly rule: Rule
  /** The setting that decided and its value, where one did. */
  readonly setting?: SettingInForce
}

/** Who owned the wait that a row ended. */
export function ownerOf(trace: Trace, row: number, scenario: Scenario, variant: number): WaitOwner {
  const rule = ownerRule(trace, row)
  const setting = rule.setting === undefined ? undefined : settingInForce(scenario, variant, rule.setting)
  return { owner: rule.owner, rule, ...(setting && { setting }) }
}

/** The rule that names the owner: the row's own, or that of what it follows from at the same instant. */
function ownerRule(trace: Trace, row: number): Rule {
  const isLaterSyn = kindOf(trace, row) === kind.SYN && fieldOf(trace, row, 0) > 0
  if (isLaterSyn) return synRule(trace, row)
  const armedBy = armedByOf(trace, row)
  if (armedBy >= 0) {
    const what = kindOf(trace, armedBy)
    // A backoff is owned by the row that began it.
    if (what === kind.METADATA) return ruleOf(trace, armedBy)
    if (what === kind.STATE) return rules[RECONNECT_BACKOFF] as Rule
  }
  const own = ruleOf(trace, row)
  if (endsWait(kindOf(trace, row)) && own.setting !== undefined) return own
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

/** A failed update and a lost connection begin a wait of their own; what ended the one before is their cause. */
const endsWait = (what: number): boolean => what !== kind.METADATA && what !== kind.STATE

/** A setting or sysctl of a variant, with its value and where that comes from; undefined where the variant has none of that name. */
export function settingInForce(scenario: Scenario, variant: number, key: string): SettingInForce | undefined {
  if (key.startsWith('tcp_')) return sysctl(worldOf(scenario, variant).kernel, key)
  const asked = scenario.variants[variant]
  const found = asked && valueInForce(asked, key)
  if (!found) return undefined
  return {
    key,
    value: typeof found.value === 'number' ? grouped(found.value) : String(found.value),
    origin: found.origin,
  }
}

/** The rule by which a setup timeout ends an attempt; undefined where nobody looks: the draft does so only for metadata. */
export function setupRule(scenario: Scenario, variant: number): number | undefined {
  const isDraft = settingInForce(scenario, variant, rules[SETUP_TIMED_OUT_LAZY]?.setting ?? '') !== undefined
  if (!isDraft) return SETUP_TIMED_OUT
  return scenario.world.workload.kind === 'leader' ? undefined : SETUP_TIMED_OUT_LAZY
}

/** Linux's own values: six retries; and four linear ones since 6.5. */
function sysctl(kernel: Kernel, key: string): SettingInForce | undefined {
  if ('giveUpAfter' in kernel) return undefined
  const linear = key === 'tcp_syn_linear_timeouts'
  const value = linear ? kernel.linearTimeouts : kernel.synRetries
  const usual = linear ? (kernel.release === '6.5' ? 4 : 0) : 6
  return { key, value: String(value), origin: value === usual ? "the kernel's default" : 'changed' }
}
