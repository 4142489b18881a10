// node scripts/bundle.mjs cli/replay.ts .cli: one TypeScript entry and all that it imports becomes one file for Node.

import { mkdirSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'vite'
import { root } from './sources.mjs'

const [entry, folder] = process.argv.slice(2)
const file = `${basename(entry, '.ts')}.js`
const began = new Date()

// Built beside its place and moved there whole, so that commands started together never read half a file.
const draft = join(root, folder, `draft-${process.pid}`)
mkdirSync(draft, { recursive: true })
try {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: join(root, entry),
      outDir: draft,
      target: 'node20',
      // Whole names, since a crash prints them.
      minify: false,
      rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
    },
  })
  // As old as the sources it was built from: an edit made meanwhile counts as newer.
  utimesSync(join(draft, file), began, began)
  renameSync(join(draft, file), join(root, folder, file))
} finally {
  rmSync(draft, { recursive: true, force: true })
}
