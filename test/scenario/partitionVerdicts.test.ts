import { describe, expect, test } from 'vitest'
import { releasesOwn } from '../../src/scenario/own.ts'
import { replicationReleases } from '../../src/scenario/releases.ts'
import { notOfferedIn, releaseNote } from '../../src/scenario/releaseTexts.ts'
import { replicationRowOf } from '../../src/scenario/replicationRow.ts'
import { rulesOn } from '../../src/scenario/rulings.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { topicSettings } from '../../src/scenario/settingsData.ts'
import { golden } from './golden.ts'

type Range = { from: string; to: string; type: string; default: number; min?: number; in?: string[] }
type Recorded = { from: string; to: string; verdict: string; keys: string[]; shape?: string; unknown?: string[] }
type Case = { id: string; input: { component: string; props: { [key: string]: string } }; verdicts: Recorded[] }

const recorded = JSON.parse(golden('settings.json')) as {
  releases: string[]
  components: { [component: string]: { [key: string]: Range[] } }
}

const cases: Case[] = golden('config-verdicts.replication.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

const place = (release: string): number => recorded.releases.indexOf(release)

const holding = <T extends { from: string; to: string }>(ranges: readonly T[], release: string): T | undefined =>
  ranges.find(({ from, to }) => place(from) <= place(release) && place(release) <= place(to))

/** Whose settings they are in Kafka. */
const owner = (key: string): string =>
  key === 'acks' ? 'producer' : key === 'request.required.acks' ? 'old-producer' : 'broker'

const rangesOf = (key: string): Range[] => recorded.components[owner(key)]?.[key] ?? []

test.each(Object.keys(topicSettings))('%s: every range is a recorded one', (key) => {
  const ranges = rangesOf(key).map(({ from, to, type, default: fallback, min, in: words }) => ({
    from,
    to,
    type,
    default: fallback,
    ...(min !== undefined && { min }),
    ...(words && { words }),
  }))
  // The old producer goes on beside the new one; here it is that of 0.8.1 only.
  expect(topicSettings[key]).toEqual(key === 'request.required.acks' ? ranges.slice(0, 1) : ranges)
})

test.each(replicationReleases.map(({ id, settingsRelease }) => [id, settingsRelease]))(
  '%s has the defaults and bounds of %s',
  (id, exact) => {
    for (const key of Object.keys(topicSettings)) {
      if (key === 'request.required.acks' && id !== '0.8.1') continue
      const range = holding(rangesOf(key), exact)
      const row = settingOf(id, key, 'topic')
      expect([key, String(row?.default), row?.min]).toEqual([key, String(range?.default), range?.min])
    }
  },
)

describe('each offered release says what it said when asked', () => {
  test('there are cases', () => expect(cases.length).toBeGreaterThan(30))

  test.each(cases.map((each) => [each.id, each] as const))('%s', (_, { input, verdicts }) => {
    for (const { id, settingsRelease } of replicationReleases) {
      const said = holding(verdicts, settingsRelease)
      // Before 4.0 brokers were asked with ZooKeeper and with KRaft, each in its own releases.
      if (said === undefined) continue
      const props = Object.keys(input.props)
      if (props.some((key) => !settingOf(id, key, 'topic'))) {
        // A broker logs what it does not know and goes on; a topic refuses it. Here it cannot be set at all.
        if (input.component === 'broker') expect([id, said.unknown?.length]).not.toEqual([id, undefined])
        continue
      }
      // What only brokers have is no setting of a topic.
      if (said.shape === 'name-unknown') continue
      const { verdict, fields } = rulesOn(id, input.props, 'topic')
      expect([id, verdict]).toEqual([id, said.verdict])
      if (said.verdict !== 'rejected') continue
      const shape = fields.find((field) => field.verdict === 'rejected')?.refusal
      // 0.8.2 names its own range, and the short of 0.8 no bound at all.
      expect([id, said.shape === 'out-of-range' ? 'below-minimum' : said.shape]).toEqual([id, shape])
    }
  })
})

test('each release has a note, the others a reason', () => {
  for (const { id } of replicationReleases) expect(releaseNote(id, 'replication')).toMatch(/^[A-Z].*\.$/)
  for (const { label, reason } of notOfferedIn('replication')) {
    expect(reason).toMatch(/\.$/)
    expect(replicationReleases.map(({ id }) => id)).not.toContain(label)
  }
})

test('what is offered are the releases of the eras that were recorded; 1.1 keeps the last in sync, as only later eras do', () => {
  const offered = replicationReleases.map(({ id }) => id)
  expect(offered).toEqual(
    expect.arrayContaining(['0.10', '1.0', '1.1', '2.2', '2.8', '3.0', '3.5', '3.8', '4.2', '4.4']),
  )
  expect(['0.11', '1.0', '1.1', '2.1'].map((id) => replicationRowOf(id).lastInSync)).toEqual([
    'stays unless unclean',
    'stays unless unclean',
    'stays',
    'stays',
  ])
  expect({ ...replicationRowOf('1.1'), lastInSync: 'stays unless unclean' }).toEqual(replicationRowOf('0.11'))
  expect(releasesOwn('1.1', 'lastInSync')).toBe('stays')
})
