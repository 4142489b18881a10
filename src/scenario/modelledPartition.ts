// What the model does with a replicated partition, and what it leaves out: the page "What is modelled" shows all of it.

import type { Chapter } from './modelled.ts'

/** The partition, chapter by chapter. */
export const modelledPartition: readonly Chapter[] = [
  {
    title: 'Replicas and the high watermark',
    models:
      'Three replicas of one partition: logs of records with their leader epochs, log end offsets, high watermarks, and what the leader knows of each follower, one fetch late. Who leaves the ISR and joins it again, and which records are acknowledged, refused, or failed after they were appended, in each era.',
    leavesOut:
      'Time: a step has an order and no length. Batches, sizes, more than one partition, more than three replicas. Followers outside the ISR that hold back the high watermark while they are caught up (from 0.10.2).',
    held: 'schedules of two models',
  },
  {
    title: 'Elections and truncation',
    models:
      'Who leads next in each era, clean, unclean or out of the eligible leader replicas (KIP-966); the preferred leader; and where a new follower cuts its log: at its high watermark, by one question for an epoch (KIP-101), or where both logs part (KIP-279).',
    leavesOut:
      'A controller that is slow or down. That from 0.8.2 to 2.0.0 a follower whose log is longer than its leader’s halts where unclean election is off: it is cut here. The eligible leaders of brokers that were stopped cleanly.',
    held: 'schedules of real brokers',
  },
  {
    title: 'Crashes',
    models:
      'A broker crashes with the high watermark that it had last written down, and, where asked for, without the end of its log. The controller finds out in a step of its own.',
    leavesOut:
      'A controlled shutdown, which moves the lead first. A leader that is cut off and does not know that it was deposed: it is told as a crash after its last write.',
    held: 'schedules of real brokers',
  },
  {
    title: 'Promises',
    models:
      'Every history within the bounds that stand beside a verdict, breadth first, in every order of the assignment: a broken promise has a shortest story, which can be played; one that holds does so within these bounds.',
    leavesOut: 'What lies beyond the bounds. More records or crashes can break what holds here.',
    held: 'searches of two models',
  },
]

/** What a partition here is not. */
export const partitionGaps: readonly string[] = [
  'A producer of a partition sends each record once. A retry after an error is one more record here, though a log would hold the same one twice.',
  'The controllers of KRaft from 3.0 to 3.8 take unclean.leader.election.enable for false, whatever it says; here it counts as it stands.',
]
