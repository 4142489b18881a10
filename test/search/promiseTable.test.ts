// The table of promises: each of its cells is a question that can be asked, and the story of each broken one plays to what it says.

import { expect, test } from 'vitest'
import { orderOf } from '../../src/scenario/compile.ts'
import { parse } from '../../src/scenario/parse.ts'
import { storyOf } from '../../src/scenario/partitionStory.ts'
import { historyClasses, knobsOf, type PartitionWorld } from '../../src/scenario/partitionWorld.ts'
import { cellsOf, type PromiseCell, plainExtras, promiseRows, questionOf } from '../../src/scenario/promiseTable.ts'
import { replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { PromiseCheck, type Story } from '../../src/search/promise.ts'
import { sceneOf } from '../../src/sim/replication/scene.ts'

const cells = promiseRows.flatMap(cellsOf).filter(({ impossible }) => impossible === undefined)
const named = cells.map((cell) => [`${cell.row.name}, ${cell.column.name}`, cell] as const)

const told = (cell: PromiseCell, { order, steps }: Pick<Story, 'order' | 'steps'>): Scenario =>
  storyOf({ ...cell, order, steps, title: 'a story' })

function worldOf(scenario: Scenario): PartitionWorld {
  const order = orderOf(scenario, 0)
  if (!('partition' in order)) throw new Error('It asks about no partition.')
  return order.partition
}

test.each(named)('%s: its story asks what the cell does', (_, cell) => {
  const scenario = told(cell, { order: 'BCA', steps: ['p', 'f B', 'c A[h=0]'] })
  const parsed = parse(scenario)
  expect(parsed).toEqual({ scenario })
  const { question, steps } = worldOf(scenario)
  expect(steps).toHaveLength(3)
  expect(question.order).toBe('BCA')
  expect(knobsOf(question)).toEqual(replicationBehaviours[cell.column.variant])
  const { 'replica.lag.max.messages': lagMax, ...config } = question.config
  const { 'replica.lag.max.messages': asked, ...others } = cell.row.config
  expect(config).toEqual(others)
  if (asked !== undefined) expect(lagMax).toBe(asked)
  else expect(lagMax ?? 4000).toBe(4000)
})

/** Quick classes; each cell of the others is held by the recorded verdicts. */
const quick = historyClasses.filter(({ name }) => ['H1', 'H2'].includes(name))

test.each(named)('%s: its stories play to what they say', (_, cell) => {
  for (const history of quick) {
    const question = questionOf(cell.row, cell.column, history, plainExtras)
    const check = new PromiseCheck({ question, requirement: history.requirement, statesMax: 400_000 })
    while (!check.advance(5_000)) expect(check.progress().states).toBeLessThan(400_000)
    const { verdict, story } = check.verdict!
    expect(verdict === 'broken').toBe(story !== undefined)
    if (!story) continue
    const { question: played, steps } = worldOf(told(cell, story))
    const moments = sceneOf(played, steps)
    expect(moments.map(({ skipped }) => skipped).filter((why) => why !== undefined)).toEqual([])
    expect(moments.map(({ verdict: of }) => of[story.breaks]).indexOf(true)).toBe(story.steps.length)
  }
})
