// What holds of whatever is said of a quorum, for any world and any dice.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instant, ms, NEVER } from '../../src/base/time.ts'
import { plain } from '../../src/findings/prose.ts'
import { lengthOf, quorumRun, reignsOf } from '../../src/findings/quorum.ts'
import { quorumArmedAt, statesAt } from '../../src/findings/quorumArmed.ts'
import { electionSaid, electionsOf, epochsBurnt } from '../../src/findings/quorumElections.ts'
import { conditionsOf } from '../../src/findings/quorumFormula.ts'
import { quorumVerdict } from '../../src/findings/quorumVerdict.ts'
import { leaderless, withoutWorkingLeader } from '../../src/findings/quorumWorking.ts'
import { sentence } from '../../src/findings/sentence.ts'
import { why } from '../../src/findings/why.ts'
import { type QuorumBehaviourId, quorumBehaviours } from '../../src/scenario/quorumBehaviours.ts'
import { type MessageLoss, messageKinds, type NodeEvent, type QuorumWorld } from '../../src/scenario/quorumWorld.ts'
import { seededChance } from '../../src/sim/chance.ts'
import { runQuorum } from '../../src/sim/run.ts'
import { LIMIT, RUN } from '../../src/trace/kinds.ts'
import { FETCH_TIMER, HAPPENED, ROLE } from '../../src/trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, subjectOf, type Trace } from '../../src/trace/trace.ts'
import { cut, leadershipOf, quorumWorld } from '../support/quorumStory.ts'

const UNTIL = 6_000
const eras = Object.keys(quorumBehaviours) as QuorumBehaviourId[]

const node = (voters: number) => fc.integer({ min: 1, max: voters })
const soon = fc.nat({ max: 4_000 })

const losses = (voters: number): fc.Arbitrary<MessageLoss> =>
  fc
    .record({
      from: node(voters),
      to: node(voters),
      message: fc.constantFrom(...messageKinds.flatMap((each) => [each, `${each} answer`] as const)),
      nth: fc.integer({ min: 1, max: 3 }),
    })
    .map((loss) => ({ ...loss, since: instant(0), until: NEVER, toldAfter: undefined, fault: 0 }))

/** A node is paused, resigns, or stops and starts again. */
const events = (voters: number): fc.Arbitrary<NodeEvent[]> =>
  fc
    .record({ at: soon, lasts: fc.integer({ min: 1, max: 3_000 }), of: node(voters), what: fc.nat({ max: 3 }) })
    .map(({ at, lasts, of, what }): NodeEvent[] => {
      const common = { at: instant(at), node: of, fault: 0 }
      if (what === 0) return [{ ...common, what: 'pause', until: instant(at + lasts), resumes: 'timers' }]
      if (what === 1) return [{ ...common, what: 'resign' }]
      if (what === 2) return [{ ...common, what: 'append' }]
      return [
        { ...common, what: 'stop' },
        { ...common, at: instant(at + lasts), what: 'start' },
      ]
    })

/** Small quorums in which much goes wrong. */
const worlds: fc.Arbitrary<QuorumWorld> = fc.integer({ min: 1, max: 5 }).chain((voters) =>
  fc
    .record({
      era: fc.constantFrom(...eras),
      fetch: fc.constantFrom(1, 300, 700, 1_000, 2_000),
      request: fc.constantFrom(100, 1_000, 2_000),
      latency: fc.constantFrom(0, 10, 100, 250),
      start: fc.constantFrom('steady' as const, 'elected' as const),
      cuts: fc.array(fc.tuple(node(voters), node(voters), soon, soon), { maxLength: 4 }),
      losses: fc.array(losses(voters), { maxLength: 4 }),
      events: fc.array(events(voters), { maxLength: 2 }),
    })
    .map(({ era, fetch, request, latency, start, cuts, losses: lost, events: done }): QuorumWorld => {
      const plainly = quorumWorld(voters, { until: instant(UNTIL), rowLimit: 4_000 })
      return {
        ...plainly,
        behaviour: quorumBehaviours[era],
        config: { ...plainly.config, fetchTimeout: ms(fetch), requestTimeout: ms(request) },
        latency: ms(latency),
        start,
        cuts: cuts.map(([from, to, at, lasts]) => cut(from, to, at, instant(at + lasts))),
        losses: lost,
        events: done.flat().sort((a, b) => a.at - b.at),
      }
    }),
)

const check = (law: (trace: Trace, world: QuorumWorld) => void, runs = 60): void =>
  fc.assert(
    fc.property(worlds, fc.nat({ max: 99 }), (world, seed) => {
      law(runQuorum(world, seededChance(seed, true)).trace, world)
    }),
    { numRuns: runs },
  )

