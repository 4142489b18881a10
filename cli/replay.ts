// Replays recorded cases: `replay FILE...`, each file lines of JSON, plain or gzipped. A line for each case that is not met, a last
// line with the counts; exit 1 if any failed, 2 on what cannot be read.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { replayClientNetwork } from './replay/clientNetwork.ts'
import { type Difference, type Recording, type Replay } from './replay/recording.ts'

/** One replay a layer. */
const layers: { readonly [layer: string]: Replay } = { 'client-network': replayClientNetwork }

const UNREADABLE = 2

function main(files: readonly string[]): number {
  if (files.length === 0) return complain('Name at least one file of recorded cases: replay FILE...')
  let passed = 0
  let failed = 0
  for (const file of files) {
    const cases = read(file)
    if (typeof cases === 'string') return complain(cases)
    for (const recording of cases) {
      const failure = verdict(recording)
      if (failure === undefined) passed++
      else {
        failed++
        print(failure)
      }
    }
  }
  print(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

/** The line of a case that is not met, undefined where it is. */
function verdict(recording: Recording): string | undefined {
  const replay = layers[recording.layer]
  if (!replay) return `${recording.id}: layer ${recording.layer} is not built`
  try {
    const difference = replay(recording)
    return difference && line(recording.id, difference)
  } catch (slip) {
    return `${recording.id}: crashed: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

const line = (id: string, { what, index, expected, got }: Difference): string =>
  `${id}: ${what} ${index}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(got)}`

/** The cases of a file, or a sentence that says why it cannot be read. */
function read(file: string): Recording[] | string {
  try {
    const bytes = readFileSync(file)
    const text = file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
    const cases = text
      .split('\n')
      .filter((entry) => entry.trim() !== '')
      .map((entry): unknown => JSON.parse(entry))
    const odd = cases.findIndex((entry) => !isRecording(entry))
    return odd < 0 ? cases.filter(isRecording) : `${file}: line ${odd + 1} is no recorded case (id, layer, input, draws, events).`
  } catch (slip) {
    return `${file}: cannot be read: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

function isRecording(entry: unknown): entry is Recording {
  if (entry === null || typeof entry !== 'object') return false
  return 'id' in entry && 'layer' in entry && 'input' in entry && 'events' in entry && 'draws' in entry
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return UNREADABLE
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = main(process.argv.slice(2))
