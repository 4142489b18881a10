// Which fields a fault has besides those of every fault, by its kind: for the parser, the edits, the link and the forms.

import type { Fault, FaultKind } from './scenario.ts'

/** The fields that only some kinds have. */
export type FaultField = 'way' | 'by' | 'slower' | 'message' | 'nth' | 'resets' | 'answers' | 'partition' | 'error'

/** Each of them with the kinds that have it, in the order in which they are written. */
export const kindsWith: { readonly [field in FaultField]: readonly FaultKind[] } = {
  way: ['cut link', 'slow link'],
  by: ['unreachable'],
  slower: ['slow link'],
  message: ['lose message'],
  nth: ['lose message'],
  resets: ['forget connections'],
  answers: ['mute'],
  partition: ['take over'],
  error: ['answer error'],
}

export const faultFields = Object.keys(kindsWith) as FaultField[]

/** True where a kind has the field. */
export const hasField = (kind: FaultKind, field: FaultField): boolean => kindsWith[field].includes(kind)

/** True where a kind lasts; else it happens in a moment and has no end. */
export const lasts = (kind: FaultKind): boolean => kind !== 'forget connections'

/** The fault without the fields that its kind does not have, in one order. */
export function fittingFault(fault: Fault): Fault {
  const { at, until, kind, node, address, way, by, slower, message, nth, resets, answers, partition, error, on } = fault
  const own = { way, by, slower, message, nth, resets, answers, partition, error }
  const kept = faultFields
    .filter((field) => own[field] !== undefined && hasField(kind, field))
    .map((field) => [field, own[field]])
  return {
    at,
    ...(until !== undefined && lasts(kind) && { until }),
    kind,
    node,
    ...(address !== undefined && { address }),
    ...(Object.fromEntries(kept) as Pick<Fault, FaultField>),
    on,
  }
}
