// Replays recorded cases: `replay FILE...`, each file a case a line, plain or gzipped. Prints a line for each case that is not met and
// a last line with the counts; exit 1 if any failed, 2 on what cannot be read.

import { verdictOf } from './replay/layers.ts'
import { readRecordings } from './replay/read.ts'

const UNREADABLE = 2

function main(files: readonly string[]): number {
  if (files.length === 0) return complain('Name at least one file of recorded cases: replay FILE...')
  let passed = 0
  let failed = 0
  let doubted = 0
  for (const file of files) {
    const recordings = readRecordings(file)
    if (typeof recordings === 'string') return complain(recordings)
    for (const recording of recordings) {
      const verdict = verdictOf(recording)
      if (verdict.passed) passed++
      else {
        if (verdict.doubted) doubted++
        else failed++
        print(verdict.line)
      }
    }
  }
  if (passed + failed + doubted === 0) return complain('These files hold no recorded case.')
  if (doubted > 0) print(`${doubted} doubted, in neither count`)
  print(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return UNREADABLE
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = main(process.argv.slice(2))
