// Any valid scenario, for laws.

import fc from 'fast-check'
import { knobsOf, knobValues } from '../../src/scenario/knobs.ts'
import { parse } from '../../src/scenario/parse.ts'
import { releases } from '../../src/scenario/releases.ts'
import { faultKinds, limits, linkWays, type Scenario } from '../../src/scenario/scenario.ts'
import { settingAnywhere, settingKeys, settingOf } from '../../src/scenario/settings.ts'

const name = (longest: number) =>
  fc
    .oneof(
      fc.constantFrom('a&b=c', '1+1', 'a#b', '%41', 'über 3', '日本', '.deadbeef', '__proto__', ''),
      fc.string({ maxLength: longest, unit: 'grapheme' }),
    )
    .map((text) =>
      text
        .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
        .slice(0, longest)
        .replace(/[\ud800-\udbff]$/, '')
        .trim(),
    )

const absent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const length = (max: number) => fc.oneof(fc.nat({ max: Math.min(max, 100) }), fc.nat({ max }))

const kernel = fc.oneof(
  fc.record({ giveUpAfter: fc.option(fc.integer({ min: 1, max: limits.untilMs }), { nil: null }) }),
  fc.record({
    release: fc.constant('6.5'),
    synRetries: fc.integer({ min: 1, max: 127 }),
    linearTimeouts: fc.nat({ max: 127 }),
  }),
  fc.record({
    release: fc.constant('3.7'),
    synRetries: fc.integer({ min: 1, max: 127 }),
    linearTimeouts: fc.constant(0),
  }),
)

const fault = (nodes: number) =>
  fc
    .record({
      at: length(limits.untilMs - 1),
      lasts: absent(fc.integer({ min: 1, max: 1e7 })),
      kind: fc.constantFrom(...faultKinds),
      node: fc.nat({ max: nodes - 1 }),
      way: absent(fc.constantFrom(...linkWays)),
      on: fc.boolean(),
    })
    .map(({ at, lasts, kind, node, way, on }) => ({
      at,
      ...(lasts !== undefined && { until: Math.min(at + lasts, limits.untilMs) }),
      kind,
      node,
      ...(kind === 'cut link' && way && { way }),
      on,
    }))

const settingValue = (key: string) => {
  const row = settingAnywhere(key)
  // Words that every release that has the setting takes; numbers that none refuses.
  if (row?.words) return fc.constantFrom(row.words[row.words.length - 1] ?? '')
  return fc
    .oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: row?.max === undefined ? 6 : 1, max: row?.unit === 'requests' ? 5 : 2 ** 31 - 1 }),
    )
    .map((n) => n)
}

const variantOf = (kafka: string) =>
  fc
    .record({
      name: name(limits.nameLength),
      values: fc
        .subarray([...settingKeys])
        .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), settingValue(key))))),
      turned: fc
        .subarray([...knobsOf(kafka)], { maxLength: 3 })
        .chain((keys) =>
          fc.tuple(...keys.map((knob) => fc.tuple(fc.constant(knob), fc.constantFrom(...knobValues[knob])))),
        ),
      world: fc.record(
        { kernel, latency: length(limits.latencyMs), jitter: fc.boolean(), seed: length(limits.seed) },
        { requiredKeys: [] },
      ),
    })
    .map(({ name: called, values, turned, world }) => {
      const has = ([key]: readonly [string, unknown]) => settingOf(kafka, key) !== undefined
      const parked = values.filter((pair) => !has(pair))
      return {
        name: called,
        kafka,
        knobs: Object.fromEntries(turned),
        config: { producer: Object.fromEntries(values.filter(has)) },
        parked: { producer: Object.fromEntries(parked) },
        world,
      }
    })

const variant = fc.constantFrom(...releases.map(({ id }) => id)).chain(variantOf)

const view = (until: number, variants: number) => {
  const at = fc.oneof(fc.nat({ max: until }), fc.double({ min: 0, max: until, noNaN: true }))
  return fc
    .record({
      a: at,
      b: at,
      playhead: absent(at),
      selected: absent(fc.tuple(fc.nat({ max: variants - 1 }), fc.nat({ max: 1e6 }))),
      axis: absent(fc.constantFrom('elastic', 'linear')),
      ranged: fc.boolean(),
    })
    .map(({ a, b, playhead, selected, axis, ranged }) => ({
      ...(ranged && a !== b && { from: Math.min(a, b), to: Math.max(a, b) }),
      ...(playhead !== undefined && { playhead }),
      ...(selected && { selected }),
      ...(axis && { axis }),
    }))
}

/** Any scenario that parse takes, as parse writes it. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    nodes: fc.integer({ min: 1, max: limits.nodes }),
    variants: fc.array(variant, { minLength: 1, maxLength: limits.variants }),
    until: fc.integer({ min: 1, max: limits.untilMs }),
  })
  .chain(({ nodes, variants, until }) =>
    fc.record({
      v: fc.constant(1),
      lab: fc.constant('client'),
      title: name(limits.titleLength),
      seed: length(limits.seed),
      until: fc.constant(until),
      world: fc.record({
        nodes: fc
          .array(
            fc.record({
              name: name(20),
              bootstrap: fc.boolean(),
              addresses: fc.integer({ min: 1, max: limits.addresses }),
            }),
            { minLength: nodes, maxLength: nodes },
          )
          .map((list) =>
            list.map((node, i) => ({ ...node, name: `${node.name} ${i + 1}`, bootstrap: node.bootstrap || i === 0 })),
          ),
        kernel,
        latency: length(limits.latencyMs),
        service: length(limits.serviceMs),
        jitter: fc.boolean(),
        selectOvershootMs: fc.constantFrom(0, 1),
        faults: fc.array(fault(nodes), { maxLength: 30 }),
        workload: fc.oneof(
          fc.constant({ kind: 'send' }),
          fc.nat({ max: nodes - 1 }).map((node) => ({ kind: 'leader', node })),
        ),
      }),
      variants: fc.constant(variants),
      view: view(until, variants.length),
    }),
  )
  .map((input) => {
    const parsed = parse(input)
    if ('problems' in parsed) throw new Error(`not valid: ${JSON.stringify(parsed.problems)}`)
    return parsed.scenario
  })
