// What the model does with a KRaft quorum, and what it leaves out: the page "What is modelled" shows all of it. Complete by its types.

import type { Chapter } from './modelled.ts'
import type { QuorumFaultKind } from './quorumWorld.ts'

/** The quorum, chapter by chapter. */
export const modelledQuorum: readonly Chapter[] = [
  {
    title: 'Roles and epochs',
    models:
      'Every state of QuorumState in each era, what leads from one to the other, and what of it survives a restart: log and vote. A vote is granted to a log that is up to date, compared by last epoch and end offset.',
    leavesOut:
      'Voters that are added and removed while it runs (kraft.version 1), directory ids, a bootstrap list apart from the voters.',
    held: 'recordings of KafkaRaftClient',
  },
  {
    title: 'The raft thread',
    models:
      'One thread a node, in Kafka’s own order: it takes one message, handles it, looks at its timers, sends what is due, and waits for as long as it has worked out. A message that comes while it waits is handled before any timer is looked at; a timer that ends in the same millisecond goes first.',
    leavesOut: 'Processor time, the disk and its fsync: all else happens at once.',
    held: 'recordings of KafkaRaftClient',
  },
  {
    title: 'Fetch, and what the leader parks',
    models:
      'A Fetch that finds nothing new is parked for 500 ms (MAX_FETCH_WAIT_MS, no setting) and answered early by records, from 4.1 also by a high watermark that moved; what fails it fails at a change of state. Only what validates counts for check-quorum.',
    leavesOut:
      'FetchSnapshot. The record that a real controller writes every 500 ms while it is idle (metadata.max.idle.interval.ms), which shortens most parks.',
    held: 'recordings of KafkaRaftClient',
  },
  {
    title: 'Requests between nodes',
    models:
      'One request in flight to each node, its timeout and backoff, the draw among bootstrap nodes, and who asks them in which release. A message takes its latency, is lost, or fails as with a connection that resets.',
    leavesOut:
      'TCP under it: KafkaNetworkChannel with its connections, their setup and their backoff. What is sent is either there after the latency, or lost.',
    held: 'recordings of KafkaRaftClient',
  },
  {
    title: 'Dice',
    models:
      'One series for each node and kind of draw: the part of an election timeout, the backoff of a candidate, the first bootstrap node.',
    leavesOut: '',
    held: 'recordings of KafkaRaftClient',
  },
]

/** What happens to a node, or between two. */
export const modelledQuorumFaults: {
  readonly [kind in QuorumFaultKind]: Pick<Chapter, 'title' | 'models' | 'leavesOut'>
} = {
  'lose message': {
    title: 'A message is lost',
    models:
      'The nth of its kind from one node to another since the fault began, those that are lost for other reasons counted too. Its slot waits for the request timeout; where the sender is told, the slot backs off.',
    leavesOut: '',
  },
  'cut link': {
    title: 'A link between nodes is cut',
    models: 'What is sent while it lasts is lost, by the ways that are cut. What is under way arrives.',
    leavesOut: '',
  },
  'slow link': {
    title: 'A link between nodes is slow',
    models: 'What is sent while it lasts takes so much longer; several add up. A message may overtake a slower one.',
    leavesOut: '',
  },
  pause: {
    title: 'A node pauses',
    models:
      'The whole process stands still: nothing is handled, nothing that is parked is answered. When it goes on, what is parked too long is answered first, then its timers come, or its inbox.',
    leavesOut: '',
  },
  stop: {
    title: 'A node stops',
    models:
      'What it had parked, its timers, its slots and its high watermark are gone; its log and its vote stay. With those it starts again when the fault ends. Requests of before are answered to nobody.',
    leavesOut: 'What is not yet on its disk: everything that is in the log is.',
  },
  'shut down': {
    title: 'A node shuts down',
    models: 'A leader resigns first; who has told the others, or heard of the next leader, leaves, within 5 s.',
    leavesOut: '',
  },
  resign: {
    title: 'A leader resigns',
    models: 'It fails what is parked, and tells the others in which order they may succeed it.',
    leavesOut: '',
  },
  append: {
    title: 'A record is appended',
    models: 'By the leader, after controller.quorum.append.linger.ms; it answers every Fetch that is parked.',
    leavesOut: 'Transactions, and batches larger than one record.',
  },
}

/** What a quorum here is not. */
export const quorumGaps: readonly string[] = [
  'A fetch timeout of 0, and lengths beyond a day, are run by the rules of the sources; no recording holds them.',
  'A quorum has no brokers and no clients: what a missing leader means to them is left out.',
  'A quorum that an observer of 3.7 polls while its fetch timer has ended rolls dice at every turn of its loop, as often as the machine can; here once a millisecond.',
]
