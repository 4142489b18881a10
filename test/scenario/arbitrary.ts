// Any valid scenario, for laws.

import fc from 'fast-check'
import { fittingCall } from '../../src/scenario/editCalls.ts'
import { fittingFault } from '../../src/scenario/faultFields.ts'
import { kernelDefaults } from '../../src/scenario/kernel.ts'
import { knobsOf, knobValues } from '../../src/scenario/knobs.ts'
import { parse } from '../../src/scenario/parse.ts'
import { releases } from '../../src/scenario/releases.ts'
import {
  answeredStill,
  type Component,
  clientFaultKinds,
  componentOf,
  type Fault,
  kernelReleases,
  labOf,
  limits,
  linkWays,
  losableMessages,
  memberships,
  type ProduceCall,
  produceErrors,
  type Scenario,
  unreachableBy,
  type Workload,
  wheelHz,
} from '../../src/scenario/scenario.ts'
import { formOf, settingAnywhere, settingKeysOf } from '../../src/scenario/settingForms.ts'
import { clientMissing, settingOf } from '../../src/scenario/settings.ts'

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

const seconds = fc.integer({ min: 1000, max: limits.kernelMs })

const linux = fc
  .record(
    {
      release: fc.constantFrom(...kernelReleases),
      synRetries: fc.integer({ min: 1, max: 127 }),
      linearTimeouts: fc.nat({ max: 127 }),
      rtoMax: fc.integer({ min: 1000, max: 120_000 }),
      dataRetries: fc.nat({ max: 255 }),
      userTimeout: length(limits.kernelMs),
      keepalive: fc.record({ idle: seconds, interval: seconds, probes: fc.integer({ min: 1, max: 127 }) }),
      wheel: fc.record({ hz: fc.constantFrom(...wheelHz), phase: fc.nat({ max: 4095 }) }),
    },
    { requiredKeys: ['release', 'synRetries', 'linearTimeouts'] },
  )
  .map(({ rtoMax, ...kernel }) => {
    const { hasLinear, hasRtoMax } = kernelDefaults(kernel.release)
    return {
      ...kernel,
      ...(!hasLinear && { linearTimeouts: 0 }),
      ...(hasRtoMax && rtoMax !== undefined && { rtoMax }),
    }
  })

const kernel = fc.oneof(
  fc.record({ giveUpAfter: fc.option(fc.integer({ min: 1, max: limits.untilMs }), { nil: null }) }),
  linux,
)

/** Of any broker, there or not. */
const fault: fc.Arbitrary<Fault> = fc
  .record(
    {
      at: length(limits.untilMs - 1),
      lasts: fc.integer({ min: 1, max: 1e7 }),
      kind: fc.constantFrom(...clientFaultKinds),
      node: fc.nat({ max: limits.nodes - 1 }),
      address: fc.integer({ min: 1, max: limits.addresses }),
      way: fc.constantFrom(...linkWays),
      by: fc.constantFrom(...unreachableBy),
      slower: fc.integer({ min: 1, max: limits.slowerMs }),
      message: fc.constantFrom(...losableMessages),
      nth: fc.integer({ min: 1, max: limits.nth }),
      resets: fc.boolean(),
      answers: fc.constantFrom(...answeredStill),
      partition: fc.nat({ max: limits.partitions - 1 }),
      error: fc.constantFrom(...produceErrors),
      on: fc.boolean(),
    },
    { requiredKeys: ['at', 'kind', 'node', 'on'] },
  )
  .map(({ lasts, ...rest }) =>
    fittingFault({ ...rest, ...(lasts !== undefined && { until: Math.min(rest.at + lasts, limits.untilMs) }) }),
  )

/** At any time, to any partition, there or not. */
const call: fc.Arbitrary<ProduceCall> = fc
  .record(
    {
      at: length(limits.untilMs),
      what: fc.constantFrom('send', 'flush', 'close', 'partitionsFor'),
      partition: fc.nat({ max: limits.partitions - 1 }),
      count: fc.integer({ min: 1, max: 20 }),
      every: length(limits.untilMs),
      timeout: length(limits.untilMs),
    },
    { requiredKeys: ['at', 'what'] },
  )
  .map((parts) => fittingCall(parts as Parameters<typeof fittingCall>[0]))

const produce = fc.record(
  {
    kind: fc.constant('produce'),
    partitions: fc.integer({ min: 1, max: limits.partitions }),
    recordsPerBatch: fc.integer({ min: 1, max: limits.recordsPerBatch }),
    recordSize: fc.integer({ min: 1, max: limits.recordSize }),
    topicKnown: fc.boolean(),
    metadataLag: fc.integer({ min: 1, max: limits.untilMs }),
    calls: fc.array(call, { maxLength: 10 }),
  },
  { requiredKeys: ['kind', 'partitions', 'topicKnown', 'calls'] },
)

const switches = (faults: number) =>
  fc
    .subarray(Array.from({ length: faults }, (_, i) => i))
    .chain((indices) => fc.tuple(...indices.map((index) => fc.tuple(fc.constant(index), fc.boolean()))))

const settingValue = (key: string) => {
  const row = settingAnywhere(key)
  // Words that every release that has the setting takes; numbers that none refuses.
  if (row?.words) return fc.constantFrom(row.words[row.words.length - 1] ?? '')
  // X2: it must cover linger.ms + request.timeout.ms, whatever they are.
  if (key === 'delivery.timeout.ms') return fc.constant(2 ** 31 - 1)
  return fc
    .oneof(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: row?.max === undefined ? 6 : 1, max: formOf(key).unit === 'requests' ? 5 : 2 ** 31 - 1 }),
    )
    .map((n) => n)
}

