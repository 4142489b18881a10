// The faults of a world, read from anything, and which of them a variant switches.

import {
  faultFields,
  faultKindsIn,
  fittingFault,
  hasField,
  kindsWith,
  lasts,
  messagesIn,
  quorumFields,
} from './faultFields.ts'
import { fieldBounds } from './fields.ts'
import { type Fields, type Reader, within } from './reader.ts'
import { part, sound, wholeNumber, word } from './readParts.ts'
import {
  answeredStill,
  type Fault,
  type FaultKind,
  limits,
  linkWays,
  produceErrors,
  resumeOrders,
  type Scenario,
  unreachableBy,
} from './scenario.ts'

type Lab = Scenario['lab']

/** Where each fault of the input now stands among those that were kept; undefined: it was left out. */
export type Places = readonly (number | undefined)[]

export function readFaults(
  input: unknown,
  path: string,
  lab: Lab,
  reader: Reader,
): { readonly faults: readonly Fault[]; readonly places: Places } {
  const faults: Fault[] = []
  const places = reader.list(input, path, 0, limits.faults, 'faults').map((each, i) => {
    const fault = readFault(each, within(path, i), lab, reader)
    return fault && faults.push(fault) - 1
  })
  return { faults, places }
}

/** Its node need not be there: the fault then waits for it. */
function readFault(input: unknown, path: string, lab: Lab, reader: Reader): Fault | undefined {
  return sound(reader, () => {
    const fields = reader.fields(input, path, ['at', 'until', 'kind', 'node', 'address', ...faultFields, 'on'])
    if (!fields) return undefined
    const field = (key: string) => within(path, key)
    const at = reader.whole(fields.get('at'), field('at'), fieldBounds.faultAt, 0)
    const until = part(fields, path, 'until', (value, where) => readUntil(value, where, at, reader))
    const kind = reader.oneOf<FaultKind>(fields.get('kind'), field('kind'), faultKindsIn(lab))
    if (kind) noteOthers(fields, path, kind, lab, reader)
    const node = reader.whole(fields.get('node'), field('node'), fieldBounds.faultNode, 0)
    return fittingFault({
      at,
      ...until,
      kind: kind ?? 'cut link',
      node,
      ...part(fields, path, 'peer', (value, where) => readPeer(value, where, node, reader)),
      ...part(fields, path, 'address', wholeNumber(reader, fieldBounds.faultAddress)),
      ...part(fields, path, 'way', word(reader, linkWays)),
      ...part(fields, path, 'by', word(reader, unreachableBy)),
      ...part(fields, path, 'slower', wholeNumber(reader, fieldBounds.slower)),
      ...part(fields, path, 'message', word(reader, messagesIn(lab))),
      ...part(fields, path, 'nth', wholeNumber(reader, fieldBounds.nth)),
      ...part(fields, path, 'toldAfter', (value, where) => readTold(value, where, fields.get('message'), reader)),
      ...part(fields, path, 'resumes', word(reader, resumeOrders)),
      ...part(fields, path, 'resets', (value, where) => reader.flag(value, where, false)),
      ...part(fields, path, 'answers', word(reader, answeredStill)),
      ...part(fields, path, 'partition', wholeNumber(reader, fieldBounds.faultPartition)),
      ...part(fields, path, 'error', word(reader, produceErrors)),
      on: reader.flag(fields.get('on'), field('on'), true),
    })
  })
}

function readUntil(input: unknown, path: string, at: number, reader: Reader): number {
  const until = reader.whole(input, path, fieldBounds.faultUntil, at + 1)
  if (until <= at) {
    const hint = `Any later instant than ${at} ms, or none for a fault that stays.`
    reader.add(path, 'The fault ends before it begins.', hint)
  }
  return until
}

/** The node at the other end of a link: another one. */
function readPeer(input: unknown, path: string, node: number, reader: Reader): number {
  const peer = reader.whole(input, path, fieldBounds.peer, node)
  if (peer === node && input === node)
    reader.add(path, 'A node has no link to itself that could fail.', 'Another node, or none for all others.')
  return peer
}

/** Only who asked can be told that a message is lost. */
function readTold(input: unknown, path: string, message: unknown, reader: Reader): number {
  if (typeof message === 'string' && message.endsWith(' answer'))
    reader.add(path, 'Nobody is told that an answer is lost.', 'Take it out, or lose the request.')
  return reader.whole(input, path, fieldBounds.toldAfter, 0)
}

/** Notes the fields that the kind of a fault does not have. */
function noteOthers(fields: Fields, path: string, kind: FaultKind, lab: Lab, reader: Reader): void {
  if (!lasts(kind) && fields.has('until'))
    reader.add(within(path, 'until'), `This takes no time: ${kind} has no end.`, 'Take it out.')
  if (lab === 'quorum' && fields.has('address'))
    reader.add(within(path, 'address'), 'A node of a quorum has one address.', 'Take it out.')
  for (const field of faultFields.filter((each) => fields.has(each))) {
    if (lab !== 'quorum' && quorumFields.includes(field))
      reader.add(within(path, field), 'Only a fault of a quorum can have this.', 'Take it out.')
    else if (!hasField(kind, field))
      reader.add(within(path, field), `Only ${kindsWith[field].join(' and ')} can have this.`, 'Take it out.')
  }
}

/** Faults that are on or off in one variant, by index, each once; undefined: none. */
export function readSwitches(
  input: unknown,
  path: string,
  places: Places,
  reader: Reader,
): readonly (readonly [number, boolean])[] | undefined {
  const seen = new Set<number>()
  const pairs = reader.list(input, path, 0, limits.faults, 'pairs').flatMap((each, i) => {
    const where = within(path, i)
    const pair = sound(reader, () => readSwitch(each, where, places.length, reader))
    if (!pair) return []
    if (seen.has(pair[0])) reader.add(where, `Fault ${pair[0] + 1} is switched twice.`, 'Name each fault once.')
    const place = seen.has(pair[0]) ? undefined : places[pair[0]]
    seen.add(pair[0])
    return place === undefined ? [] : [[place, pair[1]] as const]
  })
  return pairs.length > 0 ? pairs.sort(([a], [b]) => a - b) : undefined
}

function readSwitch(input: unknown, path: string, faults: number, reader: Reader): readonly [number, boolean] {
  const pair = reader.list(input, path, 2, 2, 'parts')
  const fault = reader.whole(pair[0], within(path, 0), fieldBounds.fault, 0)
  if (fault >= faults) {
    const there = faults === 0 ? 'There are no faults.' : `Faults are counted from 0; the last is ${faults - 1}.`
    reader.add(within(path, 0), `There is no fault ${fault + 1}.`, there)
  }
  return [fault, reader.flag(pair[1], within(path, 1), true)]
}
