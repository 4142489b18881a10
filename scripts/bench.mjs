// npm run bench: runs bench/main.ts.

import { run } from './run.mjs'

await run('bench/main.ts', '.bench', process.argv.slice(2))
