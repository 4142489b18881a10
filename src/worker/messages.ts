// What passes the hatch between the page and its worker. Plain data; buffers move, nothing is copied.

import type { Opens } from '../findings/quorumOpens.ts'
import type { LaneGroup } from '../lanes/lane.ts'
import type { RunOrder } from '../scenario/clientWorld.ts'
import type { Trace } from '../trace/trace.ts'

/** One variant's answer. `opens`: of a quorum, what to see of it first. */
export type Answer = { readonly trace: Trace; readonly group: LaneGroup; readonly opens?: Opens }

export type Question =
  /** Run these variants. A newer question cancels this one. */
  | { readonly kind: 'run'; readonly id: number; readonly orders: readonly RunOrder[] }
  /** Run them under seeds 1 … seeds and give the headline of each variant and seed. Cancelled by any newer question. */
  | { readonly kind: 'seeds'; readonly id: number; readonly orders: readonly RunOrder[]; readonly seeds: number }

export type Reply =
  | {
      readonly kind: 'ran'
      readonly id: number
      readonly answers: readonly Answer[]
      readonly digest: number
      readonly tookMs: number
    }
  /** headlines[variant][seed]: ms, or undefined where it never came. */
  | { readonly kind: 'seeded'; readonly id: number; readonly headlines: readonly (readonly (number | undefined)[])[] }
  /** Our own slip, and where the clock of the run stood. The page, which holds the question, adds the link that replays it. */
  | { readonly kind: 'crashed'; readonly id: number; readonly message: string; readonly at: number }
