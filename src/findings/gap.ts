// The sentence between two neighbouring variants: how far apart their headlines are, and whose waits make the difference. The owners
// are those that took most of each run up to its headline; nothing here knows a version.

import { brief } from '../base/brief.ts'
import { worldOf } from '../scenario/compileClient.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { rules, SYN_RETRANSMITTED } from '../trace/rules.ts'
import type { Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin } from './attempts.ts'
import type { Gap, SettingInForce, Verdict } from './findings.ts'
import { type FindInForce, setupRule } from './inForce.ts'
import { counted, said, variantName } from './names.ts'
import { code, type Part, type Prose, strong } from './prose.ts'
import { rowsOf, verdictOf } from './verdict.ts'
import { type Waited, waitsSinceLost, waitsWithin } from './waits.ts'

/** One of the two: its verdict and where its time went. */
type Side = {
  readonly name: string
  readonly variant: number
  readonly verdict: Verdict
  /** A setting or sysctl of its variant. */
  readonly setting: (key: string) => SettingInForce | undefined
  readonly waits: readonly Waited[]
  readonly attempts: readonly Attempt[]
  readonly lost: Attempt | undefined
}

/** The gap between two variants' runs of one scenario, by their settings. */
export function gapOf(
  scenario: Scenario,
  traces: readonly Trace[],
  first: number,
  second: number,
  find: FindInForce,
): Gap {
  const a = sideOf(scenario, traces, first, find)
  const b = sideOf(scenario, traces, second, find)
  const headlines = [a.verdict.headline, b.verdict.headline] as const
  return gapBetween(scenario, traces, [first, second], headlines, () => difference(scenario, a, b))
}

/** How far apart two variants' headlines are, if their runs can tell it. `says`: by whose doing. */
export function gapBetween(
  scenario: Scenario,
  traces: readonly Trace[],
  variants: readonly [first: number, second: number],
  headlines: readonly [from: number | undefined, to: number | undefined],
  says: () => Prose,
): Gap {
  const { until } = scenario
  const cut = variants.find((variant, i) => headlines[i] === undefined && traces[variant]?.ended !== 'until')
  if (cut !== undefined)
    return { ms: 0, atLeast: true, none: true, sentence: cutShort(variantName(scenario, cut), traces[cut] as Trace) }
  const [from, to] = headlines
  return {
    ms: (from ?? until) - (to ?? until),
    atLeast: from === undefined || to === undefined,
    none: from === undefined && to === undefined,
    sentence: says(),
  }
}

function sideOf(scenario: Scenario, traces: readonly Trace[], variant: number, find: FindInForce): Side {
  const trace = traces[variant] as Trace
  const verdict = verdictOf(trace, scenario)
  const name = variantName(scenario, variant)
  const rows = rowsOf(trace, verdict)
  const attempts = attemptsWithin(trace, rows)
  const lost = lostLeader(scenario, attempts)
  return {
    name,
    variant,
    verdict,
    setting: (key) => find(scenario, variant, key),
    waits: lost
      ? waitsSinceLost(trace, rows, setupRule(scenario, variant), lost)
      : waitsWithin(trace, rows, setupRule(scenario, variant)),
    attempts,
    lost,
  }
}

/** A run that did not reach its end says nothing of what would have come. */
const cutShort = (name: string, { until }: Trace): Prose => [
  strong(name),
  `: its run stopped at ${brief(until)}, before its end. How far apart the two are cannot be told.`,
]

function difference(scenario: Scenario, a: Side, b: Side): Prose {
  const neither = a.verdict.headline === undefined && b.verdict.headline === undefined
  const lead = neither ? [`Neither ${wanted(scenario, a)} within ${brief(scenario.until)}. `] : []
  const [mostA, mostB] = [a.waits[0] ?? nothing, b.waits[0] ?? nothing]
  if (sameOwner(mostA, mostB)) return [...lead, ...sameOwners(scenario, a, b, mostA, mostB)]
  return [...lead, ...ends(scenario, a, mostA), ' ', ...ends(scenario, b, mostB, mostA)]
}

/** What a workload is after, for two that do not get it. */
function wanted({ world }: Scenario, { lost }: Side): string {
  if (world.workload.kind !== 'leader') return 'has metadata'
  return lost ? 'has its leader again' : 'gives its leader up'
}

/** The connection to the leader that was ready and went away; undefined: none, or the leader is not what is waited for. */
function lostLeader({ world }: Scenario, attempts: readonly Attempt[]): Attempt | undefined {
  const { workload, nodes } = world
  if (workload.kind !== 'leader') return undefined
  const first = attempts.find(({ name, end }) => name === nodes[workload.node]?.name && end !== 'open')
  return first?.readyAt === undefined ? undefined : first
}

