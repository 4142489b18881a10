// Layer client-producer-caller: what the application sees of a real KafkaProducer in front of a broker that accepts and never answers,
// and what constructors say to a set of properties.

import type { Properties } from '../../src/scenario/rulings.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { rulingOn } from '../../src/scenario/verdicts.ts'
import { seededChance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import { CALLBACK, THREW } from '../../src/trace/producerKinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { isOfOtherClient, replayCallerConsumer } from './callerConsumer.ts'
import { producerRows, worldOf } from './clientProducer.ts'
import { type Event, firstDifference, type NotBuilt, type Recording, type Replay } from './recording.ts'

type Input = { readonly what: string; readonly config: Properties }

/** Longer than any wait of a case. */
const UNTIL = 600_000

/** The release that a variant was recorded from, where it is offered. */
const releases: { readonly [variant: string]: string } = {
  'no-request-timeout': '0.8.2',
  'kip-19-shipped': '0.9',
  'client-2.7.0': '2.7',
  'current-request-timeout': '3.9',
  'current-request-timeout-4': '4.4',
}

/** Why a kind of case is not held to the model, by how its `what` begins. */
const reasons: { readonly [what: string]: string } = {
  'KafkaProducer.partitionsFor()': 'partitionsFor() is not modelled; its wait is that of send().',
  'BufferPool.allocate()': 'buffer.memory is not modelled.',
}

/** Replays one case of the layer. */
export const replayClientProducerCaller: Replay = (recording) => {
  const input = recording.input as Input
  if (isOfOtherClient(input.what)) return replayCallerConsumer(recording)
  const known = Object.keys(reasons).find((what) => input.what.startsWith(what))
  if (known) return { what: 'not built', reason: reasons[known] as string }
  const returned = input.what.startsWith('KafkaProducer.send()')
    ? sent(recording, input)
    : constructed(recording, input)
  return 'what' in returned ? returned : firstDifference('events', recording.events, [returned])
}

/** send() without metadata, perhaps with a close(0) by another thread. */
function sent({ variant }: Recording, { what, config }: Input): Event | NotBuilt {
  const id = producerRows[variant]
  if (!id) return { what: 'not built', reason: `variant ${variant} is not built.` }
  const closes = what.includes('close(0)') ? [[400, 'close', 0] as const] : []
  const release = releases[variant]
  const effective = { ...config, ...(release && rulingOn(release, config).effective) }
  const maxBlock = effective['max.block.ms'] ?? effective['metadata.fetch.timeout.ms']
  const settings = { ...config, 'max.block.ms': Number(maxBlock), 'metadata.fetch.timeout.ms': Number(maxBlock) }
  const world = worldOf(
    {
      until: UNTIL,
      selectOvershootMs: 1,
      apiVersions: false,
      kernelTimeoutMs: null,
      settings: { ...defaults, ...numbers(settings) },
      partitions: 1,
      recordsPerBatch: null,
      brokers: [{ id: 0, boot: -1, timeline: [{ at: 0, mode: 'mute' }] }],
      leaders: [[0, [0]]],
      metadataLagMs: 0,
      errors: [],
      metadata: { start: 'bootstrap', order: [-1] },
      retryDraws: 'each',
      offsets: null,
      calls: [[0, 'send', 0], ...closes],
      polls: false,
    },
    id,
  )
  return returnOf(runClient(world, seededChance(1, true)).trace)
}

/** What a producer's network layer waits for in these cases. */
const defaults = {
  'max.in.flight.requests.per.connection': 5,
  'request.timeout.ms': 30_000,
  'reconnect.backoff.ms': 50,
  'reconnect.backoff.max.ms': 1_000,
  'socket.connection.setup.timeout.ms': 10_000,
  'socket.connection.setup.timeout.max.ms': 30_000,
  'retry.backoff.ms': 100,
  'retry.backoff.max.ms': 1_000,
  'metadata.max.age.ms': 300_000,
}

const numbers = (config: Properties): { [key: string]: number } =>
  Object.fromEntries(Object.entries(config).map(([key, value]) => [key, Number(value)]))

/** What came of the one send(). */
function returnOf(trace: Trace): Event {
  for (let row = 0; row < trace.rows; row++) {
    const kind = kindOf(trace, row)
    if (kind === CALLBACK || kind === THREW)
      return [atOf(trace, row), 'RETURN', kind === THREW ? 'thrown' : 'future', words[fieldOf(trace, row, 1)]]
  }
  return [0, 'RETURN', 'blocks for ever']
}

/** new KafkaProducer: the settings in force of those that the recorder asked for. */
function constructed({ variant, events }: Recording, { config }: Input): Event | NotBuilt {
  const release = releases[variant]
  if (!release) return { what: 'not built', reason: 'this release is not offered.' }
  const odd = Object.keys(config).find((key) => !settingOf(release, key))
  if (odd) return { what: 'not built', reason: `${odd} is not a setting of the lab.` }
  const { verdict, effective } = rulingOn(release, config)
  if (verdict === 'rejected') return [0, 'RETURN', 'rejected', 'KafkaException', 'ConfigException']
  const asked = (events[0] ?? []).slice(3).filter((_, i) => i % 2 === 0)
  return [0, 'RETURN', 'accepted', ...asked.flatMap((key) => [key, effective[String(key)] ?? config[String(key)]])]
}
