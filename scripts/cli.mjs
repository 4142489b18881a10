// node scripts/cli.mjs NAME ARGS...: runs cli/NAME.ts. Its results, and nothing else, go to stdout.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { root } from './sources.mjs'

const [name = '', ...args] = process.argv.slice(2)
const names = existsSync(join(root, 'cli'))
  ? readdirSync(join(root, 'cli')).flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : []))
  : []

if (names.includes(name)) {
  // npm moves to the repository first; a file named on the command line is meant from where the person stands.
  if (process.env.npm_lifecycle_event === name && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  await run(`cli/${name}.ts`, '.cli', args)
} else {
  console.error(`There is no command '${name}'. There are: ${names.join(', ')}.`)
  process.exitCode = 2
}
