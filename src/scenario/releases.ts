// What a person can pick: the releases and drafts whose client was recorded, those whose quorum was, and those whose replication was. What is said of them stands in
// releaseTexts.ts.

import type { BehaviourId } from './behaviours.ts'
import type { ProducerBehaviourId } from './producerBehaviours.ts'
import type { QuorumBehaviourId } from './quorumBehaviours.ts'
import type { ReplicationBehaviour, ReplicationBehaviourId } from './replicationBehaviours.ts'
import type { Scenario } from './scenario.ts'

export type Release = {
  /** As a scenario and a link write it. */
  readonly id: string
  /** In a column head. */
  readonly label: string
  /** In a sentence, and as the name of a variant that has no other. */
  readonly name: string
  /** The row of knobs of its network layer, and that of its producer. */
  readonly behaviour: BehaviourId
  readonly producer: ProducerBehaviourId
  /** The exact release whose settings, ranges and defaults hold. */
  readonly settingsRelease: string
  /** A proposal that never shipped. */
  readonly draft: boolean
}

/** A release as its quorum was recorded. */
export type QuorumRelease = NamedRelease & { readonly behaviour: QuorumBehaviourId }

/** A release as its replication was recorded. */
export type ReplicationRelease = NamedRelease & {
  /** The row of knobs of its era. */
  readonly behaviour: ReplicationBehaviourId
  /** In what it is unlike the others of its era. */
  readonly unlike?: Partial<ReplicationBehaviour>
}

/** What every lab says of a release. */
export type NamedRelease = Omit<Release, 'behaviour' | 'producer'>

/** A release with its id as a type, so that what is said of the releases can be complete. */
type Offered<Id extends string> = Release & { readonly id: Id }
type QuorumOffered<Id extends string> = QuorumRelease & { readonly id: Id }
type ReplicationOffered<Id extends string> = ReplicationRelease & { readonly id: Id }

function release<Id extends string>(
  id: Id,
  settingsRelease: string,
  behaviour: BehaviourId,
  producer: ProducerBehaviourId = behaviour,
): Offered<Id> {
  return { id, label: id, name: `Kafka ${id}`, behaviour, producer, settingsRelease, draft: false }
}

function quorumRelease<Id extends string>(
  id: Id,
  settingsRelease: string,
  behaviour: QuorumBehaviourId,
): QuorumOffered<Id> {
  return { id, label: id, name: `Kafka ${id}`, behaviour, settingsRelease, draft: false }
}

const offered = [
  release('0.8.2', '0.8.2.2', 'no-request-timeout'),
  {
    ...release('kip-19-draft', '0.8.2.2', 'kip-19-draft'),
    label: 'KIP-19 draft',
    name: 'KIP-19 draft',
    draft: true,
  },
  release('0.9', '0.9.0.1', 'kip-19-shipped'),
  release('1.1', '1.1.1', 'client-1.1.1'),
  release('2.0', '2.0.1', 'client-2.0.1'),
  release('2.1', '2.1.1', 'client-2.1.1'),
  release('2.4.0', '2.4.0', 'client-2.4.0'),
  release('2.5', '2.5.0', 'kernel-bound', 'producer-2.5.0'),
  release('2.6', '2.6.0', 'kernel-bound'),
  {
    ...release('kip-601-draft', '2.6.0', 'kip-601-draft'),
    label: 'KIP-601 draft',
    name: 'KIP-601 draft',
    draft: true,
  },
  release('2.7', '2.7.0', 'kip-601-shipped'),
  release('2.8', '2.8.2', 'client-2.8.2'),
  release('3.1', '3.1.2', 'client-3.1.2'),
  release('3.2', '3.2.3', 'client-3.1.2'),
  release('3.4', '3.4.1', 'client-3.4.1'),
  release('3.6', '3.6.2', 'client-3.6.2'),
  release('3.7', '3.7.2', 'client-3.7.2'),
  release('3.8', '3.8.1', 'current', 'producer-3.8.1'),
  release('3.9', '3.9.2', 'current'),
  release('4.0', '4.0.2', 'current-4'),
  release('4.1', '4.1.2', 'current-4'),
  release('4.2', '4.2.2', 'current-4'),
  release('4.3', '4.3.1', 'current-4'),
  release('4.4', '4.4.0', 'current-4'),
]

/** Offered, oldest first. */
export const releases: readonly Release[] = offered

export type ReleaseId = (typeof offered)[number]['id']

const quorumOffered = [
  quorumRelease('3.7', '3.7.2', 'kraft-3.7'),
  quorumRelease('3.8', '3.8.1', 'kraft-3.8'),
  quorumRelease('3.9.0', '3.9.0', 'kraft-3.9.0'),
  quorumRelease('3.9.1', '3.9.1', 'kraft-3.9'),
  quorumRelease('4.0', '4.0.2', 'kraft-4.0'),
  quorumRelease('4.1', '4.1.2', 'kraft-4.1'),
  quorumRelease('4.2', '4.2.2', 'kraft-4.2'),
  quorumRelease('4.3', '4.3.1', 'kraft-4.2'),
  quorumRelease('4.4', '4.4.0', 'kraft-4.4'),
]

