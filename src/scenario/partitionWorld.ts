// A question to the replication lab: one partition on the brokers A, B and C, its settings, and how much may go wrong.

import type { Instant } from '../base/time.ts'
import type { Step } from './partitionSteps.ts'
import type { Problem } from './problem.ts'
import {
  type ReplicationBehaviour,
  type ReplicationBehaviourId,
  replicationBehaviours,
} from './replicationBehaviours.ts'

/** Assignment orders of three replicas; the first is the preferred leader. */
export const assignments = ['ABC', 'ACB', 'BAC', 'BCA', 'CAB', 'CBA'] as const
export type Assignment = (typeof assignments)[number]

/** The settings that decide, by their exact names. */
export type PartitionConfig = {
  /** -1 is `all`; in 0.8 the producer's request.required.acks. */
  readonly acks: number
  /** 1 where the release has no such setting. */
  readonly 'min.insync.replicas': number
  /** True where the release has no such setting. */
  readonly 'unclean.leader.election.enable': boolean
  /** Absent: no follower is ever dropped for it. */
  readonly 'replica.lag.max.messages'?: number
}

/** How much may happen in a history; all counts are over the whole of it. */
export type PartitionBounds = {
  readonly records: number
  readonly crashes: number
  readonly downAtOnce: number
  readonly restarts: boolean
  /** Live followers that leave the ISR because they are slow. */
  readonly slowDrops: number
  readonly preferredMoves: number
  /** A crash may also take any end of the log: page cache or disk lost. */
  readonly crashMayLoseLog: boolean
  /** The next crash only after full repair. */
  readonly repairBeforeNextCrash: boolean
}

const defaults = (acks: number, unclean: boolean, lagMax?: number): PartitionConfig => ({
  acks,
  'min.insync.replicas': 1,
  'unclean.leader.election.enable': unclean,
  ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
})

/** What a release does where nothing is set; acks is its producer's. */
export const partitionDefaults: { readonly [id in ReplicationBehaviourId]: PartitionConfig } = {
  'kafka-0.8.1': defaults(0, true, 4000),
  'kafka-0.8.2': defaults(1, true, 4000),
  'kafka-0.9': defaults(1, true),
  'kafka-kip101': defaults(1, false),
  'kafka-2.1': defaults(1, false),
  'kafka-3.7': defaults(-1, false),
  'kafka-4.0-elr': defaults(-1, false),
}

export type PartitionQuestion = {
  readonly variant: ReplicationBehaviourId
  /** Knobs that differ from the variant's row: somebody's own "what if". */
  readonly knobs?: Partial<ReplicationBehaviour>
  readonly config: PartitionConfig
  /** `any`: an election may take each candidate, a preferred move each live in-sync replica; what holds then holds for every order. */
  readonly order: Assignment | 'any'
  readonly bounds: PartitionBounds
}

/** How far apart two steps stand on an axis that knows only instants, in ms: step n stands at n times this, and no time passes. */
export const STEP = 1000

/** All that a run of one variant takes. Nothing of it is left to chance. */
export type PartitionOrder = { readonly partition: PartitionWorld }

/** A partition whose schedule is played. */
export type PartitionWorld = {
  readonly lab: 'replication'
  readonly question: PartitionQuestion
  readonly steps: readonly Step[]
  readonly until: Instant
  readonly rowLimit: number
}

/** The row of a question, with what differs from it. */
export const knobsOf = ({ variant, knobs }: PartitionQuestion): ReplicationBehaviour => ({
  ...replicationBehaviours[variant],
  ...knobs,
})

/** What fits the packed state (sim/replication/state.ts); of `each` of crashes, drops and moves only what is checked has to. */
export const partitionLimits = { records: 6, epochs: 15, each: 15, acks: 32_767 } as const

/** More than any schedule has steps. */
const ENDLESS = 1_000_000

/** Nothing is forbidden that fits, for schedules that somebody wrote or that really happened: what is only counted has no end there. */
export const unbounded: PartitionBounds = {
  records: partitionLimits.records,
  crashes: ENDLESS,
  downAtOnce: 3,
  restarts: true,
  slowDrops: ENDLESS,
  preferredMoves: ENDLESS,
  crashMayLoseLog: true,
  repairBeforeNextCrash: false,
}

export type Requirement = 'R1' | 'R2'

/** What must not come about where a promise is kept: R1 asks for both, R2 lets writes be blocked. */
export const requiredBy = (requirement: Requirement): readonly ('ackedLoss' | 'blocked')[] =>
  requirement === 'R1' ? ['ackedLoss', 'blocked'] : ['ackedLoss']

