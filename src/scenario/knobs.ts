// What each knob of the client can be set to, for the parser and for a form.

import type { ClientBehaviour } from './behaviours.ts'

const either = [false, true] as const

/** The values of each knob. */
export const knobValues: { readonly [knob in Knob]: readonly ClientBehaviour[knob][] } = {
  nodeChoice: ['last visited', 'fewest failures', 'fewest failures, first visited', 'oldest attempt'],
  setupTimeout: ['none', 'lazy', 'each poll'],
  backoff: ['KIP-144', 'exponential', 'exponential, capped'],
  retryBackoff: ['constant', 'exponential'],
  connectingDelay: ['endless', 'setup timeout'],
  checkingFrom: ['tcp up', 'request queued'],
  checkingResetsBackoff: either,
  resetDraws: either,
  lostConnection: ['fails an update', 'asks for an update'],
  firstUpdate: ['at once', 'after retry backoff'],
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

/** What can be set one by one: all but the procedure itself. */
export type Knob = Exclude<keyof ClientBehaviour, 'procedure'>

/** The knobs in a fixed order. */
export const knobs = Object.keys(knobValues) as Knob[]