/** Where not a millisecond was waited. */
const nothing: Waited = {
  owner: 'world',
  setting: undefined,
  total: 0,
  times: 0,
  longest: 0,
  late: 0,
  open: 0,
  ended: 0,
}

const sameOwner = (a: Waited, b: Waited): boolean => a.owner === b.owner && a.setting === b.setting

/** `2.6: the kernel ends the wait (tcp_syn_retries = 6).` Against one that ends it otherwise: `2.7: a setting does (...).` */
function ends(scenario: Scenario, side: Side, most: Waited, other?: Waited): Part[] {
  if (isNetwork(most)) return [strong(side.name), ': nothing has to time out.']
  if (isEndless(most)) return [strong(side.name), ': ', ...nothingEnds]
  return [
    strong(side.name),
    ': ',
    ...ownerWords(most, other?.owner === 'setting'),
    verbOf(most, other),
    ...valueWords(scenario, side, most),
    ...before(scenario, side, most),
    ...nobodyElse(scenario, side),
    '.',
  ]
}

/** What an owner did, or would have done had the run gone on; after one that did the same, in short. */
function verbOf(most: Waited, other?: Waited): string {
  if (isLate(most)) return isOpen(most) ? ' would decide when the timeout is seen' : ' decides when the timeout is seen'
  const again = other !== undefined && isEnded(other) && isOpen(other) === isOpen(most)
  if (isOpen(most)) return again ? ' would' : ' would end the wait'
  return again ? ' does' : ' ends the wait'
}

/** Most of what it took goes on, and it has ended nothing. */
const isOpen = ({ open, ended, total }: Waited): boolean => ended === 0 && open > total / 2

/** Attempts that all went to one broker though there were others, and did not get there. */
function nobodyElse({ world }: Scenario, { attempts, verdict }: Side): Part[] {
  const first = attempts[0]
  const all = attempts.length > 1 && attempts.every(({ host }) => host === first?.host)
  if (!first || !all || world.nodes.length < 2 || world.workload.kind === 'leader' || verdict.headline !== undefined)
    return []
  const most = attempts.length === 2 ? 'both attempts' : `all ${counted(attempts.length, 'attempt')}`
  return [`; ${most} went to ${first.name}, and none to another broker`]
}

/** Who ended attempts before the one that goes on. */
function before(scenario: Scenario, side: Side, most: Waited): Part[] {
  const found = side.waits.find(({ ended, owner }) => ended > 0 && !isNetwork({ owner }))
  if (!isOpen(most) || !found || sameOwner(found, most)) return []
  const what = found.ended > 1 ? ' ended those before' : ' ended the one before'
  return ['; ', ...ownerWords(found, most.owner === 'setting'), what, ...valueWords(scenario, side, found)]
}

/** A real client closes a channel that is idle for long, be it only connecting (Selector.maybeCloseOldestConnection). */
const nothingEnds: Prose = [
  strong('nothing'),
  ' that is modelled here ends the wait; from Kafka 0.9 on ',
  code('connections.max.idle.ms'),
  ' (9 min by default) would.',
]

const isNetwork = ({ owner }: Pick<Waited, 'owner'>): boolean => owner === 'world'

/** TCP is up, nothing was asked, and no timer runs. */
const isEndless = ({ owner }: Waited): boolean => owner === 'client'

/** Something ended it, at its own length. */
const isEnded = (waited: Waited): boolean => !isNetwork(waited) && !isEndless(waited) && !isLate(waited)

/** Most of it came after the timeout itself: the wait is for somebody to look. */
const isLate = ({ late, total }: Waited): boolean => late > total / 2

function ownerWords({ owner, setting }: Waited, again = false): Part[] {
  const nextSyn = setting === undefined || setting === rules[SYN_RETRANSMITTED]?.setting
  if (owner === 'kernel') return ['the ', strong('kernel'), ...(nextSyn ? ["'s next SYN"] : [])]
  return [again ? 'another ' : 'a ', strong('setting')]
}

function valueWords(scenario: Scenario, side: Side, waited: Waited): Part[] {
  const value = settingWords(scenario, side, waited)
  return value === '' ? [] : [' (', code(value), ')']
}

/** `tcp_syn_retries = 6`; the plain length where the scenario says no more of its kernel. */
function settingWords(scenario: Scenario, side: Side, { owner, setting }: Waited): string {
  if (setting === undefined) return ''
  const found = side.setting(setting)
  if (found) return `${found.key} = ${found.value}`
  const { kernel } = worldOf(scenario, side.variant)
  if (owner !== 'kernel' || !('giveUpAfter' in kernel)) return setting
  return kernel.giveUpAfter === null ? '' : `it gives up after ${said(kernel.giveUpAfter)}`
}

