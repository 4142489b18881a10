// What the callers of send() got from it itself, in a world in which its records may fill buffer.memory: when it first fails, whose doing that
// is, and who waits.

import type { Scenario } from '../scenario/scenario.ts'
import { atOf, type Trace } from '../trace/trace.ts'
import type { Gap, Verdict } from './findings.ts'
import { gapBetween } from './gap.ts'
import { type FailedSend, failedSends, sendHeadline } from './headline.ts'
import { counted, oneOf, said, variantName, wordAt } from './names.ts'
import { code, figure, joined, type Part, strong } from './prose.ts'
import { ender } from './recordEnds.ts'
import { recordsOf, spanOf } from './records.ts'
import { isSame, recordVerdict } from './recordVerdict.ts'

/** The verdict on such a run: how long after its call the first send() failed; then what became of the records. */
export function sendVerdict(trace: Trace): Verdict {
  const { sentence, caller } = recordVerdict(trace)
  const waiting = blockedSends(trace).filter((record) => isOpen(trace, record))
  return {
    ...sendHeadline(trace),
    sentence: sendsSaid(trace),
    caller: joined(
      [sentence, ...(caller.length > 0 ? [caller] : [])].map((part) => [...part]),
      '; ',
    ),
    tone: failedSends(trace).length + waiting.length > 0 ? 'bad' : 'good',
  }
}

/** The records whose send() had to wait for memory. */
const blockedSends = (trace: Trace): number[] =>
  [...recordsOf(trace).memory].flatMap((row, record) => (row < 0 ? [] : [record]))

const isOpen = (trace: Trace, record: number): boolean => {
  const { ended, appended } = recordsOf(trace)
  return (ended[record] ?? -1) < 0 && (appended[record] ?? -1) < 0
}

/** `send() throws a BufferExhaustedException at once, eight times`; `eight calls of send() still wait for memory`. */
function sendsSaid(trace: Trace): Part[] {
  const blocked = blockedSends(trace)
  const open = blocked.filter((record) => isOpen(trace, record))
  const { appended } = recordsOf(trace)
  const served = blocked.filter((record) => (appended[record] ?? -1) >= 0)
  const says = [...failuresSaid(trace), ...waitsSaid(trace, open, ' at the end of the run', 'still waits')]
  says.push(...waitsSaid(trace, served, '', 'waits'))
  return says.length === 0 ? ['no ', code('send()'), ' has to wait for memory'] : joined(says, '; ')
}

/** The failures by exception, those at once apart from those after a wait. */
function failuresSaid(trace: Trace): Part[][] {
  const kinds = new Map<string, FailedSend[]>()
  for (const failed of failedSends(trace)) {
    const like = `${wordAt(trace, failed.row, 1)} ${failed.waited > 0}`
    kinds.set(like, [...(kinds.get(like) ?? []), failed])
  }
  return [...kinds.values()].map((all): Part[] => {
    const [{ row, waited }] = all as [FailedSend]
    const exception = oneOf(wordAt(trace, row, 1))
    const same = all.every((each) => each.waited === waited)
    const after = waited === 0 ? ' at once' : ` after ${same ? '' : 'first '}${said(waited)}`
    return [code('send()'), ' fails with ', figure(exception, row), after, times(all.length)]
  })
}

/** How often a send() waited for memory, and the longest of it. */
function waitsSaid(trace: Trace, records: readonly number[], until: string, verb: string): Part[][] {
  const { memory, appended } = recordsOf(trace)
  const waits = records.map((record) => {
    const row = memory[record] ?? -1
    const end = appended[record] ?? -1
    return { row, waited: (end < 0 ? trace.until : atOf(trace, end)) - atOf(trace, row) }
  })
  const longest = waits.reduce<(typeof waits)[number] | undefined>(
    (a, b) => (a && a.waited >= b.waited ? a : b),
    undefined,
  )
  if (!longest) return []
  const often = waits.length > 1 ? `${counted(waits.length, 'call')} of ` : ''
  const most = waits.length > 1 ? ', the longest for ' : ', for '
  return [
    [
      `${often}`,
      code('send()'),
      ` ${waits.length > 1 ? verb.replace('waits', 'wait') : verb} for memory`,
      until,
      most,
      figure(said(longest.waited), longest.row),
    ],
  ]
}

const times = (n: number): string => (n === 1 ? '' : n === 2 ? ', twice' : `, ${counted(n, 'time')}`)

/** The gap between two variants' runs: by how much sooner send() fails in the second, counted from its call, and whose doing that is. */
export function sendGap(scenario: Scenario, traces: readonly Trace[], first: number, second: number): Gap {
  const pair = [first, second] as const
  const [a, b] = pair.map((variant) => traces[variant] as Trace) as [Trace, Trace]
  const [failsA, failsB] = [sendHeadline(a).headline, sendHeadline(b).headline]
  const gap = gapBetween(scenario, traces, pair, [failsA, failsB], () => {
    const [partsA, partsB] = pair.map((variant) => whoFails(scenario, traces[variant] as Trace, variant)) as [
      Part[],
      Part[],
    ]
    if (isSame(partsA, partsB)) return ['In both ', ...partsA, '.']
    const name = (variant: number): Part => strong(variantName(scenario, variant))
    return [name(first), ': ', ...partsA, '. ', name(second), ': ', ...partsB, '.']
  })
  if (gap.none || !gap.atLeast) return gap
  // One that still waits has waited at least so long; where none does, none will fail later than another.
  const [waitsA, waitsB] = [failsA ?? longestOpen(a), failsB ?? longestOpen(b)]
  return waitsA === undefined || waitsB === undefined ? { ...gap, ms: 0, none: true } : { ...gap, ms: waitsA - waitsB }
}

/** For how long a send() has waited that still does; undefined: none does. */
function longestOpen(trace: Trace): number | undefined {
  const [first] = blockedSends(trace).filter((record) => isOpen(trace, record))
  return first === undefined ? undefined : trace.until - spanOf(trace, first).from
}

/** Which setting ends the first send() that fails, or would end the first that waits. */
function whoFails(scenario: Scenario, trace: Trace, variant: number): Part[] {
  const [failed] = failedSends(trace)
  if (failed) {
    const exception = figure(oneOf(wordAt(trace, failed.row, 1)), failed.row)
    return [...ender(scenario, trace, variant, failed.record), ': ', exception]
  }
  const open = blockedSends(trace).find((record) => isOpen(trace, record))
  if (open !== undefined) return ender(scenario, trace, variant, open)
  return blockedSends(trace).length > 0 ? ['each ', code('send()'), ' gets its memory'] : ['memory is never full']
}
