// What a check found, in words: the question, the verdict, and the shortest history that breaks it as a story, a line a step.

import { grouped } from '../../src/base/grouped.ts'
import type { PartitionBounds, PartitionConfig, PartitionQuestion } from '../../src/scenario/partitionWorld.ts'
import type { Break, CheckOrder, CheckResult } from '../../src/search/partitionCheck.ts'
import type { Partition } from '../../src/sim/replication/partition.ts'
import { type PlayedStep, play } from '../../src/sim/replication/play.ts'
import type { Property } from '../../src/sim/replication/properties.ts'
import { sentenceOf } from '../../src/sim/replication/reasons.ts'

const holds: { readonly [property in Property]: string } = {
  ackedLoss: 'no acknowledged record is lost',
  visibleLoss: 'no record is lost that a consumer could have read',
  blocked: 'writes are never blocked for good',
}

const broken: { readonly [property in Property]: string } = {
  ackedLoss: 'an acknowledged record is lost',
  visibleLoss: 'a record is lost that a consumer could have read',
  blocked: 'writes stay blocked',
}

/** Lines for a person, the last one with the counts. */
export function report(order: CheckOrder, partition: Partition, result: CheckResult): string {
  const { question, properties } = order
  const lines = [
    questionWords(question),
    `Bounds: ${boundsWords(question.bounds)}`,
    ...verdictLines(properties, partition, result),
    `${grouped(result.states)} states, ${grouped(result.transitions)} transitions, depth ${result.depth}`,
  ]
  return `${lines.join('\n')}\n`
}

function verdictLines(properties: readonly Property[], partition: Partition, result: CheckResult): string[] {
  const claim = properties.map((property) => holds[property]).join(', and ')
  if (result.verdict === 'holds') return [`Holds within these bounds: ${claim}.`]
  if (result.verdict === 'undecided') {
    return [
      `Undecided: no break among the histories of up to ${result.depth - 1} steps, and more states than may be kept.`,
    ]
  }
  return result.breaks.flatMap((found) => breakLines(partition, found))
}

function breakLines(partition: Partition, { property, steps }: Break): string[] {
  const { played } = play(partition, steps)
  const blocked = property === 'blocked' ? played.at(-1)?.blockedBy : undefined
  const number = steps.length === 1 ? 'this one step' : `these ${steps.length} steps`
  return [
    `Broken: ${broken[property]}. No shorter history does it than ${number}:`,
    ...storyLines(played),
    ...(blocked === undefined ? [] : [`  So it stays: ${blocked}`]),
  ]
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
export const questionWords = ({ variant, config, order }: PartitionQuestion): string =>
  `${variant}, ${configWords(config)}, assignment order ${order}`

const configWords = (config: PartitionConfig): string =>
  Object.entries(config)
    .map(([key, value]) => `${key}=${key === 'acks' && value === -1 ? 'all' : value}`)
    .join(', ')

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
