// Questions about who leads a KRaft quorum, each a story of kraft.md's scenarios (G and a number). Dice cannot be scripted here: seeds and
// settings are chosen so that the story's point holds.

import { type Preset, preset } from './defaultPreset.ts'
import {
  type Config,
  type Fault,
  freshQuorumNode,
  type Quorum,
  type Variant,
  type World,
  withoutClient,
} from './scenario.ts'

type Settings = NonNullable<Config['controller']>

const FETCH = 'controller.quorum.fetch.timeout.ms'
const REQUEST = 'controller.quorum.request.timeout.ms'

/** So many voters, and then so many observers, each so far from each other. */
export function quorum(
  voters: number,
  latency: number,
  {
    observers = 0,
    faults = [],
    ...change
  }: Partial<Quorum> & Partial<Pick<World, 'faults'>> & { observers?: number } = {},
): World {
  const { kernel, ...client } = withoutClient
  const nodes = Array.from({ length: voters + observers }, (_, i) => ({
    ...freshQuorumNode(i + 1),
    ...(i >= voters && { observer: true as const }),
  }))
  return { nodes, kernel, latency, ...client, faults, workload: { kind: 'quorum', start: 'steady', ...change } }
}

const release = (kafka: string, controller?: Settings, name = `Kafka ${kafka}`): Variant => ({
  name,
  kafka,
  config: controller ? { controller } : {},
})

/** A variant in which only some of the faults are on, by their index. */
const withFaults = (of: Variant, on: readonly number[], faults: number): Variant => ({
  ...of,
  world: { ...of.world, faults: Array.from({ length: faults }, (_, i) => [i, on.includes(i)] as const) },
})

const far = (of: Variant, latency: number): Variant => ({ ...of, world: { ...of.world, latency } })

const asks = (question: Omit<Parameters<typeof preset>[0], 'lab'>): Preset => preset({ ...question, lab: 'quorum' })

/** A message of one node to another that is lost: the first of its kind, or the nth. */
const lost = (message: NonNullable<Fault['message']>, node: number, peer: number, on = true, nth?: number): Fault => ({
  at: 0,
  kind: 'lose message',
  node,
  peer,
  message,
  ...(nth !== undefined && { nth }),
  on,
})

const cut = (node: number, at: number, until?: number, on = true): Fault => ({
  at,
  ...(until !== undefined && { until }),
  kind: 'cut link',
  node,
  on,
})

/** What the leader sends to the second node is lost, or what that sends to the leader. */
const cutOneWay = (way: NonNullable<Fault['way']>): Fault => ({
  at: 0,
  kind: 'cut link',
  node: 1,
  peer: 0,
  way,
  on: false,
})

