// Questions about what a partition promises: the cases of KAFKA-1555 (G and a number in replication.md 4), and what was left to mend after
// it (W, section 5). The schedules are those that were taken through real brokers, with a few steps behind them where that tells more.

import { type Preset, preset } from './defaultPreset.ts'
import { setReplication } from './editPartition.ts'
import type { Assignment } from './partitionWorld.ts'
import { endOfSchedule, replicas } from './readReplication.ts'
import { type Config, type Replication, type Variant, withoutClient } from './scenario.ts'

type Settings = NonNullable<Config['topic']>

type Question = Pick<Preset, 'id' | 'link' | 'title' | 'question' | 'next'> & {
  /** Absent: 1. */
  readonly revision?: number
  readonly schedule: string
  /** Absent: A, B, C. */
  readonly order?: Assignment
  readonly variants: readonly Variant[]
}

function asks({ schedule, order = 'ABC', ...question }: Question): Preset {
  const { kernel, ...client } = withoutClient
  const workload: Replication = { kind: 'replication', order, schedule }
  return preset({
    ...question,
    lab: 'replication',
    seed: 1,
    until: endOfSchedule(workload),
    world: { nodes: replicas, kernel, latency: 0, ...client, faults: [], workload },
  })
}

const release = (kafka: string, topic: Settings, name = `Kafka ${kafka}`): Variant => ({
  name,
  kafka,
  config: { topic },
})

const OLD_ACKS = 'request.required.acks'
const MIN_ISR = 'min.insync.replicas'
const UNCLEAN = 'unclean.leader.election.enable'
const LAG_MAX = 'replica.lag.max.messages'

/** acks=all by its name in the release. */
const ALL: Settings = { acks: 'all' }
const OLD_ALL: Settings = { [OLD_ACKS]: -1 }

/** The recipe of KAFKA-1555. Off is the default of unclean election since 0.11, all that of acks since 3.0. */
const recipe: Settings = { acks: 'all', [MIN_ISR]: 2, [UNCLEAN]: 'false' }
const recipeSince011: Settings = { acks: 'all', [MIN_ISR]: 2 }
const recipeSince3: Settings = { [MIN_ISR]: 2 }

const copied = 'p; f B; f B; f C; f C'

