// The kinds of rows that only a run of one call of a consumer or an admin client writes. Subject: the caller.

import { kindsFrom } from './kinds.ts'

const kind = kindsFrom(112)

/** A call of a consumer or an admin client, or the metadata that an admin client needs first, is given to a node. `attempt`: from 1. */
export const ATTEMPT = kind('ATTEMPT', { what: 'word', attempt: 'count', node: 'node' })
/** What came of it. `retryAt`: when it may be tried again (Infinity: not any more). */
export const ATTEMPTED = kind('ATTEMPTED', { what: 'word', attempt: 'count', outcome: 'word', retryAt: 'instant' })
