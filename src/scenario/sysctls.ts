// The numbers of a Linux kernel one by one, and what holds where nothing is set.

import { everyKernel, type LinuxKernel } from './kernel.ts'
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

/** A kernel of these numbers. What is as it comes is not named, so that equal kernels are written alike. */
export function kernelWith(release: KernelRelease, numbers: Numbers, wheel: LinuxKernel['wheel']): LinuxKernel {
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
