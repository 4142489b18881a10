// npm test: everything that is checked, in the order in which it is quickest to know. The last line says how it went, as
// "N passed, N failed". A check that is not a test runner counts as one test; a skipped test counts as failed.

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { root } from './sources.mjs'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const results = 'test-results/json'
const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`

const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` }
// A test of React wants its development build, whatever the shell was set to.
delete env.NODE_ENV

const summary = []
let passed = 0
let failed = 0
let tested = 0

/** Runs one check: `command`, then what `count` reads from its report, if it makes one. */
function check(name, command, { count, also = {} } = {}) {
  console.log(`\n== ${name}`)
  const began = performance.now()
  const { status, signal, error } = spawnSync(command, {
    cwd: root,
    shell: true,
    stdio: 'inherit',
    env: { ...env, ...also },
  })
  const good = status === 0
  if (!good) console.log(`${name}: ${error?.message ?? (signal ? `ended by ${signal}` : `exit ${status}`)}`)
  note(name, good, count === undefined ? undefined : counted(name, count), seconds(began))
  return good
}

/** What a runner's report says, or undefined where it left none that can be read: it crashed. */
function counted(name, count) {
  try {
    return count()
  } catch (error) {
    console.log(`${name}: no report (${error.message})`)
    return undefined
  }
}

function note(name, good, counts, time) {
  const { pass, fail } = counts ?? { pass: good ? 1 : 0, fail: 0 }
  const ran = pass + fail
  if (counts !== undefined) tested += ran
  // A runner that ended badly, though no test of its report failed, or that found no test, is itself the failure.
  const fails = fail === 0 && (!good || ran === 0) ? 1 : fail
  passed += pass
  failed += fails
  summary.push(
    `${fails === 0 ? 'passed' : 'FAILED'}  ${time.padStart(7)}  ${name}${counts === undefined ? '' : ` (${pass} of ${pass + fails})`}`,
  )
}

const report = (file) => JSON.parse(readFileSync(join(root, results, file), 'utf8'))

function vitestCounts() {
  const { testResults } = report('vitest.json')
  const tests = testResults.flatMap((file) => file.assertionResults)
  // A file that cannot be loaded has no tests, but fails.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const pass = tests.filter((test) => test.status === 'passed').length
  return { pass, fail: tests.length - pass + broken.length }
}

function playwrightCounts() {
  const { stats, errors } = report('playwright.json')
  return { pass: stats.expected, fail: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

rmSync(join(root, results), { recursive: true, force: true })
mkdirSync(join(root, results), { recursive: true })
const colors = process.stdout.isTTY ? '' : ' --colors=off'

check('types', 'tsc --noEmit')
check('types of the core', 'tsc -p tsconfig.core.json')
check('form, imports, banned names', scripts.lint + colors)
check('dead code', scripts.unused)
// A story that is not yet written down fails here; `vitest run` by hand writes it.
check(
  'tables, stories, laws, panels',
  `vitest run --update=none --allowOnly=false --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`,
  {
    count: vitestCounts,
  },
)
if (check('build', `${scripts.build} --logLevel warn`)) {
  check('budgets', scripts.size)
  check('browser', 'playwright test --forbid-only --reporter=list,json', {
    count: playwrightCounts,
    also: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${results}/playwright.json` },
  })
} else {
  // The last build may lie there still: what it can do says nothing.
  for (const name of ['budgets', 'browser']) note(`${name}: not run, there is no build`, false, undefined, '')
}

console.log(`\n${summary.join('\n')}`)
if (failed > 0 || tested === 0) process.exitCode = 1
console.log(`\n${passed} passed, ${failed} failed`)
