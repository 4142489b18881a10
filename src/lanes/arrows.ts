// What a node sends: arrows to the lanes of the others, those of one receiver and sort a track. The traffic of fetching is by far the most, and
// the rest must not drown in it, least of all what was lost.

import { grouped } from '../base/grouped.ts'
import { NONE } from '../trace/kinds.ts'
import { type Labels, NumberedLabel, TrackColumns } from './columns.ts'
import type { Tone } from './lane.ts'

/** A message as its SENT row tells it. */
export type Sent = {
  readonly message: string
  readonly epoch: number
  readonly error: string
  /** What an answer says: how many records a Fetch is answered with, 1 for a vote that is granted. NONE of others. */
  readonly says: number
}

/** An arrow that was drawn, to be changed by what becomes of it. */
export type Arrow = { readonly track: TrackColumns; readonly mark: number }

/** What keeps apart in tracks what drowns the rest, and what must not drown. */
const FETCHING = 0
const REST = 1
const LOST = 2
const SORTS = 3

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

const isVoteAnswer = (message: string): boolean => message === 'Vote answer' || message === 'PreVote answer'

/** Whether a message says something of its own in the second value after the declared ones. */
export const saysMore = (message: string): boolean => message === 'Fetch answer' || isVoteAnswer(message)

const ofEpochs = ['Vote', 'PreVote', 'BeginQuorumEpoch', 'EndQuorumEpoch']

export const isBegin = (message: string): boolean => message === 'BeginQuorumEpoch'

const pairs = new Map<string, Map<string, string>>()

/** `Vote answer · granted`: two texts as one, which is made once. */
function pair(first: string, second: string): string {
  const known = pairs.get(first) ?? new Map<string, string>()
  pairs.set(first, known)
  const text = known.get(second) ?? `${first} · ${second}`
  known.set(second, text)
  return text
}

/** An arrow's words: of a request its epoch where that is its point, of an answer what it says. */
class ArrowLabels {
  private readonly epochs: ReadonlyMap<string, NumberedLabel>
  private readonly records: NumberedLabel

  constructor(labels: Labels) {
    this.epochs = new Map(
      ofEpochs.map((message) => [message, new NumberedLabel(labels, (epoch) => `${message} · epoch ${epoch}`)]),
    )
    this.records = new NumberedLabel(
      labels,
      (records) => `Fetch answer · ${grouped(records)} record${records === 1 ? '' : 's'}`,
    )
  }

  of({ message, epoch, error, says }: Sent): string | number {
    if (error !== 'NONE') return pair(message, error)
    if (message === 'Fetch answer') return says > 0 ? this.records.of(says) : message
    if (isVoteAnswer(message)) return pair(message, says === 1 ? 'granted' : 'rejected')
    return epoch === NONE ? message : (this.epochs.get(message)?.of(epoch) ?? message)
  }

  /** Of a BeginQuorumEpoch that changes what its receiver knows. */
  begun(epoch: number): string | number {
    return this.epochs.get('BeginQuorumEpoch')?.of(epoch) ?? ''
  }
}

/** The arrows of one node. An arrow has a number among those to one lane, as no object is made for each. */
export class ArrowColumns {
  /** In the order in which they were begun. */
  readonly all: TrackColumns[] = []
  /** By the lane of the receiver, and by sort. */
  private readonly tracks: (TrackColumns | undefined)[] = []

  private readonly says: ArrowLabels

  constructor(private readonly labels: Labels) {
    this.says = new ArrowLabels(labels)
  }

  /**
   * A SENT row; gives the arrow's number.
   * @param other the lane of its receiver
   * @param to when it arrives, or would have
   */
  sent(at: number, row: number, other: number, sent: Sent, to: number, isLost: boolean): number {
    const sort = isLost ? LOST : isFetching(sent.message) ? FETCHING : REST
    const track = this.track(other, sort)
    const refused = sent.error !== 'NONE'
    const tone = refused ? 'failed' : (tones.get(sent.message) ?? 'plain')
    const mark = track.push(at, to, tone, isLost ? pair('lost', sent.message) : this.says.of(sent), row)
    if (isLost) track.lose(mark)
    return mark * SORTS + sort
  }

  /** An arrow to a lane, by its number. */
  arrow(other: number, number: number): Arrow {
    return { track: this.track(other, number % SORTS), mark: Math.floor(number / SORTS) }
  }

  /** A BeginQuorumEpoch told its receiver of the epoch after all. */
  began({ track, mark }: Arrow, epoch: number): void {
    track.rename(mark, 'plain', this.says.begun(epoch))
  }

  private track(other: number, sort: number): TrackColumns {
    const known = this.tracks[other * SORTS + sort]
    if (known) return known
    const made = new TrackColumns('arrow', this.labels, undefined, { other })
    this.tracks[other * SORTS + sort] = made
    this.all.push(made)
    return made
  }
}

/** Nobody took it: nobody ran where it arrived, or its asker has begun anew. */
export function missed({ track, mark }: Arrow, message: string): void {
  track.lose(mark, 'there')
  track.rename(mark, 'plain', pair(message, 'missed'))
}

/** Its answer was dropped: nothing waited for it any more. */
export function ignored({ track, mark }: Arrow, message: string): void {
  track.rename(mark, 'plain', pair(message, 'ignored'))
}

/** A BeginQuorumEpoch that came to nothing: a follower that follows already takes it so. */
export function beganNothing({ track, mark }: Arrow): void {
  track.rename(mark, 'plain', 'BeginQuorumEpoch · resets nothing')
}
