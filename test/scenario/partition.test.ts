// A question about a replicated partition: what is read of it, what is wrong with it, and how it travels.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderOf } from '../../src/scenario/compile.ts'
import * as edit from '../../src/scenario/edit.ts'
import { setReplication } from '../../src/scenario/editPartition.ts'
import { parseSetting } from '../../src/scenario/fields.ts'
import { decode, encode } from '../../src/scenario/link.ts'
import { changedKnobs, knobIn, setKnob } from '../../src/scenario/own.ts'
import { parse, salvage } from '../../src/scenario/parse.ts'
import { textOfSchedule } from '../../src/scenario/partitionSteps.ts'
import { assignments, type PartitionQuestion } from '../../src/scenario/partitionWorld.ts'
import { replicationReleases } from '../../src/scenario/releases.ts'
import type { Scenario, Variant } from '../../src/scenario/scenario.ts'
import { presetScenario } from '../support/runs.ts'

const start = presetScenario('kip-101-two-crashes')

/** The problems of a schedule. */
function wrong(schedule: unknown): string[] {
  const { world, ...scenario } = start
  const parsed = parse({ ...scenario, world: { ...world, workload: { kind: 'replication', order: 'ABC', schedule } } })
  return 'problems' in parsed ? parsed.problems.map(({ path, what }) => `${path}: ${what}`) : []
}

describe('a schedule is read', () => {
  // biome-ignore format: a case is one line.
  test.each<[says: string, schedule: unknown, problem: string | undefined]>([
    ['as it is written', 'p; f B; c A[h=0,k=1]', undefined],
    ['with line ends and blanks', 'p\n  f B ;; d A', undefined],
    ['with no step at all', '', undefined],
    ['a kind of step that there is none of', 'p; x B', 'Step 2, column 4: A step begins with one of p, f, fl, m, s, c, d, r, pl.'],
    ['a broker that there is none of', 'p; f B; f D', 'Step 3, column 11: A broker is A, B or C.'],
    ['no broker', 'f', 'Step 1, column 2: A space and a broker follow f.'],
    ['something behind a step', 'p; f B x', 'Step 2, column 7: Nothing follows the broker of f.'],
    ['a crash that keeps what no log has', 'p\nc A[k=9]', 'Step 2, column 9: No log here is longer than 6 records.'],
    ['more steps than there may be', 'p;'.repeat(101), 'Here are 101 steps; at most 100 are possible.'],
    ['a text that nobody writes', 'p;'.repeat(5000), 'This schedule has 10000 characters; 2000 are possible.'],
    ['what is no text', 7, 'This must be a text, not a number.'],
  ])('%s', (_, schedule, problem) =>
    expect(wrong(schedule)).toEqual(problem === undefined ? [] : [`world.workload.schedule: ${problem}`]),
  )

  test('in one spelling, and the run ends one step behind its last', () => {
    const parsed = parse(setReplication(start, { schedule: 'p\n f B;;c A[h=0]' }))
    expect(parsed).toMatchObject({ scenario: { until: 4000, world: { workload: { schedule: 'p; f B; c A[h=0]' } } } })
  })

  test('whatever end of the run is written beside it', () => {
    expect(parse({ ...start, until: 5 })).toEqual({ scenario: start })
  })

  test('what is wrong with it leaves the rest', () => {
    const broken = setReplication(start, { schedule: 'p; nonsense' })
    expect(salvage(broken)?.variants).toEqual(start.variants)
  })
})

