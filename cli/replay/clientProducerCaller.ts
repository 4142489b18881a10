// Layer client-producer-caller: what the application sees of a real KafkaProducer in front of a broker that accepts and never answers,
// and what constructors say to a set of properties.

import type { BehaviourId } from '../../src/scenario/behaviours.ts'
import type { MemoryPlan } from '../../src/scenario/clientWorld.ts'
import { isFrom, releaseOf } from '../../src/scenario/releases.ts'
import type { Properties } from '../../src/scenario/rulings.ts'
import { settingOf } from '../../src/scenario/settings.ts'
import { type FieldVerdict, rulingOn } from '../../src/scenario/verdicts.ts'
import { seededChance } from '../../src/sim/chance.ts'
import { runClient } from '../../src/sim/run.ts'
import { CALLBACK, PARTITIONS, THREW } from '../../src/trace/producerKinds.ts'
import { atOf, fieldOf, kindOf, type Trace } from '../../src/trace/trace.ts'
import { words } from '../../src/trace/vocabulary.ts'
import { isOfOtherClient, replayCallerConsumer } from './callerConsumer.ts'
import { type Input as ProducerInput, producerRows, worldOf } from './clientProducer.ts'
import { type Event, firstDifference, type NotBuilt, type Recording, type Replay } from './recording.ts'

type Input = { readonly what: string; readonly config: Properties }

/** Longer than any wait of a case. */
const UNTIL = 600_000

/** The release that a variant was recorded from. */
export const recordedReleases: { readonly [variant: string]: string } = {
  'no-request-timeout': '0.8.2',
  'kip-19-shipped': '0.9',
  'client-1.1.1': '1.1',
  'client-2.0.1': '2.0',
  'client-2.1.1': '2.1',
  'client-2.7.0': '2.7',
  'client-3.4.1': '3.4',
  'current-request-timeout': '3.9',
  'current-request-timeout-4': '4.4',
}

/** What is asked of each kind of case, by how its `what` begins. */
const replays: { readonly [what: string]: (recording: Recording, input: Input) => Event | NotBuilt } = {
  'KafkaProducer.send()': sent,
  'KafkaProducer.partitionsFor()': asked,
  'BufferPool.allocate()': allocated,
  'new KafkaProducer': constructed,
}

/** Replays one case of the layer. */
export const replayClientProducerCaller: Replay = (recording) => {
  const input = recording.input as Input
  if (isOfOtherClient(input.what)) return replayCallerConsumer(recording)
  const replay = replays[Object.keys(replays).find((what) => input.what.startsWith(what)) ?? '']
  if (!replay) return { what: 'not built', reason: `${input.what} is not built.` }
  const returned = replay(recording, input)
  return 'what' in returned ? returned : firstDifference('events', recording.events, [returned])
}

/** send() without metadata, perhaps with a close(0) by another thread. */
function sent(recording: Recording, input: Input): Event | NotBuilt {
  const closes = input.what.includes('close(0)') ? [[400, 'close', 0] as const] : []
  return returnOf(traceOf(recording, input, { calls: [[0, 'send', 0], ...closes] }), 0)
}

/** partitionsFor() without metadata. */
function asked(recording: Recording, input: Input): Event | NotBuilt {
  const trace = traceOf(recording, input, { calls: [[0, 'partitionsFor']] })
  const row = rowsOf(trace).find((each) => kindOf(trace, each) === PARTITIONS)
  if (row === undefined) return FOR_EVER
  const outcome = words[fieldOf(trace, row, 0)]
  return outcome === 'ok' ? [atOf(trace, row), 'RETURN', 'ok'] : [atOf(trace, row), 'RETURN', 'thrown', outcome]
}

/**
 * allocate() of all memory that there is, once that is taken, or of more. A batch of one record takes it each time; allocate() throws what
 * send() passes on in a future.
 */
