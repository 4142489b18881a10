// What a variant has of its own, besides its settings: parts of its world, and knobs against its release.

import { clientBehaviourOf, nameInProducer } from './behaviourOf.ts'
import { type Change, setKnobs, setVariantFault, setVariantWorld } from './edit.ts'
import { changedSysctls } from './editKernel.ts'
import { type Knob, knobValues } from './knobs.ts'
import { isPartitionKnob } from './partitionKnobs.ts'
import { producerBehaviourOf } from './producerBehaviourOf.ts'
import { quorumBehaviours } from './quorumBehaviours.ts'
import { isQuorumKnob } from './quorumKnobs.ts'
import { quorumReleaseOf } from './releases.ts'
import { replicationRowOf } from './replicationRow.ts'
import type { Kernel, Scenario, Variant } from './scenario.ts'

type Own = NonNullable<Variant['world']>

/** Parts of a variant's world that are one value; its switched faults are set one by one. */
export type OwnPart = Exclude<keyof Own, 'faults'>

/** Sets parts of a variant's own world. What is as in the common world is not named, so that it goes on to follow that. */
export function setOwn(scenario: Scenario, variant: number, change: Change<Pick<Own, OwnPart>>): Scenario {
  const { seed, world } = scenario
  const common = { ...world, seed }
  const { kernel } = change
  const named = Object.entries(change).filter(([part, value]) => value !== common[part as OwnPart])
  const own = {
    ...Object.fromEntries(Object.keys(change).map((part) => [part, undefined])),
    ...Object.fromEntries(named),
  }
  return setVariantWorld(scenario, variant, {
    ...own,
    ...(kernel && sameKernel(kernel, world.kernel) && { kernel: undefined }),
  })
}

/** Whether two kernels come to the same, however they are written. */
function sameKernel(a: Kernel, b: Kernel): boolean {
  if (!('release' in a) || !('release' in b))
    return !('release' in a) && !('release' in b) && a.giveUpAfter === b.giveUpAfter
  const late = a.wheel?.hz !== b.wheel?.hz || a.wheel?.phase !== b.wheel?.phase
  return a.release === b.release && !late && changedSysctls(a, b).length === 0
}

/** Switches a fault in one variant; as in the common world it is not named. */
export const setOwnFault = (scenario: Scenario, variant: number, fault: number, on: boolean): Scenario =>
  setVariantFault(scenario, variant, fault, on === scenario.world.faults[fault]?.on ? undefined : on)

/** Lets a variant see the common world again. */
export const resetOwn = (scenario: Scenario, variant: number): Scenario =>
  setVariantWorld(scenario, variant, {
    kernel: undefined,
    latency: undefined,
    jitter: undefined,
    seed: undefined,
    faults: undefined,
  })

/** A knob as a release has it. */
export const releasesOwn = (kafka: string, knob: Knob): string | boolean | undefined => {
  const name = nameInProducer(knob)
  const row: { readonly [name: string]: string | boolean } = isQuorumKnob(knob)
    ? quorumBehaviours[quorumReleaseOf(kafka)?.behaviour ?? 'kraft-4.4']
    : isPartitionKnob(knob)
      ? replicationRowOf(kafka)
      : name === undefined
        ? clientBehaviourOf({ kafka })
        : producerBehaviourOf({ kafka })
  return row[name ?? knob]
}

/** A knob as a variant has it. */
export const knobIn = ({ kafka, knobs }: Pick<Variant, 'kafka' | 'knobs'>, knob: Knob): string | boolean | undefined =>
  knobs?.[knob] ?? releasesOwn(kafka, knob)

const everyKnob = Object.keys(knobValues) as readonly Knob[]

/** The knobs in which a variant differs from its release, in the order of the form. */
export const changedKnobs = ({ kafka, knobs = {} }: Pick<Variant, 'kafka' | 'knobs'>): Knob[] =>
  everyKnob.filter((knob) => knobs[knob] !== undefined && knobs[knob] !== releasesOwn(kafka, knob))

/** Sets a knob of a variant, or resets it (undefined). As the release has it, it is not named. */
export function setKnob(
  scenario: Scenario,
  variant: number,
  knob: Knob,
  value: string | boolean | undefined,
): Scenario {
  const of = scenario.variants[variant]
  if (of === undefined) return scenario
  return setKnobs(scenario, variant, { [knob]: value === releasesOwn(of.kafka, knob) ? undefined : value })
}

/** Lets a variant follow its release in every rule again. */
export const resetKnobs = (scenario: Scenario, variant: number): Scenario =>
  setKnobs(
    scenario,
    variant,
    Object.fromEntries(Object.keys(scenario.variants[variant]?.knobs ?? {}).map((knob) => [knob, undefined])),
  )