test('a margin is the deadline before minus the arrival of a good answer, and more than 0', () => {
  check((trace) => {
    const deadlines = new Map<number, number>()
    const resets = new Map(quorumRun(trace).resets.map((reset) => [reset.row, reset]))
    for (let row = 0; row < trace.rows; row++) {
      if (kindOf(trace, row) !== FETCH_TIMER) continue
      const reset = resets.get(row)
      if (reset) {
        expect(reset.left).toBe((deadlines.get(subjectOf(trace, row)) ?? Number.NaN) - reset.at)
        expect(reset.left).toBeGreaterThan(0)
      }
      deadlines.set(subjectOf(trace, row), fieldOf(trace, row, 0))
    }
  })
})

test('an election is of an epoch of its own, set off no later than it begins, and won by one node at most', () => {
  check((trace, world) => {
    const elections = electionsOf(trace, world)
    const epochs = elections.map(({ epoch }) => epoch)
    expect(new Set(epochs).size).toBe(epochs.length)
    for (const { trigger, at, won, epoch } of elections) {
      expect(trigger.at).toBeLessThanOrEqual(at)
      if (won) expect([won.epoch, won.role]).toEqual([epoch, 'Leader'])
    }
    const led = reignsOf(quorumRun(trace)).map(({ epoch }) => epoch)
    expect(new Set(led).size).toBe(led.length)
    expect(epochsBurnt(trace)).toBeGreaterThanOrEqual(0)
  })
})

test('the times without a leader and with several lie inside the run, and apart', () => {
  check((trace, world) => {
    const { none, several } = leadershipOf(trace)
    const all = [...none, ...several].sort((a, b) => a.from - b.from)
    for (const [i, { from, to }] of all.entries()) {
      expect(from).toBeGreaterThanOrEqual(all[i - 1]?.to ?? 0)
      expect(to).toBeGreaterThan(from)
      expect(to).toBeLessThanOrEqual(trace.until)
    }
    // Who leads nobody works for nobody: the time without a working leader holds that without any.
    const idle = withoutWorkingLeader(trace, world)
    for (const { from, to } of none) expect(idle.some((each) => each.from <= from && to <= each.to)).toBe(true)
    expect(leaderless(trace, world)).toBeGreaterThanOrEqual(lengthOf(none))
    expect(leaderless(trace, world)).toBeLessThanOrEqual(trace.until)
  })
})

/** No gap shows through a sentence. */
const isWhole = (text: string): boolean =>
  text.length > 1 && !/undefined|NaN|Infinity|\bnode -?\d|\s{2}|\s\./.test(text)

test('each row has a whole sentence, and each cause lies before what it explains', () => {
  check((trace, world) => {
    for (let row = 0; row < trace.rows; row++) {
      expect(sentence(trace, row)).toSatisfy(isWhole)
      if (kindOf(trace, row) !== ROLE && row % 23 > 0) continue
      const chain = why(trace, row, world)
      const last = kindOf(trace, chain.at(-1)?.row ?? row)
      expect([RUN, HAPPENED, LIMIT]).toContain(last)
      for (const { says, at } of chain) {
        expect(plain(says)).toSatisfy(isWhole)
        expect(at).toBeLessThanOrEqual(atOf(trace, row))
      }
    }
  }, 15)
})

test('the verdict, the elections and the rules are whole, and what is armed at an instant began before it', () => {
  check((trace, world) => {
    const { headline, sentence: says, caller, row } = quorumVerdict(trace, world)
    if (headline === undefined) expect(trace.ended).not.toBe('until')
    else expect(headline).toBeGreaterThanOrEqual(0)
    expect(row).toBeLessThan(trace.rows)
    for (const text of [
      plain(says),
      plain(caller),
      ...electionsOf(trace, world).map((each) => electionSaid(trace, each)),
    ])
      expect(text).toSatisfy(isWhole)
    for (const voter of world.voters)
      for (const { spare } of conditionsOf(world, 1, voter)) expect(Number.isFinite(spare)).toBe(true)
    for (const at of [0, 1_000, 2_500, UNTIL]) {
      for (const { armedAt, name } of quorumArmedAt(trace, at, world.config.requestTimeout)) {
        expect(armedAt).toBeLessThanOrEqual(at)
        expect(name).toSatisfy(isWhole)
      }
      expect(statesAt(trace, at).map(({ node: id }) => id)).toEqual(world.voters)
    }
  })
})