function allocated(recording: Recording, input: Input): Event | NotBuilt {
  const total = Number(input.config['buffer.memory'])
  const isMore = input.what.endsWith('of more than buffer.memory')
  const memory: MemoryPlan = {
    total,
    batchSize: isMore ? total + 1 : total,
    recordSize: 1,
    header: 0,
    blocks: !input.what.includes('block.on.buffer.full=false'),
  }
  const calls: ProducerInput['calls'] = [[0, 'send', 0], ...(isMore ? [] : [[0, 'send', 0] as const])]
  const trace = traceOf(recording, input, { calls, recordsPerBatch: 1, start: 'fresh' }, memory)
  const [at, , , ...outcome] = returnOf(trace, calls.length - 1)
  return outcome.length === 0 ? FOR_EVER : [at, 'RETURN', 'thrown', ...outcome]
}

type Asking = Pick<ProducerInput, 'calls'> &
  Partial<Pick<ProducerInput, 'recordsPerBatch'>> & { readonly start?: ProducerInput['metadata']['start'] }

/** The run of a producer whose one broker accepts and never answers. */
function traceOf({ variant }: Recording, { config }: Input, asking: Asking, memory?: MemoryPlan): Trace {
  const id = producerRows[variant] as BehaviourId
  const release = recordedReleases[variant] as string
  const { calls, recordsPerBatch = null, start = 'bootstrap' } = asking
  const effective = { ...config, ...rulingOn(release, config).effective }
  const maxBlock = Number(effective['max.block.ms'] ?? effective['metadata.fetch.timeout.ms'] ?? 60_000)
  const settings = { ...config, 'max.block.ms': maxBlock, 'metadata.fetch.timeout.ms': maxBlock }
  const world = worldOf(
    {
      until: UNTIL,
      selectOvershootMs: 1,
      apiVersions: false,
      kernelTimeoutMs: null,
      settings: { ...defaults, ...numbers(settings) },
      partitions: 1,
      recordsPerBatch,
      brokers: [{ id: 0, boot: -1, timeline: [{ at: 0, mode: 'mute' }] }],
      leaders: [[0, [0]]],
      metadataLagMs: 0,
      errors: [],
      metadata: { start, order: [start === 'fresh' ? 0 : -1] },
      retryDraws: 'each',
      offsets: null,
      calls,
      polls: false,
    },
    id,
    memory,
  )
  return runClient(world, seededChance(1, true)).trace
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

const FOR_EVER: Event = [0, 'RETURN', 'blocks for ever']

const rowsOf = (trace: Trace): number[] => Array.from({ length: trace.rows }, (_, row) => row)

/** What came of a send(). */
function returnOf(trace: Trace, record: number): Event {
  const row = rowsOf(trace).find(
    (each) => (isThrown(trace, each) || kindOf(trace, each) === CALLBACK) && fieldOf(trace, each, 0) === record,
  )
  if (row === undefined) return FOR_EVER
  return [atOf(trace, row), 'RETURN', isThrown(trace, row) ? 'thrown' : 'future', words[fieldOf(trace, row, 1)]]
}

const isThrown = (trace: Trace, row: number): boolean => kindOf(trace, row) === THREW

/** new KafkaProducer: the settings in force of those that the recorder asked for. */
function constructed({ variant, events }: Recording, { config }: Input): Event | NotBuilt {
  const release = recordedReleases[variant] as string
  const odd = Object.keys(config).find((key) => !settingOf(release, key))
  if (odd) return { what: 'not built', reason: `${odd} is not a setting of the lab.` }
  const { verdict, effective, fields } = rulingOn(release, config)
  if (verdict === 'rejected') return [0, 'RETURN', 'rejected', ...refusals(release, fields)]
  const asked = (events[0] ?? []).slice(3).filter((_, i) => i % 2 === 0)
  return [0, 'RETURN', 'accepted', ...asked.flatMap((key) => [key, effective[String(key)] ?? config[String(key)]])]
}

/** Exception and cause: what one value or word is wrong for is refused as it is read, and what several settings come to by the constructor. */
function refusals(release: string, fields: readonly FieldVerdict[]): readonly (string | null)[] {
  const isReadFirst = fields.some(({ refusal }) => refusal !== undefined && refusal !== 'X2' && refusal !== 'X6')
  const asked = releaseOf(release)
  // Since 2.5 ProducerConfig itself looks at what idempotence goes with.
  const byConfig = fields.some(({ refusal }) => refusal === 'X6') && asked !== undefined && isFrom(asked, '2.5.0')
  return isReadFirst || byConfig ? ['ConfigException', null] : ['KafkaException', 'ConfigException']
}
