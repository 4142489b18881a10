// npm run --silent transcript -- PRESET | LINK | FILE.json: a run as sentences. The result goes to stdout, what went wrong to stderr;
// exit 2 on what cannot be read.

import { readFileSync } from 'node:fs'
import { transcript } from '../src/findings/transcript.ts'
import { ordersOf } from '../src/scenario/compile.ts'
import { fromFile } from '../src/scenario/file.ts'
import { decode } from '../src/scenario/link.ts'
import { presetOf, presets } from '../src/scenario/presets.ts'
import type { Problem } from '../src/scenario/problem.ts'
import { limits, type Scenario } from '../src/scenario/scenario.ts'
import { run } from '../src/sim/run.ts'
import type { Trace } from '../src/trace/trace.ts'

const UNREADABLE = 2

/** The question that an argument stands for, or why it stands for none. */
type Found = { readonly scenario: Scenario } | { readonly complaint: string }

function main(args: readonly string[]): number {
  const [asked, ...more] = args
  if (asked === undefined || more.length > 0) return complain(`Name one preset, link or file.\n${presetList()}`)
  const found = find(asked)
  if ('complaint' in found) return complain(found.complaint)
  process.stdout.write(transcript(found.scenario, tracesOf(found.scenario)))
  return 0
}

function find(asked: string): Found {
  const preset = presetOf(asked) ?? presets.find(({ link }) => link === asked)
  if (preset) return { scenario: preset.scenario }
  if (/#|^c\d+\./.test(asked)) return fromLink(asked)
  if (asked.endsWith('.json')) return fromDisk(asked)
  return { complaint: `There is no preset '${asked}'.\n${presetList()}` }
}

function fromLink(link: string): Found {
  const decoded = decode(link)
  return 'scenario' in decoded ? decoded : { complaint: decoded.problem }
}

function fromDisk(file: string): Found {
  const text = textOf(file)
  if (text === undefined) return { complaint: `The file '${file}' cannot be read.` }
  const read = fromFile(text)
  return 'scenario' in read ? read : { complaint: complaintOf(file, read.problems) }
}

/** The text of a file, undefined where it cannot be read. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** One sentence for all that is wrong with a file: its first problem, and how many more there are. */
function complaintOf(file: string, problems: readonly Problem[]): string {
  const [first] = problems
  const where = first?.path ? ` at ${first.path}` : ''
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
  return `${file}${where}: ${first?.what ?? 'it is no scenario.'}${more}`
}

const presetList = (): string => `Presets:\n${presets.map(({ id, title }) => `  ${id.padEnd(20)} ${title}`).join('\n')}`

const tracesOf = (scenario: Scenario): Trace[] =>
  ordersOf(scenario, limits.rowsHeadless).map((order) => run(order).trace)

function complain(what: string): number {
  process.stderr.write(`${what}\n`)
  return UNREADABLE
}

process.exitCode = main(process.argv.slice(2))
