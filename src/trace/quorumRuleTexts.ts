// What each rule of a quorum says, and where it comes from.

import type { QuorumRuleId } from './rules.ts'
import type { RuleText } from './ruleTexts.ts'

export const quorumTexts: { readonly [id in QuorumRuleId]: RuleText } = {
  'wait-fetch-timer': {
    source: 'KafkaRaftClient.pollFollowerAsVoter; FollowerState.remainingFetchTimeMs',
    says: 'A follower looks again when its fetch timer ends.',
  },
  'wait-update-voter': {
    source: 'KafkaRaftClient.pollFollowerAsVoter; FollowerState.remainingUpdateVoterPeriodMs',
    says: 'A follower looks again when it may have to tell the leader of its voter entry.',
  },
  'wait-election-timer': {
    source: 'KafkaRaftClient.pollCandidate, pollUnattachedAsVoter, pollResigned',
    says: 'Without a leader a voter looks again when its election timer ends.',
  },
  'wait-candidate-backoff': {
    source: 'KafkaRaftClient.pollCandidate; CandidateState.remainingBackoffMs',
    says: 'A candidate that lost waits for its backoff.',
  },
  'wait-quorum-request': {
    source: 'RequestManager.remainingRequestTimeMs',
    says: 'A request is in flight: its slot frees itself after the request timeout.',
  },
  'wait-quorum-retry': {
    source: 'RequestManager.remainingBackoffMs',
    says: 'A request failed: its slot backs off before the next one.',
  },
  'wait-tick': {
    source: 'KafkaRaftClient.maybeSendBeginQuorumEpochRequests',
    says: 'A leader looks again at its next BeginQuorumEpoch tick.',
  },
  'wait-check-quorum': {
    source: 'LeaderState.timeUntilCheckQuorumExpires',
    says: 'A leader looks again when a majority should have fetched.',
  },
  'wait-append-linger': {
    source: 'BatchAccumulator.timeUntilDrain',
    says: 'Records wait to be drained into the log.',
  },
  'wait-message': { source: 'KafkaRaftClient.poll', says: 'It waits for a message.' },
  'wait-spin': {
    source: 'KafkaRaftClient.poll',
    says: 'What it waits for has passed and it cannot act on it: the loop asks for a wait of 0 again and again.',
  },
}
