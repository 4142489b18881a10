// Linux releases as a client's connection attempts know them: what came when, and how it comes.
// Sources: ip-sysctl of the kernel's documentation; RFC 6298 (initial RTO 1 s, 3 s before Linux 3.1); own measurements for 6.18.

import { type Kernel, type KernelRelease, kernelReleases } from './scenario.ts'

/** One row a release from which something differs. Lengths in ms. */
export type KernelDefaults = {
  readonly id: KernelRelease
  /** In a list. */
  readonly label: string
  /** The first retransmission timeout, which no sysctl sets. */
  readonly initialRto: number
  /** tcp_syn_retries as it comes. */
  readonly synRetries: number
  /** tcp_syn_linear_timeouts as it comes; 0, and not to be set, before 6.5. */
  readonly linearTimeouts: number
  readonly hasLinear: boolean
  /** tcp_rto_max_ms can be set. */
  readonly hasRtoMax: boolean
}

const rows: { readonly [release in KernelRelease]: Omit<KernelDefaults, 'id'> } = {
  '3.0': {
    label: 'Linux before 3.1',
    initialRto: 3000,
    synRetries: 5,
    linearTimeouts: 0,
    hasLinear: false,
    hasRtoMax: false,
  },
  '3.7': {
    label: 'Linux 3.7 to 6.4',
    initialRto: 1000,
    synRetries: 6,
    linearTimeouts: 0,
    hasLinear: false,
    hasRtoMax: false,
  },
  '6.5': {
    label: 'Linux 6.5 to 6.14',
    initialRto: 1000,
    synRetries: 6,
    linearTimeouts: 4,
    hasLinear: true,
    hasRtoMax: false,
  },
  '6.15': {
    label: 'Linux 6.15 and later',
    initialRto: 1000,
    synRetries: 6,
    linearTimeouts: 4,
    hasLinear: true,
    hasRtoMax: true,
  },
}

/** A release's row. */
export const kernelDefaults = (release: KernelRelease): KernelDefaults => ({ id: release, ...rows[release] })

/** All rows, the oldest first. */
export const kernels: readonly KernelDefaults[] = kernelReleases.map(kernelDefaults)

/** What holds in every release unless it is set: tcp_rto_max_ms, tcp_retries2, and tcp_keepalive_time, _intvl and _probes. */
export const everyKernel = {
  rtoMax: 120_000,
  dataRetries: 15,
  keepalive: { idle: 7_200_000, interval: 75_000, probes: 9 },
} as const

/** A kernel of a Linux release, with its sysctls. */
export type LinuxKernel = Extract<Kernel, { readonly release: KernelRelease }>

/** A kernel of a release as it comes. */
export function freshKernel(release: KernelRelease): LinuxKernel {
  const { synRetries, linearTimeouts } = kernelDefaults(release)
  return { release, synRetries, linearTimeouts }
}