const variantOf = (kafka: string, faults: number) =>
  fc
    .record({
      name: name(limits.nameLength),
      values: fc
        .subarray([...settingKeysOf('requests')])
        .chain((keys) => fc.tuple(...keys.map((key) => fc.tuple(fc.constant(key), settingValue(key))))),
      turned: fc
        .subarray([...knobsOf(kafka, 'client')], { maxLength: 3 })
        .chain((keys) =>
          fc.tuple(...keys.map((knob) => fc.tuple(fc.constant(knob), fc.constantFrom(...knobValues[knob])))),
        ),
      world: fc.record(
        {
          kernel,
          latency: length(limits.latencyMs),
          jitter: fc.boolean(),
          seed: length(limits.seed),
          faults: switches(faults),
        },
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

type Drawn = ReturnType<typeof variantOf> extends fc.Arbitrary<infer T> ? T : never

const variant = (faults: number) =>
  fc.constantFrom(...releases.map(({ id }) => id)).chain((kafka) => variantOf(kafka, faults))

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
      brushed: fc.boolean(),
      overlay: fc.tuple(fc.nat({ max: variants - 1 }), fc.nat({ max: variants - 1 })),
      only: absent(fc.constant('differences')),
      opened: absent(
        fc.tuple(
          name(limits.nameLength - 1).map((text) => `p${text}`.trim()),
          fc.nat({ max: limits.records - 1 }),
        ),
      ),
    })
    .map(({ a, b, playhead, selected, axis, ranged, brushed, overlay, only, opened }) => ({
      ...(ranged && a !== b && { from: Math.min(a, b), to: Math.max(a, b) }),
      ...(playhead !== undefined && { playhead }),
      ...(selected && { selected }),
      ...(axis && { axis }),
      ...(brushed && a !== b && { brush: [Math.min(a, b), Math.max(a, b)] }),
      ...(overlay[0] !== overlay[1] && { overlay }),
      ...(only && { only }),
      ...(opened && { opened }),
    }))
}

const constants = <T extends object>(of: T): { [key in keyof T]: fc.Arbitrary<T[key]> } =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, fc.constant(value)])) as never

/** What may be refused together with others, whatever they are (X3, X4, X5). */
const bound = /^(?:request|session|default\.api)\.timeout|^heartbeat|^fetch/

/** A variant as one of another client: of a release that has such a client, with the settings that it has. */
function ofClient(variant: Drawn, component: Component) {
  if (component === 'producer') return variant
  const isThere = clientMissing(variant.kafka, component) === undefined
  const kafka = isThere ? variant.kafka : '3.9'
  const given = Object.entries({ ...variant.parked.producer, ...variant.config.producer })
  const has = ([key]: readonly [string, unknown]) => settingOf(kafka, key, component) !== undefined
  return {
    ...variant,
    kafka,
    ...(!isThere && { knobs: {} }),
    config: { [component]: Object.fromEntries(given.filter((pair) => has(pair) && !bound.test(pair[0]))) },
    parked: { [component]: Object.fromEntries(given.filter((pair) => !has(pair))) },
  }
}

/** Any scenario that parse takes, as parse writes it. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    nodes: fc.integer({ min: 1, max: limits.nodes }),
    faults: fc.array(fault, { maxLength: 30 }),
    until: fc.integer({ min: 1, max: limits.untilMs }),
  })
  .chain((drawn) =>
    fc.record({
      ...constants(drawn),
      variants: fc.array(variant(drawn.faults.length), { minLength: 1, maxLength: limits.variants }),
    }),
  )
  .chain(({ nodes, faults, variants, until }) =>
    fc.record({
      v: fc.constant(1),
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
              membership: absent(fc.constantFrom(...memberships)),
            }),
            { minLength: nodes, maxLength: nodes },
          )
          .map((list) =>
            list.map(({ membership, ...node }, i) => ({
              ...node,
              name: `${node.name} ${i + 1}`,
              bootstrap: node.bootstrap || i === 0,
              ...(membership && { membership }),
            })),
          ),
        kernel,
        latency: length(limits.latencyMs),
        service: length(limits.serviceMs),
        jitter: fc.boolean(),
        selectOvershootMs: fc.constantFrom(0, 1),
        faults: fc.constant(faults),
        workload: fc.oneof(
          fc.constantFrom({ kind: 'send' }, { kind: 'refresh' }, { kind: 'busy', node: 0 }),
          fc.nat({ max: nodes - 1 }).map((node) => ({ kind: 'leader', node })),
          produce,
          fc.record(
            { kind: fc.constantFrom('consumer', 'admin'), known: fc.boolean(), timeout: length(limits.untilMs) },
            { requiredKeys: ['kind', 'known'] },
          ),
        ),
      }),
      variants: fc.constant(variants),
      view: view(until, variants.length),
    }),
  )
  .map((input) => {
    const workload = input.world.workload as Workload
    const variants = input.variants.map((each) => ofClient(each, componentOf(workload)))
    const parsed = parse({ ...input, variants, lab: labOf(workload) })
    if ('problems' in parsed) throw new Error(`not valid: ${JSON.stringify(parsed.problems)}`)
    return parsed.scenario
  })
