// The numbers of a Linux kernel one by one: what holds where nothing is set, what another release takes over, and what it has not.

import { scheduleOf } from './clientKernel.ts'
import { everyKernel, freshKernel, kernelDefaults, type LinuxKernel } from './kernel.ts'
import type { Kernel, KernelRelease } from './scenario.ts'

/** Each number by the name of its bounds (fields.ts), and as Linux calls it. */
export const sysctlNames = {
  synRetries: 'tcp_syn_retries',
  linearTimeouts: 'tcp_syn_linear_timeouts',
  rtoMax: 'tcp_rto_max_ms',
  dataRetries: 'tcp_retries2',
  userTimeout: 'TCP_USER_TIMEOUT',
  keepaliveIdle: 'tcp_keepalive_time',
  keepaliveInterval: 'tcp_keepalive_intvl',
  keepaliveProbes: 'tcp_keepalive_probes',
} as const

export type Sysctl = keyof typeof sysctlNames
export const sysctls = Object.keys(sysctlNames) as readonly Sysctl[]

type Numbers = { readonly [sysctl in Sysctl]: number }

/** Every number of a kernel, as it is set or as it comes. */
export function sysctlsOf(kernel: LinuxKernel): Numbers {
  const { synRetries, linearTimeouts, rtoMax, dataRetries, userTimeout, keepalive } = kernel
  const { idle, interval, probes } = keepalive ?? everyKernel.keepalive
  return {
    synRetries,
    linearTimeouts,
    rtoMax: rtoMax ?? everyKernel.rtoMax,
    dataRetries: dataRetries ?? everyKernel.dataRetries,
    userTimeout: userTimeout ?? 0,
    keepaliveIdle: idle,
    keepaliveInterval: interval,
    keepaliveProbes: probes,
  }
}

/** Whether a release lets a number be set: tcp_syn_linear_timeouts since 6.5, tcp_rto_max_ms since 6.15. */
export function hasSysctl(release: KernelRelease, sysctl: Sysctl): boolean {
  const { hasLinear, hasRtoMax } = kernelDefaults(release)
  return sysctl === 'linearTimeouts' ? hasLinear : sysctl === 'rtoMax' ? hasRtoMax : true
}

/** A kernel of these numbers. What is as it comes is not named, so that equal kernels are written alike. */
function kernelWith(release: KernelRelease, numbers: Numbers, wheel: LinuxKernel['wheel']): LinuxKernel {
  const { synRetries, linearTimeouts, rtoMax, dataRetries, userTimeout } = numbers
  const keepalive = {
    idle: numbers.keepaliveIdle,
    interval: numbers.keepaliveInterval,
    probes: numbers.keepaliveProbes,
  }
  const usual = everyKernel.keepalive
  const asItComes =
    keepalive.idle === usual.idle && keepalive.interval === usual.interval && keepalive.probes === usual.probes
  return {
    release,
    synRetries,
    linearTimeouts,
    ...(rtoMax !== everyKernel.rtoMax && { rtoMax }),
    ...(dataRetries !== everyKernel.dataRetries && { dataRetries }),
    ...(userTimeout !== 0 && { userTimeout }),
    ...(!asItComes && { keepalive }),
    ...(wheel && { wheel }),
  }
}

/** Sets one number of a kernel; a kernel of which only the length of an attempt is known has none. */
export const setSysctl = (kernel: Kernel, sysctl: Sysctl, value: number): Kernel =>
  'release' in kernel ? kernelWith(kernel.release, { ...sysctlsOf(kernel), [sysctl]: value }, kernel.wheel) : kernel

/** How late a kernel's timers fire; undefined: never. */
export const setWheel = (kernel: Kernel, wheel: LinuxKernel['wheel']): Kernel =>
  'release' in kernel ? kernelWith(kernel.release, sysctlsOf(kernel), wheel) : kernel

/** The numbers in which a kernel differs from another one, or from its release as it comes. */
export function changedSysctls(kernel: LinuxKernel, from: LinuxKernel = freshKernel(kernel.release)): Sysctl[] {
  const [numbers, others] = [sysctlsOf(kernel), sysctlsOf(from)]
  return sysctls.filter((sysctl) => numbers[sysctl] !== others[sysctl])
}

/** A kernel of a release that keeps of another one what was set there and can be set here. */
export function ofRelease(kernel: Kernel, release: KernelRelease): LinuxKernel {
  if (!('release' in kernel)) return freshKernel(release)
  const numbers = sysctlsOf(kernel)
  const kept = changedSysctls(kernel).filter((sysctl) => hasSysctl(release, sysctl))
  const set = Object.fromEntries(kept.map((sysctl) => [sysctl, numbers[sysctl]]))
  return kernelWith(release, { ...sysctlsOf(freshKernel(release)), ...set }, kernel.wheel)
}

/** A kernel that gives up when another one does, and of which nothing else is known. One that never did gives up after 127 s. */
export function ofLength(kernel: Kernel): Kernel {
  const { givesUpAfter } = scheduleOf(kernel)
  return { giveUpAfter: Number.isFinite(givesUpAfter) ? givesUpAfter : 127_000 }
}

/** What had been set in a kernel and is nowhere in the one that took its place: `tcp_rto_max_ms 4000`. */
export function lostSysctls(before: Kernel, after: Kernel): string[] {
  if (!('release' in before)) return []
  const numbers = sysctlsOf(before)
  const lost = changedSysctls(before).filter((sysctl) => !('release' in after) || !hasSysctl(after.release, sysctl))
  const said = lost.map((sysctl) => `${sysctlNames[sysctl]} ${numbers[sysctl]}`)
  return before.wheel && !('release' in after) ? [...said, `HZ ${before.wheel.hz}`] : said
}
