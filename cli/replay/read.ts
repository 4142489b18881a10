// Files of recorded cases: a case a line, plain or gzipped; or one document of verdicts.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Recording } from './recording.ts'
import { casesOf, isVerdicts } from './verdicts.ts'

/** The cases of a file, or a sentence that says why it cannot be read. */
export function readRecordings(file: string): Recording[] | string {
  try {
    const bytes = readFileSync(file)
    const text = new TextDecoder().decode(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    const document = documentIn(text)
    const cases = isVerdicts(document) ? casesOf(document) : casesIn(text)
    const odd = cases.findIndex((entry) => !isRecording(entry))
    return odd < 0
      ? cases.filter(isRecording)
      : `${file}: case ${odd + 1} lacks one of ${needed.slice(0, -1).join(', ')} and ${needed.at(-1)}.`
  } catch (slip) {
    return `${file} cannot be read: ${slip instanceof Error ? slip.message : String(slip)}`
  }
}

/** What a text is as a whole; undefined where it is none, as where each line is a case. */
function documentIn(text: string): unknown {
  // Many lines of many cases are not worth the try.
  if (!/^\s*\{\s*(?:\n|$)/.test(text) && text.trim().includes('\n')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function casesIn(text: string): unknown[] {
  return text.split('\n').flatMap((line, n) => (line.trim() === '' ? [] : [caseIn(line, n + 1)]))
}

function caseIn(line: string, nth: number): unknown {
  try {
    return JSON.parse(line)
  } catch (slip) {
    const why = slip instanceof Error ? slip.message : String(slip)
    throw new Error(`line ${nth} is no case (${why}). A file holds a case a line, or one document of verdicts.`)
  }
}

const needed = ['id', 'layer', 'variant', 'input', 'draws', 'events']

function isRecording(entry: unknown): entry is Recording {
  return entry !== null && typeof entry === 'object' && needed.every((key) => key in entry)
}