describe('a partition has three replicas, and nothing else of a world', () => {
  const { world, ...scenario } = start
  const problems = (change: object): string[] => {
    const parsed = parse({ ...scenario, world: { ...world, ...change } })
    return 'problems' in parsed ? parsed.problems.map(({ path }) => path) : []
  }

  test('they need not be named, and cannot be others', () => {
    const { nodes, latency, faults, kernel, service, jitter, selectOvershootMs, workload } = world
    expect([nodes, latency, faults, kernel, service, jitter, selectOvershootMs].includes(undefined as never)).toBe(
      false,
    )
    expect(parse({ ...scenario, world: { workload } })).toEqual({ scenario: start })
    expect(problems({ nodes: nodes.slice(1) })).toContain('world.nodes')
    expect(problems({ nodes: [{ ...nodes[0], name: 'Z' }, nodes[1], nodes[2]] })).toEqual(['world.nodes.0.name'])
  })

  test('what goes wrong is a step, and no fault', () =>
    expect(problems({ faults: [{ at: 0, kind: 'stop', node: 0, on: true }] })).not.toEqual([]))

  test('a variant has no world of its own', () => {
    const variants = start.variants.map((variant, i) => (i === 0 ? { ...variant, world: { latency: 5 } } : variant))
    expect(parse({ ...start, variants })).toHaveProperty('problems')
  })

  test('it is no question of another lab', () =>
    expect(parse({ ...start, lab: 'quorum' })).toMatchObject({ problems: [{ path: 'world.workload.kind' }] }))
})

const variant = (kafka: string, topic: NonNullable<Variant['config']['topic']> = {}): Variant => ({
  name: kafka,
  kafka,
  config: { topic },
})

/** What a variant asks of the step machine. */
function questionOf(...of: Parameters<typeof variant>): PartitionQuestion {
  const order = orderOf({ ...start, variants: [variant(...of)] }, 0)
  if (!('partition' in order)) throw new Error('no partition')
  return order.partition.question
}

describe('a variant becomes a question to the step machine', () => {
  // biome-ignore format: a case is one line.
  test.each<[says: string, asked: Parameters<typeof variant>, config: object]>([
    ['0.8.1 has neither setting', ['0.8.1'], { acks: 0, 'min.insync.replicas': 1, 'unclean.leader.election.enable': true, 'replica.lag.max.messages': 4000 }],
    ['0.8.1 takes any acks', ['0.8.1', { 'request.required.acks': 3 }], { acks: 3 }],
    ['so does the producer of 0.8.2', ['0.8.2', { acks: '2' }], { acks: 2, 'unclean.leader.election.enable': true }],
    ['all is -1', ['0.9', { acks: 'all' }], { acks: -1 }],
    ['unclean election is off since 0.11', ['0.11'], { acks: 1, 'unclean.leader.election.enable': false }],
    ['acks is all since 3.0', ['3.6'], { acks: -1, 'min.insync.replicas': 1 }],
    ['more than three replicas are never in sync', ['2.1', { 'min.insync.replicas': 4 }], { 'min.insync.replicas': 4 }],
  ])('%s', (_, asked, config) => expect(questionOf(...asked).config).toMatchObject(config))

  test('ELR is there from 4.0 on, where its feature is on', () => {
    const isOn = (...of: Parameters<typeof variant>) => questionOf(...of).knobs?.eligibleLeaders
    const feature = 'eligible.leader.replicas.version'
    expect([isOn('3.9'), isOn('4.0'), isOn('4.1')]).toEqual([false, false, true])
    expect([isOn('4.0', { [feature]: '1' }), isOn('4.1', { [feature]: '0' })]).toEqual([true, false])
  })

  test('a knob that is turned counts', () => {
    const turned = setKnob(start, 1, 'truncation', 'common prefix')
    expect(parse(turned)).toEqual({ scenario: turned })
    expect(orderOf(turned, 1)).toMatchObject({ partition: { question: { knobs: { truncation: 'common prefix' } } } })
    expect([knobIn(turned.variants[1] as Variant, 'truncation'), changedKnobs(turned.variants[1] as Variant)]).toEqual([
      'common prefix',
      ['truncation'],
    ])
    expect(setKnob(turned, 1, 'truncation', 'high watermark')).toEqual(start)
  })
})

