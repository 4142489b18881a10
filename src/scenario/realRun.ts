import type { Assignment } from './partitionWorld.ts'
import type { ReplicationBehaviourId } from './replicationBehaviours.ts'

/** A run of real brokers, as recorded. `differs`: in what the model's end is another, `note` (index in realNotes) says why. */
export type RealRun = {
  /** The case of the specification. */
  readonly name: string
  readonly release: string
  readonly variant: ReplicationBehaviourId
  readonly config: readonly [acks: number, minIsr: number, unclean: boolean, lagMax: number | undefined]
  readonly order: Assignment
  readonly schedule: string
  /** An acknowledged record was lost; writes stayed blocked. */
  readonly loss: boolean
  readonly blocked: boolean
  readonly differs?: readonly ('steps' | 'loss' | 'blocked')[]
  readonly note?: number
  /** The eligible leader replicas where the model first has others, and who leads in the end where the model has another. */
  readonly eligible?: string
  readonly leads?: string
}
