// A kernel in place of another one: what a release takes over of it, and what it has not.

import { scheduleOf } from './clientKernel.ts'
import { freshKernel, kernelDefaults, type LinuxKernel } from './kernel.ts'
import type { Kernel, KernelRelease } from './scenario.ts'
import { kernelWith, type Sysctl, sysctlNames, sysctls, sysctlsOf } from './sysctls.ts'

/** Whether a release lets a number be set: tcp_syn_linear_timeouts since 6.5, tcp_rto_max_ms since 6.15. */
export function hasSysctl(release: KernelRelease, sysctl: Sysctl): boolean {
  const { hasLinear, hasRtoMax } = kernelDefaults(release)
  return sysctl === 'linearTimeouts' ? hasLinear : sysctl === 'rtoMax' ? hasRtoMax : true
}

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