/** Offered in the quorum lab, oldest first. 3.9 is two there: 3.9.1 let voters without a leader fetch (KAFKA-17030). */
export const quorumReleases: readonly QuorumRelease[] = quorumOffered

export type QuorumReleaseId = (typeof quorumOffered)[number]['id']

const replicationRelease = <Id extends string>(
  id: Id,
  settingsRelease: string,
  behaviour: ReplicationBehaviourId,
  unlike: Partial<ReplicationBehaviour> = {},
): ReplicationOffered<Id> => ({ id, label: id, name: `Kafka ${id}`, behaviour, unlike, settingsRelease, draft: false })

const replicationOffered = [
  replicationRelease('0.8.1', '0.8.1.1', 'kafka-0.8.1'),
  replicationRelease('0.8.2', '0.8.2.2', 'kafka-0.8.2'),
  replicationRelease('0.9', '0.9.0.1', 'kafka-0.9'),
  replicationRelease('0.10', '0.10.2.2', 'kafka-0.9'),
  replicationRelease('0.11', '0.11.0.3', 'kafka-kip101'),
  replicationRelease('1.0', '1.0.2', 'kafka-kip101'),
  // The last member of the ISR stays in it with unclean election, too (KafkaController of 1.1.1; recorded from it without).
  replicationRelease('1.1', '1.1.1', 'kafka-kip101', { lastInSync: 'stays' }),
  replicationRelease('2.1', '2.1.1', 'kafka-2.1'),
  replicationRelease('2.2', '2.2.2', 'kafka-2.1'),
  replicationRelease('2.3', '2.3.1', 'kafka-2.1'),
  replicationRelease('2.4', '2.4.1', 'kafka-2.1'),
  replicationRelease('2.5', '2.5.1', 'kafka-2.1'),
  replicationRelease('2.6', '2.6.3', 'kafka-2.1'),
  replicationRelease('2.7', '2.7.2', 'kafka-2.1'),
  replicationRelease('2.8', '2.8.2', 'kafka-2.1'),
  replicationRelease('3.0', '3.0.2', 'kafka-2.1'),
  replicationRelease('3.1', '3.1.2', 'kafka-2.1'),
  replicationRelease('3.2', '3.2.3', 'kafka-2.1'),
  replicationRelease('3.3', '3.3.2', 'kafka-2.1'),
  replicationRelease('3.4', '3.4.1', 'kafka-2.1'),
  replicationRelease('3.5', '3.5.2', 'kafka-2.1'),
  replicationRelease('3.6', '3.6.2', 'kafka-2.1'),
  replicationRelease('3.7', '3.7.2', 'kafka-3.7'),
  replicationRelease('3.8', '3.8.1', 'kafka-3.7'),
  replicationRelease('3.9', '3.9.2', 'kafka-3.7'),
  replicationRelease('4.0', '4.0.2', 'kafka-4.0-elr'),
  replicationRelease('4.1', '4.1.2', 'kafka-4.0-elr'),
  replicationRelease('4.2', '4.2.2', 'kafka-4.0-elr'),
  replicationRelease('4.3', '4.3.1', 'kafka-4.0-elr'),
  replicationRelease('4.4', '4.4.0', 'kafka-4.0-elr'),
]

/** Offered in the replication lab, oldest first. */
export const replicationReleases: readonly ReplicationRelease[] = replicationOffered

export type ReplicationReleaseId = (typeof replicationOffered)[number]['id']

/** The row of knobs of a release's replication; the newest where the id is not offered. */
export const replicationBehaviourIdOf = (id: string): ReplicationBehaviourId =>
  replicationReleases.find((offered) => offered.id === id)?.behaviour ?? 'kafka-4.0-elr'

/** The release or draft of an id, undefined where no client of it is offered. */
export const releaseOf = (id: string): Release | undefined => releases.find((offered) => offered.id === id)

/** The release of an id, undefined where no quorum of it is offered. */
export const quorumReleaseOf = (id: string): QuorumRelease | undefined =>
  quorumReleases.find((offered) => offered.id === id)

/** What a lab offers, oldest first. */
export const releasesIn = (lab: Scenario['lab']): readonly NamedRelease[] =>
  lab === 'quorum' ? quorumReleases : lab === 'replication' ? replicationReleases : releases

/** The release or draft of an id, whichever lab offers it. */
export const namedRelease = (id: string): NamedRelease | undefined =>
  releaseOf(id) ?? quorumReleaseOf(id) ?? replicationReleases.find((offered) => offered.id === id)

/** The name of a release in a sentence; an id that is not offered stands for itself. */
export const releaseName = (id: string): string => namedRelease(id)?.name ?? id

/** Orders two exact releases: negative where a is older. */
function compareReleases(a: string, b: string): number {
  const left = a.split('.').map(Number)
  const right = b.split('.').map(Number)
  for (let i = 0; i < left.length || i < right.length; i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** True where a release has the settings of an exact one, such as 3.0.1, or of a later one. */
export const isFrom = (release: NamedRelease, exact: string): boolean =>
  compareReleases(release.settingsRelease, exact) >= 0

/** True where a release has settings of a later one than this exact one. */
export const isAfter = (release: NamedRelease, exact: string): boolean =>
  compareReleases(release.settingsRelease, exact) > 0
