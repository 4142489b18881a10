// Reads what was recorded from Kafka and Linux.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** The text of a recording in test/golden. */
export const golden = (name: string): string =>
  gunzipSync(readFileSync(new URL(`../golden/${name}.gz`, import.meta.url))).toString()
