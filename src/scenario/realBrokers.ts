// What real brokers did: three of them, each replica fetch let through one by one, killed and restarted as a schedule says.

import { partitionQuestionOf } from './compilePartition.ts'
import {
  type Assignment,
  knobsOf,
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
} from './partitionWorld.ts'
import { realNotes, realRuns } from './realBrokersData.ts'
import type { RealRun } from './realRun.ts'
import type { ReplicationBehaviourId } from './replicationBehaviours.ts'
import { isUnlikeItsEra, replicationRowOf } from './replicationRow.ts'
import type { Scenario } from './scenario.ts'

/** A variant under its settings, as both a cell and a run of real brokers have it. */
export type Asked = { readonly variant: ReplicationBehaviourId; readonly config: PartitionConfig }

const isAsked = (run: RealRun, { variant, config }: Asked): boolean =>
  run.variant === variant &&
  run.config[0] === config.acks &&
  run.config[1] === config['min.insync.replicas'] &&
  run.config[2] === config['unclean.leader.election.enable'] &&
  unreached(run.config[3]) === unreached(config['replica.lag.max.messages'])

/** The lag limits that no schedule here ever reaches come to the same. */
const unreached = (lagMax: number | undefined): number | undefined =>
  lagMax === undefined || lagMax > MOST_BEHIND ? undefined : lagMax
const MOST_BEHIND = 6

/** Steps written alike, whatever stands between them. */
const written = (schedule: string): string =>
  schedule
    .split(/[;\n]/)
    .map((step) => step.trim())
    .filter((step) => step !== '')
    .join('; ')

/** The runs of real brokers that took just this schedule or its beginning: of each release the longest, in the order of releases. */
export function runsOfSchedule(asked: Asked, order: Assignment, schedule: string): RealRun[] {
  const steps = `${written(schedule)}; `
  const found = realRuns.filter(
    (run) => isAsked(run, asked) && run.order === order && steps.startsWith(`${run.schedule}; `),
  )
  const isLonger = (run: RealRun) => (other: RealRun) => other.release === run.release && stepsOf(other) > stepsOf(run)
  return found.filter((run) => !found.some(isLonger(run)))
}

/** How many steps real brokers were taken through. */
export const stepsOf = ({ schedule }: RealRun): number => schedule.split('; ').length

/**
 * What real brokers did in a variant's schedule or its beginning. A release of an era speaks for the others, but for those that are unlike it;
 * nothing is known of somebody's own knobs, which are no release.
 */
export function seenIn(scenario: Scenario, variant: number): RealRun[] {
  const { workload } = scenario.world
  const asked = scenario.variants[variant]
  if (workload.kind !== 'replication' || asked === undefined) return []
  const question = partitionQuestionOf(asked, workload)
  if (!isRow(question, asked.kafka)) return []
  const runs = runsOfSchedule(question, workload.order, workload.schedule)
  return runs.filter(({ release }) => speaksFor(release, asked.kafka))
}

const isRow = (question: PartitionQuestion, kafka: string): boolean =>
  JSON.stringify(Object.entries(knobsOf(question)).sort()) ===
  JSON.stringify(Object.entries(replicationRowOf(kafka)).sort())

const speaksFor = (exact: string, kafka: string): boolean =>
  exact.startsWith(`${kafka}.`) || ![exact.replace(/\.\d+$/, ''), kafka].some(isUnlikeItsEra)

/** True where real brokers took all steps of a schedule. */
export const tookAll = (run: RealRun, schedule: string): boolean => run.schedule === written(schedule)

/** The runs of real brokers that broke a promise in the same way, within the same bounds. */
export function runsThatBreak(asked: Asked, bounds: PartitionBounds, breaks: 'ackedLoss' | 'blocked'): RealRun[] {
  return realRuns.filter(
    (run) => isAsked(run, asked) && (breaks === 'ackedLoss' ? run.loss : run.blocked) && fits(run.schedule, bounds),
  )
}

/** Why the brokers and the model part there, in a sentence; undefined where they do not. */
export const noteOf = ({ note }: RealRun): string | undefined => (note === undefined ? undefined : realNotes[note])

/** Whether a schedule takes no more than bounds allow. */
function fits(schedule: string, bounds: PartitionBounds): boolean {
  const steps = schedule.split('; ')
  const count = (word: string): number => steps.filter((step) => step.split(' ')[0] === word).length
  let down = 0
  let most = 0
  for (const step of steps) {
    if (step.startsWith('c ')) down++
    if (step.startsWith('r ')) down--
    most = Math.max(most, down)
  }
  return (
    count('p') <= bounds.records &&
    count('c') <= bounds.crashes &&
    most <= bounds.downAtOnce &&
    count('s') <= bounds.slowDrops &&
    count('pl') <= bounds.preferredMoves &&
    (bounds.restarts || count('r') === 0) &&
    (bounds.crashMayLoseLog || !schedule.includes('k=')) &&
    (!bounds.repairBeforeNextCrash || count('c') <= 1)
  )
}
