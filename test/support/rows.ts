// Kinds of rows that laws speak of together.

import { AUTH_FAILED, DROPPED, KERNEL_TIMEOUT, REFUSED } from '../../src/trace/kinds.ts'

export { CLOSE, CONNECT, POLL, STATE } from '../../src/trace/kinds.ts'

/** The selector reports a connection gone. */
export const DISCONNECTS: readonly number[] = [KERNEL_TIMEOUT, REFUSED, DROPPED, AUTH_FAILED]
