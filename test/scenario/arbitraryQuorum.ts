// Any valid question about a quorum, for laws.

import fc from 'fast-check'
import { faultKindsIn, fittingFault, messagesIn } from '../../src/scenario/faultFields.ts'
import { parse } from '../../src/scenario/parse.ts'
import { quorumKnobs, quorumKnobValues } from '../../src/scenario/quorumKnobs.ts'
import { quorumReleases } from '../../src/scenario/releases.ts'
import {
  type Fault,
  type FaultKind,
  limits,
  linkWays,
  quorumStarts,
  resumeOrders,
  type Scenario,
} from '../../src/scenario/scenario.ts'
import { settingKeysOf } from '../../src/scenario/settingForms.ts'

const length = (max: number) => fc.oneof(fc.nat({ max: Math.min(max, 3000) }), fc.nat({ max }))

const fault = (nodes: number, until: number): fc.Arbitrary<Fault> =>
  fc
    .record(
      {
        at: fc.nat({ max: until }),
        lasts: fc.integer({ min: 1, max: until }),
        kind: fc.constantFrom<FaultKind[]>(...faultKindsIn('quorum')),
        node: fc.nat({ max: nodes }),
        peer: fc.nat({ max: nodes }),
        way: fc.constantFrom(...linkWays),
        slower: fc.integer({ min: 1, max: 3000 }),
        message: fc.constantFrom(...messagesIn('quorum')),
        nth: fc.integer({ min: 1, max: 9 }),
        toldAfter: fc.nat({ max: 3000 }),
        resumes: fc.constantFrom(...resumeOrders),
        on: fc.boolean(),
      },
      { requiredKeys: ['at', 'kind', 'node', 'on'] },
    )
    .map(({ lasts, peer, toldAfter, ...rest }) =>
      fittingFault({
        ...rest,
        ...(lasts !== undefined && { until: rest.at + lasts }),
        ...(peer !== undefined && peer !== rest.node && { peer }),
        ...(toldAfter !== undefined && !rest.message?.endsWith(' answer') && { toldAfter }),
      }),
    )

const variant = (faults: number) =>
  fc
    .record({
      kafka: fc.constantFrom(...quorumReleases.map(({ id }) => id)),
      values: fc
        .subarray([...settingKeysOf('quorum')])
        .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), length(20_000))))),
      turned: fc
        .subarray([...quorumKnobs], { maxLength: 3 })
        .chain((knobs) =>
          fc.tuple(...knobs.map((knob) => fc.tuple(fc.constant(knob), fc.constantFrom(...quorumKnobValues[knob])))),
        ),
      world: fc.record(
        {
          latency: length(limits.latencyMs),
          seed: length(limits.seed),
          faults: fc
            .subarray(Array.from({ length: faults }, (_, i) => i))
            .chain((indices) => fc.tuple(...indices.map((index) => fc.tuple(fc.constant(index), fc.boolean())))),
        },
        { requiredKeys: [] },
      ),
    })
    .map(({ kafka, values, turned, world }) => ({
      kafka,
      knobs: Object.fromEntries(turned),
      config: { controller: Object.fromEntries(values) },
      world,
    }))

/** Any question about a quorum that parse takes, as parse writes it. */
export const quorums: fc.Arbitrary<Scenario> = fc
  .record({
    voters: fc.integer({ min: 1, max: limits.voters }),
    observers: fc.nat({ max: 3 }),
    until: fc.integer({ min: 1, max: 20_000 }),
  })
  .chain(({ voters, observers, until }) => {
    const nodes = voters + observers
    return fc.record({ faults: fc.array(fault(nodes, until), { maxLength: 8 }) }).chain(({ faults }) =>
      fc.record({
        v: fc.constant(1),
        lab: fc.constant('quorum'),
        seed: length(limits.seed),
        until: fc.constant(until),
        world: fc.record({
          nodes: fc
            .shuffledSubarray(
              Array.from({ length: nodes }, (_, i) => i >= voters),
              { minLength: nodes },
            )
            .map((roles) => roles.map((observer) => (observer ? { observer } : {}))),
          latency: length(limits.latencyMs),
          faults: fc.constant(faults),
          workload: fc.record(
            {
              kind: fc.constant('quorum'),
              start: fc.constantFrom(...quorumStarts),
              links: fc.uniqueArray(
                fc
                  .record({ from: fc.nat({ max: nodes - 1 }), to: fc.nat({ max: nodes - 1 }), latency: length(2000) })
                  .filter(({ from, to }) => from !== to),
                { maxLength: nodes === 1 ? 0 : 6, selector: ({ from, to }) => `${from}-${to}` },
              ),
              proposedBound: fc.constant(true),
            },
            { requiredKeys: ['kind', 'start'] },
          ),
        }),
        variants: fc.array(variant(faults.length), { minLength: 1, maxLength: limits.variants }),
      }),
    )
  })
  .map((input) => {
    const parsed = parse(input)
    if ('problems' in parsed) throw new Error(`not valid: ${JSON.stringify(parsed.problems)}`)
    return parsed.scenario
  })
