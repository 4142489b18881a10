// What only a world with one replicated partition has, read from anything: its replicas, the order of their assignment, its schedule.

import { readSchedule, type Schedule, textOfSchedule } from './partitionSteps.ts'
import { assignments, STEP } from './partitionWorld.ts'
import { type Reader, within } from './reader.ts'
import { part, sound, word } from './readParts.ts'
import { freshReplica, limits, type Node, type Replication } from './scenario.ts'

const REPLICAS = 3

/** Always three, by their letters. */
export const replicas: readonly Node[] = Array.from({ length: REPLICAS }, (_, i) => freshReplica(i + 1))

/** The three replicas; anything else that is said of them is a problem. Absent: as they come. */
export function readReplicas(input: unknown, path: string, reader: Reader): readonly Node[] {
  if (input === undefined) return replicas
  const nodes = reader.list(input, path, REPLICAS, REPLICAS, 'replicas')
  replicas.forEach((fresh, i) => {
    const where = within(path, i)
    const fields = i < nodes.length ? reader.fields(nodes[i], where, ['name', 'bootstrap', 'addresses']) : undefined
    if (!fields) return
    part(fields, where, 'name', word(reader, [fresh.name]))
    part(fields, where, 'bootstrap', word(reader, [true]))
    part(fields, where, 'addresses', word(reader, [1]))
  })
  return replicas
}

/** undefined: it is no object. What has a problem is as it comes: no step at all. */
export function readReplication(input: unknown, path: string, reader: Reader): Replication | undefined {
  const fields = reader.fields(input, path, ['kind', 'order', 'schedule'])
  if (!fields) return undefined
  const { order = 'ABC' } = part(fields, path, 'order', word(reader, assignments))
  const schedule = sound(reader, () => readSteps(fields.get('schedule'), within(path, 'schedule'), reader)) ?? ''
  return { kind: 'replication', order, schedule }
}

/** The steps of a schedule in one spelling; each mistake tells the step and the column. */
function readSteps(input: unknown, path: string, reader: Reader): string {
  const text = typeof input === 'string' ? input : reader.text(input, path, limits.scheduleLength, '')
  const read = stepsIn(text)
  if ('problem' in read) reader.add(path, read.problem, read.hint)
  return 'steps' in read ? textOfSchedule(read.steps) : ''
}

const SCHEDULE_HINT = 'Steps are p, f B, fl B, m B, s B, c A, c A[h=0,k=1], d A, r A and pl A, with ; between them.'

/** The steps of a text, or what is wrong with it: which step, and at which column of the text, both counted from 1. */
export function stepsIn(text: string): Schedule | { readonly problem: string; readonly hint: string } {
  if (text.length > limits.scheduleLength)
    return {
      problem: `This schedule has ${text.length} characters; ${limits.scheduleLength} are possible.`,
      hint: `At most ${limits.steps} steps.`,
    }
  const read = readSchedule(text)
  if ('what' in read) {
    const step = text
      .slice(0, read.at)
      .split(/[;\n]/)
      .filter((part, i, all) => i === all.length - 1 || part.trim() !== '')
    return { problem: `Step ${step.length}, column ${read.at + 1}: ${read.what}`, hint: SCHEDULE_HINT }
  }
  if (read.steps.length <= limits.steps) return read
  return {
    problem: `Here are ${read.steps.length} steps; at most ${limits.steps} are possible.`,
    hint: 'Take some out.',
  }
}

/** The last instant of a run: one step's room behind the last one. */
export const endOfSchedule = ({ schedule }: Replication): number => {
  const read = stepsIn(schedule)
  return STEP * (('steps' in read ? read.steps.length : 0) + 1)
}
