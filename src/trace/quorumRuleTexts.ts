// What each rule of a quorum says, and where it comes from.

import type { QuorumRuleId, RuleText } from './rules.ts'

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
  'wait-shutdown': {
    source: 'KafkaRaftClient.GracefulShutdown',
    says: 'It is shutting down: after 5000 ms it leaves in any case.',
  },
  'wait-message': { source: 'KafkaRaftClient.poll', says: 'It waits for a message.' },
  'wait-quorum-spin': {
    source: 'KafkaRaftClient.poll',
    says: 'What it waits for has passed and it cannot act on it: the loop asks for a wait of 0 again and again.',
  },
  // Why a message was sent.
  'fetch-sent': {
    source: 'KafkaRaftClient.maybeSendFetchOrFetchSnapshot',
    says: 'A follower always has one Fetch with its leader.',
  },
  'fetch-bootstrap': {
    source: 'KafkaRaftClient.maybeSendFetchToAnyBootstrap; RequestManager.findReadyBootstrapServer',
    says: 'Nothing is in flight and its leader is unknown or does not answer: it asks a bootstrap node, drawn at random.',
  },
  'vote-sent': {
    source: 'KafkaRaftClient.maybeSendVoteRequests',
    says: 'It asks every voter that has not answered yet for its vote.',
  },
  'begin-unacknowledged': {
    source: 'KafkaRaftClient.pollLeader; LeaderState.nonAcknowledgingVoters',
    says: 'The new leader tells every voter that has neither acknowledged it nor fetched.',
  },
  'begin-tick': {
    source: 'KafkaRaftClient.maybeSendBeginQuorumEpochRequests; KAFKA-16536',
    says: 'Half a fetch timeout has passed: the leader tells the voters of this tick that it leads.',
  },
  'end-sent': {
    source: 'KafkaRaftClient.pollResigned',
    says: 'It has resigned: it tells the voters who should succeed it.',
  },
  'update-voter-sent': {
    source: 'KafkaRaftClient.pollFollowerAsVoter, shouldSendUpdateVoteRequest',
    says: 'Once a leader, a fetch timeout after it began to follow, it sends its voter entry in place of a Fetch.',
  },
  'quorum-answered': { source: 'KafkaRaftClient.handleRequest', says: 'It answers a request at once.' },
  'fetch-answered-at-once': {
    source: 'KafkaRaftClient.handleFetchRequest',
    says: 'There are records, a newer high watermark, a divergence or an error to tell: the Fetch is not parked.',
  },
  // What became of it.
  'lost-by-cut': { source: 'the scenario', says: 'The way to the other node is cut: it is lost, and nobody is told.' },
  'lost-alone': { source: 'the scenario', says: 'You asked for this message to be lost; nobody is told.' },
  'lost-by-reset': {
    source: 'the scenario; KafkaNetworkChannel',
    says: 'It is lost with its connection, and its sender will be told BROKER_NOT_AVAILABLE.',
  },
  'lost-not-running': { source: 'the scenario', says: 'It arrived where no process runs.' },
  'lost-asker-gone': { source: 'the scenario', says: 'The process that asked has begun anew since.' },
  'taken-after-pause': {
    source: 'BlockingMessageQueue.poll',
    says: 'It came during the pause and is taken out of the inbox now.',
  },
  'answer-not-awaited': {
    source: 'RequestManager.isResponseExpected',
    says: 'The slot does not wait for this answer any more: it is dropped.',
  },
  'told-not-available': {
    source: 'KafkaNetworkChannel.sendOnComplete',
    says: 'The connection broke: the channel answers BROKER_NOT_AVAILABLE in place of the node.',
  },
  'quorum-request-timed-out': {
    source: 'RequestManager.hasRequestTimedOut',
    says: 'No answer within the request timeout: the slot is free again.',
  },
  // Why a role was replaced.
  'role-at-start': { source: 'QuorumState.initialize', says: 'The role that a node begins with, by its vote file.' },
  'lone-voter': {
    source: 'KafkaRaftClient.initialize',
    says: "It is the only voter: it needs nobody's vote and waits for nothing.",
  },
  'fetch-timed-out': {
    source: 'KafkaRaftClient.pollFollowerAsVoter',
    says: 'No good answer to a Fetch within the fetch timeout: the voter runs for an election.',
  },
  'election-timed-out': {
    source: 'KafkaRaftClient.pollUnattachedAsVoter, pollProspective, pollCandidate',
    says: 'The election timer ended without a leader.',
  },
  'candidate-backed-off': {
    source: 'KafkaRaftClient.pollCandidate',
    says: 'The backoff after a lost election is over: it tries again.',
  },
  'majority-granted': {
    source: 'KafkaRaftClient.maybeTransitionToLeader',
    says: 'A majority of the voters granted their vote.',
  },
  'pre-votes-granted': {
    source: 'KafkaRaftClient.maybeTransitionForward; KIP-996',
    says: 'A majority would vote for it: now it runs in a new epoch.',
  },
  'pre-votes-rejected': {
    source: 'KafkaRaftClient.maybeHandleElectionLoss; KIP-996',
    says: 'A majority would not vote for it: it goes back, and its epoch stays.',
  },
  'higher-epoch': {
    source: 'KafkaRaftClient.maybeTransition, handleVoteRequest',
    says: 'A message carried a higher epoch: whatever it was, it is that no longer.',
  },
  'leader-told': {
    source: 'KafkaRaftClient.maybeTransition, maybeHandleCommonResponse',
    says: 'A message named the leader: it follows.',
  },
  'vote-stored': {
    source: 'QuorumState.unattachedAddVotedState, transitionToVoted, prospectiveAddVotedState',
    says: 'It granted its vote and stored it before it answered.',
  },
  'check-quorum-expired': {
    source: 'KafkaRaftClient.pollLeader; LeaderState.timeUntilCheckQuorumExpires',
    says: 'No majority fetched within one and a half fetch timeouts: the leader resigns.',
  },
  'resign-asked': {
    source: 'KafkaRaftClient.resign, pollLeader',
    says: 'The leader was asked to resign or to shut down.',
  },
  'resigned-long-enough': {
    source: 'KafkaRaftClient.pollResigned',
    says: 'The election timer of the resigned leader ended.',
  },
  // Logs, marks, votes.
  'quorum-at-start': { source: 'the scenario', says: 'As it stood when the run, or the process, began.' },
  'leader-change-appended': {
    source: 'LeaderState.appendStartOfEpochControlRecords',
    says: 'A new leader writes a record of its epoch first: only with it can the high watermark move.',
  },
  'records-appended': {
    source: 'BatchAccumulator.timeUntilDrain; KafkaRaftClient.maybeAppendBatches',
    says: 'The linger is over: what was handed to the leader goes into its log.',
  },
  'records-fetched': { source: 'KafkaRaftClient.appendAsFollower', says: 'The answer brought records.' },
  'log-truncated': {
    source: 'KafkaRaftClient.handleFetchResponse; ReplicatedLog.truncateToEndOffset',
    says: 'The logs diverge: it cuts its own back to where they agree.',
  },
  'mark-of-majority': {
    source: 'LeaderState.maybeUpdateHighWatermark',
    says: 'A majority has fetched up to here, past a record of this epoch.',
  },
  'mark-fetched': {
    source: 'KafkaRaftClient.updateFollowerHighWatermark',
    says: 'The answer told the high watermark.',
  },
  'mark-unknown': { source: 'QuorumState', says: 'This state knows no high watermark.' },
  'votes-begun': { source: 'CandidateState; ProspectiveState', says: 'A tally begins with its own vote.' },
  'vote-counted': { source: 'KafkaRaftClient.handleVoteResponse', says: 'An answer was counted.' },
  // The leader's books.
  'fetch-parked': {
    source: 'KafkaRaftClient.handleFetchRequest; MAX_FETCH_WAIT_MS',
    says: 'Nothing new to tell: the Fetch is parked for its maximum wait of 500 ms.',
  },
  'park-ended': {
    source: 'ThresholdPurgatory; TimingWheelExpirationService',
    says: 'The maximum wait is over: it is answered with the reply made when it arrived.',
  },
  'park-log-grew': {
    source: 'KafkaRaftClient.flushLeaderLog; ThresholdPurgatory.maybeComplete',
    says: "The leader's log grew: the parked Fetch is answered, and counts as a new one.",
  },
  'park-mark-moved': {
    source: 'KafkaRaftClient.onUpdateLeaderHighWatermark; KIP-1166',
    says: 'The high watermark moved: the parked Fetch is answered, and counts as a new one.',
  },
  'park-failed': {
    source: 'KafkaRaftClient.onBecomeFollower, transitionToResigned',
    says: 'It leads no longer: the parked Fetch fails with NOT_LEADER_OR_FOLLOWER.',
  },
  'begin-quorum-tick': {
    source: 'LeaderState.timeUntilBeginQuorumEpochTimerExpires; KAFKA-16536, KAFKA-16926',
    says: 'Half a fetch timeout since the last tick: the leader looks whom to tell that it leads.',
  },
  // Timers.
  'fetch-timer-begun': { source: 'FollowerState', says: 'It begins to follow with a full fetch timeout.' },
  'fetch-timer-reset': {
    source: 'FollowerState.resetFetchTimeoutForSuccessfulFetch',
    says: 'A good answer to a Fetch, and nothing else, sets the fetch timer anew.',
  },
  'fetch-timer-voter-updated': {
    source: 'KafkaRaftClient.handleUpdateVoterResponse',
    says: 'The good answer to UpdateRaftVoter sets the fetch timer anew too.',
  },
  'fetch-timer-shortened': {
    source: 'KafkaRaftClient.endEpochElectionBackoff; FollowerState.overrideFetchTimeout',
    says: 'The leader resigned: the first successor runs at once, the others later and later.',
  },
  'election-drawn': {
    source: 'QuorumState.randomElectionTimeoutMs',
    says: 'The election timeout, and up to as much again by chance.',
  },
  'election-inherited': {
    source: 'QuorumState.transitionToUnattached',
    says: 'What was left of the election timer before goes on.',
  },
  'election-never': { source: 'QuorumState.transitionToUnattached', says: 'An observer never runs for an election.' },
  'candidate-lost': {
    source: 'KafkaRaftClient.binaryExponentialElectionBackoffMs',
    says: 'A majority rejected it: it backs off by chance before it tries again.',
  },
  'candidate-timed-out': {
    source: 'KafkaRaftClient.pollCandidate',
    says: 'No majority before the election timer ended: it backs off by chance before it tries again.',
  },
  'check-quorum-begun': { source: 'LeaderState', says: 'A new leader has one and a half fetch timeouts.' },
  'check-quorum-restarted': {
    source: 'LeaderState.updateCheckQuorumForFollowingVoter',
    says: 'With the leader a majority of the voters has fetched: the timer starts again.',
  },
  'shutdown-over': {
    source: 'KafkaRaftClient.maybeCompleteShutdown',
    says: 'Another leads, or 5000 ms are over: the shutdown is complete.',
  },
}
