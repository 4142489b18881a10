// A row as a sentence, for tooltips and for those who hear the page. The sentences come behind the first picture.

import { behindPicture } from '../store/behind.ts'
import type { Trace } from '../trace/trace.ts'

const words = behindPicture(() => import('../findings/sentence.ts'))

/** The sentence of a row, undefined while the sentences are still on their way. */
export const told = (trace: Trace, row: number): string | undefined => words()?.sentence(trace, row)
