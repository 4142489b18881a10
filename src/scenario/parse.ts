// The porch: whatever comes from a form, a file or a link becomes a scenario here, or a list of all that is wrong with it.

import { fieldBounds, notInRelease, refusalHint, settingProblem } from './fields.ts'
import { knobsOf, knobValues } from './knobs.ts'
import type { Problem } from './problem.ts'
import { Reader, within } from './reader.ts'
import type { Places } from './readFaults.ts'
import { endOfSchedule } from './readReplication.ts'
import { readView } from './readView.ts'
import { readVariantWorld, readWorld } from './readWorld.ts'
import { releaseName, releasesIn } from './releases.ts'
import { notOfferedIn } from './releaseTexts.ts'
import {
  type Component,
  type Config,
  componentOf,
  labOf,
  limits,
  type Scenario,
  type Value,
  type Variant,
  type Workload,
} from './scenario.ts'
import { settingKeys } from './settingForms.ts'
import { clientMissing, settingOf } from './settings.ts'
import { rulingOn } from './verdicts.ts'

type Lab = Scenario['lab']

/** A scenario, or every problem of the input. The work is bounded whatever the input is. */
export function parse(input: unknown): { readonly scenario: Scenario } | { readonly problems: readonly Problem[] } {
  const reader = new Reader()
  const scenario = readScenario(input, reader)
  return reader.problems.length === 0 ? { scenario } : { problems: reader.problems }
}

/** What is sound in an input that has problems, with defaults in the gaps; undefined where too little is left to ask a question. */
export function salvage(input: unknown): Scenario | undefined {
  const kept = readScenario(input, new Reader())
  const again = parse(kept)
  return 'scenario' in again ? again.scenario : undefined
}

function readScenario(input: unknown, reader: Reader): Scenario {
  const fields = reader.fields(input, '', ['v', 'lab', 'title', 'seed', 'until', 'world', 'variants', 'view'])
  if (!fields) return readScenario({}, new Reader())
  const { get } = fields
  readVersion(get('v'), reader)
  const title = reader.text(get('title'), 'title', limits.titleLength, '')
  const seed = reader.whole(get('seed'), 'seed', fieldBounds.seed, 1)
  const { world, places } = readWorld(get('world'), 'world', reader)
  const { workload } = world
  const until =
    workload.kind === 'replication'
      ? endOfSchedule(workload)
      : reader.whole(get('until'), 'until', fieldBounds.until, 150_000)
  const lab = readLab(get('lab'), workload, reader)
  const variants = reader
    .list(get('variants'), 'variants', 1, limits.variants, 'variants')
    .flatMap((variant, i) => readVariant(variant, `variants.${i}`, componentOf(workload), places, lab, reader) ?? [])
  const view = fields.has('view') ? readView(get('view'), 'view', until, variants.length, reader) : undefined
  return { v: 1, lab, title, seed, until, world, variants, ...(view && { view }) }
}

/** The lab whose question the application asks. */
function readLab(input: unknown, workload: Workload, reader: Reader): Lab {
  const { kind } = workload
  const asks = labOf(workload)
  const named = reader.oneOf(input, 'lab', ['client', 'requests', 'quorum', 'replication'])
  if (named !== undefined && named !== asks) {
    const what = `The lab ${named} has no application of the kind ${kind}.`
    reader.add('world.workload.kind', what, kindsOf[named])
  }
  return asks
}

const kindsOf: { readonly [lab in Lab]: string } = {
  client: 'One of send, refresh, leader, busy.',
  requests: 'Write produce.',
  quorum: 'Write quorum.',
  replication: 'Write replication.',
}

function readVersion(v: unknown, reader: Reader): void {
  if (v === 1) return
  const newer = typeof v === 'number' && v > 1
  const what = newer ? 'A newer version of the lab wrote this.' : 'The version of the format must be 1.'
  reader.add('v', what, newer ? 'Reload the page to get the newest lab.' : 'Write v: 1.')
}

function readVariant(
  input: unknown,
  path: string,
  component: Component,
  places: Places,
  lab: Lab,
  reader: Reader,
): Variant | undefined {
  const fields = reader.fields(input, path, ['name', 'kafka', 'knobs', 'config', 'parked', 'world'])
  if (!fields) return undefined
  const part = (key: string) => within(path, key)
  const kafka = readKafka(fields.get('kafka'), part('kafka'), lab, reader)
  if (kafka === undefined || !isThere(kafka, component, part('kafka'), reader)) return undefined
  const of = { kafka, component }
  const read = <T>(key: string, of: (input: unknown, path: string) => T | undefined): T | undefined =>
    fields.has(key) ? of(fields.get(key), part(key)) : undefined
  const knobsSet = read('knobs', (value, at) => readKnobs(value, at, kafka, lab, reader))
  const config = fields.has('config') ? readConfig(fields.get('config'), part('config'), of, reader) : {}
  const parked = read('parked', (value, at) => readParked(value, at, of, reader))
  const world = read('world', (value, at) => readVariantWorld(value, at, places, lab, reader))
  return {
    name: reader.text(fields.get('name'), part('name'), limits.nameLength, releaseName(kafka)),
    kafka,
    ...(knobsSet && { knobs: knobsSet }),
    config,
    ...(parked && { parked }),
    ...(world && { world }),
  }
}

