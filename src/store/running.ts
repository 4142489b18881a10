// Between the question and the worker: asks at each accepted edit, takes the newest answer, and tells the page's root how far it is.

import { type FindInForce, inForceAsReleased } from '../findings/inForce.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import { isAsReleased, ordersAsReleased } from '../scenario/compileClient.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { openHatch, type Reply } from '../worker/client.ts'
import { porch } from './door.ts'
import { lab, type Run, setLab } from './lab.ts'
import { landing } from './landing.ts'
import { openingRange } from './looking.ts'

/** How many seeds the range beside a headline covers. */
const SEEDS = 50
/** A longer run is not run fifty times over unasked. */
const QUICK_ROWS = 30_000
/** The question must have stood still so long before its seeds are run. */
const IDLE_MS = 350

let hatch: ReturnType<typeof openHatch> | undefined
let idle: ReturnType<typeof setTimeout> | undefined
let lastId = 0
/** The question whose answer is under way. */
let pending: { readonly id: number; readonly scenario: Scenario; readonly edits: number } | undefined

const mark = (name: 'ready' | 'asked' | 'drawn', value: number): void => {
  document.documentElement.dataset[name] = String(value)
}

/** Whether the question came from elsewhere, with a selected row of its own, and has not run yet. */
let arriving = false

/** Another question comes, by a link or a preset: its selection is a row of its own run, and none of the one before. */
export function arrive(): void {
  arriving = true
}

/** Opens the worker. Everything else waits for `ask`. */
export function start(open: typeof openHatch = openHatch): void {
  hatch = open(receive)
}

/** Counts the edit and sends the question off. One that cannot be asked is said, and the last good run stays. */
export function ask(): void {
  if (rest === undefined) return void fetchRest().then(ask, lost)
  const { draft, asked, trouble } = lab()
  const problems = rest.refusalsOf(draft.scenario)
  if (problems.length > 0) return setLab({ trouble: { kind: 'refused', problems } })
  setLab({ asked: asked + 1, ...(trouble?.kind === 'refused' && { trouble: undefined }) })
  mark('asked', asked + 1)
  send(draft.scenario, asked + 1)
}

let rest: typeof import('./rest.ts') | undefined

/** Fetches what no first picture of a question needs that is as the releases come. */
export async function fetchRest(): Promise<void> {
  rest = await import('./rest.ts')
}

/** What settings come to. Who sets any has the rules of that, since no run comes before them. */
export const findInForce = (): FindInForce => rest?.settingInForce ?? inForceAsReleased

/** Hands on what the runs of a question take, once the script for them is here, unless something newer was asked by then. */
function withOrders(scenario: Scenario, id: number, ask: (orders: RunOrder[]) => void): void {
  if (rest) ask(rest.ordersOf(scenario))
  else if (isAsReleased(scenario)) ask(ordersAsReleased(scenario))
  else fetchRest().then(() => (id === lastId ? withOrders(scenario, id, ask) : undefined), lost)
}

function lost(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  pictured()
  setLab({ trouble: { kind: 'link', what: `A part of the lab could not be loaded: ${why}; reload the page.` } })
}

/** Sends the first question, which is nobody's edit. */
export const askFirst = (): void => send(lab().draft.scenario, 0)

/** Asks the present question again, after a crash. */
export const askAgain = (): void => send(lab().draft.scenario, lab().asked)

function send(scenario: Scenario, edits: number): void {
  clearTimeout(idle)
  const id = ++lastId
  pending = { id, scenario, edits }
  withOrders(scenario, id, (orders) => hatch?.ask({ kind: 'run', id, orders }))
}

function receive(reply: Reply): void {
  if (reply.kind === 'seeded') return receiveSeeds(reply.id, reply.headlines)
  if (reply.id !== pending?.id) return
  const { scenario, edits } = pending
  if (reply.kind === 'crashed') return void crashed(reply.message, reply.at, scenario)
  const { answers, digest, tookMs } = reply
  const run: Run = { scenario, answers, digest, tookMs, edits }
  const { selected, trouble, run: last, opens } = lab()
  const here = landing(arriving ? undefined : last, run, selected)
  const before = arriving ? undefined : runBefore(last, scenario)
  arriving = false
  // Who had chosen what to see by then has it.
  const range = opens === 'to come' && lab().range === undefined ? openingRange(run) : undefined
  const opening = opens === 'to come' && { opens: range, ...(range && { range }) }
  setLab({ run, before, selected: here, ...opening, ...(trouble?.kind === 'crash' && { trouble: undefined }) })
  const rows = answers.reduce((sum, { trace }) => sum + trace.rows, 0)
  if (rows < QUICK_ROWS) idle = setTimeout(askSeeds, IDLE_MS)
}

/** What a run is compared with: the one before it, or before the gesture that it is a part of; all edits undone, none is left to compare. */
function runBefore(last: Run | undefined, scenario: Scenario): Run | undefined {
  const { before, past } = lab()
  if (past.length === 0) return undefined
  const goesOn = before !== undefined && before.scenario === past.at(-1)?.scenario
  return goesOn || last?.scenario === scenario ? before : last
}

async function crashed(message: string, at: number, scenario: Scenario): Promise<void> {
  const door = await porch().catch(() => undefined)
  pictured()
  setLab({ trouble: { kind: 'crash', message, at, link: door?.encode(scenario) ?? '' } })
}

let seedsFor: { readonly id: number; readonly scenario: Scenario } | undefined

function askSeeds(): void {
  const { run, spread } = lab()
  if (run === undefined || spread?.scenario === run.scenario) return
  seedsFor = { id: ++lastId, scenario: run.scenario }
  const id = lastId
  withOrders(run.scenario, id, (orders) => hatch?.ask({ kind: 'seeds', id, orders, seeds: SEEDS }))
}

function receiveSeeds(id: number, headlines: readonly (readonly (number | undefined)[])[]): void {
  if (seedsFor?.id === id) setLab({ spread: { scenario: seedsFor.scenario, headlines } })
}

let pictured: () => void = () => undefined
/** Kept once the first picture stands on the screen, or cannot come: what is not needed for it may load now. */
export const firstPicture = new Promise<void>((resolve) => {
  pictured = resolve
})

/** The picture of a run stands on the screen. */
export function drawn(run: Run): void {
  pictured()
  if (document.documentElement.dataset.ready === undefined) mark('ready', 1)
  if (run.edits > 0) mark('drawn', run.edits)
}

// From then on the lab needs nothing of the network for another question.
void firstPicture.then(fetchRest).catch(() => undefined)
