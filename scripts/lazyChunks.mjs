// Each script and sheet that comes behind the first view has a budget of its own; size-limit knows sums only.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { firstView } from './firstView.mjs'
import { root } from './sources.mjs'

const LIMIT = 40_000
const first = new Set(firstView())
const scripts = readdirSync(join(root, 'dist', 'assets')).filter((name) =>
  /^(?!worker-).*\.js$|^(?!index-).*\.css$/.test(name),
)
for (const name of scripts) {
  if (first.has(`dist/assets/${name}`)) continue
  const size = gzipSync(readFileSync(join(root, 'dist', 'assets', name))).length
  console.log(`${name}: ${(size / 1000).toFixed(1)} of ${LIMIT / 1000} kB gzipped`)
  if (size > LIMIT) process.exitCode = 1
}
