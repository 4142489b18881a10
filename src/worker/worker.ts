// The worker's side of the hatch. It runs in slices and looks between them whether a newer question has come; then it drops the older
// one. Whatever is thrown in the core is our own slip: it is caught here, once, and told.

import { FNV_START, fnvBytes } from '../base/fnv.ts'
import { drawingOf } from '../lanes/fetched.ts'
import { laneBuffers } from '../lanes/lane.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import { type Begin, beginningOf } from '../sim/fetched.ts'
import type { Simulation } from '../sim/simulation.ts'
import { buffersOf, type Trace } from '../trace/trace.ts'
import { judgingOf } from './judging.ts'
import type { Answer, Question, Reply } from './messages.ts'
import type { PartitionQuestions } from './partitionMessages.ts'

/** How long the worker runs before it looks for a newer question. */
const SLICE_MS = 8
/** Entries, or rows of a trace, between two looks at the clock. */
const ENTRIES = 1024

let newest = 0
let desk: Promise<(question: PartitionQuestions) => void> | undefined
/** The simulation under way, for the clock of a crash. */
let running: Simulation | undefined

self.onmessage = ({ data }: MessageEvent<Question | PartitionQuestions>): void => {
  if (isOfPartitions(data)) {
    // What is asked of partitions is answered by a script of its own, which is fetched for it, in the order in which it was asked.
    desk ??= import('./partition.ts').then(({ openDesk }) => openDesk((reply) => self.postMessage(reply)))
    void desk.then((answer) => answer(data))
    return
  }
  newest = data.id
  void answer(data)
}

const isOfPartitions = (data: Question | PartitionQuestions): data is PartitionQuestions =>
  data.kind !== 'run' && data.kind !== 'seeds'

/** Work that stopped because nobody waits for it any more. */
class Overtaken extends Error {}

async function answer(question: Question): Promise<void> {
  try {
    if (question.kind === 'run') await answerRun(question)
    else await answerSeeds(question)
  } catch (slip) {
    if (!(slip instanceof Overtaken)) crashed(question, slip)
  }
}

const post = (reply: Reply, buffers: ArrayBuffer[] = []): void => self.postMessage(reply, { transfer: buffers })

async function answerRun({ id, orders }: Question): Promise<void> {
  const begun = performance.now()
  // What a lab draws weighs on no other lab.
  const [begin, draw, judge] = await Promise.all([beginningOf(orders), drawingOf(orders), judgingOf(orders)])
  const answers: Answer[] = []
  for (const order of orders) {
    const trace = await traceOf(id, order, begin)
    const judged = judge(trace, order)
    const drawing = draw(trace, order, judged)
    await inSlices(id, (rows) => drawing.advance(rows))
    answers.push({ trace, group: drawing.finish(), ...(judged && { opens: judged.opens }) })
  }
  const digest = digestOf(answers.map(({ trace }) => trace))
  const buffers = answers.flatMap(({ trace, group }) => [...buffersOf(trace), ...laneBuffers(group)])
  post({ kind: 'ran', id, answers, digest, tookMs: performance.now() - begun }, buffers)
}

async function traceOf(id: number, order: RunOrder, begin: Begin): Promise<Trace> {
  const simulation = begin(order)
  running = simulation
  await inSlices(id, (entries) => simulation.advance(entries))
  running = undefined
  return simulation.finish().trace
}

async function answerSeeds({ id, orders, seeds }: Extract<Question, { kind: 'seeds' }>): Promise<void> {
  // No picture waits for it.
  const { headlinesOverSeeds } = await import('../search/seeds.ts')
  const fan = headlinesOverSeeds(orders, seeds, await beginningOf(orders))
  await inSlices(id, (entries) => fan.advance(entries))
  post({ kind: 'seeded', id, headlines: fan.headlines() })
}

/** Does some work slice by slice, with a breath between, until it says that it is done. */
async function inSlices(id: number, advance: (entries: number) => boolean): Promise<void> {
  while (!slice(advance)) await breath(id)
}

/** Works for a slice; true when the work is done. */
function slice(advance: (entries: number) => boolean): boolean {
  const end = performance.now() + SLICE_MS
  do {
    if (advance(ENTRIES)) return true
  } while (performance.now() < end)
  return false
}

const { port1: here, port2: there } = new MessageChannel()

/** Lets messages in. Ends the work if a newer question was among them. */
async function breath(id: number): Promise<void> {
  await new Promise<void>((resolve) => {
    here.addEventListener('message', () => resolve(), { once: true })
    there.postMessage(0)
  })
  if (id !== newest) throw new Overtaken()
}

here.start()

/** FNV-1a over the digests of the variants. */
function digestOf(traces: readonly Trace[]): number {
  const digests = Uint32Array.from(traces, ({ digest }) => digest)
  return fnvBytes(FNV_START, new Uint8Array(digests.buffer))
}

function crashed({ id }: Question, slip: unknown): void {
  const message = slip instanceof Error ? slip.message : String(slip)
  post({ kind: 'crashed', id, message, at: running?.now() ?? 0 })
  running = undefined
}
