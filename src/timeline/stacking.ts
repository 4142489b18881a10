// What few pictures need: stacks, drawn and pointed at.

import { drawDensity } from './marks/density.ts'
import { pick } from './stacks.ts'
import type { Late } from './stage.ts'

export const stacking: Late = { drawStacks: drawDensity, pickStacked: pick }
