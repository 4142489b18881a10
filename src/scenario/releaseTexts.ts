// What sets each release apart, and why others are named and not offered: words that only the form and the parser need.

import type { QuorumReleaseId, ReleaseId, ReplicationReleaseId } from './releases.ts'
import type { Scenario } from './scenario.ts'

/** A release that the page names, greyed, with the reason. */
type ReleaseNotOffered = { readonly label: string; readonly reason: string }

/** What sets a release apart from the one listed before it. Complete by its type. */
const clientNotes: { readonly [id in ReleaseId]: string } = {
  '0.8.2':
    'No request ever times out, and only the kernel ends a silent attempt. The reconnect backoff counts from the start of an attempt and the node scan always begins at one node, so a dead one can be tried for ever. Neither TLS nor SASL.',
  'kip-19-draft':
    'As first proposed: 0.8.2 with request.timeout.ms. Each request times out by itself, its connection stays open and a late answer is discarded; it is retried, and ends in a TimeoutException. Nothing bounds the wait in the accumulator. Never shipped.',
  '0.9':
    'KIP-19: a connection closes with its oldest request, and send() is bounded by max.block.ms. The backoff counts from the end of an attempt (KAFKA-2459); while one node connects, metadata goes on to open connections to others.',
  '1.1':
    'API versions are asked for before a connection is READY (0.10.2), no second node is connected while one is connecting (KAFKA-4024), and the reconnect backoff grows (KIP-144). A batch expires by its last append. Recorded with the producer only: an untried node is preferred to a busy connected one.',
  '2.0':
    'A connection closes when any of its requests is too old, and its batches come back oldest first. Recorded with the producer only.',
  '2.1':
    'KIP-91: delivery.timeout.ms bounds a record over all attempts, and retries are without number. Recorded with the producer only.',
  '2.4.0':
    'Its choice of nodes keeps to those that it visited last. The first metadata request waits for retry.backoff.ms; a disconnect makes the client forget a metadata request elsewhere (KAFKA-9261).',
  '2.5':
    'The first poll asks for metadata; a connection lost while an update is due counts as a failed update. Recorded from 2.6.0, which has the same rules.',
  '2.6': 'Only the kernel ends a silent connection attempt; every address of a name is used.',
  'kip-601-draft':
    'As first proposed: a fixed timeout that is looked at only when a node is chosen, and the node with the fewest failures goes first. Never shipped.',
  '2.7':
    'KIP-601: every poll ends an attempt older than its setup timeout, and the node whose last attempt is oldest goes first.',
  '2.8':
    'The setup timeout grows to 30 s only, no more to 127 s; a name is resolved again after a connection was lost (KAFKA-12193).',
  '3.1':
    'A caller that waits for a connecting node wakes after its setup timeout (KAFKA-12762), which now covers TLS and SASL too (KAFKA-13388).',
  '3.2': 'The client behaves as in 3.1.',
  '3.4':
    'Only a READY connection ends the growth of the reconnect backoff (KAFKA-13879). Recorded with the producer only.',
  '3.6':
    'A request that timed out says so to its caller (KAFKA-14317), and a batch whose leader has moved waits for no backoff (KAFKA-15415).',
  '3.7': 'KIP-580: retry.backoff.ms grows to retry.backoff.max.ms, and no wait passes its maximum any more.',
  '3.8': 'KIP-899: a client that has no broker left may go back to its bootstrap servers; off by default.',
  '3.9': 'The client behaves as in 3.8.',
  '4.0':
    'KIP-1102: going back to the bootstrap servers is on by default, also after metadata.recovery.rebootstrap.trigger.ms without metadata.',
  '4.1': 'The client behaves as in 4.0.',
  '4.2': 'The client behaves as in 4.0.',
  '4.3': 'The client behaves as in 4.0.',
  '4.4': 'The client behaves as in 4.0. Resolving bootstrap servers later is off by default and left out.',
}

