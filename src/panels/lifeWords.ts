// What the stretches of a record's life are called.

import { grouped } from '../base/grouped.ts'
import type { Share } from '../findings/life.ts'
import type { Lives, Piece } from '../findings/lives.ts'
import { exact } from '../findings/names.ts'
import type { Stretch, StretchKind } from '../findings/tiles.ts'
import type { Owner, Rule, RuleId } from '../trace/rules.ts'

const kinds: { readonly [what in StretchKind]: string } = {
  metadata: 'send() waits for metadata',
  memory: 'send() waits for memory',
  queued: 'in the accumulator',
  connection: 'waits for the connection',
  'in flight': 'in flight',
  late: 'over, but nobody has looked yet',
}

const owners: { readonly [owner in Owner]: string } = {
  kernel: 'the kernel',
  setting: 'a setting',
  world: 'the world',
  client: 'the client',
}

/** What no setting owns, by what it is. */
const named: { readonly [rule in RuleId]?: string } = {
  latency: 'latency',
  service: 'the broker’s own time',
  'nothing-ends': 'no timeout',
  'held-without-leader': 'no leader',
  'held-by-connection': 'the connection',
  'wait-nothing': 'the Sender',
  'data-retransmitted': 'TCP sends again',
}

/** Who owns it, by the name that a reader can look up: a setting's key, else `latency`, `the kernel`. */
export const ownerName = ({ setting, id, owner }: Rule): string => setting ?? named[id] ?? owners[owner]

export const kindName = (what: StretchKind): string => kinds[what]

/** Nothing bounds such a wait, or nothing but what waits for something else. */
export const isUnbounded = ({ id }: Rule): boolean => id === 'nothing-ends' || id === 'held-without-leader'

/** `in flight, attempt 2`; an attempt that is no retry needs no number. */
export const saidKind = ({ what, attempt }: Pick<Stretch, 'what' | 'attempt'>): string =>
  attempt > 1 ? `${kinds[what]}, attempt ${attempt}` : kinds[what]

const spokenStretch = (stretch: Stretch): string =>
  `${exact(stretch.to - stretch.from)} of ${ownerName(stretch.rule)}: ${saidKind(stretch)}, ${grouped(stretch.from)} to ${exact(stretch.to)}`

/** `30 000 ms of request.timeout.ms: in flight, attempt 2, 30 100 to 60 100 ms`; `12 short stretches, 340 ms; the longest: …`. */
export const spokenPiece = ({ stretch, parts, from, to }: Piece): string =>
  parts === 1
    ? spokenStretch(stretch)
    : `${parts} short stretches, ${exact(to - from)}; the longest: ${spokenStretch(stretch)}`

/** `in flight, 3 times`. */
export const saidShare = ({ what, times }: Share): string =>
  times > 1 ? `${kinds[what]}, ${times} times` : kinds[what]

/** `record 3`, `records 3 to 9`, `12 records from 3 on`. */
export function namedRecords({ records }: Lives): string {
  const first = records[0] ?? 0
  const last = records.at(-1) ?? 0
  if (records.length === 1) return `record ${grouped(first)}`
  if (last - first === records.length - 1) return `records ${grouped(first)} to ${grouped(last)}`
  return `${grouped(records.length)} records, ${grouped(first)} to ${grouped(last)}`
}

/** `120 000 ms`, `118 000 to 120 000 ms`. */
export const saidTotal = ({ total, least }: Lives): string =>
  least === total ? exact(total) : `${grouped(least)} to ${exact(total)}`
