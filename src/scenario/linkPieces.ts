// A scenario as flat `key=value` pieces that a person can read, and back. The form of codec c1, frozen: another form is another codec.
//
//   seed=7  until=150000  latency=1  kernel=6.5-6-4  workload=leader,2
//   nodes=3  n2.name=far  n2.boot=no  n2.addresses=2       what a fresh broker would have is not written
//   faults=2  f1=black-hole,1,0  f2=cut-link,3,5000-9000,to-broker,off
//   variants=2  v1.kafka=2.7  v1.request.timeout.ms=5000  v1.knob.nodeChoice=last+visited  v2.latency=200
//   from=0  to=20300  playhead=10047  selected=2,31  axis=linear
//
// What came later has keys of its own:
//
//   kernel.wheel=250-17  kernel.keepalive=7200000-75000-9  v1.kernel.rtoMax=60000
//   n2.membership=left  f1.address=2  f1.message=SYN  f1.nth=2  f1.resets=yes  v1.faults=1-off,2-on
//   brush=100,200  overlay=1,2  only=differences  opened=partition+0,51
//   lab=requests  workload=produce  partitions=3  recordsPerBatch=2  topicKnown=no  metadataLag=500
//   calls=3  c1=send,0  c1.partition=2  c1.count=10  c1.every=100  c2=flush,5000  c3=close,6000  c3.timeout=100
//   v1.knob.producer.retryBackoff=constant
//   f1.answers=API-versions  f2.partition=0  f3.error=REQUEST_TIMED_OUT
//   lab=quorum  workload=quorum  start=elected  links=1-2-300,2-1-50  proposedBound=yes  n4.observer=yes
//   lab=replication  workload=replication  order=BCA  schedule=p.f+B.c+A.c+B:h0,k1.pl+A
//   f1=lose-message,1,500  f1.peer=2  f1.message=Fetch+answer  f1.toldAfter=20  f2.resumes=inbox
//
// Brokers, faults, variants, calls and batches that are shown are counted from 1, as people do; partitions from 0, as Kafka does.

import { releaseName } from './releases.ts'
import {
  type Component,
  componentOf,
  type Fault,
  freshNodeOf,
  type Kernel,
  limits,
  type Produce,
  type Quorum,
  type Replication,
  type Scenario,
  type Value,
  type Variant,
  type Workload,
  type World,
  withoutClient,
} from './scenario.ts'
import { settingKeys } from './settingForms.ts'

/** Pieces by key, in order. No value is empty: what is empty, or as it would be anyway, is not written. */
export type Pieces = ReadonlyMap<string, string>

type Input = { [key: string]: unknown }

const yesNo = (yes: boolean): string => (yes ? 'yes' : 'no')
const onOff = (on: boolean): string => (on ? 'on' : 'off')
const dashed = (words: string): string => words.replaceAll(' ', '-')
const spaced = (words: string): string => words.replaceAll('-', ' ')

// Writing.

const kernelText = (kernel: Kernel): string =>
  'release' in kernel
    ? `${kernel.release}-${kernel.synRetries}-${kernel.linearTimeouts}`
    : String(kernel.giveUpAfter ?? 'never')

type Put = (key: string, value: Value | undefined) => void

function putKernel(kernel: Kernel, key: string, put: Put): void {
  put(key, kernelText(kernel))
  if (!('release' in kernel)) return
  const { rtoMax, dataRetries, userTimeout, keepalive, wheel } = kernel
  put(`${key}.rtoMax`, rtoMax)
  put(`${key}.dataRetries`, dataRetries)
  put(`${key}.userTimeout`, userTimeout)
  put(`${key}.keepalive`, keepalive && `${keepalive.idle}-${keepalive.interval}-${keepalive.probes}`)
  put(`${key}.wheel`, wheel && `${wheel.hz}-${wheel.phase}`)
}

function putFault(fault: Fault, key: string, put: Put): void {
  const { peer, address, by, slower, message, nth, toldAfter, resumes, resets, answers, partition, error } = fault
  put(key, faultText(fault))
  put(`${key}.peer`, peer === undefined ? undefined : peer + 1)
  put(`${key}.address`, address)
  put(`${key}.by`, by && dashed(by))
  put(`${key}.slower`, slower)
  put(`${key}.message`, message)
  put(`${key}.nth`, nth)
  put(`${key}.toldAfter`, toldAfter)
  put(`${key}.resumes`, resumes)
  put(`${key}.resets`, resets === undefined ? undefined : yesNo(resets))
  put(`${key}.answers`, answers && dashed(answers))
  put(`${key}.partition`, partition)
  put(`${key}.error`, error)
}

