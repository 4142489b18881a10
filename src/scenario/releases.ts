// What a person can pick: the releases and drafts whose client was recorded, and the ones that are named and not offered.

import type { BehaviourId } from './behaviours.ts'

export type Release = {
  /** As a scenario and a link write it. */
  readonly id: string
  /** In a column head. */
  readonly label: string
  /** In a sentence, and as the name of a variant that has no other. */
  readonly name: string
  /** The row of knobs. */
  readonly behaviour: BehaviourId
  /** The exact release whose settings, ranges and defaults hold. */
  readonly settingsRelease: string
  /** A proposal that never shipped. */
  readonly draft: boolean
  /** What sets it apart from the release listed before it. */
  readonly note: string
}

/** A release that the page names, greyed, with the reason. */
export type ReleaseNotOffered = { readonly label: string; readonly reason: string }

function release(id: string, settingsRelease: string, behaviour: BehaviourId, note: string): Release {
  return { id, label: id, name: `Kafka ${id}`, behaviour, settingsRelease, draft: false, note }
}

/** Offered, oldest first. */
export const releases: readonly Release[] = [
  release(
    '0.8.2',
    '0.8.2.2',
    'no-request-timeout',
    'No request ever times out, and only the kernel ends a silent attempt. The reconnect backoff counts from the start of an attempt and the node scan always begins at one node, so a dead one can be tried for ever. Neither TLS nor SASL.',
  ),
  release(
    '0.9',
    '0.9.0.1',
    'kip-19-shipped',
    'KIP-19: a connection closes with its oldest request, and send() is bounded by max.block.ms. The backoff counts from the end of an attempt (KAFKA-2459); while one node connects, metadata goes on to open connections to others.',
  ),
  release(
    '2.4.0',
    '2.4.0',
    'client-2.4.0',
    'API versions are asked for before a connection is READY (0.10.2), no second node is connected while one is connecting (KAFKA-4024), and the reconnect backoff grows (KIP-144). The first metadata request waits for retry.backoff.ms; a disconnect makes the client forget a metadata request elsewhere (KAFKA-9261).',
  ),
  release(
    '2.5',
    '2.5.0',
    'kernel-bound',
    'The first poll asks for metadata; a connection lost while an update is due counts as a failed update. Recorded from 2.6.0, which has the same rules.',
  ),
  release(
    '2.6',
    '2.6.0',
    'kernel-bound',
    'Only the kernel ends a silent connection attempt; every address of a name is used.',
  ),
  {
    ...release(
      'kip-601-draft',
      '2.6.0',
      'kip-601-draft',
      'As first proposed: a fixed timeout that is looked at only when a node is chosen, and the node with the fewest failures goes first. Never shipped.',
    ),
    label: 'KIP-601 draft',
    name: 'KIP-601 draft',
    draft: true,
  },
  release(
    '2.7',
    '2.7.0',
    'kip-601-shipped',
    'KIP-601: every poll ends an attempt older than its setup timeout, and the node whose last attempt is oldest goes first.',
  ),
  release(
    '2.8',
    '2.8.2',
    'client-2.8.2',
    'The setup timeout grows to 30 s only, no more to 127 s; a name is resolved again after a connection was lost (KAFKA-12193).',
  ),
  release(
    '3.1',
    '3.1.2',
    'client-3.1.2',
    'A caller that waits for a connecting node wakes after its setup timeout (KAFKA-12762), which now covers TLS and SASL too (KAFKA-13388).',
  ),
  release('3.2', '3.2.3', 'client-3.1.2', 'The client behaves as in 3.1.'),
  release(
    '3.6',
    '3.6.2',
    'client-3.6.2',
    'Only a READY connection ends the growth of the reconnect backoff (KAFKA-13879).',
  ),
  release(
    '3.7',
    '3.7.2',
    'client-3.7.2',
    'KIP-580: retry.backoff.ms grows to retry.backoff.max.ms, and no wait passes its maximum any more.',
  ),
  release(
    '3.8',
    '3.8.1',
    'current',
    'KIP-899: a client that has no broker left may go back to its bootstrap servers; off by default.',
  ),
  release('3.9', '3.9.2', 'current', 'The client behaves as in 3.8.'),
  release(
    '4.0',
    '4.0.2',
    'current-4',
    'KIP-1102: going back to the bootstrap servers is on by default, also after metadata.recovery.rebootstrap.trigger.ms without metadata.',
  ),
  release('4.1', '4.1.2', 'current-4', 'The client behaves as in 4.0.'),
  release('4.2', '4.2.2', 'current-4', 'The client behaves as in 4.0.'),
  release('4.3', '4.3.1', 'current-4', 'The client behaves as in 4.0.'),
  release(
    '4.4',
    '4.4.0',
    'current-4',
    'The client behaves as in 4.0. Resolving bootstrap servers later is off by default and left out.',
  ),
]

const oldScan =
  'Not recorded: its node choice is the one before 2.3, which prefers an untried node to a busy connected one.'
const between = (older: string, newer: string, what: string): string =>
  `Not recorded: it lies between ${older} and ${newer}, and ${what}.`

/** Named and not offered, oldest first. */
export const releasesNotOffered: readonly ReleaseNotOffered[] = [
  {
    label: '0.10',
    reason:
      'Not recorded: to 0.10.1 its metadata loop opens connections to several nodes at once, from 0.10.2 it chooses nodes as 0.11 does.',
  },
  { label: '0.11', reason: oldScan },
  { label: '1.0', reason: oldScan },
  { label: '1.1', reason: oldScan },
  { label: '2.0', reason: oldScan },
  { label: '2.1', reason: oldScan },
  { label: '2.2', reason: oldScan },
  {
    label: '2.3',
    reason: 'Not recorded: it chooses nodes as 2.4.0 does, without the lost metadata request of KAFKA-9261.',
  },
  { label: '3.0', reason: between('2.8', '3.1', '3.0.0 and 3.0.1 behave differently (KAFKA-12762, KAFKA-13388)') },
  { label: '3.3', reason: between('3.2', '3.6', 'KAFKA-13879 came with it') },
  { label: '3.4', reason: between('3.2', '3.6', 'it behaves as 3.3 does') },
  { label: '3.5', reason: between('3.2', '3.6', 'requests cancelled by a timeout first say so here (KAFKA-14317)') },
]

/** The release or draft of an id, undefined where it is not offered. */
export const releaseOf = (id: string): Release | undefined => releases.find((offered) => offered.id === id)

/** The name of a release in a sentence; an id that is not offered stands for itself. */
export const releaseName = (id: string): string => releaseOf(id)?.name ?? id

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
export const isFrom = (release: Release, exact: string): boolean => compareReleases(release.settingsRelease, exact) >= 0

/** True where a release has settings of a later one than this exact one. */
export const isAfter = (release: Release, exact: string): boolean => compareReleases(release.settingsRelease, exact) > 0
