// One question under many seeds: what is luck in a headline, and what is not. Done in slices, so that a newer question need not wait.

import { headlineOf } from '../findings/verdict.ts'
import { compile, worldOf } from '../scenario/compile.ts'
import type { Scenario, Variant } from '../scenario/scenario.ts'
import { seededChance } from '../sim/chance.ts'
import { type Simulation, simulate } from '../sim/run.ts'

/** Headlines by variant and seed, in ms; undefined where it never came. */
export type Headlines = readonly (readonly (number | undefined)[])[]

export type SeedFan = {
  /** Handles up to `entries` more of the event queue; true when every seed has run. */
  advance(entries: number): boolean
  /** Runs done, of how many. */
  readonly done: number
  readonly of: number
  /** What is known so far: headlines[variant][seed - 1]. */
  headlines(): Headlines
}

/** The scenario's variants under the seeds 1 to `seeds`; a variant's own seed gives way. */
export function headlinesOverSeeds(scenario: Scenario, seeds: number): SeedFan {
  return new Fan(scenario, seeds)
}

class Fan implements SeedFan {
  done = 0
  readonly of: number
  private readonly found: (number | undefined)[][]
  private running: Simulation | undefined

  constructor(
    private readonly scenario: Scenario,
    seeds: number,
  ) {
    this.of = seeds * scenario.variants.length
    this.found = scenario.variants.map(() => [])
  }

  advance(entries: number): boolean {
    if (this.done === this.of) return true
    const { variants } = this.scenario
    const variant = this.done % variants.length
    const seeded = withSeed(this.scenario, Math.floor(this.done / variants.length) + 1)
    this.running ??= simulate(compile(seeded, variant), seededChance(seeded.seed, worldOf(seeded, variant).jitter))
    if (!this.running.advance(entries)) return false
    this.found[variant]?.push(headlineOf(this.running.finish().trace, seeded))
    this.running = undefined
    this.done++
    return this.done === this.of
  }

  headlines(): Headlines {
    return this.found.map((column) => [...column])
  }
}

/** The same question under another seed. */
function withSeed(scenario: Scenario, seed: number): Scenario {
  const plain = (variant: Variant): Variant => {
    if (variant.world?.seed === undefined) return variant
    const { seed: _, ...world } = variant.world
    return { ...variant, world }
  }
  return { ...scenario, seed, variants: scenario.variants.map(plain) }
}
