// What a setting or sysctl is in a variant, and by which rule a setup timeout ends an attempt there.

import { grouped } from '../base/grouped.ts'
import { clientKernel, scheduleOf } from '../scenario/clientKernel.ts'
import { variantOf, worldOf } from '../scenario/compileClient.ts'
import { keepaliveTimeout } from '../scenario/keepalive.ts'
import { freshKernel, type LinuxKernel } from '../scenario/kernel.ts'
import { componentOf, type Kernel, type Scenario, type Value } from '../scenario/scenario.ts'
import { defaultOrigin, settingOf } from '../scenario/settings.ts'
import { type Sysctl, setSysctl, sysctlNames, sysctls, sysctlsOf } from '../scenario/sysctls.ts'
import { rules, SETUP_TIMED_OUT, SETUP_TIMED_OUT_LAZY } from '../trace/rules.ts'
import type { SettingInForce } from './findings.ts'

/** Gives a setting or sysctl of a variant, with its value and where that comes from; undefined where the variant has none of that name. */
export type FindInForce = (scenario: Scenario, variant: number, key: string) => SettingInForce | undefined

/** Those of a question that sets nothing. */
export const inForceAsReleased: FindInForce = (scenario, variant, key) => {
  if (isSysctl(key)) return sysctlInForce(scenario, variant, key)
  const { kafka } = variantOf(scenario, variant)
  const value = settingOf(kafka, key)?.default
  return value === undefined ? undefined : { key, value: shown(value), origin: defaultOrigin(kafka) }
}

/** A setting's value in a sentence. */
export const shown = (value: Value): string => (typeof value === 'number' ? grouped(value) : String(value))

/** The rule by which a setup timeout ends an attempt; undefined where nobody looks: the draft does so only for metadata. */
export function setupRule(scenario: Scenario, variant: number): number | undefined {
  const { workload } = scenario.world
  const key = rules[SETUP_TIMED_OUT_LAZY]?.setting ?? ''
  const isDraft = settingOf(variantOf(scenario, variant).kafka, key, componentOf(workload)) !== undefined
  if (!isDraft) return SETUP_TIMED_OUT
  return workload.kind === 'leader' ? undefined : SETUP_TIMED_OUT_LAZY
}

/** Whether a name is one of Linux's. */
export const isSysctl = (key: string): boolean => key.startsWith('tcp_')

/** A sysctl of a variant by Linux's name for it. */
export const sysctlInForce: FindInForce = (scenario, variant, key) => {
  const { kernel } = worldOf(scenario, variant)
  const name = sysctls.find((each) => sysctlNames[each] === key)
  if (!('release' in kernel) || name === undefined) return undefined
  const decides = isUserTimeouts(kernel, name) ? 'userTimeout' : name
  const value = sysctlsOf(kernel)[decides]
  const usual = sysctlsOf(freshKernel(kernel.release))[decides]
  const origin = value === usual ? "the kernel's default" : `changed from ${grouped(usual)}`
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
