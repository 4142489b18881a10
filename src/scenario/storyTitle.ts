// What a story of the table of promises is called, and what was asked there: the title alone travels in a link, and says all of it.

import { type HistoryClass, historyClasses, type Requirement } from './partitionWorld.ts'
import { boundsSaid, type PromiseExtras, type PromiseRow, plainExtras, promiseRows } from './promiseTable.ts'

type Told = {
  readonly row: Pick<PromiseRow, 'name' | 'says'>
  readonly release: string
  readonly history: HistoryClass
  readonly extras: PromiseExtras
}

/** `Unclean election off, 2.1: R1 in H1a with 2 slow blocks in 7`. */
export function storyTitle(
  { row, release, history, extras }: Told,
  breaks: 'ackedLoss' | 'blocked',
  steps: number,
): string {
  const { requirement, name } = history
  return `${row.name}, ${release}: ${requirement} in ${name}${extrasSaid(extras)} ${breaks === 'blocked' ? 'blocks' : 'loses'} in ${steps}`
}

function extrasSaid({ records, slowDrops, preferredMoves, crashMayLoseLog }: PromiseExtras): string {
  const said = [
    ...(records === plainExtras.records ? [] : [`${records} sent`]),
    ...(slowDrops === 0 ? [] : [`${slowDrops} slow`]),
    ...(preferredMoves === 0 ? [] : [`${preferredMoves} moved`]),
    ...(crashMayLoseLog ? ['logs lost'] : []),
  ]
  return said.length === 0 ? '' : ` with ${said.join(', ')}`
}

/** What a title says that was asked; undefined where it is no story's. */
function readTitle(title: string): Told | undefined {
  const read = /^(.+), (\d[\d.]*): R[12] in (H\w+)(?: with (.+))? (?:blocks|loses) in \d+$/.exec(title)
  const [, name, release = '', className, added = ''] = read ?? []
  const row = promiseRows.find((each) => each.name === name)
  const history = historyClasses.find((each) => each.name === className)
  if (!row || !history) return undefined
  const count = (word: string): number | undefined => {
    const [, digits] = new RegExp(`(\\d) ${word}`).exec(added) ?? []
    return digits === undefined ? undefined : Number(digits)
  }
  const extras: PromiseExtras = {
    records: count('sent') ?? plainExtras.records,
    slowDrops: count('slow') ?? 0,
    preferredMoves: count('moved') ?? 0,
    crashMayLoseLog: added.includes('logs lost'),
  }
  return { row, release, history, extras }
}

const promises: { readonly [requirement in Requirement]: string } = {
  R1: 'with one broker down at a time, is nothing acknowledged lost, and do writes go on?',
  R2: 'with two brokers down at once, is nothing acknowledged lost?',
}

/** What was asked where a title is a story's, and within which bounds its answer was searched for, in two sentences. */
export function storyAsked(title: string): { readonly question: string; readonly bounds: string } | undefined {
  const told = readTitle(title)
  if (!told) return undefined
  const { row, release, history, extras } = told
  const { requirement, name } = history
  return {
    question: `${requirement} of Kafka ${release}, ${row.says}: ${promises[requirement]}`,
    bounds: `No. This is a shortest story among all of ${name}: ${boundsSaid({ ...history.bounds, ...extras })}.`,
  }
}
