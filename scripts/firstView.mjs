// What a visitor loads before the first picture: the built page names each script that its entry imports at once.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './sources.mjs'

const page = join(root, 'dist', 'index.html')

/** The scripts of the first view, as paths from the root of the repository. */
export function firstView() {
  if (!existsSync(page)) throw new Error('There is no built page: run npm run build first.')
  const names = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)
  return [...names].map(([, name]) => `dist/${name}`)
}