/** What sets the quorum of a release apart from the one listed before it. Complete by its type. */
const quorumNotes: { readonly [id in QuorumReleaseId]: string } = {
  '3.7':
    'A leader that no majority fetches from resigns after 1.5 fetch timeouts (KAFKA-15489). BeginQuorumEpoch goes to a voter until it has answered one or fetched. A follower whose Fetch is lost without a word sends none before its fetch timer ends.',
  '3.8': 'A follower wakes when its request times out, and sends its Fetch again.',
  '3.9.0':
    'BeginQuorumEpoch goes to every voter each half fetch timeout (KAFKA-16536): a heartbeat that keeps nobody alive.',
  '3.9.1':
    'A voter without a leader, or whose Fetch timed out, asks a bootstrap node (KAFKA-17030). Also 3.9.2, but for the steps of a candidate’s backoff.',
  '4.0':
    'Pre-vote (KIP-996): a follower whose fetch timer ends becomes Prospective first, and the epoch stays while the others still hear from the leader. Recorded from 4.0.1.',
  '4.1':
    'A candidate that lost waits for its election timer, without a backoff (KAFKA-18345). A Fetch is answered at once where the high watermark has moved (KIP-1166). UpdateRaftVoter takes the place of one Fetch; until then the follower’s thread spins.',
  '4.2': 'BeginQuorumEpoch goes only to voters that have not fetched for half a fetch timeout (KAFKA-16926).',
  '4.3': 'Its quorum behaves as in 4.2; so say the same questions asked of both.',
  '4.4': 'Its quorum behaves as in 4.2; recorded by itself.',
}

/** What sets the replication of a release apart from the one listed before it. Complete by its type. */
const replicationNotes: { readonly [id in ReplicationReleaseId]: string } = {
  '0.8.1':
    'As KAFKA-1555 found it: no min.insync.replicas, every election may be unclean, acks may be any number, and replica.lag.max.messages drops whoever is too far behind. The eldest live member of the ISR leads.',
  '0.8.2':
    'KAFKA-1555: min.insync.replicas, and unclean.leader.election.enable (KAFKA-1028), on by default. The first live member of the ISR in assignment order leads. A fetch is answered before it counts, so a follower hears of the high watermark one fetch later.',
  '0.9':
    'No follower is dropped for its lag in messages any more (KAFKA-1546), acks is -1, 0 or 1 (KAFKA-1697), and a leader that is told of a smaller ISR no longer forgets what its followers hold.',
  '0.10': 'Replication behaves as in 0.9.',
  '0.11':
    'KIP-101: a follower asks its leader where its last epoch ends and cuts there, instead of to its own high watermark. Unclean election is off by default (KIP-106).',
  '1.0': 'Replication behaves as in 0.11.',
  '1.1': 'With unclean election, too, the last member of the ISR stays in it when it dies. Recorded without.',
  '2.1':
    'KIP-279: logs are compared back to what they have in common. Who joins the ISR must hold all from the start of the leader epoch (KAFKA-7128), and who holds all of the log is never too slow.',
  '2.2': 'Replication behaves as in 2.1.',
  '2.3': 'Replication behaves as in 2.1.',
  '2.4': 'Replication behaves as in 2.1.',
  '2.5': 'Replication behaves as in 2.1; replica.lag.time.max.ms is 30 s by default (KIP-537).',
  '2.6': 'Replication behaves as in 2.1.',
  '2.7': 'Replication behaves as in 2.1; what diverges is told with each Fetch.',
  '2.8': 'Replication behaves as in 2.1.',
  '3.0':
    'Replication behaves as in 2.1; acks is all by default (KIP-679). With KRaft, unclean election is never done before 3.9.',
  '3.1': 'Replication behaves as in 3.0.',
  '3.2': 'Replication behaves as in 3.0.',
  '3.3':
    'Replication behaves as in 3.0. With KRaft, a broker that is fenced or shuts down does not join the ISR (KIP-841).',
  '3.4': 'Replication behaves as in 3.0.',
  '3.5': 'Replication behaves as in 3.0. With KRaft, a broker joins the ISR only as it was started last (KIP-903).',
  '3.6': 'Replication behaves as in 3.0.',
  '3.7': 'The high watermark stands still while the ISR has fewer than min.insync.replicas (KAFKA-15583).',
  '3.8': 'Replication behaves as in 3.7.',
  '3.9': 'Replication behaves as in 3.7; KRaft honours unclean.leader.election.enable.',
  '4.0':
    'KIP-966: eligible leader replicas, where the feature eligible.leader.replicas.version is 1. It is 0 by default here.',
  '4.1': 'Eligible leader replicas are on by default in a new cluster.',
  '4.2': 'Replication behaves as in 4.1.',
  '4.3': 'Replication behaves as in 4.1; recorded from a real cluster.',
  '4.4': 'Replication behaves as in 4.1.',
}

