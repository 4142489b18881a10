// A tooltip's text: the event, its instant, and how far it is from what came before and from the fault.

import { grouped } from '../base/grouped.ts'
import { lab, type Run } from '../store/lab.ts'
import { lastEvent } from '../store/looking.ts'
import type { Tip } from '../timeline/overlay.ts'
import { FAULT } from '../trace/kinds.ts'
import { atOf, kindOf, type Trace } from '../trace/trace.ts'
import { instantExactly, isByStep } from './instants.ts'
import { told } from './told.ts'

export function tipOf(run: Run, variant: number, row: number): Tip {
  const trace = run.answers[variant]?.trace
  if (trace === undefined || row < 0 || row >= trace.rows) return { title: '', lines: [] }
  const at = atOf(trace, row)
  const before = at > 0 ? lastEvent(trace, at - 1) : undefined
  const fault = lastFault(trace, row)
  const marked = lab().brush?.from
  if (isByStep(run.scenario)) return { title: told(trace, row) ?? '', lines: [instantExactly(run.scenario, at)] }
  const lines = [
    `at ${grouped(at)} ms`,
    ...(before === undefined ? [] : [`${grouped(at - atOf(trace, before))} ms after the event before`]),
    ...(fault === undefined || fault === row ? [] : [`${grouped(at - atOf(trace, fault))} ms after the fault`]),
    ...(marked === undefined
      ? []
      : [`${grouped(Math.abs(at - marked))} ms ${at < marked ? 'before' : 'after'} the mark`]),
  ]
  return { title: told(trace, row) ?? '', lines }
}

/** Faults stand far back in a long run; so many rows are looked through. */
const REACH = 20_000

function lastFault(trace: Trace, row: number): number | undefined {
  const faults = faultsOf(trace)
  return faults.findLast((fault) => fault <= row)
}

const known = new WeakMap<Trace, readonly number[]>()

function faultsOf(trace: Trace): readonly number[] {
  const found = known.get(trace)
  if (found) return found
  const faults: number[] = []
  for (let row = 0; row < Math.min(trace.rows, REACH); row++) if (kindOf(trace, row) === FAULT) faults.push(row)
  known.set(trace, faults)
  return faults
}