/** Both wait mostly for the same: what is it, then, that differs? */
function sameOwners(scenario: Scenario, a: Side, b: Side, mostA: Waited, mostB: Waited): Prose {
  if (isNetwork(mostA)) return ['In both nothing has to time out.']
  if (isEndless(mostA)) return ['In both ', ...nothingEnds]
  const value = settingWords(scenario, a, mostA)
  const name = value === settingWords(scenario, b, mostB) ? value : mostA.setting
  return [
    'In both ',
    ...ownerWords(mostA),
    verbInBoth(mostA, mostB),
    ...(name ? [' (', code(name), ')'] : []),
    ...but(scenario, a, b, mostA, mostB),
  ]
}

/** What the one owner of both did; in a run that was cut short it only would have. */
function verbInBoth(a: Waited, b: Waited): string {
  if (isOpen(a) && isOpen(b)) return verbOf(a)
  if (isLate(a)) return ' decides when the timeout is seen'
  if (isOpen(a) !== isOpen(b)) return ' ends the wait, or would'
  return a.times + b.times > 2 ? ' ends each wait' : ' ends the wait'
}

function but(scenario: Scenario, a: Side, b: Side, mostA: Waited, mostB: Waited): Part[] {
  const other = largestDifference(a.waits, b.waits)
  if (!other) return [': they do not differ', ...[a, b].flatMap(unseen), '.']
  if (!sameOwner(other.a, mostA)) return byOther(scenario, a, b, other)
  const own = cap(scenario, a, b, mostA, mostB)
  return [`: ${amount(mostA)} in `, strong(a.name), `, ${amount(mostB)} in `, strong(b.name), ...own, '.']
}

/** `one wait of 131 s`, `eleven waits of up to 80 s`; for what came after a timeout only `20 s late`. */
function amount(waited: Waited): string {
  if (isLate(waited)) return `${brief(waited.late)} late`
  return `${counted(waited.times, 'wait')} of ${waited.times > 1 ? 'up to ' : ''}${brief(waited.longest)}`
}

/** A setup timeout that the kernel's outlasted, since nobody looked. */
function unseen({ name, attempts }: Side): Part[] {
  const found = attempts.find(({ end, at, endAt, setupTimeout }) => end === 'kernel' && endAt - at > setupTimeout)
  return found
    ? [', though ', strong(name), ` has a setup timeout of ${brief(found.setupTimeout)}, at which nobody looked`]
    : []
}

/** Where a wait grows to another maximum, that is why one waits longer. */
function cap(scenario: Scenario, a: Side, b: Side, mostA: Waited, mostB: Waited): Part[] {
  if (mostA.longest === mostB.longest || settingWords(scenario, a, mostA) !== settingWords(scenario, b, mostB))
    return []
  const key = mostA.setting?.replace(/\.ms$/, '.max.ms') ?? ''
  const [inA, inB] = [a, b].map((side) => side.setting(key)?.value)
  return inA === inB ? [] : [' (', code(key), `: ${inA ?? 'none'} against ${inB ?? 'none'})`]
}

/** Another owner made the difference: how late a timeout was seen, or a backoff. */
function byOther(scenario: Scenario, a: Side, b: Side, { a: inA, b: inB }: Pair): Part[] {
  const { setting } = inA
  if (setting === undefined) return ['; the rest is the network.']
  const [valueA, valueB] = [a, b].map((side) => side.setting(setting)?.value)
  const why = valueA === valueB ? cap(scenario, a, b, inA, inB) : [` (${valueA ?? 'none'} against ${valueB ?? 'none'})`]
  const where: Part[] = [
    ' adds ',
    brief(inA.total),
    ' in ',
    strong(a.name),
    ' and ',
    brief(inB.total),
    ' in ',
    strong(b.name),
  ]
  return [', but ', code(setting), ...where, ...why, '.']
}

type Pair = { readonly a: Waited; readonly b: Waited }

/** The owner whose totals are furthest apart, undefined where none are. */
function largestDifference(a: readonly Waited[], b: readonly Waited[]): Pair | undefined {
  const pairs = [
    ...a.map((each) => pairOf(each, b)),
    ...b.map((each) => pairOf(each, a)).map(({ a: x, b: y }) => ({ a: y, b: x })),
  ]
  const apart = ({ a: x, b: y }: Pair) => Math.abs(x.total - y.total)
  const most = pairs.reduce<Pair | undefined>(
    (best, pair) => (best && apart(best) >= apart(pair) ? best : pair),
    undefined,
  )
  return most && apart(most) > 0 ? most : undefined
}

const pairOf = (waited: Waited, others: readonly Waited[]): Pair => ({
  a: waited,
  b: others.find((each) => sameOwner(each, waited)) ?? { ...nothing, owner: waited.owner, setting: waited.setting },
})
