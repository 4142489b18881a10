// The schedule of a partition as its picture shows it, worked out behind the page, and what a visitor plays on it.

import { create } from 'zustand'
import { ordersOf } from '../scenario/compile.ts'
import { replicationOf, SCHEDULE_PATH, setReplication } from '../scenario/editPartition.ts'
import { readSchedule, type Step, textOfSchedule } from '../scenario/partitionSteps.ts'
import { type PromiseStory, storyOf } from '../scenario/partitionStory.ts'
import { type PartitionQuestion, STEP } from '../scenario/partitionWorld.ts'
import { atOf } from '../trace/trace.ts'
import { openPartitionHatch, type PartitionHatch } from '../worker/partitionClient.ts'
import type { Moment, PartitionReply } from '../worker/partitionMessages.ts'
import { visit } from './address.ts'
import { edit, settle } from './edits.ts'
import { lab, type Run } from './lab.ts'
import { cursorIn, seek } from './looking.ts'

export type { Choice, Moment } from '../worker/partitionMessages.ts'

/** What is shown of a run: for each variant what it asks, and its moments, the start and then one a step. */
export type Shown = {
  readonly run: Run
  readonly questions: readonly PartitionQuestion[]
  readonly scenes: readonly (readonly Moment[])[]
}

type Picture = {
  readonly shown: Shown | undefined
  readonly trouble: string | undefined
  /** The table of promises is open, whatever becomes of the panel that opened it. */
  readonly promises: boolean
}

export const usePicture = create<Picture>()(() => ({ shown: undefined, trouble: undefined, promises: false }))

export const showPromises = (promises: boolean): void => usePicture.setState({ promises })

let hatch: PartitionHatch | undefined
let lastId = 0
let pending: Omit<Shown, 'scenes'> | undefined
/** The step that was taken last, until its scene is here: then the cursor goes to it. */
let taken: number | undefined

/** Has the moments of a run's variants worked out; the picture before it stands until they are here. */
export function showScenes(run: Run): void {
  if (pending?.run === run) return
  const worlds = ordersOf(run.scenario).flatMap((order) => ('partition' in order ? [order.partition] : []))
  pending = { run, questions: worlds.map(({ question }) => question) }
  hatch ??= openPartitionHatch(receive)
  hatch.ask({ kind: 'scenes', id: ++lastId, plays: worlds.map(({ question, steps }) => ({ question, steps })) })
}

function receive(reply: PartitionReply): void {
  if (reply.id !== lastId || pending === undefined) return
  if (reply.kind === 'failed') {
    usePicture.setState({ trouble: reply.message })
    hatch?.close()
    hatch = pending = undefined
  } else if (reply.kind === 'scenes') {
    usePicture.setState({ shown: { ...pending, scenes: reply.scenes }, trouble: undefined })
    if (taken !== undefined) seek(taken * STEP)
    else keepTogether()
    taken = undefined
  }
}

/** Where the cursor stays at its step, the reasons tell of that one too: what was told before may now be a row of another. */
function keepTogether(): void {
  const { run, selected, playhead } = lab()
  const trace = selected && run?.answers[selected.variant]?.trace
  if (playhead === undefined || (trace && stepAt(atOf(trace, selected.row)) === stepAt(playhead))) return
  seek(playhead)
}

/** The step at which an instant of the axis stands: between two, the one before. */
export const stepAt = (at: number): number => Math.floor(at / STEP)

/** The present step, as far as the question has steps. */
function presentStep(steps: number): number {
  const state = lab()
  return Math.min(taken ?? stepAt(state.playhead ?? cursorIn(state)), steps)
}

/** The cursor goes to a step. */
export function goToStep(step: number): void {
  taken = undefined
  seek(step * STEP)
}

/** The steps of the present question; none where it is about something else. */
function presentSteps(): readonly Step[] {
  const asked = replicationOf(lab().draft.scenario)
  const read = asked && readSchedule(asked.schedule)
  return read && 'steps' in read ? read.steps : []
}

/** Opens the story of a broken promise; the cursor goes to the step that breaks it, and its row is what is told of. */
export async function openStory(told: PromiseStory): Promise<void> {
  taken = told.steps.length
  await visit(storyOf(told))
}

/** The schedule that was played: what was typed in its place and could not be read gives way. */
function setSchedule(steps: readonly Step[]): void {
  settle()
  edit((scenario) => setReplication(scenario, { schedule: textOfSchedule(steps) }), SCHEDULE_PATH)
  settle()
}

/** Takes a step at the cursor: where it stands there already, the cursor moves on; else it takes the place of all that came after. */
export function takeStep(words: string): void {
  const steps = presentSteps()
  const at = presentStep(steps.length)
  const read = readSchedule(words)
  if (!('steps' in read)) return
  if (textOfSchedule(steps.slice(at, at + 1)) === textOfSchedule(read.steps)) return goToStep(at + 1)
  taken = at + 1
  setSchedule([...steps.slice(0, at), ...read.steps])
}

/** Takes the step at the cursor back, and with it what came after. */
export function takeBack(): void {
  const steps = presentSteps()
  const at = presentStep(steps.length)
  if (at === 0) return
  taken = at - 1
  setSchedule(steps.slice(0, at - 1))
}
