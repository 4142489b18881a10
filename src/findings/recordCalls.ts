// What the application of a producer saw of its calls besides send(): partitionsFor(), flush() and close().

import * as producerKind from '../trace/producerKinds.ts'
import { atOf, causeOf, kindOf, type Trace } from '../trace/trace.ts'
import { counted, oneOf, said, wordAt } from './names.ts'
import { code, figure, joined, type Part, type Prose } from './prose.ts'

/** What each call saw; nothing where there was none. */
export function callsSaid(trace: Trace): Prose {
  const says: Part[][] = []
  const returned = new Map<number, number>()
  let forced = -1
  const calls: number[] = []
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (what === producerKind.ASKED && wordAt(trace, row, 0) !== 'send') calls.push(row)
    if (what === producerKind.FLUSHED || what === producerKind.PARTITIONS) returned.set(causeOf(trace, row), row)
    if (what === producerKind.FORCE) forced = row
    if (what === producerKind.CLOSED)
      for (const call of calls) if (wordAt(trace, call, 0) === 'close') returned.set(call, row)
  }
  for (const call of calls) {
    const what = wordAt(trace, call, 0)
    const end = returned.get(call)
    const how = what === 'close' && forced >= 0 ? ', by force' : ''
    if (end === undefined) says.push([code(`${what}()`), ' has not returned by the end of the run'])
    else if (what === 'partitionsFor') says.push(partitionsSaid(trace, call, end))
    else says.push([code(`${what}()`), ' returns after ', figure(said(atOf(trace, end) - atOf(trace, call)), end), how])
  }
  const more = says.length - CALLS_SAID
  return joined(
    more > 0 ? [...says.slice(0, CALLS_SAID), [`and ${counted(more, 'more call', 'more calls')}`]] : says,
    '; ',
  )
}

function partitionsSaid(trace: Trace, call: number, end: number): Part[] {
  const outcome = wordAt(trace, end, 0)
  const how = outcome === 'ok' ? ' returns after ' : ` throws ${oneOf(outcome)} after `
  return [code('partitionsFor()'), how, figure(said(atOf(trace, end) - atOf(trace, call)), end)]
}

/** So many calls are worth a word. */
const CALLS_SAID = 2
