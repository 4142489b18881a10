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

const read = (text: string) => {
  const file = join(folder, 'text.jsonl')
  writeFileSync(file, text)
  return readRecordings(file)
}

test('a byte order mark and empty lines are no part of a case', () => {
  const line = JSON.stringify(first)
  expect(read(`\uFEFF${line}\r\n\r\n${line}\n`)).toHaveLength(2)
  expect(read(`\uFEFF${JSON.stringify({ rows: [], counts: [{}], cells: [] }, null, 2)}`)).toHaveLength(1)
})

test.each([
  ['a case over several lines', JSON.stringify(first, null, 2), 'line 1 is no case'],
  ['a line that breaks off', `${JSON.stringify(first)}\n{"id": `, 'line 2 is no case'],
])('%s is told with what a file holds', (_, text, says) => {
  expect(read(text)).toContain(says)
  expect(read(text)).toContain('A file holds a case a line, or one document of verdicts.')
})

test('--help tells the layers and the exit codes', () => {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/cli.mjs'), 'replay', '--help'], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toContain('Layers: client-network,')
  expect(stdout).toContain('Exit 0')
}, 120_000)
