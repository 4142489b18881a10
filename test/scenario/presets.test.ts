import { describe, expect, test } from 'vitest'
import { parse } from '../../src/scenario/parse.ts'
import { defaultPreset, presetOf, presetOfLink, presetRevision, presets } from '../../src/scenario/presets.ts'

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

  test('is found by its id, and by its name in links', () => {
    expect(presetOf(id)).toBe(preset)
    expect(presetOfLink(preset.link, presetRevision)).toBe(preset)
    expect(presetOfLink(preset.link, presetRevision + 1)).toBeUndefined()
  })
})

test('the page opens with two dead bootstrap servers of three, 2.6 against 2.7', () => {
  expect(defaultPreset.id).toBe('two-dead-of-three')
  expect(defaultPreset.scenario.variants.map(({ kafka }) => kafka)).toEqual(['2.6', '2.7'])
})
