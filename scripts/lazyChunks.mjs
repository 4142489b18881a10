// Each chunk that a visitor asks for later has a budget of its own; size-limit knows sums only.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './sources.mjs'

const LIMIT = 40_000
const folder = join(root, 'dist', 'assets')
const chunks = existsSync(folder) ? readdirSync(folder).filter((file) => /^lazy-.*\.js$/.test(file)) : []
for (const chunk of chunks) {
  const size = gzipSync(readFileSync(join(folder, chunk))).length
  console.log(`${chunk}: ${(size / 1000).toFixed(1)} of ${LIMIT / 1000} kB gzipped`)
  if (size > LIMIT) process.exitCode = 1
}
