// What the things of a trace are called in sentences.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { letterOf } from '../base/letter.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { CONNECT } from '../trace/kinds.ts'
import { fieldOf, kindOf, type Subject, subjectOf, type Trace } from '../trace/trace.ts'
import { type Word, words } from '../trace/vocabulary.ts'

import { isPartitions, stepName, stepOfInstant } from './partitionRun.ts'

/** A variant's name in a sentence, with its letter where another one has the same. */
export function variantName({ variants }: Pick<Scenario, 'variants'>, index: number): string {
  const name = variants[index]?.name ?? ''
  const same = variants.filter((other) => other.name === name).length
  return same > 1 ? `${name} (${letterOf(index)})` : name
}

/** The subject of a row. */
export const subjectAt = (trace: Trace, row: number): Subject => trace.subjects[subjectOf(trace, row)] as Subject

/** Whose connection a row is about. The client knows a bootstrap server by a second id once metadata lists it: `broker 1 as node 1`. */
export function peerOf(trace: Trace, row: number): string {
  const subject = subjectAt(trace, row)
  return subject.node === undefined ? subject.name : peerName(trace, subject)
}

/** A node by the client's id of it. */
export function nodeName(trace: Trace, node: number): string {
  const subject = trace.subjects.find((each) => each.node === node)
  return subject ? peerName(trace, subject) : `node ${node}`
}

function peerName(trace: Trace, { name, node, host }: Subject): string {
  if (node === undefined || node < 0) return name
  return hostsUsedTwice(trace).has(host) ? `${name} as node ${node}` : name
}

const usedTwice = new WeakMap<Trace, ReadonlySet<number | undefined>>()

/** The machines that a run connects to by both of the client's ids for them. */
function hostsUsedTwice(trace: Trace): ReadonlySet<number | undefined> {
  const known = usedTwice.get(trace)
  if (known) return known
  const tried = new Set<number>()
  for (let row = 0; row < trace.rows; row++) if (kindOf(trace, row) === CONNECT) tried.add(subjectOf(trace, row))
  const once = new Set<number | undefined>()
  const twice = new Set<number | undefined>()
  for (const subject of tried) {
    const { host } = trace.subjects[subject] as Subject
    ;(once.has(host) ? twice : once).add(host)
  }
  usedTwice.set(trace, twice)
  return twice
}

/** A field of a row as a word. */
export const wordAt = (trace: Trace, row: number, n: number): Word => words[fieldOf(trace, row, n)] as Word

/** A length or an instant to the millisecond: `10 047 ms`. */
export const exact = (ms: number): string => (Number.isFinite(ms) ? `${grouped(ms)} ms` : 'ever')

/** An instant of a run: `10 047 ms`, or of a partition, whose steps take no time, `step 4`. */
export const instantOf = (trace: Trace, at: number): string =>
  isPartitions(trace) ? stepName(stepOfInstant(at)) : exact(at)

/** A length as a person says it where it is a round one, to the millisecond elsewhere: `60 s`, `10 047 ms`. */
export const said = (ms: number): string => (ms >= 1000 && ms % 1000 === 0 ? brief(ms) : exact(ms))

const small = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** A number of things: `one node`, `eleven SYNs`, `28 SYNs`. */
export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${small[n] ?? grouped(n)} ${n === 1 ? one : many}`

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** `a TimeoutException`, `an IllegalStateException`. */
export const oneOf = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