/** A class of histories; R1: nothing acknowledged is lost and writes go on, R2: nothing acknowledged is lost. */
export type HistoryClass = {
  readonly name: string
  readonly requirement: Requirement
  readonly bounds: PartitionBounds
}

const quiet: PartitionBounds = {
  records: 2,
  crashes: 1,
  downAtOnce: 1,
  restarts: false,
  slowDrops: 0,
  preferredMoves: 0,
  crashMayLoseLog: false,
  repairBeforeNextCrash: false,
}

const history = (name: string, requirement: Requirement, bounds: Partial<PartitionBounds>): HistoryClass => ({
  name,
  requirement,
  bounds: { ...quiet, ...bounds },
})

/** The classes of the analysis of KAFKA-1555, with two records. */
export const historyClasses: readonly HistoryClass[] = [
  history('H1', 'R1', {}),
  history('H1R', 'R1', { restarts: true }),
  history('H1s', 'R1', { crashes: 3, restarts: true, repairBeforeNextCrash: true }),
  history('H1a', 'R1', { crashes: 3, restarts: true }),
  history('H2', 'R2', { crashes: 2, downAtOnce: 2 }),
  history('H2R', 'R2', { crashes: 2, downAtOnce: 2, restarts: true }),
  history('H2a', 'R2', { crashes: 3, downAtOnce: 2, restarts: true }),
]

/** All that is wrong with a question, by path; none where it can be asked. */
export function partitionProblems(question: PartitionQuestion): Problem[] {
  return [...configProblems(question), ...boundsProblems(question.bounds)]
}

function configProblems(question: PartitionQuestion): Problem[] {
  const { config } = question
  const knobs = knobsOf(question)
  const { acks, 'min.insync.replicas': minIsr, 'replica.lag.max.messages': lagMax } = config
  const problems: Problem[] = []
  const problem = (key: keyof PartitionConfig, what: string, hint: string, kafka?: 'accepts' | 'refuses') =>
    problems.push({ path: `config.${key}`, what, hint, ...(kafka && { kafka }) })
  if (!whole(acks, -1, partitionLimits.acks))
    problem('acks', 'acks is -1 (all), 0, 1 or a number of replicas.', 'Use -1, 0 or 1.')
  else if (acks > 1 && !knobs.anyAcks) {
    problem(
      'acks',
      `Since 0.9 a broker answers acks=${acks} with INVALID_REQUIRED_ACKS (21).`,
      'Use -1, 0 or 1.',
      'refuses',
    )
  }
  if (!whole(minIsr, 1, INT_MAX))
    problem('min.insync.replicas', 'min.insync.replicas is a whole number from 1 on.', 'Use 1, 2 or 3.')
  else if (minIsr > 1 && !knobs.minInsyncReplicas) {
    problem('min.insync.replicas', 'There is no min.insync.replicas here: it came with 0.8.2.', 'Use 1.')
  }
  if (!config['unclean.leader.election.enable'] && !knobs.uncleanSetting) {
    problem(
      'unclean.leader.election.enable',
      'Unclean election cannot be turned off here: the setting came with 0.8.2.',
      'Use true.',
    )
  }
  if (lagMax !== undefined && !knobs.lagMaxMessages) {
    problem('replica.lag.max.messages', 'There is no replica.lag.max.messages here: it went with 0.9.', 'Leave it out.')
  } else if (lagMax !== undefined && !whole(lagMax, 0, Number.MAX_SAFE_INTEGER)) {
    problem(
      'replica.lag.max.messages',
      'replica.lag.max.messages is a whole number from 0 on.',
      'Use 0, 1 or leave it out.',
    )
  }
  return problems
}

function boundsProblems(bounds: PartitionBounds): Problem[] {
  const { records, epochs, each } = partitionLimits
  const problems: Problem[] = []
  const within = (key: keyof PartitionBounds, least: number, most: number) => {
    const value = Number(bounds[key])
    if (!whole(value, least, most)) {
      problems.push({ path: `bounds.${key}`, what: `${key} lies between ${least} and ${most}.`, hint: `Not ${value}.` })
    }
  }
  within('records', 1, records)
  within('crashes', 0, each)
  within('downAtOnce', 1, 3)
  within('slowDrops', 0, each)
  within('preferredMoves', 0, each)
  if (problems.length === 0 && bounds.crashes + bounds.preferredMoves > epochs) {
    problems.push({
      path: 'bounds.crashes',
      what: `Each crash and each preferred move may begin an epoch, and at most ${epochs} fit.`,
      hint: 'Allow fewer crashes or moves.',
    })
  }
  return problems
}

const INT_MAX = 2_147_483_647

const whole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