function putProduce(
  { partitions, recordsPerBatch, recordSize, topicKnown, metadataLag, calls }: Produce,
  put: Put,
): void {
  put('partitions', partitions)
  put('recordsPerBatch', recordsPerBatch)
  put('recordSize', recordSize)
  if (!topicKnown) put('topicKnown', 'no')
  put('metadataLag', metadataLag)
  put('calls', calls.length)
  calls.forEach(({ at, what, ...parts }, i) => {
    put(`c${i + 1}`, `${what},${at}`)
    for (const [field, value] of Object.entries(parts)) put(`c${i + 1}.${field}`, value)
  })
}

function putQuorum({ start, links, proposedBound }: Quorum, put: Put): void {
  if (start !== 'steady') put('start', start)
  put('links', links?.map(({ from, to, latency }) => `${from + 1}-${to + 1}-${latency}`).join(','))
  if (proposedBound) put('proposedBound', 'yes')
}

/** All that such a world has of its own: its instants follow from how many steps there are. */
function putReplication({ kind, order, schedule }: Replication, put: Put): void {
  put('workload', kind)
  if (order !== 'ABC') put('order', order)
  put(
    'schedule',
    schedule.replaceAll('; ', '.').replace(/\[([^\]]*)\]/g, (_, kept: string) => `:${kept.replaceAll('=', '')}`),
  )
}

const switchText = ([fault, on]: readonly [number, boolean]): string => `${fault + 1}-${onOff(on)}`

const faultText = ({ kind, node, at, until, way, on }: Fault): string =>
  [dashed(kind), node + 1, until === undefined ? at : `${at}-${until}`, way && dashed(way), on ? undefined : 'off']
    .filter((part) => part !== undefined)
    .join(',')

/** The pieces of a scenario. */
export function piecesOf(scenario: Scenario): Pieces {
  const pieces = new Map<string, string>()
  const put = (key: string, value: Value | undefined) => {
    if (value !== undefined && value !== '') pieces.set(key, String(value))
  }
  const { lab, title, seed, until, world, variants, view } = scenario
  if (lab !== 'client') put('lab', lab)
  put('title', title)
  put('seed', seed)
  if (world.workload.kind === 'replication') putReplication(world.workload, put)
  else {
    put('until', until)
    putWorld(world, put)
  }
  put('variants', variants.length)
  variants.forEach((variant, i) => putVariant(variant, `v${i + 1}.`, put))
  put('from', view?.from)
  put('to', view?.to)
  put('playhead', view?.playhead)
  put('selected', view?.selected && `${view.selected[0] + 1},${view.selected[1]}`)
  put('axis', view?.axis)
  put('brush', view?.brush?.join(','))
  put('overlay', view?.overlay?.map((variant) => variant + 1).join(','))
  put('only', view?.only)
  put('opened', view?.opened && `${view.opened[0]},${view.opened[1] + 1}`)
  return pieces
}

function putWorld(world: World, put: Put): void {
  const { workload } = world
  put('nodes', world.nodes.length)
  world.nodes.forEach(({ name, bootstrap, addresses, membership, observer }, i) => {
    if (name !== freshNodeOf(workload.kind, i + 1).name) put(`n${i + 1}.name`, name)
    if (!bootstrap) put(`n${i + 1}.boot`, 'no')
    if (addresses !== 1) put(`n${i + 1}.addresses`, addresses)
    put(`n${i + 1}.membership`, membership)
    if (observer) put(`n${i + 1}.observer`, 'yes')
  })
  const client = workload.kind !== 'quorum' || !hasNoClient(world)
  if (client) putKernel(world.kernel, 'kernel', put)
  put('latency', world.latency)
  if (client) putClient(world, put)
  put('workload', 'node' in workload ? `${workload.kind},${workload.node + 1}` : workload.kind)
  if (workload.kind === 'produce') putProduce(workload, put)
  if (workload.kind === 'quorum') putQuorum(workload, put)
  if ('known' in workload) {
    if (workload.known) put('known', 'yes')
    put('timeout', workload.timeout)
  }
  put('faults', world.faults.length)
  world.faults.forEach((fault, i) => putFault(fault, `f${i + 1}`, put))
}

