// What each knob of a quorum is called and what it decides, for a form.

import type { KnobWords } from './knobWords.ts'
import type { QuorumKnob } from './quorumKnobs.ts'

/** Complete by its type: a rule without its words does not compile. */
export const quorumKnobWords: { readonly [knob in QuorumKnob]: KnobWords } = {
  beginQuorumEpoch: {
    label: 'BeginQuorumEpoch goes to',
    help: 'A voter until it has answered one or fetched, at every poll; every voter each half fetch timeout; or then only those that have not fetched for as long.',
    source: 'KafkaRaftClient.maybeSendBeginQuorumEpochRequests; KAFKA-16536, KAFKA-16926',
  },
}