function readKafka(input: unknown, path: string, lab: Lab, reader: Reader): string | undefined {
  const ids = releasesIn(lab).map(({ id }) => id)
  if (typeof input === 'string' && input.length <= limits.nameLength) {
    if (ids.includes(input)) return input
    const named = notOfferedIn(lab).find(({ label }) => label === input)
    if (named) {
      reader.add(path, `Kafka ${input} is not offered. ${named.reason}`, `One of ${ids.join(', ')}.`)
      return undefined
    }
  }
  return reader.oneOf(input, path, ids)
}

/** A client of a release. */
type Client = { readonly kafka: string; readonly component: Component }

/** Before 0.9 there is no consumer of this kind, and before 0.11 no admin client. */
function isThere(kafka: string, component: Component, path: string, reader: Reader): boolean {
  const missing = clientMissing(kafka, component)
  if (missing) reader.add(path, missing.what, missing.hint)
  return missing === undefined
}

/** undefined: none is set. */
function readKnobs(input: unknown, path: string, kafka: string, lab: Lab, reader: Reader): Variant['knobs'] {
  const knobs = knobsOf(kafka, lab)
  const fields = reader.fields(input, path, knobs)
  const set = knobs
    .filter((knob) => fields?.has(knob))
    .flatMap((knob) => {
      const value = reader.oneOf<string | boolean>(fields?.get(knob), within(path, knob), knobValues[knob])
      return value === undefined ? [] : [[knob, value] as const]
    })
  return set.length > 0 ? (Object.fromEntries(set) as NonNullable<Variant['knobs']>) : undefined
}

/** The settings of one component, as pairs of key and value that are numbers or words at all. */
function readSettings(input: unknown, path: string, component: Component, reader: Reader): [string, Value, string][] {
  const fields = reader.fields(input, path, [component])
  if (!fields?.has(component)) return []
  const client = within(path, component)
  return reader.pairs(fields.get(component), client, settingKeys.length).flatMap(([key, value]) => {
    const at = within(client, key.slice(0, 80))
    if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return [[key, value, at]]
    reader.add(at, 'A setting must be a number or a word.', 'Leave it out for the default.')
    return []
  })
}

const configOf = (pairs: readonly (readonly [string, Value])[], component: Component): Config =>
  pairs.length > 0 ? { [component]: Object.fromEntries(inOrder(pairs)) } : {}

/** The settings in the order of the table, so that equal configurations are written alike. */
const inOrder = (pairs: readonly (readonly [string, Value])[]) =>
  [...pairs].sort(([a], [b]) => settingKeys.indexOf(a) - settingKeys.indexOf(b))

function readConfig(input: unknown, path: string, of: Client, reader: Reader): Config {
  const { kafka, component } = of
  const pairs = readSettings(input, path, component, reader).flatMap(([key, value, at]): [string, Value][] => {
    const row = settingOf(kafka, key, component)
    if (!row) reader.problems.push(notInRelease(kafka, key, at, component))
    else if (!row.words && typeof value !== 'number')
      reader.add(at, `${key} must be a number.`, 'Write it without quotes.')
    else {
      const problem = settingProblem(row, value, at)
      // What looks like a number or a truth in a file may be a word to Kafka: acks=1.
      if (!problem) return [[key, row.words ? String(value) : Number(value) + 0]]
      reader.problems.push(problem)
    }
    return []
  })
  return configOf(
    pairs.filter(([key]) => !refusedTogether(of, pairs, key, path, reader)),
    component,
  )
}

/** Where Kafka refuses a value because of its other settings. */
function refusedTogether(
  { kafka, component }: Client,
  pairs: readonly [string, Value][],
  key: string,
  path: string,
  reader: Reader,
): boolean {
  const { fields } = rulingOn(kafka, Object.fromEntries(pairs), component)
  const refusal = fields.find((field) => field.key === key && field.verdict === 'rejected')
  if (refusal)
    reader.problems.push({
      path: `${path}.${component}.${key}`,
      what: refusal.says,
      hint: refusalHint(refusal),
      kafka: 'refuses',
    })
  return refusal !== undefined
}

/** Values kept for a release that has them: any setting that this one lacks. */
function readParked(input: unknown, path: string, of: Client, reader: Reader): Config | undefined {
  const { kafka, component } = of
  const pairs = readSettings(input, path, component, reader).flatMap(([key, value, at]): [string, Value][] => {
    if (!settingKeys.includes(key)) reader.problems.push(notInRelease(kafka, key, at, component))
    else if (settingOf(kafka, key, component)) reader.add(at, 'This release has the setting.', 'Move it to config.')
    else if (String(value).length > limits.nameLength * 2) reader.add(at, 'This value is too long.', 'Take it out.')
    else if (typeof value === 'number' && !Number.isSafeInteger(value))
      reader.add(at, 'This must be a whole number.', 'Take it out.')
    else if (typeof value === 'string' && reader.text(value, at, limits.nameLength * 2, '') !== value) return []
    else return [[key, typeof value === 'number' ? value + 0 : value]]
    return []
  })
  return pairs.length > 0 ? configOf(pairs, component) : undefined
}
