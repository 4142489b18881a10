// The promises, cell by cell: as the recorded verdicts say, and every story plays to what it says.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type PartitionBounds, requiredBy, unbounded } from '../../src/scenario/partitionWorld.ts'
import type { ReplicationBehaviourId } from '../../src/scenario/replicationBehaviours.ts'
import { PromiseCheck, type PromiseOrder, type PromiseVerdict } from '../../src/search/promise.ts'
import { Partition } from '../../src/sim/replication/partition.ts'
import { playWords } from '../../src/sim/replication/play.ts'

type Verdict = { readonly holds: boolean; readonly holdsForFixedOrders: boolean; readonly length?: number }
type Cell = {
  readonly row: number
  readonly column: string
  readonly bounds: PartitionBounds
  readonly verdict: { readonly ackedLoss: Verdict; readonly blocked?: Verdict }
}
type Row = {
  readonly row: number
  readonly name: string
  readonly variant: ReplicationBehaviourId
  readonly knobs: {
    readonly acks: number
    readonly minIsr: number
    readonly unclean: boolean
    readonly lagMaxMessages: number | null
  }
}

const path = new URL('../golden/replication.verdicts.json.gz', import.meta.url)
const recorded = JSON.parse(gunzipSync(readFileSync(path)).toString()) as {
  readonly rows: readonly Row[]
  readonly cells: readonly Cell[]
}

function orderOf({ bounds, row, verdict }: Cell): PromiseOrder {
  const of = recorded.rows.find((known) => known.row === row)!
  const { acks, minIsr, unclean, lagMaxMessages } = of.knobs
  const config = {
    acks,
    'min.insync.replicas': minIsr,
    'unclean.leader.election.enable': unclean,
    ...(lagMaxMessages !== null && { 'replica.lag.max.messages': lagMaxMessages }),
  }
  const { records, crashes, downAtOnce, restarts, slowDrops, preferredMoves } = bounds
  const { crashMayLoseLog, repairBeforeNextCrash } = bounds
  return {
    question: {
      variant: of.variant,
      config,
      bounds: {
        ...{ records, crashes, downAtOnce, restarts, slowDrops, preferredMoves },
        ...{ crashMayLoseLog, repairBeforeNextCrash },
      },
    },
    requirement: verdict.blocked ? 'R1' : 'R2',
    statesMax: 400_000,
  }
}

function decided(order: PromiseOrder): PromiseVerdict {
  const check = new PromiseCheck(order)
  while (!check.advance(5_000)) if (check.progress().states > 4_000_000) throw new Error('It never ends.')
  return check.verdict!
}

/** What a story's last step comes to where it is played again, by nobody's search. */
function endOf({ question }: PromiseOrder, { story }: PromiseVerdict) {
  const partition = new Partition({ ...question, order: story!.order, bounds: unbounded }, true)
  const { played, refused } = playWords(partition, story!.steps)
  return { refused, verdict: played.at(-1)!.verdict[story!.breaks] }
}

/** Quick ones of every row; all the cells are held by the recorded counts. */
const quick = recorded.cells.filter(({ column }) => ['H1', 'H1+S2', 'H1+P1', 'H2'].includes(column))

test.each(quick.map((cell) => [`row ${cell.row}, ${cell.column}`, cell] as const))('%s', (_, cell) => {
  const order = orderOf(cell)
  const found = decided(order)
  const lengths = Object.values(cell.verdict).flatMap(({ length }) => length ?? [])
  const isHeld = Object.values(cell.verdict).every(({ holds }) => holds)
  expect(found.verdict).toBe(lengths.length > 0 ? 'broken' : 'holds')
  expect(found.seniorFirst === true).toBe(lengths.length === 0 && !isHeld)
  if (found.verdict === 'holds') return
  expect(found.story!.steps).toHaveLength(Math.min(...lengths))
  expect(requiredBy(order.requirement)).toContain(found.story!.breaks)
  expect(endOf(order, found)).toEqual({ refused: undefined, verdict: true })
})

test('a promise with too little room stays undecided', () => {
  const cell = recorded.cells.find(({ column, row }) => column === 'H2a' && row === 19)!
  expect(decided({ ...orderOf(cell), statesMax: 1000 })).toMatchObject({ verdict: 'undecided' })
})

test('slices make no difference', () => {
  const order = orderOf(recorded.cells.find(({ column, row }) => column === 'H1+S2' && row === 12)!)
  const check = new PromiseCheck(order)
  while (!check.advance(3)) expect(check.verdict).toBeUndefined()
  expect(check.verdict).toEqual(decided(order))
})