describe('what Kafka would say', () => {
  // biome-ignore format: a case is one line.
  test.each<[kafka: string, key: string, text: string, says: string]>([
    ['2.1', 'min.insync.replicas', '4', 'checks it against no replication factor'],
    ['3.7', 'min.insync.replicas', '4', 'works with 3'],
    ['0.9', 'min.insync.replicas', '2', 'counts only with acks=all: with acks=1'],
    ['2.1', 'min.insync.replicas', '0', 'Kafka refuses less than 1'],
    ['0.8.1', 'min.insync.replicas', '2', 'is not in Kafka 0.8.1: came with Kafka 0.8.2'],
    ['0.9', 'replica.lag.max.messages', '5', 'only up to Kafka 0.8.2'],
    ['0.9', 'acks', '2', 'Kafka takes only all, -1, 0, 1 here'],
    ['0.8.1', 'request.required.acks', '40000', 'it ends at 32767'],
    ['0.8.1', 'request.required.acks', '-5', 'the same as -1'],
    ['2.1', 'replica.lag.time.max.ms', '499', 'does not start with less than replica.fetch.wait.max.ms'],
    ['3.7', 'unclean.leader.election.enable', 'true', 'a KRaft controller before 3.9'],
    ['2.1', 'unclean.leader.election.enable', 'yes', 'Kafka takes only true, false here'],
  ])('%s, %s=%s', (kafka, key, text, says) => {
    const parsed = parseSetting(variant(kafka), key, text, key, 'topic')
    expect('problem' in parsed ? parsed.problem.what : parsed.note).toContain(says)
  })

  test.each([
    ['0.8.2', 'acks', '3', '3'],
    ['0.8.1', 'request.required.acks', '2', 2],
  ])('%s takes %s=%s', (kafka, key, text, value) =>
    expect(parseSetting(variant(kafka), key, text, key, 'topic')).toEqual({ value }),
  )
})

const steps = fc.oneof(
  fc.constant('p'),
  fc
    .tuple(fc.constantFrom('f', 'fl', 'm', 's', 'd', 'r', 'pl', 'c'), fc.constantFrom('A', 'B', 'C'))
    .map((of) => of.join(' ')),
  fc
    .tuple(fc.constantFrom('A', 'B', 'C'), fc.constantFrom('h=0', 'k=1', 'h=0,k=2'))
    .map(([b, kept]) => `c ${b}[${kept}]`),
)

const asked: fc.Arbitrary<Scenario> = fc
  .record({
    order: fc.constantFrom(...assignments),
    schedule: fc.array(steps, { maxLength: 30 }).map((all) => all.join('; ')),
    kafka: fc.constantFrom(...replicationReleases.map(({ id }) => id)),
    minIsr: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ kafka, minIsr, ...change }) => {
    const scenario = edit.setKafka(setReplication(start, change), 0, kafka)
    return kafka === '0.8.1' ? scenario : edit.setSetting(scenario, 0, 'min.insync.replicas', minIsr)
  })

describe('it travels', () => {
  test('every question is read as it is written, and by a link', () =>
    fc.assert(
      fc.property(asked, (scenario) => {
        expect(parse(scenario)).toEqual({ scenario })
        expect(decode(encode(scenario))).toEqual({ scenario })
      }),
    ))

  test('a schedule can be read in a link', () => {
    const edited = setReplication(start, { order: 'BCA', schedule: 'p; f B; c A[h=0,k=1]; pl B' })
    expect(encode(edited)).toContain('&order=BCA&schedule=p.f+B.c+A:h0,k1.pl+B')
    expect(decode(encode(edited))).toEqual({ scenario: edited })
  })

  test('steps are written as they are read', () => {
    const order = orderOf(setReplication(start, { schedule: 'p; fl B; c A[k=1]; pl C' }), 0)
    expect('partition' in order && textOfSchedule(order.partition.steps)).toBe('p; fl B; c A[k=1]; pl C')
  })
})