export const quorumPresets: readonly Preset[] = [
  asks({
    id: 'thousand-at-200',
    link: 'enough',
    title: '1000 ms at 200 ms, and one lost answer',
    question:
      'Is a fetch timeout of 1000 ms enough where a message takes 200 ms, and what does one answer do that is lost for good, as when a connection dies silently?',
    next: 'Set the fetch timeout to 2000: the lost answer costs as much, for the request timeout is as long. A lost packet is another matter: TCP sends it again, and the answer is only late. Try a slow link for that.',
    seed: 1,
    until: 6000,
    world: quorum(3, 200, { faults: [lost('Fetch answer', 0, 1, false)] }),
    variants: [
      release('3.9.1', { [FETCH]: 1000 }, '3.9.1, nothing is lost'),
      withFaults(release('3.9.1', { [FETCH]: 1000 }, '3.9.1, one answer lost'), [0], 1),
      release('4.4', { [FETCH]: 1000 }, '4.4, nothing is lost'),
      withFaults(release('4.4', { [FETCH]: 1000 }, '4.4, one answer lost'), [0], 1),
    ],
  }),
  // G01, G03, G07, G08, with the record that a new leader appends: each Fetch is answered 200 ms later than there.
  asks({
    id: 'kip-1236-readings',
    link: 'kip1236',
    title: 'The story of KIP-1236, read in four ways',
    question: 'A new leader, 100 ms away: which reading of the proposal’s T = 0 to 800 lets its follower time out?',
    next: 'Set controller.quorum.fetch.timeout.ms to 701 in the second reading: 1 ms more, and it is stable.',
    seed: 1,
    until: 4000,
    world: quorum(2, 100, { start: 'elected', faults: [lost('Fetch', 1, 0, false)] }),
    variants: [
      release('3.9.0', { [FETCH]: 1000 }, 'F = 1000, nothing is lost'),
      release('3.9.0', { [FETCH]: 700 }, 'F = 700, as T = 800 asks'),
      release('3.9.0', { [FETCH]: 500 }, 'F = 500, taken by its word'),
      withFaults(release('3.9.0', { [FETCH]: 1000 }, 'F = 1000, first Fetch lost'), [0], 1),
    ],
  }),
  // G02, G03, G07, G08. From 3.9.1 on a follower fetches once before it is told who leads: the first Fetch to its leader is the second.
  asks({
    id: 'kip-1236-pre-vote',
    link: 'kip1236p',
    title: 'The same story with pre-vote',
    question:
      'The four readings of KIP-1236 in Kafka 4.4: what is left of them where a follower asks before it stands?',
    next: 'Turn Pre-vote off among the rules of the fourth reading: epochs are burnt again.',
    seed: 1,
    until: 4000,
    world: quorum(2, 100, { start: 'elected', faults: [lost('Fetch', 1, 0, false, 2)] }),
    variants: [
      release('4.4', { [FETCH]: 1000 }, 'F = 1000, nothing is lost'),
      release('4.4', { [FETCH]: 700 }, 'F = 700, as T = 800 asks'),
      release('4.4', { [FETCH]: 500 }, 'F = 500, taken by its word'),
      withFaults(release('4.4', { [FETCH]: 1000 }, 'F = 1000, first Fetch lost'), [0], 1),
    ],
  }),
  // G15 and G16.
  asks({
    id: 'one-lost-answer',
    link: 'answer',
    title: 'One lost answer, and who asks again',
    question:
      'A single answer to a Fetch is lost for good and nobody is told: is there an election, and who could prevent it?',
    next: 'Set controller.quorum.request.timeout.ms to 1480 in the third variant: 1 ms too much.',
    seed: 1,
    until: 5000,
    world: quorum(3, 10, { faults: [lost('Fetch answer', 0, 1)] }),
    variants: [
      release('3.7', { [REQUEST]: 1000 }, '3.7, Q = 1000'),
      release('3.9.0', undefined, '3.9.0, Q = F = 2000'),
      release('3.9.0', { [REQUEST]: 1000 }, '3.9.0, Q = 1000'),
      release('4.4', undefined, '4.4, Q = F = 2000'),
    ],
  }),
  // G19, and beside it the answer that counts.
  asks({
    id: 'begin-quorum-epoch',
    link: 'beacon',
    title: 'BeginQuorumEpoch keeps nobody alive',
    question: 'The leader sends BeginQuorumEpoch each second: does a follower live on it, and does a lost one hurt?',
    next: 'Switch both faults off in every variant, and see that each fetch timer runs as in the first.',
    seed: 1,
    until: 5000,
    world: quorum(3, 10, { faults: [lost('BeginQuorumEpoch', 0, 1, false), lost('Fetch answer', 0, 1, false)] }),
    variants: [
      withFaults(release('3.9.1', undefined, '3.9.1, it is lost'), [0], 2),
      withFaults(release('3.9.1', undefined, '3.9.1, an answer is lost'), [1], 2),
      withFaults(release('4.4', undefined, '4.4, it is lost'), [0], 2),
      withFaults(release('4.4', undefined, '4.4, an answer is lost'), [1], 2),
    ],
  }),
  // G20.
  asks({
    id: 'begin-quorum-epoch-lost-first',
    link: 'first',
    title: 'Nobody told it who leads',
    question: 'The first BeginQuorumEpoch of a new leader is lost: how does a voter learn who leads, in each release?',
    next: 'Set controller.quorum.request.timeout.ms to 600: then the old releases tell it again in time.',
    // The second node waits for an election until 1519, so that a tick at 1000 would still be in time.
    seed: 2,
    until: 4000,
    world: quorum(3, 10, { start: 'elected', faults: [lost('BeginQuorumEpoch', 0, 1)] }),
    variants: [release('3.7'), release('3.9.0'), release('3.9.1'), release('4.4')],
  }),
  // G11 and G12.
  asks({
    id: 'return-of-a-node',
    link: 'return',
    title: 'The node that returns and deposes',
    question: 'A voter is cut off for 8 s and comes back: why must a healthy leader go, and what does pre-vote change?',
    next: 'Turn Pre-vote on among the rules of 3.9.1, and leave all else as it was.',
    seed: 1,
    until: 12_000,
    world: quorum(3, 10, { faults: [cut(2, 0, 8000)] }),
    variants: [release('3.7'), release('3.9.1'), release('4.1')],
  }),
  // G13 and G14.
  asks({
    id: 'leader-cut-off',
    link: 'cutoff',
    title: 'The leader that is cut off for good',
    question:
      'No message reaches the leader any more: how long is there none, and how long does it think that it leads?',
    next: 'Change the seed a few times: the voters stand at the same moment, and dice tell them apart.',
    seed: 1,
    until: 8000,
    world: quorum(3, 10, { faults: [cut(0, 0)] }),
    variants: [release('3.7'), release('3.9.1'), release('4.0'), release('4.4')],
  }),
  // G10.
  asks({
    id: 'bound-249-250',
    link: 'edge',
    title: '1000 ms, and one millisecond too far',
    question: 'A fetch timeout of 1000 ms, nothing fails, and messages take 249 ms or 250 ms: what is the difference?',
    next: 'Switch the proposed bound on: it takes all four.',
    seed: 1,
    until: 10_000,
    world: quorum(2, 249),
    variants: [
      release('3.9.1', { [FETCH]: 1000 }, '3.9.1 at 249 ms'),
      far(release('3.9.1', { [FETCH]: 1000 }, '3.9.1 at 250 ms'), 250),
      release('4.4', { [FETCH]: 1000 }, '4.4 at 249 ms'),
      far(release('4.4', { [FETCH]: 1000 }, '4.4 at 250 ms'), 250),
    ],
  }),
  // G09, and G10 beside it.
  asks({
    id: 'below-the-bound',
    link: 'below',
    title: 'Refused and stable, taken and broken',
    question: 'Where nothing fails, would a lower bound of 1000 ms refuse what is bad and take what is good?',
    next: 'Set 501 ms and a latency of 0 in the first variant: the least that can work.',
    seed: 1,
    until: 6000,
    world: quorum(2, 10, { proposedBound: true }),
    variants: [
      release('4.4', { [FETCH]: 600 }, 'F = 600 at 10 ms'),
      far(release('4.4', { [FETCH]: 1000 }, 'F = 1000 at 250 ms'), 250),
    ],
  }),
  // G21.
  asks({
    id: 'asymmetric-latency',
    link: 'asym',
    title: 'There in 50 ms, and back in 450',
    question: 'Only the way back from the leader is slow: does its latency count, or the sum of both?',
    next: 'Turn the second variant round, 450 ms there and 50 back: each answer comes at the same moment.',
    seed: 1,
    until: 6000,
    world: quorum(2, 300, { links: [{ from: 1, to: 0, latency: 50 }] }),
    variants: [
      release('3.9.1', { [FETCH]: 1000 }, '3.9.1, 300 ms back'),
      far(release('3.9.1', { [FETCH]: 1000 }, '3.9.1, 450 ms back'), 450),
      far(release('4.4', { [FETCH]: 1000 }, '4.4, 450 ms back'), 450),
    ],
  }),
  // G22 (a) and (b).
  asks({
    id: 'leader-pause',
    link: 'pause',
    title: 'The leader pauses for 1490 ms',
    question: 'A garbage collection stops the leader: how long may it take before its followers elect another?',
    next: 'Let the pause last from 540 to 2500: the Fetches have just been parked, and there is more time.',
    seed: 1,
    until: 6000,
    world: quorum(3, 10, {
      faults: [
        { at: 500, until: 1989, kind: 'pause', node: 0, on: false },
        { at: 500, until: 1990, kind: 'pause', node: 0, on: false },
      ],
    }),
    variants: [
      withFaults(release('3.9.1', undefined, '3.9.1, 1489 ms'), [0], 2),
      withFaults(release('3.9.1', undefined, '3.9.1, 1490 ms'), [1], 2),
      withFaults(release('4.4', undefined, '4.4, 1489 ms'), [0], 2),
      withFaults(release('4.4', undefined, '4.4, 1490 ms'), [1], 2),
    ],
  }),
  // G23.
  asks({
    id: 'clean-resign',
    link: 'resign',
    title: 'A leader that resigns in order',
    question: 'A leader resigns and names its successors: how long is there none, and who comes after it?',
    next: 'Add two voters: each waits a little longer than the one before it, and fetches in vain meanwhile.',
    seed: 1,
    until: 3000,
    world: quorum(3, 10, { faults: [{ at: 100, kind: 'resign', node: 0, on: true }] }),
    variants: [release('3.7'), release('3.9.1'), release('4.4')],
  }),
  // G24 and G25.
  asks({
    id: 'one-way-cuts',
    link: 'oneway',
    title: 'Cut one way only',
    question: 'A voter hears its leader no more, or is not heard by it: who leads then, and do two lead at once?',
    next: 'Let the cut end at 5 s, and see who is at peace again and who is not.',
    seed: 1,
    until: 8000,
    world: quorum(3, 10, { faults: [cutOneWay('to broker'), cutOneWay('from broker')] }),
    variants: [
      withFaults(release('3.9.1', undefined, '3.9.1, n2 hears nothing'), [0], 2),
      withFaults(release('4.4', undefined, '4.4, n2 hears nothing'), [0], 2),
      withFaults(release('3.9.1', undefined, '3.9.1, n2 is not heard'), [1], 2),
      withFaults(release('4.4', undefined, '4.4, n2 is not heard'), [1], 2),
    ],
  }),
  // G26.
  asks({
    id: 'five-voters',
    link: 'five',
    title: 'Five voters, and who counts',
    question: 'A leader of five still hears one follower, or two: when does it resign, and why not for the second?',
    next: 'Let n3 fetch in the last variant, too: one more voter, and the leader stays.',
    seed: 1,
    until: 6000,
    world: quorum(5, 10, { faults: [cut(2, 0, undefined, false), cut(3, 0), cut(4, 0)] }),
    variants: [
      withFaults(release('3.9.1', { [FETCH]: 1000 }, '3.9.1, three are cut off'), [0, 1, 2], 3),
      release('3.9.1', { [FETCH]: 1000 }, '3.9.1, two are cut off'),
      withFaults(release('4.4', { [FETCH]: 1000 }, '4.4, three are cut off'), [0, 1, 2], 3),
    ],
  }),
  // G27.
  asks({
    id: 'churn-with-pre-vote',
    link: 'churn',
    title: 'Leaders change in spite of pre-vote',
    question: 'Every follower times out at once, and nothing has failed: does pre-vote keep the leader?',
    next: 'Set the fetch timeout to 701 in the last variant: it is at peace from then on.',
    seed: 1,
    until: 10_000,
    world: quorum(3, 100),
    variants: [release('3.9.1', { [FETCH]: 700 }), release('4.0', { [FETCH]: 700 }), release('4.4', { [FETCH]: 700 })],
  }),
  // G28.
  asks({
    id: 'one-slow-follower',
    link: 'slow',
    title: 'One follower is too far away',
    question: 'One voter of three is 100 ms away and its fetch timeout is 700 ms: what does that cost the others?',
    next: 'Set the fetch timeout to 701: the far one fetches too.',
    seed: 1,
    until: 8000,
    world: quorum(3, 100, {
      links: [
        { from: 0, to: 2, latency: 10 },
        { from: 2, to: 0, latency: 10 },
      ],
    }),
    variants: [release('3.9.1', { [FETCH]: 700 }), release('4.0', { [FETCH]: 700 }), release('4.4', { [FETCH]: 700 })],
  }),
  // G29.
  asks({
    id: 'observer',
    link: 'observer',
    title: 'An observer looks for the new leader',
    question: 'The leader is cut off: how does an observer find the next one, which nobody tells it?',
    next: 'Change the seed: it draws whom it asks, and each time it draws the dead one costs a request timeout.',
    seed: 1,
    until: 10_000,
    world: quorum(3, 10, { observers: 1, faults: [cut(0, 600)] }),
    variants: [release('3.8'), release('3.9.1'), release('4.4')],
  }),
  // G02: what became of it when it was recorded.
  asks({
    id: 'update-raft-voter',
    link: 'update',
    title: 'UpdateRaftVoter in place of a Fetch',
    question: 'From 4.1 on a follower once tells its leader of its voter entry: what does that do to its next Fetch?',
    next: 'Set UpdateRaftVoter to timer only among the rules of 4.2: the needless BeginQuorumEpoch is gone.',
    seed: 1,
    until: 4000,
    world: quorum(2, 100),
    variants: [release('4.0', { [FETCH]: 1000 }), release('4.1', { [FETCH]: 1000 }), release('4.2', { [FETCH]: 1000 })],
  }),
  // kraft.md 2.1.
  asks({
    id: 'spinning-follower',
    link: 'spin',
    title: 'The thread of 4.1 that spins',
    question:
      'A follower of 4.1 has to send UpdateRaftVoter and waits for its Fetch: what does its thread do till then?',
    next: 'Set the fetch timeout to 1000: it begins later, and ends all the same when the Fetch in flight is answered.',
    seed: 1,
    until: 3000,
    world: quorum(2, 10),
    variants: [release('4.0', { [FETCH]: 600 }), release('4.1', { [FETCH]: 600 }), release('4.2', { [FETCH]: 600 })],
  }),
]
