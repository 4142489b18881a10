// What the page says of recordings is counted over them, here; `vitest -u` writes it anew when recordings come.

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { controllerSettings, producerSettings, type Range } from '../../src/scenario/settingsData.ts'
import doubted from '../golden/doubted.json' with { type: 'json' }
import { golden } from './golden.ts'

type Recorded = {
  readonly id: string
  readonly input: {
    readonly settings: Readonly<Record<string, number | string>>
    readonly maxInFlight: number
    readonly hosts: readonly { readonly ips: number }[]
  }
}
type Verdict = { readonly input: { readonly props?: Readonly<Record<string, string>> } }
type Measured = { readonly syn: readonly { readonly samples: readonly unknown[] }[] }

const folder = new URL('../golden', import.meta.url)
const recordings = linesLike<Recorded>(/^client-network\./)
const senders = linesLike<Pick<Recorded, 'id'>>(/^client-producer\./)
const callers = linesLike(/^client-producer-caller\./)
const verdicts = linesOf<Verdict>('config-verdicts.client.jsonl')
const quorumVerdicts = linesOf<Verdict>('config-verdicts.quorum.jsonl')
const quorums = linesLike<Pick<Recorded, 'id'> & { readonly source: { readonly what: string } }>(/^quorum\./)
const schedules = linesLike(/^replication\.(schedules|random)\./)
const realBrokers = linesLike<Pick<Recorded, 'id'> & { readonly agrees?: object }>(/^replication\.real\./)
const searched: { readonly counts: readonly unknown[] } = JSON.parse(golden('replication.verdicts.json'))
const releases: readonly string[] = JSON.parse(golden('settings.json')).releases
const measured: Measured = JSON.parse(golden('tcp-syn.json'))

