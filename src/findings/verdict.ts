// A variant's headline: how long it took to what its workload is after, in one line, with what the caller saw.

import { brief } from '../base/brief.ts'
import type { Scenario } from '../scenario/scenario.ts'
import * as kind from '../trace/kinds.ts'
import { atOf, fieldOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin, wasTurnedAway } from './attempts.ts'
import type { Verdict } from './findings.ts'
import { firstOf, leaderRow, metadataRow } from './headline.ts'
import { counted, said, wordAt } from './names.ts'
import { code, figure, type Part, type Prose } from './prose.ts'

/** The verdict on one variant's run, in the client lab. */
export function verdictOf(trace: Trace, scenario: Scenario): Verdict {
  const { workload, nodes } = scenario.world
  return workload.kind === 'leader' ? onLeader(trace, nodes[workload.node]?.name ?? '') : onMetadata(trace)
}

/** How many rows lead to a verdict: up to its headline's, else all of them. */
export const rowsOf = (trace: Trace, verdict: Verdict): number => (verdict.row < 0 ? trace.rows : verdict.row + 1)

function onMetadata(trace: Trace): Verdict {
  const row = metadataRow(trace)
  const attempts = attemptsWithin(trace, row < 0 ? trace.rows : row + 1)
  const headline = row < 0 ? undefined : atOf(trace, row)
  const lead = headline === undefined ? `no metadata within ${brief(trace.until)}` : 'first metadata'
  const { says, failed } = callerOf(trace, headline)
  const tone = failed || headline === undefined ? 'bad' : 'good'
  return { headline, row, sentence: [lead, ...story(attempts, row >= 0)], caller: says, tone }
}

/** The first attempt at the leader: given up, by whomever; ready, and lost; or ready, and nothing to give up. */
function onLeader(trace: Trace, leader: string): Verdict {
  const attempts = attemptsWithin(trace, trace.rows)
  const row = leaderRow(trace, leader)
  const own = attempts.filter(({ name }) => name === leader)
  const lost = own.find((attempt) => attempt.end !== 'open' && !wasTurnedAway(attempt))
  if (lost?.readyAt !== undefined) return onLost(trace, lost, own, row)
  const first = attempts.find(({ endRow }) => row >= 0 && endRow === row)
  if (first) {
    const parts = [...ended([first]), lostSyns([first])].filter((part) => part !== '')
    const sentence = [`gave ${leader} up; `, ...joined(parts)]
    return { headline: first.endAt, row: first.endRow, sentence, caller: [], tone: 'good' }
  }
  const ready = attempts.find(({ readyRow }) => row >= 0 && readyRow === row)
  if (ready)
    return onReady(
      ready,
      own.filter(({ at }) => at < ready.at),
      row,
    )
  const what = own.some(wasTurnedAway) && !own.some(isOpen) ? 'not ready' : 'not given up'
  const sentence = [`${leader} ${what} within ${brief(trace.until)}`, ...story(attempts, false)]
  return { headline: undefined, row: -1, sentence, caller: [], tone: 'bad' }
}

/** A leader that was ready and went away: when it is ready again, after which attempts. */
function onLost(trace: Trace, lost: Attempt, own: readonly Attempt[], row: number): Verdict {
  const later = own.filter(({ at }) => at >= lost.endAt)
  const back = later.find(({ readyRow }) => row >= 0 && readyRow === row)
  const vain = back ? later.slice(0, later.indexOf(back)) : later.filter(({ end }) => end !== 'open')
  const parts = [...ended(vain), lostSyns(back ? [...vain, back] : later)].filter((part) => part !== '')
  const lead = back
    ? `${lost.name} ready again; lost at `
    : `${lost.name} not ready again within ${brief(trace.until)}; lost at `
  const sentence = [lead, figure(brief(lost.endAt), lost.endRow), ...parts.flatMap((part) => [', ', part])]
  return { headline: back?.readyAt, row, sentence, caller: [], tone: back ? 'good' : 'bad' }
}

const isOpen = ({ end }: Attempt): boolean => end === 'open'

/** A leader that answered, at once or after it had turned others away. */
function onReady(ready: Attempt, before: readonly Attempt[], row: number): Verdict {
  const headline = ready.readyAt ?? ready.at
  const lost = lostSyns([ready])
  const syns: Part[][] = lost === '' ? [] : [[lost, ' before one got through']]
  const told = [...ended(before).flatMap((part) => (part === '' ? [] : [[part]])), ...syns]
  const what = told.flatMap((parts, i) => (i === 0 ? parts : [', ', ...parts]))
  const how = what.length === 0 ? ['; nothing to give up'] : ['; ', ...what]
  return {
    headline,
    row,
    sentence: [`${ready.name} ready after ${said(headline)}`, ...how],
    caller: [],
    tone: 'good',
  }
}

/** What it took: nodes tried, who ended the attempts, SYNs lost. */
function story(attempts: readonly Attempt[], reached: boolean): Part[] {
  const vain = attempts.filter((attempt) => attempt.end !== 'open')
  const hanging = reached ? [] : attempts.filter((attempt) => attempt.end === 'open' && attempt.readyAt === undefined)
  const asked = reached
    ? []
    : attempts.filter(
        ({ end, readyAt, asking, expired }) => end === 'open' && readyAt !== undefined && (asking || expired > 0),
      )
  const all = [...vain, ...hanging, ...asked]
  if (all.length === 0) return attempts.length === 1 ? atOnce(attempts) : besides(attempts)
  const still = hanging.length > 0 ? `${counted(hanging.length, 'attempt')} still open` : ''
  const parts = [tried(all), ...ended(vain), still, ...alone(all), ...unanswered(asked), lostSyns(all)].filter(
    (part) => part !== '',
  )
  return ['; ', ...joined(parts)]
}