function putClient({ service, jitter, selectOvershootMs }: World, put: Put): void {
  put('service', service)
  put('jitter', onOff(jitter))
  put('overshoot', selectOvershootMs)
}

/** What concerns a client is as it is read where nothing is said of it. */
const hasNoClient = ({ kernel, service, jitter, selectOvershootMs }: World): boolean =>
  JSON.stringify({ kernel, service, jitter, selectOvershootMs }) === JSON.stringify(withoutClient)

function putVariant({ name, kafka, knobs, config, parked, world }: Variant, at: string, put: Put): void {
  put(`${at}kafka`, kafka)
  if (name !== releaseName(kafka)) put(`${at}name`, name)
  for (const [knob, value] of Object.entries(knobs ?? {})) put(`${at}knob.${knob}`, value)
  for (const [key, value] of Object.values(config).flatMap(Object.entries<Value>)) put(`${at}${key}`, value)
  for (const [key, value] of Object.values(parked ?? {}).flatMap(Object.entries<Value>))
    put(`${at}parked.${key}`, value)
  if (world?.kernel) putKernel(world.kernel, `${at}kernel`, put)
  put(`${at}latency`, world?.latency)
  put(`${at}jitter`, world?.jitter === undefined ? undefined : onOff(world.jitter))
  put(`${at}seed`, world?.seed)
  put(`${at}faults`, world?.faults?.map(switchText).join(','))
}

/** What differs from other pieces: what is new or changed, and, with an empty value, what is gone. */
export function difference(pieces: Pieces, from: Pieces): Pieces {
  const changed = [...pieces].filter(([key, value]) => from.get(key) !== value)
  const gone = [...from.keys()].filter((key) => !pieces.has(key) && isCounted(key, pieces))
  return new Map([...changed, ...gone.map((key) => [key, ''] as const)])
}

/** Pieces with what differs from them put in place. */
export function merged(pieces: Pieces, change: Pieces): Pieces {
  const all = new Map([...pieces, ...change])
  return new Map([...all].filter(([key, value]) => value !== '' && (change.has(key) || isCounted(key, all))))
}

const counters: { readonly [letter: string]: string } = { n: 'nodes', f: 'faults', v: 'variants', c: 'calls' }

/** False for what belongs to a broker, fault, variant or call beyond the count of them: nobody needs to say that it is gone. */
function isCounted(key: string, pieces: Pieces): boolean {
  const [, letter = '', n] = /^([nfvc])(\d+)(?:\.|$)/.exec(key) ?? []
  const counter = counters[letter]
  return counter === undefined || Number(n) <= Number(pieces.get(counter))
}

// Reading. The result is as unchecked as its input: `parse` has the last word, and says what is wrong.

/** A number where the text is one, else the text as it is. */
const numeric = (text: string | undefined): unknown =>
  text !== undefined && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(text) ? Number(text) : text

const isOn = (text: string | undefined): unknown => (text === 'on' ? true : text === 'off' ? false : text)
const isYes = (text: string | undefined): unknown => (text === 'yes' ? true : text === 'no' ? false : text)

type Take = (key: string) => string | undefined

const oneLess = (index: unknown): unknown => (typeof index === 'number' ? index - 1 : index)

/** The fields that are there. */
const present = (fields: Input): Input =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

function kernelIn(key: string, take: Take): unknown {
  const text = take(key)
  const [idle, interval, probes] = take(`${key}.keepalive`)?.split('-').map(numeric) ?? []
  const [hz, phase] = take(`${key}.wheel`)?.split('-').map(numeric) ?? []
  const further = present({
    rtoMax: numeric(take(`${key}.rtoMax`)),
    dataRetries: numeric(take(`${key}.dataRetries`)),
    userTimeout: numeric(take(`${key}.userTimeout`)),
    keepalive: idle === undefined ? undefined : present({ idle, interval, probes }),
    wheel: hz === undefined ? undefined : present({ hz, phase }),
  })
  if (text === undefined) return Object.keys(further).length > 0 ? further : undefined
  if (text === 'never') return { giveUpAfter: null, ...further }
  if (!text.includes('-')) return { giveUpAfter: numeric(text), ...further }
  const [release, synRetries, linearTimeouts] = text.split('-')
  return { release, synRetries: numeric(synRetries), linearTimeouts: numeric(linearTimeouts), ...further }
}