const notes: { readonly [lab in Scenario['lab']]: { readonly [id: string]: string } } = {
  client: clientNotes,
  requests: clientNotes,
  quorum: quorumNotes,
  replication: replicationNotes,
}

/** What sets a release apart from the one listed before it in a lab, undefined where the id is not offered there. */
export const releaseNote = (id: string, lab: Scenario['lab']): string | undefined =>
  Object.hasOwn(notes[lab], id) ? notes[lab][id] : undefined

const oldScan =
  'Not recorded: its node choice is the one before 2.3, which prefers an untried node to a busy connected one.'
const between = (older: string, newer: string, what: string): string =>
  `Not recorded: it lies between ${older} and ${newer}, and ${what}.`

/** Named and not offered for clients, oldest first. */
const clientsNotOffered: readonly ReleaseNotOffered[] = [
  {
    label: '0.10',
    reason:
      'Not recorded: to 0.10.1 its metadata loop opens connections to several nodes at once, from 0.10.2 it chooses nodes as 0.11 does.',
  },
  { label: '0.11', reason: oldScan },
  { label: '1.0', reason: oldScan },
  { label: '2.2', reason: oldScan },
  {
    label: '2.3',
    reason: 'Not recorded: it chooses nodes as 2.4.0 does, without the lost metadata request of KAFKA-9261.',
  },
  { label: '3.0', reason: between('2.8', '3.1', '3.0.0 and 3.0.1 behave differently (KAFKA-12762, KAFKA-13388)') },
  { label: '3.3', reason: between('3.2', '3.4', 'KAFKA-13879 came with it') },
  { label: '3.5', reason: between('3.4', '3.6', 'requests cancelled by a timeout first say so here (KAFKA-14317)') },
]

/** Named and not offered for quorums, oldest first. */
const quorumsNotOffered: readonly ReleaseNotOffered[] = [
  { label: '2.8 to 3.2', reason: 'Not recorded: KRaft is early access there, not for production.' },
  {
    label: '3.3 to 3.6',
    reason: 'Not recorded: a leader cut off never resigns by itself, there is no check-quorum yet.',
  },
  { label: '3.9', reason: 'It is two here: 3.9.0, and 3.9.1, whose voters without a leader fetch.' },
]

/** Named and not offered for replication, oldest first. */
const replicationNotOffered: readonly ReleaseNotOffered[] = [
  { label: '0.8.0', reason: 'Not recorded: it flushes every 3 s, and its settings are not known here.' },
  { label: '2.0', reason: 'Not recorded: 2.0.0 compares logs as 2.1 does, and lets followers join as 0.11 does.' },
]

/** What a lab names and does not offer, oldest first. */
export const notOfferedIn = (lab: Scenario['lab']): readonly ReleaseNotOffered[] =>
  lab === 'quorum' ? quorumsNotOffered : lab === 'replication' ? replicationNotOffered : clientsNotOffered
