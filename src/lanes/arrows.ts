// What a node sends: arrows to the lanes of the others, those of one receiver and sort a track. The traffic of fetching is by far the most, and
// the rest must not drown in it, least of all what was lost.

import { grouped } from '../base/grouped.ts'
import { NONE } from '../trace/kinds.ts'
import { type Labels, Phrase, TrackColumns } from './columns.ts'
import type { Tone } from './lane.ts'

/** A message as its SENT row tells it. */
export type Sent = {
  readonly message: string
  readonly epoch: number
  readonly error: string
  /** The values after the declared ones. */
  readonly rest: readonly number[]
}

/** An arrow that was drawn, to be changed by what becomes of it. */
export type Arrow = { readonly track: TrackColumns; readonly mark: number; readonly epoch: number }

const tones = new Map<string, Tone>([
  ['Fetch', 'setting'],
  ['Fetch answer', 'healthy'],
  ['Vote', 'seeks'],
  ['Vote answer', 'seeks'],
  ['PreVote', 'seeks'],
  ['PreVote answer', 'seeks'],
  ['EndQuorumEpoch', 'leads'],
  ['UpdateRaftVoter', 'setting'],
])

const isFetching = (message: string): boolean => message === 'Fetch' || message === 'Fetch answer'

const epochPhrase = new Map<string, Phrase>(
  ['Vote', 'PreVote', 'BeginQuorumEpoch', 'EndQuorumEpoch'].map((message) => [
    message,
    new Phrase((epoch) => `${message} · epoch ${epoch}`),
  ]),
)

export const isBegin = (message: string): boolean => message === 'BeginQuorumEpoch'

/** An arrow's words: of a request its epoch where that is its point, of an answer what it says. */
function labelOf({ message, epoch, error, rest }: Sent): string {
  if (error !== 'NONE') return `${message} · ${error}`
  if (message === 'Fetch answer') {
    const records = rest[1] ?? 0
    return records > 0 ? `${message} · ${grouped(records)} record${records === 1 ? '' : 's'}` : message
  }
  if (message === 'Vote answer' || message === 'PreVote answer')
    return `${message} · ${rest[1] === 1 ? 'granted' : 'rejected'}`
  return epoch === NONE ? message : (epochPhrase.get(message)?.of(epoch) ?? message)
}

export class ArrowColumns {
  private readonly tracks = new Map<string, TrackColumns>()

  constructor(private readonly labels: Labels) {}

  /**
   * A SENT row.
   * @param other the lane of its receiver
   * @param to when it arrives, or would have
   */
  sent(at: number, row: number, other: number, sent: Sent, to: number, isLost: boolean): Arrow {
    const track = this.track(other, isLost ? 'lost' : isFetching(sent.message) ? 'fetching' : 'rest')
    const refused = sent.error !== 'NONE'
    const tone = refused ? 'failed' : (tones.get(sent.message) ?? 'plain')
    const label = labelOf(sent)
    const mark = track.push(at, to, tone, isLost ? `lost · ${sent.message}` : label, row)
    if (isLost) track.lose(mark)
    return { track, mark, epoch: sent.epoch }
  }

  all(): TrackColumns[] {
    return [...this.tracks.values()]
  }

  private track(other: number, sort: string): TrackColumns {
    const key = `${other} ${sort}`
    const known = this.tracks.get(key)
    if (known) return known
    const made = new TrackColumns('arrow', this.labels, undefined, { other })
    this.tracks.set(key, made)
    return made
  }
}

/** Nobody took it: nobody ran where it arrived, or its asker has begun anew. */
export function missed({ track, mark }: Arrow, message: string): void {
  track.lose(mark, 'there')
  track.rename(mark, 'plain', `${message} · missed`)
}

/** Its answer was dropped: nothing waited for it any more. */
export function ignored({ track, mark }: Arrow, message: string): void {
  track.rename(mark, 'plain', `${message} · ignored`)
}

/** What a BeginQuorumEpoch came to: a follower that follows already takes it for nothing. */
export function begun({ track, mark, epoch }: Arrow, changes: boolean): void {
  track.rename(mark, 'plain', changes ? `BeginQuorumEpoch · epoch ${epoch}` : 'BeginQuorumEpoch · resets nothing')
}
