// What a setting or sysctl is in a variant, and by which rule a setup timeout ends an attempt there.

import { grouped } from '../base/grouped.ts'
import { clientKernel, scheduleOf } from '../scenario/clientKernel.ts'
import { worldOf } from '../scenario/compileClient.ts'
import { keepaliveTimeout } from '../scenario/keepalive.ts'
import { freshKernel, type LinuxKernel } from '../scenario/kernel.ts'
import { valueInForce } from '../scenario/rulings.ts'
import { componentOf, type Kernel, type Scenario } from '../scenario/scenario.ts'
import { type Sysctl, setSysctl, sysctlNames, sysctls, sysctlsOf } from '../scenario/sysctls.ts'
import { rules, SETUP_TIMED_OUT, SETUP_TIMED_OUT_LAZY } from '../trace/rules.ts'
import type { SettingInForce } from './findings.ts'

/** A setting or sysctl of a variant, with its value and where that comes from; undefined where the variant has none of that name. */
export function settingInForce(scenario: Scenario, variant: number, key: string): SettingInForce | undefined {
  if (key.startsWith('tcp_')) return sysctl(worldOf(scenario, variant).kernel, key)
  const asked = scenario.variants[variant]
  const found = asked && valueInForce(asked, key, componentOf(scenario.world.workload))
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

/** A sysctl by Linux's name for it. */
function sysctl(kernel: Kernel, key: string): SettingInForce | undefined {
  const name = sysctls.find((each) => sysctlNames[each] === key)
  if (!('release' in kernel) || name === undefined) return undefined
  const decides = isUserTimeouts(kernel, name) ? 'userTimeout' : name
  const value = sysctlsOf(kernel)[decides]
  const usual = sysctlsOf(freshKernel(kernel.release))[decides]
  const origin = value === usual ? "the kernel's default" : 'changed'
  return { key: sysctlNames[decides], value: grouped(value), origin }
}

/** TCP_USER_TIMEOUT decides in place of a sysctl: of data always, of attempts and idle connections where that makes a difference. */
function isUserTimeouts(kernel: LinuxKernel, name: Sysctl): boolean {
  const { userTimeout } = sysctlsOf(kernel)
  if (userTimeout === 0) return false
  const without = setSysctl(kernel, 'userTimeout', 0)
  switch (name) {
    case 'synRetries':
      return scheduleOf(kernel).givesUpAfter < scheduleOf(without).givesUpAfter
    case 'keepaliveIdle':
      return silentFor(kernel) !== silentFor(without)
    default:
      return name === 'dataRetries'
  }
}

function silentFor(kernel: Kernel): number {
  const { data, keepalive } = clientKernel(kernel)
  return keepaliveTimeout(keepalive, data.userTimeout)
}
