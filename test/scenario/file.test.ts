import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { fromFile, toFile } from '../../src/scenario/file.ts'
import { limits } from '../../src/scenario/scenario.ts'
import { scenarios } from './arbitrary.ts'

test('a file gives back the scenario', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => void expect(fromFile(toFile(scenario))).toEqual({ scenario })),
    { numRuns: 100 },
  )
})

test('an editor may put a byte order mark before it', () => {
  expect(fromFile(`\ufeff${toFile(defaultPreset.scenario)}`)).toEqual({ scenario: defaultPreset.scenario })
})

test.each([
  ['empty', '', /not JSON/],
  ['a picture', '\u0089PNG', /not JSON/],
  ['too large', ' '.repeat(limits.fileBytes + 1), /1000001 characters; 1000000/],
  ['a deep nest', '['.repeat(500_000) + ']'.repeat(500_000), /object, not a list/],
  ['other JSON', '{"a":1}', /no such field/],
])('%s', (_, text, what) => {
  const read = fromFile(text)
  expect('problems' in read && read.problems[0]?.what).toMatch(what)
})
