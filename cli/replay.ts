// Replays recorded cases: `replay FILE...`, each file a case a line, plain or gzipped. Prints a line for each case that is not met and
// a last line with the counts; exit 1 if any failed, 2 on what cannot be read: a file, or a case that says what is not known here.

import { layerNames, verdictOf } from './replay/layers.ts'
import { readRecordings } from './replay/read.ts'

const UNREADABLE = 2

const help = `npm run --silent replay -- FILE...

Replays recorded cases and compares event for event. A file holds a case a line, plain or gzipped, or one document of verdicts
(replication.verdicts.json). Layers: ${layerNames.join(', ')}.

Prints a line for each case that is not met, then the counts. A case about what is not built, or whose recording is doubted, is named and
in neither count; so is one that cannot be read.

Exit 0: every case is met. 1: some are not. 2: a file or a case cannot be read.
`

function main(files: readonly string[]): number {
  if (files.some((file) => file === '--help' || file === '-h')) return explain()
  const option = files.find((file) => file.startsWith('-'))
  if (option !== undefined) return complain(`There is no option '${option}'. See --help.`)
  if (files.length === 0) return complain('Name at least one file of recorded cases: replay FILE...')
  let passed = 0
  let failed = 0
  const aside = { doubted: 0, 'not built': 0, unreadable: 0 }
  for (const file of files) {
    const recordings = readRecordings(file)
    if (typeof recordings === 'string') return complain(recordings)
    for (const recording of recordings) {
      const verdict = verdictOf(recording)
      if (verdict.passed) passed++
      else {
        if (verdict.aside) aside[verdict.aside]++
        else failed++
        if (verdict.aside === 'unreadable') complain(verdict.line)
        else print(verdict.line)
      }
    }
  }
  if (passed + failed + sumOf(Object.values(aside)) === 0) return complain('These files hold no recorded case.')
  for (const [why, count] of Object.entries(aside)) if (count > 0) print(`${count} ${why}, in neither count`)
  print(`${passed} passed, ${failed} failed`)
  if (aside.unreadable > 0) return UNREADABLE
  return failed > 0 ? 1 : 0
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

function explain(): number {
  process.stdout.write(help)
  return 0
}

function complain(sentence: string): number {
  process.stderr.write(`${sentence}\n`)
  return UNREADABLE
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = main(process.argv.slice(2))
