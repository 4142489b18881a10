// Kinds of rows that laws speak of together.

import { AUTH_FAILED, DROPPED, KERNEL_TIMEOUT, REFUSED, UNREACHABLE } from '../../src/trace/kinds.ts'

export { CLOSE, CONNECT, POLL, STATE } from '../../src/trace/kinds.ts'

/** The selector reports a connection gone. */
export const DISCONNECTS: readonly number[] = [KERNEL_TIMEOUT, REFUSED, UNREACHABLE, DROPPED, AUTH_FAILED]
