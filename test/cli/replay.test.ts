// What `npm run replay` exits with.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readRecordings } from '../../cli/replay/read.ts'

const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const recordings = readRecordings(join(root, 'test/golden/quorum.spec.jsonl.gz'))
const [first] = typeof recordings === 'string' ? [] : recordings
if (!first) throw new Error('no recording')

function replayed(...cases: readonly object[]) {
  const file = join(folder, `${cases.length}.jsonl`)
  writeFileSync(file, cases.map((each) => JSON.stringify(each)).join('\n'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/cli.mjs'), 'replay', file], {
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim().split('\n').at(-1), stderr }
}

test('a case that says what is not known is a sentence, and 2, though all others are met', () => {
  const odd = { ...first, id: 'odd', input: { ...(first.input as object), faults: [[10, 'freeze', 1]] } }
  const { status, stdout, stderr } = replayed(first, odd)
  expect(status).toBe(2)
  expect(stdout).toBe('1 passed, 0 failed')
  expect(stderr).toContain('odd: unreadable: input.faults[0][1]: expected one of pause, resign, append')
}, 120_000)
