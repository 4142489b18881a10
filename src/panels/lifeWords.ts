// What the stretches of a record's life are called.

import { grouped } from '../base/grouped.ts'
import type { Share } from '../findings/life.ts'
import type { Lives, Piece } from '../findings/lives.ts'
import { exact } from '../findings/names.ts'
import type { Stretch, StretchKind } from '../findings/tiles.ts'
import { OWN_TIMEOUT } from '../findings/worstCase.ts'
import type { Owner, Rule, RuleId } from '../trace/rules.ts'

const kinds: { readonly [what in StretchKind]: string } = {
  metadata: 'send() waits for metadata',
  memory: 'send() waits for memory',
  queued: 'in the accumulator',
  connection: 'waits for the connection',
  'in flight': 'in flight',
  late: 'over, but nobody has looked yet',
  backoff: 'backs off before the next attempt',
  'no node': 'is with no node',
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
  'api-blocks-given': OWN_TIMEOUT,
  'attempt-begins': 'the connection',
}

/** Who owns it, by the name that a reader can look up: a setting's key, else `latency`, `the kernel`. */
export const ownerName = ({ setting, id, owner }: Rule): string => setting ?? named[id] ?? owners[owner]

/** Nothing bounds such a wait, or nothing but what waits for something else. */
export const isUnbounded = ({ id }: Rule): boolean => id === 'nothing-ends' || id === 'held-without-leader'

/** `in flight, attempt 2`; an attempt that is no retry needs no number. */
export const saidKind = (stretch: Pick<Stretch, 'what' | 'attempt' | 'forMetadata'>): string =>
  stretch.attempt > 1 ? `${kindOf(stretch)}, attempt ${stretch.attempt}` : kindOf(stretch)

/** An admin client's call waits for metadata first, and has attempts at that. */
export const kindOf = ({ what, forMetadata }: Pick<Stretch, 'what' | 'forMetadata'>): string =>
  forMetadata ? `waits for metadata: ${kinds[what]}` : kinds[what]

const spokenStretch = (stretch: Stretch): string =>
  `${exact(stretch.to - stretch.from)} of ${ownerName(stretch.rule)}: ${saidKind(stretch)}, ${grouped(stretch.from)} to ${exact(stretch.to)}`

/** `30 000 ms of request.timeout.ms: in flight, attempt 2, 30 100 to 60 100 ms`; `12 short stretches, 340 ms; the longest: …`. */
export const spokenPiece = ({ stretch, parts, from, to }: Piece): string =>
  parts === 1
    ? spokenStretch(stretch)
    : `${parts} short stretches, ${exact(to - from)}; the longest: ${spokenStretch(stretch)}`

/** `in flight, 3 times`. */
export const saidShare = (share: Share): string =>
  share.times > 1 ? `${kindOf(share)}, ${share.times} times` : kindOf(share)

/** `record 3`, `records 3 to 9`, `12 records, 3 to 40`; `partitionsFor()`. */
export function namedLives({ records, call }: Lives): string {
  if (call !== undefined) return call
  const first = records[0] ?? 0
  const last = records.at(-1) ?? 0
  if (records.length === 1) return `record ${grouped(first)}`
  if (last - first === records.length - 1) return `records ${grouped(first)} to ${grouped(last)}`
  return `${grouped(records.length)} records, ${grouped(first)} to ${grouped(last)}`
}

/** What it came to: `ok`, `returns`, `TimeoutException`, `still open`. */
export function saidOutcome({ outcome, call }: Lives): string {
  if (outcome === undefined) return call === undefined ? 'still open' : 'still blocks'
  return outcome === 'response' ? 'returns' : outcome
}

export const isGood = ({ outcome }: Lives): boolean => outcome === 'ok' || outcome === 'response'

/** `120 000 ms`, `118 000 to 120 000 ms`. */
export const saidTotal = ({ total, least }: Lives): string =>
  least === total ? exact(total) : `${grouped(least)} to ${exact(total)}`