function faultIn(key: string, take: Take): unknown {
  const text = take(key)
  if (text === undefined) return undefined
  const [kind = '', node, time = '', ...rest] = text.split(',')
  const [at, until] = time.split('-')
  const way = rest.find((part) => part !== 'off')
  const by = take(`${key}.by`)
  return present({
    at: numeric(at),
    until: numeric(until),
    kind: spaced(kind),
    node: oneLess(numeric(node)),
    peer: oneLess(numeric(take(`${key}.peer`))),
    address: numeric(take(`${key}.address`)),
    way: way && spaced(way),
    by: by && spaced(by),
    slower: numeric(take(`${key}.slower`)),
    message: take(`${key}.message`),
    nth: numeric(take(`${key}.nth`)),
    toldAfter: numeric(take(`${key}.toldAfter`)),
    resumes: take(`${key}.resumes`),
    resets: isYes(take(`${key}.resets`)),
    answers: answered(take(`${key}.answers`)),
    partition: numeric(take(`${key}.partition`)),
    error: take(`${key}.error`),
    on: !rest.includes('off'),
  })
}

const answered = (text: string | undefined): unknown => text && spaced(text)

function callIn(key: string, take: Take): unknown {
  const [what, at] = take(key)?.split(',') ?? []
  const parts = ['partition', 'count', 'every', 'timeout'].map((field) => [field, numeric(take(`${key}.${field}`))])
  return present({ at: numeric(at), what, ...Object.fromEntries(parts) })
}

function produceIn(take: Take): Input {
  const topicKnown = take('topicKnown')
  return present({
    kind: 'produce',
    partitions: numeric(take('partitions')),
    recordsPerBatch: numeric(take('recordsPerBatch')),
    recordSize: numeric(take('recordSize')),
    topicKnown: topicKnown === undefined ? true : isYes(topicKnown),
    metadataLag: numeric(take('metadataLag')),
    calls: listIn(take('calls'), limits.calls, (n) => callIn(`c${n}`, take)),
  })
}

function quorumIn(take: Take): Input {
  return present({
    kind: 'quorum',
    start: take('start') ?? 'steady',
    links: take('links')
      ?.split(',')
      .map((link) => {
        const [from, to, latency] = link.split('-').map(numeric)
        return { from: oneLess(from), to: oneLess(to), latency }
      }),
    proposedBound: isYes(take('proposedBound')),
  })
}

/** `p.f B.c A:h0,k1` */
const replicationIn = (take: Take): Input => ({
  kind: 'replication',
  order: take('order') ?? 'ABC',
  schedule: (take('schedule') ?? '')
    .replace(/:([hk0-9,]*)/g, (_, kept: string) => `[${kept.replace(/[hk]/g, '$&=')}]`)
    .replaceAll('.', '; '),
})

/** `1-off,2-on` */
const switchesIn = (text: string | undefined): unknown =>
  text?.split(',').map((pair) => {
    const [fault, on] = pair.split('-')
    return [oneLess(numeric(fault)), isOn(on)]
  })

/** `1,2` */
const numbersIn = (text: string | undefined): unknown[] | undefined => text?.split(',').map(numeric)

/** `partition 0,51` */
function openedIn(text: string | undefined): unknown {
  if (text === undefined) return undefined
  const [, lane, first] = /^(.*),([^,]*)$/s.exec(text) ?? []
  return [lane, oneLess(numeric(first))]
}

/** A list of as many items as a piece says. Of a number beyond any limit only the first items are made; the length tells of it. */
function listIn(text: string | undefined, limit: number, item: (n: number) => unknown): unknown {
  const count = numeric(text)
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 0 || count > 0xffff_ffff) return count
  const items = Array.from({ length: Math.min(count, limit) }, (_, i) => item(i + 1))
  items.length = count
  return items
}

/** The input for `parse` that some pieces stand for, and the keys among them that mean nothing. */
export function inputOf(pieces: Pieces): { readonly input: unknown; readonly strange: readonly string[] } {
  const left = new Map(pieces)
  const take = (key: string): string | undefined => {
    const value = left.get(key)
    left.delete(key)
    return value
  }
  const world = worldIn(take)
  const variants = listIn(take('variants'), limits.variants, (n) => variantIn(left, `v${n}.`, clientIn(world)))
  const [variant, row] = take('selected')?.split(',') ?? []
  const view = present({
    from: numeric(take('from')),
    to: numeric(take('to')),
    playhead: numeric(take('playhead')),
    selected: variant && [oneLess(numeric(variant)), numeric(row)],
    axis: take('axis'),
    brush: numbersIn(take('brush')),
    overlay: numbersIn(take('overlay'))?.map(oneLess),
    only: take('only'),
    opened: openedIn(take('opened')),
  })
  const head = {
    v: 1,
    lab: take('lab') ?? 'client',
    title: take('title') ?? '',
    seed: numeric(take('seed')),
    until: numeric(take('until')),
  }
  const input = { ...head, world, variants, ...(Object.keys(view).length > 0 && { view }) }
  return { input, strange: [...left.keys()] }
}

