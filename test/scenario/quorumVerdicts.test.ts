import { describe, expect, test } from 'vitest'
import { settingProblem } from '../../src/scenario/fields.ts'
import { quorumReleases } from '../../src/scenario/releases.ts'
import { notOfferedIn, releaseNote } from '../../src/scenario/releaseTexts.ts'
import { rulesOn } from '../../src/scenario/rulings.ts'
import { settingKeysOf } from '../../src/scenario/settingForms.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { controllerSettings } from '../../src/scenario/settingsData.ts'
import { golden } from './golden.ts'

type Recorded = {
  from: string
  to: string
  verdict: string
  keys?: string[]
  shape?: string
  /** It is taken, and fails when the first timer of that length is started. */
  later?: { keys: string[]; exception: string[] }
}
type Case = { id: string; input: { props?: { [key: string]: string } }; verdicts: Recorded[] }
type Range = { from: string; to: string; type: string; default: number; min?: number }

const recorded = JSON.parse(golden('settings.json')) as {
  releases: string[]
  components: { broker: { [key: string]: Range[] } }
}
const keys = settingKeysOf('quorum')

/** Those cases that are about the lab's settings alone. */
const cases: Case[] = golden('config-verdicts.quorum.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .filter(({ input }: Case) => {
    const props = Object.keys(input.props ?? {})
    return props.length > 0 && props.every((key) => keys.includes(key))
  })

/** A patch that was not asked says what the one before it in its line does. */
const place = (release: string): number => recorded.releases.indexOf(release === '3.9.1' ? '3.9.0' : release)

const holding = <T extends { from: string; to: string }>(ranges: readonly T[], release: string): T | undefined =>
  ranges.find(({ from, to }) => place(from) <= place(release) && place(release) <= place(to))

test.each(Object.keys(controllerSettings))('%s: every range of every release is the recorded one', (key) =>
  expect(controllerSettings[key]).toEqual(
    recorded.components.broker[key]?.map(({ from, to, type, default: fallback, min }) => ({
      from,
      to,
      type,
      default: fallback,
      ...(min !== undefined && { min }),
    })),
  ),
)

test.each(quorumReleases.map(({ id, settingsRelease }) => [id, settingsRelease]))(
  '%s has the defaults and bounds of %s',
  (id, exact) => {
    for (const key of keys) {
      const range = holding(recorded.components.broker[key] ?? [], exact)
      const row = settingOf(id, key, 'controller')
      expect([key, row?.default, row?.min, row?.component]).toEqual([key, range?.default, range?.min, 'controller'])
    }
  },
)

describe('each offered release says what it said when asked', () => {
  test('there are cases', () => expect(cases.length).toBe(53))

  test.each(cases.map((each) => [each.id, each] as const))('%s', (_, { input, verdicts }) => {
    for (const { id, settingsRelease } of quorumReleases) {
      const said = holding(verdicts, settingsRelease)
      const { verdict, fields } = rulesOn(id, input.props ?? {}, 'controller')
      expect([id, verdict]).toEqual([id, said?.verdict])
      if (said?.verdict === 'rejected') {
        const refusal = fields.find((field) => field.verdict === 'rejected' && field.key === said.keys?.[0])
        expect([id, refusal?.refusal]).toEqual([id, said.shape])
      }
    }
  })

  test('what fails only at its first timer is told so, and cannot be asked', () => {
    for (const { input, verdicts } of cases)
      for (const { id, settingsRelease } of quorumReleases)
        for (const key of holding(verdicts, settingsRelease)?.later?.keys ?? []) {
          const row = settingOf(id, key, 'controller')
          const problem = row && settingProblem(row, Number(input.props?.[key]), key)
          expect(problem).toMatchObject({ kafka: 'accepts', what: expect.stringContaining('IllegalArgumentException') })
        }
  })
})

describe('what a person can pick', () => {
  test('nine releases of a quorum, 3.9 as two', () =>
    expect(quorumReleases.map(({ id }) => id)).toEqual([
      '3.7',
      '3.8',
      '3.9.0',
      '3.9.1',
      '4.0',
      '4.1',
      '4.2',
      '4.3',
      '4.4',
    ]))

  test('each with a note, the others with a reason', () => {
    for (const { id } of quorumReleases) expect(releaseNote(id, 'quorum')).toMatch(/^[A-Z].*\.$/)
    for (const { label, reason } of notOfferedIn('quorum')) {
      expect(reason).toMatch(/\.$/)
      expect(quorumReleases.map(({ id }) => id)).not.toContain(label)
    }
    expect(releaseNote('2.7', 'quorum')).toBeUndefined()
    expect(releaseNote('3.9.0', 'client')).toBeUndefined()
  })
})
