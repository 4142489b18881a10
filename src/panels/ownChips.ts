// What a variant has of its own besides its settings, as chips and as a name.

import { setVariantFault } from '../scenario/edit.ts'
import { changedSysctls } from '../scenario/editKernel.ts'
import type { Knob } from '../scenario/knobs.ts'
import { knobWords } from '../scenario/knobWords.ts'
import { changedKnobs, knobIn, releasesOwn, setKnob, setOwn } from '../scenario/own.ts'
import { namedRelease, releaseName } from '../scenario/releases.ts'
import { type Kernel, limits, type Scenario, type Variant } from '../scenario/scenario.ts'
import { sysctlNames, sysctlsOf } from '../scenario/sysctls.ts'
import type { Change } from '../store/edits.ts'
import { saidFault } from './faultFacts.ts'
import { saidKernel } from './Kernel.tsx'

type Difference = {
  readonly key: string
  /** On a chip. */
  readonly text: string
  /** In a name. */
  readonly short: string
  readonly drop: Change
}

/** What a variant changes besides its settings: its world, and rules of its release. */
export const differencesOf = (scenario: Scenario, variant: Variant, index: number): readonly Difference[] => [
  ...worldDifferences(scenario, variant, index),
  ...faultDifferences(scenario, variant, index),
  ...knobDifferences(variant, index),
]

function worldDifferences({ world: common }: Scenario, { world = {} }: Variant, index: number): Difference[] {
  const { seed, latency, jitter, kernel } = world
  const said = {
    seed: seed !== undefined && `seed ${seed}`,
    latency: latency !== undefined && `latency ${latency} ms`,
    jitter: jitter !== undefined && (jitter ? 'with jitter' : 'without jitter'),
    kernel: kernel !== undefined && saidOwnKernel(kernel, common.kernel),
  }
  return Object.entries(said).flatMap(([key, text]) =>
    text === false
      ? []
      : [{ key, text, short: text, drop: (scenario) => setOwn(scenario, index, { [key]: undefined }) }],
  )
}

/** `tcp_syn_retries 2`: what differs from the common kernel; `Linux 3.7 to 6.4` where all of it does. */
function saidOwnKernel(kernel: Kernel, common: Kernel): string {
  if (!('release' in kernel)) return `kernel ${saidKernel(kernel)}`
  if (!('release' in common) || common.release !== kernel.release) return saidKernel(kernel)
  const numbers = sysctlsOf(kernel)
  const said = changedSysctls(kernel, common).map((sysctl) => `${sysctlNames[sysctl]} ${numbers[sysctl]}`)
  const late = kernel.wheel?.hz !== common.wheel?.hz || kernel.wheel?.phase !== common.wheel?.phase
  return [...said, ...(late ? [kernel.wheel ? `timers late, HZ ${kernel.wheel.hz}` : 'timers on time'] : [])].join(', ')
}

function faultDifferences({ world, lab }: Scenario, variant: Variant, index: number): Difference[] {
  return (variant.world?.faults ?? []).flatMap(([number, on]) => {
    const fault = world.faults[number]
    if (fault === undefined) return []
    const text = `${on ? 'with' : 'without'} ${saidFault(fault, world.nodes, lab)}`
    const short = `${on ? 'with' : 'without'} ${fault.kind}`
    const drop: Change = (scenario) => setVariantFault(scenario, index, number, undefined)
    return [{ key: `fault ${number}`, text, short, drop }]
  })
}

function knobDifferences(variant: Variant, index: number): Difference[] {
  const { kafka } = variant
  const release = namedRelease(kafka)?.label ?? kafka
  return changedKnobs(variant).map((knob) => {
    const value = knobIn(variant, knob)
    return {
      key: knob,
      text: `${knobWords[knob].label}: ${saidValue(value)} (${release}: ${saidValue(releasesOwn(kafka, knob))})`,
      short: saidInName(knob, value),
      drop: (scenario) => setKnob(scenario, index, knob, undefined),
    }
  })
}

/** `yes`, `oldest attempt`. */
export const saidValue = (value: string | boolean | undefined): string =>
  value === true ? 'yes' : value === false ? 'no' : String(value)

/** `last visited` says enough; of a yes or no it takes the rule, too, and of a `none`. */
const saidInName = (knob: Knob, value: string | boolean | undefined): string =>
  typeof value === 'string' && value !== 'none' ? value : `${knobWords[knob].label}: ${saidValue(value)}`

/**
 * A name that says what differs: `Kafka 2.7, last visited`. undefined: nothing differs, the name says so already or is somebody's own
 * words, or there is no room for it.
 */
export function suggestedName(scenario: Scenario, variant: Variant, index: number): string | undefined {
  const [first, ...more] = differencesOf(scenario, variant, index)
  const release = releaseName(variant.kafka)
  const shared = scenario.variants.some((other, i) => i !== index && other.name === variant.name)
  if (first === undefined || !(shared || variant.name.startsWith(release)) || variant.name.includes(first.short))
    return undefined
  const name = `${release}, ${first.short}${more.length > 0 ? ' …' : ''}`
  return name.length <= limits.nameLength ? name : undefined
}
