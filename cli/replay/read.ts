// Files of recorded cases: a case a line, plain or gzipped.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Recording } from './recording.ts'

/** The cases of a file, or a sentence that says why it cannot be read. */
export function readRecordings(file: string): Recording[] | string {
  try {
    const bytes = readFileSync(file)
    const text = file.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
    const cases: unknown[] = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line)]))
    const odd = cases.findIndex((entry) => !isRecording(entry))
    return odd < 0
      ? cases.filter(isRecording)
      : `${file}: case ${odd + 1} lacks one of id, layer, variant, input, draws, events.`
  } catch (slip) {
    return `${file} cannot be read: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

const needed = ['id', 'layer', 'variant', 'input', 'draws', 'events']

function isRecording(entry: unknown): entry is Recording {
  return entry !== null && typeof entry === 'object' && needed.every((key) => key in entry)
}
