// What a check found, in words: the question, the verdict, and the shortest history that breaks it as a story, a line a step.

import { grouped } from '../../src/base/grouped.ts'
import { settingsSaid } from '../../src/scenario/partitionSettings.ts'
import { knobsOf, type PartitionBounds, type PartitionQuestion } from '../../src/scenario/partitionWorld.ts'
import { replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import type { Break, CheckOrder, CheckResult } from '../../src/search/partitionCheck.ts'
import type { Partition } from '../../src/sim/replication/partition.ts'
import { type PlayedStep, play } from '../../src/sim/replication/play.ts'
import type { Property } from '../../src/sim/replication/properties.ts'
import { sentenceOf } from '../../src/sim/replication/reasons.ts'

type Words = { readonly [property in Property]: string }

/** With acks=0 nothing is acknowledged. */
const holds = ({ config: { acks } }: PartitionQuestion): Words => ({
  ackedLoss: acks === 0 ? 'no record that was sent is lost' : 'no acknowledged record is lost',
  visibleLoss: 'no record is lost that a consumer could have read',
  blocked: 'writes never stay blocked, with no broker coming back',
})

const broken = ({ config: { acks } }: PartitionQuestion): Words => ({
  ackedLoss: acks === 0 ? 'a record that was sent is lost' : 'an acknowledged record is lost',
  visibleLoss: 'a record is lost that a consumer could have read',
  blocked: 'writes stay blocked, with no broker coming back',
})

/** Lines for a person, the last one with the counts. */
export function report(order: CheckOrder, partition: Partition, result: CheckResult): string {
  const { question, properties } = order
  const lines = [
    questionWords(question),
    `Bounds: ${boundsWords(question.bounds)}`,
    ...verdictLines(question, properties, partition, result),
    `${grouped(result.states)} states, ${grouped(result.transitions)} transitions, depth ${result.depth}`,
  ]
  return `${lines.join('\n')}\n`
}

function verdictLines(
  question: PartitionQuestion,
  properties: readonly Property[],
  partition: Partition,
  result: CheckResult,
): string[] {
  const claim = claimed(question, properties)
  if (result.verdict === 'holds') return [`Holds within these bounds: ${claim}.`]
  if (result.verdict === 'undecided') {
    return [`Undecided: no break ${amongSaid(result.depth - 1)}, and more states than may be kept.`]
  }
  return result.breaks.flatMap((found) => breakLines(question, partition, found))
}

const claimed = (question: PartitionQuestion, properties: readonly Property[]): string =>
  properties.map((property) => holds(question)[property]).join(', and ')

/** What one schedule came to. */
export function playedVerdict(question: PartitionQuestion, properties: readonly Property[], last: PlayedStep): string {
  const broke = properties.filter((property) => last.verdict[property])
  if (broke.length === 0) return `Holds to the end of this schedule: ${claimed(question, properties)}.`
  const said = broke.map((property) => broken(question)[property]).join(', and ')
  return `Broken at the end of this schedule: ${said}.`
}

function breakLines(question: PartitionQuestion, partition: Partition, { property, steps }: Break): string[] {
  const { played } = play(partition, steps)
  const blocked = property === 'blocked' ? played.at(-1)?.blockedBy : undefined
  const number = steps.length === 1 ? 'this one step' : `these ${steps.length} steps`
  const how = steps.length === 0 ? 'It takes no step: so it begins.' : `No shorter history does it than ${number}:`
  return [
    `Broken: ${broken(question)[property]}. ${how}`,
    ...storyLines(played),
    ...(blocked === undefined ? [] : [`  So it stays: ${blocked}`]),
  ]
}

/** Of which histories all are known. */
const amongSaid = (steps: number): string =>
  steps < 1 ? 'at the start' : `among the histories of up to ${count(steps, 'step')}`

/** What is wrong at a place of a text, with the line and a mark below it. */
export function pointedAt(text: string, place: number, what: string): string {
  const from = text.lastIndexOf('\n', place - 1) + 1
  const end = text.indexOf('\n', from)
  const line = text.slice(from, end < 0 ? undefined : end)
  return `${what}\n  ${line}\n  ${' '.repeat(place - from)}^`
}

/** A line a step: its number, its words, and what it did. */
export function storyLines(played: readonly PlayedStep[]): string[] {
  const width = Math.max(...played.map(({ words }) => words.length))
  const digits = String(played.length - 1).length
  return played.slice(1).map(({ words, reasons }, i) => {
    return `  ${String(i + 1).padStart(digits)}  ${words.padEnd(width)}  ${sentenceOf(reasons)}`
  })
}

/** The row of knobs and the settings. */
export function questionWords(question: PartitionQuestion): string {
  const { variant, config, order } = question
  const row = replicationBehaviours[variant]
  const own = Object.entries(knobsOf(question)).filter(([knob, value]) => value !== row[knob as keyof typeof row])
  const rules = own.map(([knob, value]) => `${knob}: ${value}`)
  return [variant, ...rules, settingsSaid(variant, config), `assignment order ${order}`].join(', ')
}

/** How much may happen, such as `2 records, 1 crash, 1 down at once, no restarts`. */
export function boundsWords(bounds: PartitionBounds): string {
  const { records, crashes, downAtOnce, slowDrops, preferredMoves } = bounds
  const told = [count(records, 'record'), count(crashes, 'crash', 'es'), `${downAtOnce} down at once`]
  told.push(bounds.restarts ? 'restarts' : 'no restarts')
  if (slowDrops > 0) told.push(count(slowDrops, 'slow drop'))
  if (preferredMoves > 0) told.push(count(preferredMoves, 'preferred move'))
  if (bounds.crashMayLoseLog) told.push('a crash may take any end of the log')
  if (bounds.repairBeforeNextCrash) told.push('each crash after full repair')
  return told.join(', ')
}

const count = (number: number, word: string, plural = 's'): string => `${number} ${word}${number === 1 ? '' : plural}`
