// What undo and redo did, in words: for who does not see it.

import type { Scenario, Variant } from '../scenario/scenario.ts'
import { spokenFault } from './faultFacts.ts'

/** `black hole on broker 3, from 0 removed`, `Kafka 2.7, KIP-601: linger.ms`, `latency`: from one question to the next. */
export function turnedInto(before: Scenario, after: Scenario): string {
  if (before.title !== after.title) return `the question is ${after.title}`
  const said = [...faultsSaid(before, after), ...variantsSaid(before, after), ...restSaid(before, after)]
  return said.length > 0 ? said.join('; ') : 'what was typed'
}

function faultsSaid(before: Scenario, after: Scenario): string[] {
  const [old, now] = [before.world, after.world]
  const gone = old.faults.filter((fault) => !now.faults.includes(fault))
  const come = now.faults.filter((fault) => !old.faults.includes(fault))
  const isMore = (more: Scenario, less: Scenario) => more.world.faults.length > less.world.faults.length
  if (isMore(after, before)) return come.map((fault) => `${spokenFault(fault, now.nodes)} added`)
  if (isMore(before, after)) return gone.map((fault) => `${spokenFault(fault, old.nodes)} removed`)
  return come.map((fault) => `${spokenFault(fault, now.nodes)}${fault.on ? '' : ', off'}`)
}

function variantsSaid({ variants: old }: Scenario, { variants: now }: Scenario): string[] {
  if (now.length > old.length) return now.filter((each) => !old.includes(each)).map(({ name }) => `${name} added`)
  if (now.length < old.length) return old.filter((each) => !now.includes(each)).map(({ name }) => `${name} removed`)
  return now.flatMap((variant, index) => variantSaid(old[index], variant))
}

function variantSaid(old: Variant | undefined, now: Variant): string[] {
  if (old === undefined || old === now) return []
  const what = differing(old, now)
  return what.length > 0 ? [`${now.name}: ${what.join(', ')}`] : []
}

/** Of the world and of the run what is neither a fault nor a variant. */
function restSaid(before: Scenario, after: Scenario): string[] {
  const rest = ({ world: { faults: _, ...world }, seed, until }: Scenario) => ({
    ...world,
    seed,
    'length of the run': until,
  })
  return differing(rest(before), rest(after))
}

/** The names of all values that differ, however deep: settings by their keys. */
function differing(a: unknown, b: unknown, name = ''): string[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return []
  // What is not there yet is as good as empty.
  const [old, now] = [a ?? {}, b ?? {}]
  if (!isPlain(old) || !isPlain(now)) return [name]
  const keys = new Set([...Object.keys(old), ...Object.keys(now)])
  return [...keys].flatMap((key) => differing(old[key], now[key], key))
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
