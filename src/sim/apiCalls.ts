// Who makes a call of a consumer or an admin client, fetched only where a run has one.

import { AdminCall } from './nodes/adminCall.ts'
import { ConsumerCall } from './nodes/consumerCall.ts'
import type { ApiCallMaker } from './simulation.ts'

export const apiCallOf: ApiCallMaker = (world, call, ...parts) =>
  call.client === 'consumer' ? new ConsumerCall(world, call, ...parts) : new AdminCall(world, call, ...parts)
