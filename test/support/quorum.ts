// What a quorum's run comes to, in short notations.

import { FETCH_TIMER, ROLE, SENT, SPIN, TICK } from '../../src/trace/quorumKinds.ts'
import { atOf, fieldOf, kindOf, namedWord, subjectOf, type Trace } from '../../src/trace/trace.ts'

const rowsOf = (trace: Trace, kind: number): number[] =>
  Array.from({ length: trace.rows }, (_, row) => row).filter((row) => kindOf(trace, row) === kind)

const nameOf = (trace: Trace, row: number): string => trace.subjects[subjectOf(trace, row)]?.name ?? ''

/** `2020 n2 Leader 2`: each role that is entered after the start, with its epoch. */
export const roles = (trace: Trace, role?: string): string[] =>
  rowsOf(trace, ROLE)
    .filter((row) => atOf(trace, row) > 0 && (role === undefined || namedWord(trace, row, 'to') === role))
    .map((row) => `${atOf(trace, row)} ${nameOf(trace, row)} ${namedWord(trace, row, 'to')} ${fieldOf(trace, row, 2)}`)

/** `n2 Leader 2`: every node's role and epoch at the end. */
export function ends(trace: Trace): string[] {
  const last = new Map<string, string>()
  for (const row of rowsOf(trace, ROLE))
    last.set(nameOf(trace, row), `${namedWord(trace, row, 'to')} ${fieldOf(trace, row, 2)}`)
  return [...last].map(([name, role]) => `${name} ${role}`)
}

/** The greatest epoch that anybody reached. */
export const epochs = (trace: Trace): number => Math.max(...rowsOf(trace, ROLE).map((row) => fieldOf(trace, row, 2)))

/** The least that a fetch timer had left at a good answer, in ms. */
export const margin = (trace: Trace): number =>
  Math.min(
    ...rowsOf(trace, FETCH_TIMER).flatMap((row) => (fieldOf(trace, row, 1) >= 0 ? [fieldOf(trace, row, 1)] : [])),
  )

/** When a message of a kind was sent, to whom: `1000 n2`. */
export const sent = (trace: Trace, message: string): string[] =>
  rowsOf(trace, SENT)
    .filter((row) => namedWord(trace, row, 'message') === message)
    .map((row) => `${atOf(trace, row)} n${fieldOf(trace, row, 1)}`)

/** When each tick was. */
export const ticks = (trace: Trace): number[] => rowsOf(trace, TICK).map((row) => atOf(trace, row))

/** `600 n2`: when a thread began to spin. */
export const spins = (trace: Trace): string[] =>
  rowsOf(trace, SPIN).map((row) => `${atOf(trace, row)} ${nameOf(trace, row)}`)
