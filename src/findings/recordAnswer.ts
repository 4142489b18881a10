// The answers to questions about records, from their runs: when each variant was done with them, whose doing that was, and what became of
// requests and logs on the way.

import type { Scenario } from '../scenario/scenario.ts'
import { CLOSE, EXPIRED, SEND } from '../trace/kinds.ts'
import { REQUEST_TIMED_OUT, rules } from '../trace/rules.ts'
import { armedByOf, atOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { lifeOf } from './life.ts'
import { lookedBy } from './looked.ts'
import { counted, said } from './names.ts'
import { code, figure, type Part, type Prose, strong } from './prose.ts'
import { whoEnds } from './recordEnds.ts'
import { recordsOf } from './records.ts'
import { recordVerdict } from './recordVerdict.ts'
import type { Stretch } from './tiles.ts'

const nameOf = (scenario: Scenario, variant: number): Part => strong(scenario.variants[variant]?.name ?? '')

/** What became of the records of each variant, what their application saw, and who put an end to the last of them. */
export const recordsSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => {
    const { sentence, caller } = recordVerdict(trace)
    const seen = caller.length > 0 ? ['; ', ...caller] : []
    return [
      nameOf(scenario, variant),
      ': ',
      ...sentence,
      ...seen,
      '. ',
      ...capital(whoEnds(scenario, trace, variant)),
      '.',
    ]
  })

/** A sentence of its own: a name keeps its first letter. */
function capital([first, ...rest]: readonly Part[]): Part[] {
  if (first === undefined) return []
  return [typeof first === 'string' ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest]
}

/** How old the request was that timed out first, and how late that was seen. */
export const expiriesSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => [nameOf(scenario, variant), ': ', ...expiry(trace)])

function expiry(trace: Trace): Part[] {
  const row = expiries(trace)[0]
  if (row === undefined) return ['no request timed out.']
  const sent = armedByOf(trace, row)
  const late = atOf(trace, row) - fieldOf(trace, sent, 3)
  const { setting } = ruleOf(trace, lookedBy(trace, row))
  const after: Part[] = setting === undefined ? [] : [', when a wait for ', code(setting), ' was over']
  return ['seen after ', figure(said(atOf(trace, row) - atOf(trace, sent)), row), `, ${said(late)} late`, ...after, '.']
}

/** The rows at which a request timed out alone, or its connection was closed, since it had timed out. */
function expiries(trace: Trace): number[] {
  const found: number[] = []
  for (let row = 0; row < trace.rows; row++) {
    const armedBy = armedByOf(trace, row)
    const isClosing = kindOf(trace, row) === CLOSE && ruleOf(trace, row) === rules[REQUEST_TIMED_OUT]
    if (!isClosing && kindOf(trace, row) !== EXPIRED) continue
    if (armedBy >= 0 && kindOf(trace, armedBy) === SEND) found.push(row)
  }
  return found
}

/** Attempts that went down with a connection, as another request on it had timed out; in the order in which their callers heard of it. */
export const collateralSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => [nameOf(scenario, variant), ': ', ...collateral(trace)])

function collateral(trace: Trace): Part[] {
  const { count, ended } = recordsOf(trace)
  const killed: { stretch: Stretch; record: number }[] = []
  for (let record = 0; record < count; record++) {
    const stretch = lifeOf(trace, record).find(({ collateralOf }) => collateralOf !== undefined)
    if (stretch) killed.push({ stretch, record })
  }
  const [first] = killed
  if (first?.stretch.collateralOf === undefined) return ['no attempt goes down with another.']
  const end = ({ record }: { record: number }): number => ended[record] ?? -1
  const old = killed
    .toSorted((a, b) => end(a) - end(b))
    .slice(0, 4)
    .map(({ stretch: { from, to, row } }): Part[] => [figure(said(to - from), row)])
  const one = killed.length === 1
  return [
    `${counted(killed.length, 'record')} ${one ? 'goes' : 'go'} down with the connection, after `,
    ...enumerated(old),
    ' in flight, since one request on it had been in flight for ',
    figure(said(first.stretch.to - atOf(trace, first.stretch.collateralOf)), first.stretch.collateralOf),
    '.',
  ]
}

/** Each attempt of the first record, and what came between. */
export const attemptsSaid = (scenario: Scenario, traces: readonly Trace[]): Prose[] =>
  traces.map((trace, variant) => {
    const tries = inFlightOf(trace)
    if (tries.length === 0) return [nameOf(scenario, variant), ': no attempt.']
    const parts = tries.slice(0, SHOWN).map(({ from, to, row }): Part[] => [figure(said(to - from), row)])
    const more = tries.length - SHOWN
    return [
      nameOf(scenario, variant),
      `: ${counted(tries.length, 'attempt')} in flight, for `,
      ...(more > 0 ? [...apart(parts), ' and so on.'] : [...enumerated(parts), '.']),
    ]
  })

const SHOWN = 6

/** `a`, `a and b`, `a, b and c`. */
function enumerated(parts: readonly Part[][]): Part[] {
  const last = parts.at(-1) ?? []
  return parts.length < 2 ? last : [...apart(parts.slice(0, -1)), ' and ', ...last]
}

const apart = (parts: readonly Part[][]): Part[] => parts.flatMap((part, i) => (i === 0 ? part : [', ', ...part]))

/** The attempts of the first record in flight; one that was over before anybody looked is one still. */
function inFlightOf(trace: Trace): Stretch[] {
  if (recordsOf(trace).count === 0) return []
  const tries: Stretch[] = []
  for (const stretch of lifeOf(trace, 0)) {
    const last = tries.at(-1)
    if (stretch.what === 'in flight') tries.push(stretch)
    else if (stretch.what === 'late' && last?.to === stretch.from) tries[tries.length - 1] = { ...last, to: stretch.to }
  }
  return tries
}