export const partitionPresets: readonly Preset[] = [
  // G2, G3: G1 loses by the same steps.
  asks({
    id: 'kafka-1555-case-1',
    link: 'k1555-1',
    title: 'KAFKA-1555, case 1: acks=0, 1 or 3',
    question: 'The leader crashes before anybody has fetched: which acks lose the record, and which stop all writes?',
    next: 'Let B fetch twice before the crash, and see what acks=1 makes of it.',
    schedule: 'p; c A; d A; p; f C; f C',
    variants: [
      release('0.8.1', { [OLD_ACKS]: 0 }, '0.8.1, acks=0'),
      release('0.8.1', { [OLD_ACKS]: 1 }, '0.8.1, acks=1'),
      release('0.8.1', { [OLD_ACKS]: 3 }, '0.8.1, acks=3'),
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
    ],
  }),
  // G4.
  asks({
    id: 'kafka-1555-case-2',
    link: 'k1555-2',
    title: 'KAFKA-1555, case 2: acks=2 of 0.8',
    question: 'Two of three replicas have the record, and one of them crashes: who leads then?',
    next: 'Assign the replicas as A, C, B: the follower that has the record is the elder one, and leads.',
    schedule: 'p; f C; f C; c A; d A; f C',
    variants: [
      release('0.8.1', { [OLD_ACKS]: 2 }, '0.8.1, acks=2'),
      release('0.8.2', { acks: '2' }, '0.8.2, acks=2'),
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
    ],
  }),
  // G5: the one point where the code disagrees with the argument.
  asks({
    id: 'kafka-1555-case-3-1',
    link: 'k1555-31',
    title: 'KAFKA-1555, case 3.1: some may lag',
    question:
      'C comes back behind by fewer messages than replica.lag.max.messages: does it join the ISR and lead without them?',
    next: 'Look at step 8: C fetches below the high watermark, and does not join. The lag is never asked.',
    schedule: 'c C; d C; p; p; f B; f B; r C; fl C; c A; d A',
    variants: [
      release('0.8.1', { ...OLD_ALL, [LAG_MAX]: 2 }, '0.8.1, two may be missing'),
      release('0.8.2', { ...ALL, [LAG_MAX]: 2 }, '0.8.2, two may be missing'),
      release('2.1', ALL),
    ],
  }),
  // G6 with a record more, without which 0.8.1.1 does not look at the one that waits, and acknowledges nothing.
  asks({
    id: 'kafka-1555-case-3-2',
    link: 'k1555-32',
    revision: 2,
    title: 'KAFKA-1555, case 3.2: none may lag',
    question: 'Both followers are dropped for one missing message, and the leader crashes: is it loss, or standstill?',
    next: 'Set replica.lag.max.messages to 1: nobody is dropped, and nothing is acknowledged too early.',
    schedule: 'p; m B; m C; p; c A; d A',
    variants: [
      release('0.8.1', { ...OLD_ALL, [LAG_MAX]: 0 }, '0.8.1'),
      release('0.8.2', { ...ALL, [LAG_MAX]: 0 }, '0.8.2, unclean on'),
      release('0.8.2', { ...ALL, [UNCLEAN]: 'false', [LAG_MAX]: 0 }, '0.8.2, unclean off'),
      release('0.8.2', { ...recipe, [LAG_MAX]: 0 }, '0.8.2, the recipe'),
    ],
  }),
  // G8 with a record more.
  asks({
    id: 'one-message-behind',
    link: 'lag-one',
    revision: 2,
    title: 'One message behind is enough',
    question: 'Both followers are dropped by replica.lag.max.messages=1 at two messages: is the next crash survived?',
    next: 'Let both fetch twice before the second record: they are then behind by one, and nobody is dropped.',
    schedule: 'p; p; m B; m C; p; c A; d A',
    variants: [
      release('0.8.1', { ...OLD_ALL, [LAG_MAX]: 1 }, '0.8.1'),
      release('0.8.2', { ...ALL, [UNCLEAN]: 'false', [LAG_MAX]: 1 }, '0.8.2, unclean off'),
      release('0.9', { ...ALL, [UNCLEAN]: 'false' }, '0.9, no such limit'),
    ],
  }),
  // G9 with a second record.
  asks({
    id: 'kafka-1555-two-failures',
    link: 'k1555-r2',
    revision: 2,
    title: 'KAFKA-1555: two failures',
    question: 'Two brokers are down at once, and one is back: what is a success of the last replica worth then?',
    next: 'Set min.insync.replicas to 1 in the recipe: it takes both records then, and keeps them only by waiting for A.',
    schedule: 'p; c B; c C; d B; d C; p; r B; c A; d A',
    variants: [
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.8.2', ALL, '0.8.2, acks=all'),
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('4.1', recipeSince3, '4.1, min ISR 2'),
    ],
  }),
  // G10.
  asks({
    id: 'acks-three-two-crashes',
    link: 'acks3',
    title: 'All three have it, and it is lost',
    question: 'With acks=3 of 0.8 a producer waits for every replica: can two crashes still lose what all three had?',
    next: 'Let the controller notice B first: C is then elected with its log whole.',
    schedule: 'p; f B; f B; f C; fl C; c A[h=0]; c B; d A; d B',
    variants: [
      release('0.8.1', { [OLD_ACKS]: 3 }, '0.8.1, acks=3'),
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.11', recipeSince011, '0.11, the recipe'),
    ],
  }),
  asks({
    id: 'min-isr-rejects',
    link: 'min-isr',
    title: 'min.insync.replicas=2 refuses',
    question: 'One replica is left, and a record is sent: should it be taken, where the next crash loses it?',
    next: 'Set acks to 1 in the last variant: min.insync.replicas does not count then.',
    schedule: 'c B; d B; c C; d C; p; r B; c A; d A',
    variants: [
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.8.2', ALL, '0.8.2, acks=all'),
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('3.7', recipeSince3, '3.7, min ISR 2'),
    ],
  }),
  // W10.
  asks({
    id: 'min-isr-is-not-enough',
    link: 'min-only',
    title: 'What min.insync.replicas=2 leaves out',
    question: 'Two replicas had the record when it was acknowledged: can one crash lose it all the same?',
    next: 'Turn unclean election off in the first variant: nothing is lost, and nothing can be written.',
    schedule: 'p; f C; p; f C; s B; s C; c A; d A',
    variants: [
      release('0.8.2', { ...ALL, [MIN_ISR]: 2 }, '0.8.2, unclean on'),
      release('2.1', { ...recipeSince011, [UNCLEAN]: 'true' }, '2.1, unclean on'),
      release('2.1', recipeSince011, '2.1, unclean off'),
      release('4.1', { ...recipeSince3, [UNCLEAN]: 'true' }, '4.1 with ELR, unclean on'),
    ],
  }),
  asks({
    id: 'not-enough-after-append',
    link: 'appended',
    title: 'Not enough after the append: two copies',
    question:
      'The ISR shrinks while m0 waits: what is its producer told, and what does m1, its retry, leave in the log?',
    next: 'Take the second p, the retry, out: in 3.7 the first copy was acknowledged by itself. From 3.0.1 on producers are idempotent by default, and their retry is no second copy.',
    schedule: 'p; s B; s C; f B; f B; p; f B; f B',
    variants: [
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('3.7', recipeSince3, '3.7, min ISR 2'),
    ],
  }),
  asks({
    id: 'unclean-election',
    link: 'unclean',
    title: 'Unclean election, on and off',
    question: 'The last in-sync replica crashes: lose what it alone has, or wait for it to come back?',
    next: 'Let A lose its log in the crash, c A[k=0]: then waiting for it has not helped.',
    schedule: 'p; s B; s C; c A; d A; p; f C; f C; r A; f A',
    variants: [
      release('0.8.2', ALL, '0.8.2, on by default'),
      release('0.8.2', { ...ALL, [UNCLEAN]: 'false' }, '0.8.2, off'),
      release('2.1', { ...ALL, [UNCLEAN]: 'true' }, '2.1, on'),
      release('2.1', ALL, '2.1, off by default'),
    ],
  }),
  // W1.
  asks({
    id: 'kip-101-two-crashes',
    link: 'kip101',
    title: 'KIP-101: cut to the high watermark',
    question: 'All three replicas have an acknowledged record: how can two crashes lose it with the recipe on?',
    next: 'Let the controller notice B before A: C is then elected with its log whole.',
    schedule: `${copied}; c A; c B; d A; d B`,
    variants: [
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('0.9', recipe, '0.9, the recipe'),
      release('0.11', recipeSince011, '0.11, the recipe'),
    ],
  }),
  // W2.
  asks({
    id: 'preferred-leader-move',
    link: 'prefer',
    title: 'A move to the preferred leader',
    question: 'The leadership only moves to where it belongs: why is the crash after that one too many?',
    next: 'Let C fetch once more before the move: it then knows the high watermark, and cuts nothing.',
    order: 'BCA',
    schedule: `${copied}; pl B; c B; d B`,
    variants: [
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('0.9', recipe, '0.9, the recipe'),
      release('0.11', recipeSince011, '0.11, the recipe'),
    ],
  }),
  // W3.
  asks({
    id: 'rejoins-below-commit',
    link: 'rejoin',
    title: 'A leader joins again, with nothing',
    question: 'A comes back, is in sync at once and leads again: where is what it acknowledged?',
    next: 'Let B fetch once more before the crash: its high watermark is then 1, and A has to catch up to join.',
    schedule: `${copied}; c A[h=0]; d A; r A; fl A; pl A`,
    variants: [
      release('0.8.1', OLD_ALL, '0.8.1, acks=-1'),
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('0.9', recipe, '0.9, the recipe'),
      release('0.11', recipeSince011, '0.11, the recipe'),
    ],
  }),
  // W4.
  asks({
    id: 'kip-279-fast-failover',
    link: 'kip279',
    title: 'KIP-279: an epoch unknown to the leader',
    question: 'With KIP-101 a follower asks where its last epoch ends: what if its leader does not know that epoch?',
    next: 'Set the truncation of 0.11 to common prefix among its rules: that alone is enough here.',
    schedule: `${copied}; c A[h=0]; d A; p; r A; fl A; pl A; f B; c A; d A`,
    variants: [
      release('0.11', recipeSince011, '0.11, the recipe'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('3.7', recipeSince3, '3.7, min ISR 2'),
      release('4.1', recipeSince3, '4.1, min ISR 2'),
    ],
  }),
  // W5.
  asks({
    id: 'stale-watermark-join',
    link: 'k7128',
    title: 'KAFKA-7128: in sync too early',
    question: 'The new leader’s own high watermark is behind: who may join its ISR in the meantime?',
    next: 'Set the join of 0.11 to high watermark and epoch start among its rules.',
    order: 'BCA',
    schedule: 'p; f B; f B; c C; d C; pl B; r C; fl C; c B; d B',
    variants: [
      release('0.11', recipeSince011, '0.11, the recipe'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('3.7', recipeSince3, '3.7, min ISR 2'),
      release('4.1', recipeSince3, '4.1, min ISR 2'),
    ],
  }),
  // W6.
  asks({
    id: 'last-replica-standing',
    link: 'last-one',
    title: 'The last replica standing',
    question: 'B has what A acknowledged, and only A is in sync: who leads when A comes back without its log?',
    next: 'Set eligible.leader.replicas.version to 0 in the last variant.',
    schedule: 'p; f B; p; f B; s C; s B; c A[k=0]; d A; r A',
    variants: [
      release('2.1', ALL, '2.1, min ISR 1'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('4.0', recipeSince3, '4.0 without ELR'),
      release('4.1', recipeSince3, '4.1 with ELR'),
    ],
  }),
  // W7.
  asks({
    id: 'eligible-leader-replicas',
    link: 'elr',
    title: 'KIP-966: eligible leader replicas',
    question: 'Two slow followers leave the ISR and the leader crashes: who of them may lead, and are writes taken?',
    next: 'Turn the feature off in the last variant: all stands still until A is back.',
    schedule: 'p; s B; s C; c A; d A; f B; p; f B; f B',
    variants: [
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('3.9', recipeSince3, '3.9, min ISR 2'),
      release('4.1', recipeSince3, '4.1 with ELR'),
    ],
  }),
  // W8.
  asks({
    id: 'rolling-crashes',
    link: 'crashes',
    title: 'Crashes faster than catching up',
    question: 'One broker is down at a time, each is back before the next one goes: why is nobody left to lead?',
    next: 'Let each one that is back fetch twice before the next crash.',
    schedule: 'c A; d A; r A; c B; d B; r B; c C; d C',
    variants: [
      release('0.8.2', recipe, '0.8.2, the recipe'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('4.1', recipeSince3, '4.1 with ELR'),
    ],
  }),
  // W9.
  asks({
    id: 'elr-tolerance',
    link: 'elr-max',
    title: 'What ELR does not survive',
    question: 'Two machines lose their logs, one after the other, with min.insync.replicas=2: who leads in the end?',
    next: 'Let C fetch twice before it is dropped: it has the record then, and no variant loses it.',
    schedule: 'p; f B; f B; s C; c A[k=0]; d A; r A; c B[k=0]; d B; r B',
    variants: [
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('4.1', recipeSince3, '4.1 with ELR'),
      release('4.1', { [MIN_ISR]: 3 }, '4.1 with ELR, min ISR 3'),
    ],
  }),
  // W11.
  asks({
    id: 'unclean-two-failures',
    link: 'unclean2',
    title: 'Unclean election, two failures',
    question: 'With min.insync.replicas=2 and unclean election on: what do two crashes make of a record that two had?',
    next: 'Turn unclean election off: nobody leads until A or B is back.',
    schedule: 'p; f B; f B; c B; c C; d C; d B; r C; c A; d A',
    variants: [
      release('2.1', { ...recipeSince011, [UNCLEAN]: 'true' }, '2.1, unclean on'),
      release('2.1', recipeSince011, '2.1, unclean off'),
      release('4.1', { ...recipeSince3, [UNCLEAN]: 'true' }, '4.1 with ELR, unclean on'),
    ],
  }),
  asks({
    id: 'zombie-leader',
    link: 'zombie',
    title: 'The zombie leader',
    question:
      'A is cut off and takes one more record that reaches nobody, told here as a crash right after it: what is it worth?',
    next: 'Let B fetch once after the second record: then acks=all has it, too.',
    schedule: `${copied}; f B; f C; p; c A; d A; r A; f A; f A`,
    variants: [
      release('0.8.1', { [OLD_ACKS]: 1 }, '0.8.1, acks=1'),
      release('2.1', { acks: '1' }, '2.1, acks=1'),
      release('2.1', recipeSince011, '2.1, the recipe'),
      release('4.1', recipeSince3, '4.1, min ISR 2'),
    ],
  }),
]

/** The schedules of revision 1: by these a real 0.8.1.1 loses nothing. */
const formerSchedules: { readonly [id: string]: string } = {
  'kafka-1555-case-3-2': 'p; m B; m C; c A; d A',
  'one-message-behind': 'p; p; m B; m C; c A; d A',
  'kafka-1555-two-failures': 'p; c B; c C; d B; r B; d C; c A; d A',
}

/** As they were asked before, for links that say so. */
export const formerPartitionPresets: readonly Preset[] = partitionPresets.flatMap((now) => {
  const schedule = formerSchedules[now.id]
  return schedule === undefined ? [] : [{ ...now, revision: 1, scenario: setReplication(now.scenario, { schedule }) }]
})
