// What each knob of a quorum is called and what it decides, for a form.

import type { KnobWords } from './knobs.ts'
import type { QuorumKnob } from './quorumKnobs.ts'

/** Complete by its type: a rule without its words does not compile. */
export const quorumKnobWords: { readonly [knob in QuorumKnob]: KnobWords } = {
  beginQuorumEpoch: {
    label: 'BeginQuorumEpoch goes to',
    help: 'At every poll, to a voter that has neither answered one nor fetched; each half fetch timeout, to every voter; or each half fetch timeout, only to voters that have not fetched for as long.',
    source: 'KafkaRaftClient.maybeSendBeginQuorumEpochRequests; KAFKA-16536, KAFKA-16926',
  },
  preVote: {
    label: 'Pre-vote',
    help: 'A voter whose timer ends burns a new epoch at once, or first asks the others whether they would vote for it; who still hears from the leader says no, and the epoch stays.',
    source: 'ProspectiveState; KIP-996, KAFKA-17642',
  },
  voterFetches: {
    label: 'A voter fetches from',
    help: 'Its leader alone; or a bootstrap node, too, where it knows no leader, or where its leader has not answered for the request timeout or backs off.',
    source: 'KafkaRaftClient.maybeSendFetchToBestNode; KAFKA-17030',
  },
  observerFetches: {
    label: 'An observer that timed out fetches from',
    help: 'Bootstrap nodes until one of them is the leader; or its leader again, and a bootstrap node only where that fails.',
    source: 'KafkaRaftClient.pollFollowerAsObserver; KAFKA-19354',
  },
  requestSlots: {
    label: 'A request that goes unanswered',
    help: 'By id: nothing wakes the thread for its timeout, and a late answer is still taken. By node: the thread wakes at the request timeout, sends another one and ignores the late answer.',
    source: 'RequestManager',
  },
  earlyAnswer: {
    label: 'A Fetch is answered early for',
    help: 'New records only, or also where the high watermark of its asker is behind the leader’s.',
    source: 'KafkaRaftClient.tryCompleteFetchRequest; KIP-1166',
  },
  updateVoter: {
    label: 'UpdateRaftVoter',
    help: 'A follower has no timer for it; a timer of three fetch timeouts, which sends nothing to a quorum of static voters; or sends it once to each leader, after one fetch timeout, in place of a Fetch. Where it bounds the wait, the thread spins until then.',
    source: 'KafkaRaftClient.pollFollowerAsVoter; FollowerState.hasUpdateVoterPeriodExpired',
  },
  candidateBackoff: {
    label: 'Backoff of a candidate that lost',
    help: 'Steps of 100 ms, of 50 ms, of 50 ms with one step less, each up to controller.quorum.election.backoff.max.ms; or none: it waits for its election timer.',
    source: 'KafkaRaftClient.binaryExponentialElectionBackoffMs; KAFKA-18345',
  },
  afterResigned: {
    label: 'Who resigned and hears of no leader',
    help: 'When its election timer ends it stands for election in the next epoch, or becomes Unattached in it.',
    source: 'KafkaRaftClient.pollResigned',
  },
  noSuccessor: {
    label: 'EndQuorumEpoch to one who is no successor',
    help: 'Its fetch timer ends at once, or after controller.quorum.election.backoff.max.ms.',
    source: 'KafkaRaftClient.endEpochElectionBackoff',
  },
  votedState: {
    label: 'A voter that has granted its vote is',
    help: 'In a state of its own, Voted, or Unattached with a vote.',
    source: 'QuorumState.transitionToUnattachedVotedState; KAFKA-17067',
  },
}
