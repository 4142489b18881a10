import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { orderOf } from '../../src/scenario/compile.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import * as edit from '../../src/scenario/edit.ts'
import { parse } from '../../src/scenario/parse.ts'
import { presetOf, presetOfLink, presets } from '../../src/scenario/presets.ts'
import { quorumFaultRemarks } from '../../src/scenario/quorumRemarks.ts'
import { remarksOn } from '../../src/scenario/remarks.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { run } from '../../src/sim/run.ts'
import { CLOSE, CONNECT, KERNEL_TIMEOUT, METADATA } from '../../src/trace/kinds.ts'
import { atOf, kindOf, namedWord, subjectOf, type Trace } from '../../src/trace/trace.ts'

describe.each(presets.map((preset) => [preset.id, preset] as const))('%s', (id, preset) => {
  test('is a question without a problem, written as parse writes it', () => {
    expect(parse(preset.scenario)).toEqual({ scenario: preset.scenario })
    expect(JSON.stringify(parse(preset.scenario))).toBe(JSON.stringify({ scenario: preset.scenario }))
  })

  test('says what it asks and what to try next, in short', () => {
    expect(preset.title.length).toBeLessThanOrEqual(40)
    expect(preset.scenario.title).toBe(preset.title)
    expect(preset.question).toMatch(/^[A-Z].*\?$/)
    expect(preset.next).toMatch(/^[A-Z].*\.$/)
  })

  test('asks of no fault that does nothing', () => {
    const { scenario } = preset
    expect(scenario.lab === 'quorum' ? quorumFaultRemarks(scenario) : remarksOn(scenario)).toEqual([])
  })

  test('is found by its id, and by its name in links', () => {
    expect(presetOf(id)).toBe(preset)
    expect(presetOfLink(preset.link, preset.revision)).toBe(preset)
    expect(presetOfLink(preset.link, preset.revision + 1)).toBeUndefined()
  })
})

test('the README says how many there are', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`**${presets.length} presets**`)
})

test('a link of a former revision asks as it asked then', () => {
  const [former, now] = [1, 2].map((revision) => presetOfLink('k1555-32', revision)?.scenario)
  expect(former?.world.workload).toMatchObject({ schedule: 'p; m B; m C; c A; d A' })
  expect(now?.world.workload).toMatchObject({ schedule: 'p; m B; m C; p; c A; d A' })
  expect({ ...former, until: 0, world: 0 }).toEqual({ ...now, until: 0, world: 0 })
})

test('the page opens with two dead bootstrap servers of three, 2.6 against 2.7', () => {
  expect(defaultPreset.id).toBe('two-dead-of-three')
  expect(defaultPreset.scenario.variants.map(({ kafka }) => kafka)).toEqual(['2.6', '2.7'])
})

function traceOf(scenario: Scenario, variant: number): Trace {
  return run(orderOf(scenario, variant)).trace
}

const rowsOf = (trace: Trace, kind: number): number[] =>
  Array.from({ length: trace.rows }, (_, row) => row).filter((row) => kindOf(trace, row) === kind)

/** When the first metadata arrives in each variant, in ms. */
const firstMetadata = (scenario: Scenario): (number | undefined)[] =>
  scenario.variants.map((_, i) => {
    const trace = traceOf(scenario, i)
    const row = rowsOf(trace, METADATA).find((each) => namedWord(trace, each, 'what') === 'updated')
    return row === undefined ? undefined : atOf(trace, row)
  })

/** When each variant first gives a connection attempt up. */
const firstGivenUp = (scenario: Scenario): (number | undefined)[] =>
  scenario.variants.map((_, i) => {
    const trace = traceOf(scenario, i)
    const [row] = [...rowsOf(trace, CLOSE), ...rowsOf(trace, KERNEL_TIMEOUT)]
    return row === undefined ? undefined : atOf(trace, row)
  })

/** The brokers that a variant tries, in order. */
const tried = (scenario: Scenario, variant: number): string => {
  const trace = traceOf(scenario, variant)
  return rowsOf(trace, CONNECT)
    .map((row) => trace.subjects[subjectOf(trace, row)]?.name.at(-1))
    .join('')
}

describe('what the seeds and hints of the presets promise', () => {
  const of = (id: string): Scenario => presetOf(id)?.scenario ?? defaultPreset.scenario

  test('2.6 waits for the kernel once, 2.7 for two setup timeouts', () => {
    expect(firstMetadata(of('two-dead-of-three'))).toEqual([131_107, 20_302])
  })

  test('a shorter setup timeout moves 2.7, fewer SYNs move 2.6', () => {
    const sooner = edit.setSetting(of('two-dead-of-three'), 1, 'socket.connection.setup.timeout.ms', 3000)
    expect(firstMetadata(sooner)).toEqual([131_107, 6226])
    const fewer = edit.setWorld(of('two-dead-of-three'), {
      kernel: { release: '6.5', synRetries: 5, linearTimeouts: 4 },
    })
    expect(firstMetadata(fewer)).toEqual([67_107, 20_302])
  })

  test('127 s times four is true of one choice of nodes only, and of no release', () => {
    expect(firstMetadata(of('claim-127-times-m'))).toEqual([254_208, 635_511, 508_410, 40_598])
  })

  test('2.6 tries one dead server again and again, 2.7 and 3.9 each in turn', () => {
    expect(tried(of('all-dead'), 0)).toBe('333')
    expect(tried(of('all-dead'), 1)).toMatch(/^(123)+/)
    expect(tried(of('all-dead'), 2)).toMatch(/^(123)+/)
  })

  test('only a poll that returns sees the dead leader', () => {
    expect(firstGivenUp(of('dead-leader'))).toEqual([131_000, 131_000, 30_001, 10_001])
    const often = edit.setSetting(of('dead-leader'), 2, 'request.timeout.ms', 5000)
    expect(firstGivenUp(often)).toEqual([131_000, 131_000, 10_002, 10_001])
  })

  test('the tick decides how late a timeout is seen', () => {
    expect(firstGivenUp(of('tick'))).toEqual([10_050, 11_000])
    expect(firstGivenUp(edit.setSetting(of('tick'), 1, 'reconnect.backoff.ms', 7000))).toEqual([10_050, 14_000])
  })
})
