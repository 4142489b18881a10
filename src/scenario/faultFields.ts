// Which fields a fault has besides those of every fault, by its kind: for the parser, the edits, the link and the forms.

import type { QuorumFaultKind } from './quorumWorld.ts'
import { type MessageKind, messageKinds, quorumFaultKinds } from './quorumWorld.ts'
import {
  clientFaultKinds,
  type Fault,
  type FaultKind,
  type LosableMessage,
  losableMessages,
  type Scenario,
} from './scenario.ts'

/** The fields that only some kinds have. */
export type FaultField =
  | 'peer'
  | 'way'
  | 'by'
  | 'slower'
  | 'message'
  | 'nth'
  | 'toldAfter'
  | 'resumes'
  | 'resets'
  | 'answers'
  | 'partition'
  | 'error'

/** Each of them with the kinds that have it, in the order in which they are written. */
export const kindsWith: { readonly [field in FaultField]: readonly FaultKind[] } = {
  peer: ['lose message', 'cut link', 'slow link'],
  way: ['cut link', 'slow link'],
  by: ['unreachable'],
  slower: ['slow link'],
  message: ['lose message'],
  nth: ['lose message'],
  toldAfter: ['lose message'],
  resumes: ['pause'],
  resets: ['forget connections'],
  answers: ['mute'],
  partition: ['take over'],
  error: ['answer error'],
}

export const faultFields = Object.keys(kindsWith) as FaultField[]

/** True where a kind has the field. */
export const hasField = (kind: FaultKind, field: FaultField): boolean => kindsWith[field].includes(kind)

/** What only a fault of a quorum can have. */
export const quorumFields: readonly FaultField[] = ['peer', 'toldAfter', 'resumes']

/** What a new fault is until somebody says otherwise. */
export const usualFault = (lab: Scenario['lab']): FaultKind => (lab === 'quorum' ? 'cut link' : 'black hole')

/** The kinds that a lab has: what goes wrong with a partition are steps of its schedule. */
export const faultKindsIn = (lab: Scenario['lab']): readonly FaultKind[] =>
  lab === 'quorum' ? quorumFaultKinds : lab === 'replication' ? [] : clientFaultKinds

const quorumMessages: readonly MessageKind[] = messageKinds.flatMap((kind) => [kind, `${kind} answer`] as const)

/** What can be lost one by one in a lab. */
export const messagesIn = (lab: Scenario['lab']): readonly (LosableMessage | MessageKind)[] =>
  lab === 'quorum' ? quorumMessages : losableMessages

/** True for what can happen to a node of a quorum. */
export const isOfQuorum = (kind: FaultKind): kind is QuorumFaultKind => quorumFaultKinds.some((each) => each === kind)

const moments: readonly FaultKind[] = ['forget connections', 'resign', 'append', 'shut down']

/** True where a kind lasts; else it happens in a moment and has no end. */
export const lasts = (kind: FaultKind): boolean => !moments.includes(kind)

/** The fault without the fields that its kind does not have, in one order. */
export function fittingFault(fault: Fault): Fault {
  const { at, until, kind, node, address, on, ...own } = fault
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
