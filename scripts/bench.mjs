// node scripts/bench.mjs NAME ARGS...: runs bench/NAME.ts.

import { run } from './run.mjs'

const [name, ...args] = process.argv.slice(2)
await run(`bench/${name}.ts`, '.bench', args)
