// What is said of real brokers: it is what was recorded, and the model plays to the same end, or a note says why not.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readSchedule } from '../../src/scenario/partitionSteps.ts'
import { historyClasses, unbounded } from '../../src/scenario/partitionWorld.ts'
import { noteOf, runsOfSchedule, runsThatBreak, stepsOf } from '../../src/scenario/realBrokers.ts'
import { realRuns } from '../../src/scenario/realBrokersData.ts'
import type { RealRun } from '../../src/scenario/realRun.ts'
import { sceneOf } from '../../src/sim/replication/scene.ts'

const path = new URL('../golden/replication.real.jsonl.gz', import.meta.url)
const recorded = gunzipSync(readFileSync(path))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ agrees }) => agrees)

const askedOf = ({ variant, config: [acks, minIsr, unclean, lagMax] }: RealRun) => ({
  variant,
  config: {
    acks,
    'min.insync.replicas': minIsr,
    'unclean.leader.election.enable': unclean,
    ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
  },
})

test('each recorded schedule is there, with its release, its end and its note', () => {
  expect(realRuns.map(({ name, release }) => `partition-real/${release}/${name}`)).toEqual(recorded.map(({ id }) => id))
  expect(realRuns.map((run) => [run.loss, run.blocked, noteOf(run)])).toEqual(
    // Without the place in the specification.
    recorded.map(({ end, note }) => [end.loss, end.blocked, note?.replace(/ \(replication\.md .*\)/, '')]),
  )
})

test.each(realRuns.map((run) => [`${run.release} ${run.name}`, run] as const))('%s', (_, run) => {
  const read = readSchedule(run.schedule)
  if (!('steps' in read)) throw new Error(read.what)
  const moments = sceneOf({ ...askedOf(run), order: run.order, bounds: unbounded }, read.steps)
  const { verdict } = moments.at(-1)!
  const differs = run.differs ?? []
  expect(verdict.ackedLoss === run.loss).toBe(!differs.includes('loss'))
  expect(verdict.blocked === run.blocked).toBe(!differs.includes('blocked'))
  expect(runsOfSchedule(askedOf(run), run.order, run.schedule.replaceAll('; ', ';\n'))).toContain(run)
})

test('who goes on after a recorded schedule is told how far it was seen, by the longest one', () => {
  const w7 = realRuns.find(({ name, release }) => name === 'W7' && release === '4.3.1')!
  const further = `${w7.schedule}; f B; p`
  expect(runsOfSchedule(askedOf(w7), w7.order, further)).toEqual([w7])
  expect(stepsOf(w7)).toBe(5)
  expect(runsOfSchedule(askedOf(w7), w7.order, 'p; f C')).toEqual([])
})

test('a run confirms a cell only within its bounds', () => {
  const recipe = realRuns.find(({ name, release }) => name === 'W1' && release === '0.9.0.1')!
  const within = (name: string) => {
    const { bounds } = historyClasses.find((known) => known.name === name)!
    return runsThatBreak(askedOf(recipe), bounds, 'ackedLoss').map((run) => run.name)
  }
  expect(within('H2')).toEqual(['W1', 'W1-parked'])
  expect(within('H1a')).toEqual([])
})