/** Connections that are up and whose request nobody has answered yet. */
function unanswered(asked: readonly Attempt[]): Part[] {
  const waiting = asked.filter(({ asking }) => asking)
  const what = `${counted(waiting.length, 'request')} not answered yet`
  return waiting.length > 0 ? [figure(what, waiting[0]?.askedRow ?? -1)] : []
}

/** Requests that timed out while their connection stayed open. */
function alone(attempts: readonly Attempt[]): Part[] {
  const count = attempts.reduce((sum, { expired }) => sum + expired, 0)
  const first = attempts.find(({ expired }) => expired > 0)
  return first ? [figure(`${counted(count, 'request')} timed out`, first.expiredRow)] : []
}

const joined = (parts: readonly Part[]): Part[] => parts.flatMap((part, i) => (i === 0 ? [part] : [', ', part]))

/** What else was being opened when the metadata came: 0.9 asks several nodes at once. */
function besides(attempts: readonly Attempt[]): Part[] {
  const others = attempts.filter(({ end, readyAt }) => end === 'open' && readyAt === undefined).length
  return others > 0 ? [`, while ${counted(others, 'attempt')} at other nodes went on`] : []
}

/** The first node did it, if not by its first SYN. */
function atOnce(attempts: readonly Attempt[]): Part[] {
  const lost = lostSyns(attempts)
  return lost === ''
    ? [', from the first node tried']
    : [', from the first node tried; ', lost, ' before one got through']
}

function tried(attempts: readonly Attempt[]): Part {
  const hosts = new Set(attempts.map((attempt) => attempt.host)).size
  const times = attempts.length > hosts ? ` in ${counted(attempts.length, 'attempt')}` : ''
  return `${counted(hosts, 'node')} tried in vain${times}`
}

function ended(vain: readonly Attempt[]): Part[] {
  const by = (end: Attempt['end']) => vain.filter((attempt) => attempt.end === end)
  const kernel = by('kernel')
  const setups = by('setup timeout')
  const requests = by('request timeout')
  const refused = by('refused')
  const unreachable = by('unreachable')
  const startedOver = by('rebootstrap')
  const others = vain.length - [kernel, setups, requests, refused, unreachable, startedOver].flat().length
  return [
    kernel.length > 0 ? figure(`the kernel gave up ${often(kernel.length)}`, kernel[0]?.endRow ?? -1) : '',
    setups.length > 0
      ? figure(`${counted(setups.length, 'setup')} timed out ${lengths(setups)}`, setups[0]?.endRow ?? -1)
      : '',
    requests.length > 0 ? figure(`${counted(requests.length, 'request')} timed out`, requests[0]?.endRow ?? -1) : '',
    refused.length > 0 ? figure(`${counted(refused.length, 'connection')} refused`, refused[0]?.endRow ?? -1) : '',
    unreachable.length > 0 ? figure(`unreachable ${often(unreachable.length)}`, unreachable[0]?.endRow ?? -1) : '',
    startedOver.length > 0 ? figure(`started over ${often(startedOver.length)}`, startedOver[0]?.endRow ?? -1) : '',
    others > 0 ? `${counted(others, 'connection')} lost` : '',
  ]
}

const often = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : counted(n, 'time'))

/** `at 10 s each`, `at 8.05 s to 11.9 s`; `at the first look, as a setup timeout of −5 ms is past at once`. */
function lengths(setups: readonly Attempt[]): string {
  const values = setups.map((attempt) => attempt.setupTimeout).sort((a, b) => a - b)
  const least = brief(values[0] ?? 0)
  const most = brief(values.at(-1) ?? 0)
  const length = least !== most ? `at ${least} to ${most}` : setups.length > 1 ? `at ${least} each` : `at ${least}`
  if ((values.at(-1) ?? 0) <= 0) return `at the first look, as a setup timeout of ${least} is past at once`
  const late = setups.reduce((max, { at, endAt, setupTimeout }) => Math.max(max, endAt - at - setupTimeout), 0)
  return late < LATE ? length : `${length}, seen ${setups.length > 1 ? 'up to ' : ''}${brief(late)} late`
}

/** A timeout that was seen as late as this, in ms, is worth a word. */
const LATE = 1000

function lostSyns(attempts: readonly Attempt[]): Part {
  const lost = attempts.reduce((sum, attempt) => sum + attempt.synsLost, 0)
  return lost > 0 ? `${counted(lost, 'SYN')} lost` : ''
}

/** What the caller of send() saw; nothing where nobody waited. */
function callerOf(trace: Trace, headline: number | undefined): { says: Prose; failed: boolean } {
  const blocked = firstOf(trace, kind.BLOCKED)
  if (blocked < 0) return { says: [], failed: false }
  const row = firstOf(trace, kind.UNBLOCKED)
  if (row < 0) return { says: [code('send()'), ' is still blocked at the end of the run'], failed: false }
  const waited = said(fieldOf(trace, row, 2))
  if (wordAt(trace, row, 1) === 'metadata')
    return { says: [code('send()'), ' goes on after ', figure(waited, row)], failed: false }
  const late = headline === undefined ? '' : `, ${brief(headline - atOf(trace, row))} before the metadata came`
  return { says: [code('send()'), ' fails with a TimeoutException after ', figure(waited, row), late], failed: true }
}