function worldIn(take: Take): Input {
  const [kind = '', named] = take('workload')?.split(',') ?? []
  if (kind === 'replication') return { workload: replicationIn(take) }
  const node = (n: number) => {
    const boot = take(`n${n}.boot`)
    const addresses = numeric(take(`n${n}.addresses`) ?? '1')
    return present({
      name: take(`n${n}.name`) ?? freshNodeOf(kind as Workload['kind'], n).name,
      bootstrap: boot === undefined ? true : boot === 'no' ? false : boot,
      addresses,
      membership: take(`n${n}.membership`),
      observer: isYes(take(`n${n}.observer`)),
    })
  }
  return {
    nodes: listIn(take('nodes'), limits.nodes, node),
    kernel: kernelIn('kernel', take),
    latency: numeric(take('latency')),
    service: numeric(take('service')),
    jitter: isOn(take('jitter')),
    selectOvershootMs: numeric(take('overshoot')),
    faults: listIn(take('faults'), limits.faults, (n) => faultIn(`f${n}`, take)),
    workload: workloadIn(kind, named, take),
  }
}

function workloadIn(kind: string, named: string | undefined, take: Take): Input {
  if (kind === 'produce') return produceIn(take)
  if (kind === 'quorum') return quorumIn(take)
  if (kind === 'consumer' || kind === 'admin')
    return present({ kind, known: isYes(take('known') ?? 'no'), timeout: numeric(take('timeout')) })
  return present({ kind: kind === '' ? undefined : kind, node: named && oneLess(numeric(named)) })
}

/** Whose settings the variants' are. */
const clientIn = ({ workload }: Input): Component =>
  componentOf(workload as { readonly kind: Workload['kind'] } as Workload)

/** Kafka's keys have a dot in them, but for a few. */
const looksLikeSetting = (key: string): boolean => key.includes('.') || settingKeys.includes(key)

/** The keys of a variant with a dot in them that are no settings. */
const notSettings = /^(?:knob\.|parked\.|kernel\.(?:rtoMax|dataRetries|userTimeout|keepalive|wheel)$)/

/** Takes what begins with a variant's name out of the pieces that are left. */
function variantIn(left: Map<string, string>, at: string, component: Component): Input {
  const own = [...left]
    .filter(([key]) => key.startsWith(at))
    .map(([key, value]) => [key.slice(at.length), value] as const)
  for (const [key] of own) left.delete(at + key)
  const flat = new Map(own)
  const under = (prefix: string) =>
    own.filter(([key]) => key.startsWith(prefix)).map(([key, value]) => [key.slice(prefix.length), value] as const)
  const settings = (of: readonly (readonly [string, string])[]) =>
    of.map(([key, value]) => [key, numeric(value)] as const)
  const knobs = under('knob.').map(
    ([knob, value]) => [knob, value === 'true' ? true : value === 'false' ? false : value] as const,
  )
  const parked = settings(under('parked.'))
  const config = settings(own.filter(([key]) => looksLikeSetting(key) && !notSettings.test(key)))
  const world = present({
    kernel: kernelIn('kernel', (key) => flat.get(key)),
    latency: numeric(flat.get('latency')),
    jitter: isOn(flat.get('jitter')),
    seed: numeric(flat.get('seed')),
    faults: switchesIn(flat.get('faults')),
  })
  const words = own.filter(([key]) => !looksLikeSetting(key) && !['kafka', 'name', ...Object.keys(world)].includes(key))
  return present({
    ...Object.fromEntries(words),
    name: flat.get('name'),
    kafka: flat.get('kafka'),
    knobs: knobs.length > 0 ? Object.fromEntries(knobs) : undefined,
    config: config.length > 0 ? { [component]: Object.fromEntries(config) } : {},
    parked: parked.length > 0 ? { [component]: Object.fromEntries(parked) } : undefined,
    world: Object.keys(world).length > 0 ? world : undefined,
  })
}
