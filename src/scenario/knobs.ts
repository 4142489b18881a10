// What each knob can be set to, for the parser and for a form; what they mean is said in knobWords.ts.

import { behaviours, type ClientBehaviour, type EarlyBehaviour } from './behaviours.ts'
import { quorumKnobs, quorumKnobValues } from './quorumKnobs.ts'
import { releaseOf } from './releases.ts'
import type { Scenario, Variant } from './scenario.ts'

/** What can be set one by one: all but the procedure itself. */
export type Knob = keyof KnobsSet

type KnobsSet = NonNullable<Variant['knobs']>

type ClientKnob = Exclude<keyof ClientBehaviour, 'procedure'>
type EarlyKnob = Exclude<keyof EarlyBehaviour, 'procedure'>

const either = [false, true] as const

const clientValues: { readonly [knob in ClientKnob]: readonly ClientBehaviour[knob][] } = {
  nodeChoice: [
    'fewest in flight',
    'last visited',
    'fewest failures',
    'fewest failures, first visited',
    'oldest attempt',
  ],
  setupTimeout: ['none', 'lazy', 'each poll'],
  backoff: ['KIP-144', 'exponential', 'exponential, capped'],
  retryBackoff: ['constant', 'exponential'],
  connectingDelay: ['endless', 'setup timeout'],
  checkingFrom: ['tcp up', 'request queued'],
  checkingResetsBackoff: either,
  resetDraws: either,
  lostConnection: ['fails an update', 'asks for an update'],
  firstUpdate: ['at once', 'after retry backoff', 'when asked for'],
  expiresFor: ['its oldest request', 'any request'],
  cancels: ['newest first', 'oldest first'],
  tellsFatal: either,
  forgetsAddresses: either,
  skipsLastAddress: either,
  closeLeavesConnecting: either,
  timedOutFlag: either,
  expiryExcludesThrottle: either,
  sameBucketExpiry: ['oldest first', 'newest first'],
  rebootstrap: ['none', 'no node left', 'trigger'],
  closeForgetsVersions: either,
}

const earlyValues: { readonly [knob in EarlyKnob]: readonly EarlyBehaviour[knob][] } = {
  backoffFrom: ['connect start', 'disconnect'],
  scanOffset: ['once', 'each scan'],
  requestExpiry: ['none', 'oldest', 'each, at its deadline'],
  requestsGoWithPoll: either,
  emptyAnswer: ['ignored', 'fails'],
  awaitsChannel: either,
}

/** The values of each knob, of whatever procedure. */
export const knobValues: { readonly [knob in Knob]-?: readonly NonNullable<KnobsSet[knob]>[] } = {
  ...clientValues,
  ...earlyValues,
  ...quorumKnobValues,
}

const clientKnobs = Object.keys(clientValues) as readonly ClientKnob[]
const earlyKnobs = Object.keys(earlyValues) as readonly EarlyKnob[]

/** The knobs of a release's procedure in a lab, in a fixed order; those of the newest one where the id is not offered. */
export function knobsOf(kafka: string, lab: Scenario['lab']): readonly Knob[] {
  if (lab === 'quorum') return quorumKnobs
  const release = releaseOf(kafka)
  return release && behaviours[release.behaviour].procedure === 'poll before 0.10.2' ? earlyKnobs : clientKnobs
}
