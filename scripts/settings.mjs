// Writes src/scenario/settingsData.ts: of all settings that were recorded from Kafka's own ConfigDefs, those that the lab uses.
//   node scripts/settings.mjs

import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** What the lab uses of clients. */
const keys = [
  'socket.connection.setup.timeout.ms',
  'socket.connection.setup.timeout.max.ms',
  'reconnect.backoff.ms',
  'reconnect.backoff.max.ms',
  'request.timeout.ms',
  'max.block.ms',
  'metadata.fetch.timeout.ms',
  'timeout.ms',
  'metadata.max.age.ms',
  'retry.backoff.ms',
  'retry.backoff.max.ms',
  'metadata.recovery.strategy',
  'metadata.recovery.rebootstrap.trigger.ms',
  'client.dns.lookup',
  'max.in.flight.requests.per.connection',
  'acks',
  'retries',
  'linger.ms',
  'delivery.timeout.ms',
  'enable.idempotence',
  'buffer.memory',
  'batch.size',
  'block.on.buffer.full',
]

/** And of a controller, whose settings stand among the broker's. */
const controllerKeys = [
  'controller.quorum.fetch.timeout.ms',
  'controller.quorum.election.timeout.ms',
  'controller.quorum.election.backoff.max.ms',
  'controller.quorum.request.timeout.ms',
  'controller.quorum.retry.backoff.ms',
  'controller.quorum.append.linger.ms',
]

/** And of a replicated partition: what its brokers have, to 0.8.1 its producer's acks by their old name, and since then by the new one. */
const partitionKeys = [
  ['acks', 'producer'],
  ['request.required.acks', 'old-producer'],
  ['min.insync.replicas', 'broker'],
  ['unclean.leader.election.enable', 'broker'],
  ['replica.lag.max.messages', 'broker'],
  ['replica.lag.time.max.ms', 'broker'],
]

/** What only consumers and admin clients have. */
const keysOfCallers = ['default.api.timeout.ms', 'session.timeout.ms', 'heartbeat.interval.ms', 'fetch.max.wait.ms']

const golden = JSON.parse(
  gunzipSync(readFileSync(new URL('../test/golden/settings.json.gz', import.meta.url))).toString(),
)

const literal = (value) => (typeof value === 'string' ? `'${value}'` : String(value))

/** As the formatter wants it. */
const quoted = (key) => (/^[a-z]+$/.test(key) ? key : `'${key}'`)

function range({ from, to, type, default: fallback, min, in: words, anyCase, deprecated }) {
  const parts = [`from: '${from}'`, `to: '${to}'`, `type: '${type}'`, `default: ${literal(fallback)}`]
  if (min !== undefined) parts.push(`min: ${min}`)
  if (words) parts.push(`words: [${words.map((word) => literal(anyCase ? word.toLowerCase() : word)).join(', ')}]`)
  if (anyCase) parts.push('anyCase: true')
  if (deprecated) parts.push('deprecated: true')
  return parts
}

function shown(parts) {
  const line = `    { ${parts.join(', ')} },`
  return line.length <= 120 ? line : ['    {', ...parts.map((part) => `      ${part},`), '    },'].join('\n')
}

/** The producer of 0.8.2 says acks, the one before request.required.acks; each release has one of the two. */
const rangesOf = (key, component) =>
  golden.components[component][key].filter(({ to }) => component !== 'old-producer' || to === golden.releases[0])

function setting(key, component = 'producer') {
  const shownRanges = rangesOf(key, component).map((each) => shown(range(each)))
  const single = shownRanges.length === 1 && !shownRanges[0].includes('\n')
  const line = single ? `  ${quoted(key)}: [${shownRanges[0].trim().replace(/,$/, '')}],` : undefined
  return line && line.length <= 120 ? line : [`  ${quoted(key)}: [`, ...shownRanges, '  ],'].join('\n')
}

/** The ranges of a key as far as releases go that have the component. */
const within = (key, from) =>
  (golden.components.producer[key] ?? [])
    .filter(({ to }) => golden.releases.indexOf(to) >= golden.releases.indexOf(from))
    .map((each) => (golden.releases.indexOf(each.from) < golden.releases.indexOf(from) ? { ...each, from } : each))

/** What a component has of the keys: those like a producer's by their names, the others with their ranges. */
function componentOf(component) {
  const [since] = golden.present[component]
  const known = [...keys, ...keysOfCallers].filter((key) => golden.components[component][key])
  const bare = (ranges) => JSON.stringify(ranges.map(range))
  const isShared = (key) => bare(within(key, since)) === bare(golden.components[component][key])
  const own = known.filter((key) => !isShared(key))
  const shared = known.filter(isShared).map((key) => `      '${key}',`)
  const indented = own.flatMap((key) => setting(key, component).split('\n')).map((line) => `    ${line}`)
  return [
    `  ${component}: {`,
    `    since: '${since}',`,
    '    shared: [',
    ...shared,
    '    ],',
    '    own: {',
    ...indented,
    '    },',
    '  },',
  ].join('\n')
}

const [uncheckedFrom, uncheckedTo] = golden.unchecked.producer

const text = `// What each release says about the settings that the lab uses, recorded from Kafka's own ConfigDefs.
// Made by scripts/settings.mjs. Do not edit.

/** What holds for every release from \`from\` to \`to\`, both included. */
export type Range = {
  readonly from: string
  readonly to: string
  readonly type: 'long' | 'int' | 'short' | 'string' | 'boolean'
  readonly default: number | string | boolean
  /** Least value that the release's own validator takes; absent: only the type bounds it. */
  readonly min?: number
  readonly words?: readonly string[]
  /** Words are compared without regard to case. */
  readonly anyCase?: true
  readonly deprecated?: true
}

/** Releases whose validators are declared and never applied to given values: only types count. */
export const unchecked = { from: '${uncheckedFrom}', to: '${uncheckedTo}' }

/** Ranges by key, the oldest first. */
export const producerSettings: { readonly [key: string]: readonly Range[] } = {
${keys.map((key) => setting(key)).join('\n')}
}

/** The same of a controller. */
export const controllerSettings: { readonly [key: string]: readonly Range[] } = {
${controllerKeys.map((key) => setting(key, 'broker')).join('\n')}
}

/** The same of a replicated partition. */
export const topicSettings: { readonly [key: string]: readonly Range[] } = {
${partitionKeys.map(([key, component]) => setting(key, component)).join('\n')}
}

/** The other clients: the first release that has them, the keys that are as the producer's since then, and their own ranges of the others. */
export const otherClients: {
  readonly [component in 'consumer' | 'admin']: {
    readonly since: string
    readonly shared: readonly string[]
    readonly own: { readonly [key: string]: readonly Range[] }
  }
} = {
${['consumer', 'admin'].map(componentOf).join('\n')}
}
`
writeFileSync(new URL('../src/scenario/settingsData.ts', import.meta.url), text)
