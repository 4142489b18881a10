// A scenario's kernel as a run takes it. Apart from its schedules, which a run works out and needs no release for.

import { FOREVER, type Ms, ms } from '../base/time.ts'
import type { ClientKernel, SynSchedule } from './clientWorld.ts'
import { everyKernel, kernelDefaults } from './kernel.ts'
import type { Kernel } from './scenario.ts'
import { attemptSchedule } from './synSchedule.ts'

/** A scenario's kernel with every sysctl in place. */
export function clientKernel(kernel: Kernel): ClientKernel {
  if ('giveUpAfter' in kernel) {
    const givesUpAfter: Ms = kernel.giveUpAfter === null ? FOREVER : ms(kernel.giveUpAfter)
    const { rtoMax, dataRetries, keepalive } = everyKernel
    const data = { retries: dataRetries, rtoMax, userTimeout: 0 }
    return { connect: { givesUpAfter }, data, keepalive, wheel: undefined }
  }
  const { release, synRetries, linearTimeouts, wheel, keepalive = everyKernel.keepalive } = kernel
  const { rtoMax = everyKernel.rtoMax, dataRetries = everyKernel.dataRetries, userTimeout = 0 } = kernel
  const { initialRto } = kernelDefaults(release)
  return {
    connect: { retries: synRetries, linear: linearTimeouts, initialRto, rtoMax, userTimeout },
    data: { retries: dataRetries, rtoMax, userTimeout },
    keepalive,
    wheel,
  }
}

/** The schedule of a scenario's kernel, for an attempt at the start of its run. */
export const scheduleOf = (kernel: Kernel): SynSchedule => attemptSchedule(clientKernel(kernel))