function linesOf<Line>(name: string): Line[] {
  return golden(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The lines of all recordings whose file is named so. */
function linesLike<Line>(name: RegExp): Line[] {
  const files = readdirSync(folder).filter((file) => name.test(file) && file.endsWith('.jsonl.gz'))
  return files.flatMap((file) => linesOf<Line>(file.slice(0, -'.gz'.length)))
}

/** `client-network/2.6.0/random-0000`. */
const releaseOf = ({ id }: Pick<Recorded, 'id'>): string => id.split('/')[1] ?? ''

/** Exact releases by their numbers: 2.10 comes after 2.9. */
function compare(a: string, b: string): number {
  const [left, right] = [a.split('.').map(Number), b.split('.').map(Number)]
  const at = Array.from({ length: 4 }, (_, i) => i).find((i) => (left[i] ?? 0) !== (right[i] ?? 0)) ?? 0
  return (left[at] ?? 0) - (right[at] ?? 0)
}

const has = ({ from, to }: Range, release: string): boolean => compare(from, release) <= 0 && compare(release, to) <= 0

/** The value of a setting in a recording of a release that has it. */
function valueIn(recording: Recorded, key: string): unknown {
  const known = (producerSettings[key] ?? []).some((range) => has(range, releaseOf(recording)))
  if (!known) return undefined
  const { settings, maxInFlight } = recording.input
  return key === 'max.in.flight.requests.per.connection' ? maxInFlight : settings[key]
}

/** As the formatter wants it. */
const quoted = (key: string): string => (/^[a-z]+$/.test(key) ? key : `'${key}'`)

function byRelease<Case>(cases: readonly Case[], releaseIn: (each: Case) => string): string[] {
  const found = [...new Set(cases.map(releaseIn))].sort(compare)
  return found.map((release) => `  '${release}': ${cases.filter((each) => releaseIn(each) === release).length},`)
}

function bySetting(): string[] {
  return Object.keys(producerSettings).flatMap((key) => {
    const values = recordings.map((each) => valueIn(each, key)).filter((value) => value !== undefined)
    if (values.length === 0) return []
    return [`  ${quoted(key)}: { cases: ${values.length}, values: ${new Set(values).size} },`]
  })
}

/** `kafka-raft 4.1.1, KafkaRaftClient x2 ...` */
const raftOf = ({ source }: (typeof quorums)[number]): string => /kafka-raft ([\d.]+)/.exec(source.what)?.[1] ?? ''

function byVerdict(): string[] {
  const counted = (keys: readonly string[], asked: readonly Verdict[]): string[] =>
    keys.flatMap((key) => {
      const count = asked.filter(({ input }) => Object.hasOwn(input.props ?? {}, key)).length
      return count === 0 ? [] : [`  ${quoted(key)}: ${count},`]
    })
  return [
    ...counted(Object.keys(producerSettings), verdicts),
    ...counted(Object.keys(controllerSettings), quorumVerdicts),
  ]
}

/** Real producers in front of black holes: those of the eras that are offered, which blackhole.test.ts replays. */
const producers: readonly { client: string }[] = JSON.parse(golden('clients-blackhole.json')).traces
const replayed = producers.filter(({ client }) => /^kafka-clients \(Java\) 2\.[67]/.test(client))
const clients = [...new Set(replayed.map(({ client }) => client.split(' ').at(-1) ?? ''))].sort(compare)

/** Those that were led through a schedule; the others only watched. */
const led = realBrokers.filter(({ agrees }) => agrees !== undefined)

const several = recordings.filter(({ input }) => input.hosts.some(({ ips }) => ips > 1)).length
const attempts = measured.syn.reduce((sum, { samples }) => sum + samples.length, 0)

const written = `// How much stands behind the model: counted over the recordings by test/scenario/evidence.test.ts. Do not edit.

/** Recorded cases of Kafka's NetworkClient by the release that they were recorded from. */
export const recordedCases: { readonly [release: string]: number } = {
${byRelease(recordings, releaseOf).join('\n')}
}

/** Recorded cases of Kafka's KafkaRaftClient by the release that they were recorded from. */
export const quorumCases: { readonly [release: string]: number } = {
${byRelease(quorums, raftOf).join('\n')}
}

/** Recorded cases of Kafka's Sender by the release that they were recorded from, and of what a caller of KafkaProducer sees. */
export const senderCases: { readonly [release: string]: number } = {
${byRelease(senders, releaseOf).join('\n')}
}
export const callerCases = ${callers.length}

/** Schedules of a partition that were played to the end by two other models, each state of each step. */
export const playedSchedules = ${schedules.length}

/** Schedules that real brokers were led through, by release. */
export const brokerCases: { readonly [release: string]: number } = {
${byRelease(led, releaseOf).join('\n')}
}

/** Searches through all histories of a partition whose numbers of states two other models had found. */
export const countedSearches = ${searched.counts.length}

/** In how many of the former, of releases that have a setting, it stood, and with how many values. */
export const settingCases: { readonly [key: string]: { readonly cases: number; readonly values: number } } = {
${bySetting().join('\n')}
}

/** Recorded cases in which a name has several addresses. */
export const severalAddresses = ${several}

/** How often Kafka's own configuration classes were asked about a setting with a value that tells something. */
export const verdictCases: { readonly [key: string]: number } = {
${byVerdict().join('\n')}
}

/** Releases whose defaults, ranges and words were read out of their own configuration classes. */
export const settingsReleases = ${releases.length}

/** Connection attempts that were measured on a Linux kernel, and under how many pairs of sysctls. */
export const measuredAttempts = ${attempts}
export const measuredKernels = ${measured.syn.length}

/** Runs of real Java producers in front of black holes, and their releases. */
export const producerRuns = ${replayed.length}
export const producerReleases: readonly string[] = [${clients.map((client) => `'${client}'`).join(', ')}]

/** Recorded stretches that the recording itself contradicts; the test that leaves them out says why. */
export const doubtedStretches = ${Object.keys(doubted).length}
`

test('what the page says of the recordings is what they are', async () =>
  expect(written).toMatchFileSnapshot('../../src/scenario/evidenceData.ts'))

test('there is something to say', () => {
  expect(recordings.length).toBeGreaterThan(1000)
  expect(attempts).toBeGreaterThan(100)
  expect(byVerdict().length).toBeGreaterThan(5)
})
