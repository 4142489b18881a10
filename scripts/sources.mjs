import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** When the latest change was made to these files and folders of the repository, in ms; a folder changes when a file in it goes. */
export function lastChange(...paths) {
  let latest = 0
  for (const path of paths) {
    const full = join(root, path)
    if (!existsSync(full)) continue
    const status = statSync(full)
    latest = Math.max(latest, status.mtimeMs)
    if (status.isDirectory())
      for (const name of readdirSync(full)) latest = Math.max(latest, lastChange(join(path, name)))
  }
  return latest
}

/** When a built file was made, or 0 where there is none. */
export const builtAt = (path) => (existsSync(join(root, path)) ? statSync(join(root, path)).mtimeMs : 0)
