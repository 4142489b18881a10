// npm run --silent check -- --variant ID [options]: every history of a partition within bounds. The verdict goes to stdout, what went wrong
// to stderr; exit 0 where it holds, 1 where it is broken, 2 on what cannot be read, 3 where it stays undecided.

import { grouped } from '../src/base/grouped.ts'
import { readSchedule } from '../src/scenario/partitionSteps.ts'
import { historyClasses, partitionLimits } from '../src/scenario/partitionWorld.ts'
import { replicationReleases } from '../src/scenario/releases.ts'
import { replicationBehaviours } from '../src/scenario/replicationBehaviours.ts'
import { type CheckOrder, type CheckProgress, memoryOf, PartitionCheck } from '../src/search/partitionCheck.ts'
import { sceneOf } from '../src/sim/replication/scene.ts'
import { readOrder } from './check/order.ts'
import { boundsWords, playedVerdict, pointedAt, questionWords, report, storyLines } from './check/report.ts'

const EXIT = { holds: 0, broken: 1, unreadable: 2, undecided: 3 } as const

/** States between two looks at the clock. */
const SLICE = 20_000

const help = `npm run --silent check -- --variant ID [options]

Looks at every history of one partition with three replicas A, B, C within bounds, breadth first, and tells the shortest that breaks what
is required. What is not given is the release's default.

  --variant ID         an era: ${Object.keys(replicationBehaviours).join(' ')};
                       or a release: ${replicationReleases.map(({ id }) => id).join(' ')}
  --acks N             all, 0, 1, or in 0.8 a number of replicas; --acks=N is as good, so of each option
  --min-isr N          min.insync.replicas
  --unclean on|off     unclean.leader.election.enable
  --lag-max N|none     replica.lag.max.messages, 0.8 only
  --order ABC|...|any  assignment order, ABC if not given; any: every election may take each candidate, so what holds, holds for every order
  --history NAME       a class of histories, H1 if not given; the options below change its bounds
${historyClasses.map(({ name, requirement, bounds }) => `                         ${name.padEnd(4)} ${requirement}  ${boundsWords(bounds)}`).join('\n')}
  --require NAME       R1: no acknowledged record lost, writes never blocked; R2: no acknowledged record lost; visible: no record lost
                       that a consumer could have read
  --records N          messages sent, at most 6
  --crashes N          crashes in the whole history
  --down N             brokers down at once, at most 3
  --restarts on|off    crashed brokers come back
  --slow-drops N       live followers that leave the ISR for replica.lag.time.max.ms
  --moves N            moves of the leadership to the preferred leader
  --lose-log on|off    a crash may take any end of the log
  --repair on|off      the next crash waits until all is repaired
  --schedule STEPS     no check, but this one history, such as "p; f B; c A; d A", of any length, as far as it sends at most
                       ${partitionLimits.records} records and gets no further than leader epoch ${partitionLimits.epochs}; its steps:
                         p produce, f B fetch, fl B fetch whose answer is lost, m B / s B dropped for lag in messages / in time,
                         c A or c A[h=0,k=1] crash that keeps this high watermark and log end, d A detected, r A restart, pl B move
  --states N           the most states that are kept, 10000000 if not given; a check that meets more stays undecided

Exit 0: holds. 1: broken. 2: the question cannot be read. 3: undecided.
`

function main(args: readonly string[]): number {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(help)
    return EXIT.holds
  }
  const asked = readOrder(args)
  if (!('order' in asked)) return complain([...asked, 'See --help.'].join('\n'))
  return asked.schedule === undefined ? checkAll(asked.order) : playOne(asked.order, asked.schedule)
}

function checkAll(order: CheckOrder): number {
  const megabytes = grouped(Math.ceil(memoryOf(order.statesMax) / 1_000_000))
  const states = order.statesMax === 1 ? 'At most one state is' : `At most ${grouped(order.statesMax)} states are`
  process.stdout.write(`${states} kept, which takes up to ${megabytes} MB.\n`)
  const check = new PartitionCheck(order)
  follow(check)
  const result = check.result()
  process.stdout.write(report(order, check.partition, result))
  return EXIT[result.verdict]
}

/** Plays one schedule, within what fits. */
function playOne({ question, properties }: CheckOrder, text: string): number {
  const schedule = readSchedule(text)
  if ('what' in schedule) return complain(pointedAt(text, schedule.at, schedule.what))
  const moments = sceneOf(question, schedule.steps)
  const stop = moments.findIndex(({ skipped }) => skipped !== undefined)
  const played = stop < 0 ? moments : moments.slice(0, stop)
  process.stdout.write([questionWords(question), ...storyLines(played), ''].join('\n'))
  if (stop >= 0) {
    const place = schedule.places[stop - 1] ?? 0
    return complain(pointedAt(text, place, `Step ${stop} is impossible: ${moments[stop]?.skipped}`))
  }
  const last = played.at(-1)
  if (last === undefined) return EXIT.holds
  process.stdout.write(`${playedVerdict(question, properties, last)}\n`)
  if (last.blockedBy !== undefined) process.stdout.write(`Blocked: ${last.blockedBy}\n`)
  return properties.some((property) => last.verdict[property]) ? EXIT.broken : EXIT.holds
}

/** Runs a check to its end, and tells a person at the terminal how far it is. */
function follow(check: PartitionCheck): void {
  let told = performance.now()
  let states = 0
  while (!check.advance(SLICE)) {
    const now = performance.now()
    if (now - told < 1000 || !process.stderr.isTTY) continue
    const progress = check.progress()
    process.stderr.write(`${progressLine(progress, (progress.states - states) / ((now - told) / 1000))}\n`)
    told = now
    states = progress.states
  }
}

const progressLine = ({ states, depth, frontier }: CheckProgress, rate: number): string =>
  `${grouped(states)} states, depth ${depth}, ${grouped(frontier)} to expand, ${grouped(Math.round(rate))} states a second`

function complain(what: string): number {
  process.stderr.write(`${what}\n`)
  return EXIT.unreadable
}

process.exitCode = main(process.argv.slice(2))
