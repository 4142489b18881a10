import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtAt, lastChange, root } from './sources.mjs'

/** Runs a script of this folder in silence; shows what it said, on stderr, only when it failed. */
function quietly(script, ...args) {
  const done = spawnSync(process.execPath, [join(root, 'scripts', script), ...args], { cwd: root, encoding: 'utf8' })
  if (done.status === 0) return
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}${done.error?.message ?? ''}`)
  process.exit(done.status ?? 1)
}

/**
 * Runs a TypeScript entry in this very process, bundled afresh where a source is newer than its bundle. Nothing but the entry writes
 * to stdout, and its exit code is the process's.
 */
export async function run(entry, folder, args) {
  // npm writes this file last: where it is missing, nothing is installed, or another command is still at it.
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) {
    process.stderr.write('Installing the packages of the lock file ...\n')
    quietly('setup.mjs')
  }
  const bundle = join(folder, `${entry.slice(entry.lastIndexOf('/') + 1, -'.ts'.length)}.js`)
  const changed = lastChange('src', dirname(entry), 'scripts/bundle.mjs', 'package-lock.json')
  if (builtAt(bundle) <= changed) quietly('bundle.mjs', entry, folder)
  process.argv = [process.execPath, join(root, bundle), ...args]
  await import(pathToFileURL(join(root, bundle)).href)
}
