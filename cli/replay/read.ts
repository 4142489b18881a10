// Files of recorded cases: a case a line, plain or gzipped; or one document of verdicts.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Recording } from './recording.ts'
import { casesOf, isVerdicts } from './verdicts.ts'

/** The cases of a file, or a sentence that says why it cannot be read. */
export function readRecordings(file: string): Recording[] | string {
  try {
    const bytes = readFileSync(file)
    const text = file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
    const cases = casesIn(text)
    const odd = cases.findIndex((entry) => !isRecording(entry))
    return odd < 0
      ? cases.filter(isRecording)
      : `${file}: case ${odd + 1} lacks one of id, layer, variant, input, draws, events.`
  } catch (slip) {
    return `${file} cannot be read: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

/** A document that is written over several lines begins with one that is no JSON by itself. */
function casesIn(text: string): unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const document: unknown = lines[0]?.trim() === '{' || lines.length === 1 ? JSON.parse(text) : undefined
  return isVerdicts(document) ? casesOf(document) : lines.map((line): unknown => JSON.parse(line))
}

const needed = ['id', 'layer', 'variant', 'input', 'draws', 'events']

function isRecording(entry: unknown): entry is Recording {
  return entry !== null && typeof entry === 'object' && needed.every((key) => key in entry)
}
