// Columns that grow under the pen, one set a track. No object is made for an entry.

import { type Mark, type Tone, type Track, tones } from './lane.ts'

const FIRST = 32
/** A label is the 16-bit index of its text. */
const LABELS_MOST = 0xffff

const toneNumbers = new Map<Tone, number>(tones.map((tone, number) => [tone, number]))
const toneNumber = (tone: Tone): number => toneNumbers.get(tone) as number

type Column = Float64Array | Uint8Array | Uint16Array | Int32Array

function grown<T extends Column>(fresh: T, old: T): T {
  fresh.set(old)
  return fresh
}

/** The texts of a lane, each once. */
export class Labels {
  readonly texts: string[] = []
  private readonly numbers = new Map<string, number>()

  /** The number of a text. A lane that runs out of numbers repeats the last one: its tooltip still tells the row. */
  of(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    const number = this.add(() => text)
    this.numbers.set(text, number)
    return number
  }

  /** A number of its own for a text that its asker knows to be new. */
  add(write: () => string): number {
    return this.texts.length === LABELS_MOST ? LABELS_MOST - 1 : this.texts.push(write()) - 1
  }
}

/** The labels of one lane that hold a number. Each is written once: where epochs come and go, to look up the texts costs more than all else. */
export class NumberedLabel {
  private readonly known = new Map<number, number>()

  constructor(
    private readonly labels: Labels,
    private readonly write: (n: number) => string,
  ) {}

  of(n: number): number {
    const known = this.known.get(n)
    if (known !== undefined) return known
    const number = this.labels.add(() => this.write(n))
    this.known.set(n, number)
    return number
  }
}

/** A label that holds a number, written anew only where that is another than last time. */
export class Phrase {
  private last = Number.NaN
  private text = ''

  constructor(private readonly write: (n: number) => string) {}

  of(n: number): string {
    if (n !== this.last) {
      this.last = n
      this.text = this.write(n)
    }
    return this.text
  }
}

export class TrackColumns {
  length = 0
  private from = new Float64Array(FIRST)
  private to = new Float64Array(FIRST)
  private tone = new Uint8Array(FIRST)
  private label = new Uint16Array(FIRST)
  private row = new Int32Array(FIRST)
  private lost = new Uint8Array(FIRST)
  /** Of arrows only. */
  private arrival = new Int32Array(0)
  private sorted = true

  constructor(
    readonly mark: Mark,
    readonly labels: Labels,
    readonly way?: 'out' | 'back',
    readonly traits: Pick<Track, 'apart' | 'refers' | 'says' | 'within' | 'other' | 'full'> = {},
  ) {
    if (mark === 'arrow') this.arrival = new Int32Array(FIRST)
  }

  /** Adds an entry and gives its index, by which it can be changed until the next entry is dropped. `label`: a text, or the number of one. */
  push(from: number, to: number, tone: Tone, label: string | number, row: number): number {
    const i = this.length
    if (i === this.from.length) this.grow()
    if (i > 0 && from < (this.from[i - 1] as number)) this.sorted = false
    this.from[i] = from
    this.to[i] = to
    this.tone[i] = toneNumber(tone)
    this.label[i] = this.numberOf(label)
    this.row[i] = row
    this.lost[i] = 0
    if (this.mark === 'arrow') this.arrival[i] = -1
    return this.length++
  }

  /** When an entry begins. */
  startOf(i: number): number {
    return this.from[i] as number
  }

  /** When an entry ends. */
  endOf(i: number): number {
    return this.to[i] as number
  }

  /** The row that an entry leads to. */
  rowOf(i: number): number {
    return this.row[i] as number
  }

  /** The text of an entry. */
  textOf(i: number): string {
    return this.labels.texts[this.label[i] as number] as string
  }

  /** Moves the end of an entry. */
  end(i: number, to: number): void {
    this.to[i] = to
  }

  /** Moves the end of an entry to an earlier point, if it is one. */
  cut(i: number, to: number): void {
    if (to < (this.to[i] as number)) this.to[i] = to
  }

  /** Gives an entry another tone and text. */
  rename(i: number, tone: Tone, label: string | number): void {
    this.tone[i] = toneNumber(tone)
    this.label[i] = this.numberOf(label)
  }

  private numberOf(label: string | number): number {
    return typeof label === 'number' ? label : this.labels.of(label)
  }

  /** Lets an entry lead to another row. */
  lead(i: number, row: number): void {
    this.row[i] = row
  }

  /** Appends to the text of every entry. */
  qualify(suffix: string): void {
    for (let i = 0; i < this.length; i++) this.label[i] = this.labels.of(this.textOf(i) + suffix)
  }

  /** Marks an entry as lost: on the way, or where it arrived. */
  lose(i: number, where: 'on the way' | 'there' = 'on the way'): void {
    this.lost[i] = where === 'there' ? 2 : 1
  }

  /** Whether an entry is marked as lost. */
  isLost(i: number): boolean {
    return this.lost[i] !== 0
  }

  /** Lets the head of an entry lead to a row of its own. */
  arrive(i: number, row: number): void {
    this.arrival[i] = row
  }

  /** Takes the entry added last away again. */
  drop(): void {
    this.length--
  }

  /** The track, in the order of `from`, nothing beyond the end of the run: an answer may set out only after it. */
  finish(until: number): Track {
    if (!this.sorted) this.sort()
    let n = this.length
    while (n > 0 && (this.from[n - 1] as number) > until) n--
    const to = this.to.slice(0, n)
    // What is still on its way to another lane keeps its slant.
    if (this.mark !== 'arrow') for (let i = 0; i < n; i++) if ((to[i] as number) > until) to[i] = until
    return {
      mark: this.mark,
      ...(this.way && { way: this.way }),
      ...this.traits,
      from: this.from.slice(0, n),
      to,
      tone: this.tone.slice(0, n),
      label: this.label.slice(0, n),
      row: this.row.slice(0, n),
      lost: this.mark === 'message' || this.mark === 'arrow' ? this.lost.slice(0, n) : new Uint8Array(0),
      ...(this.mark === 'arrow' && { arrival: this.arrival.slice(0, n) }),
    }
  }

  private sort(): void {
    const { from, length } = this
    const order = Uint32Array.from({ length }, (_, i) => i).sort(
      (a, b) => (from[a] as number) - (from[b] as number) || a - b,
    )
    const arranged = <T extends Column>(column: T): T => {
      const old = column.slice(0, length)
      for (let i = 0; i < length; i++) column[i] = old[order[i] as number] as number
      return column
    }
    for (const column of [this.to, this.tone, this.label, this.row, this.lost]) arranged(column)
    if (this.mark === 'arrow') arranged(this.arrival)
    arranged(this.from)
    this.sorted = true
  }

  private grow(): void {
    const n = this.from.length * 2
    this.from = grown(new Float64Array(n), this.from)
    this.to = grown(new Float64Array(n), this.to)
    this.tone = grown(new Uint8Array(n), this.tone)
    this.label = grown(new Uint16Array(n), this.label)
    this.row = grown(new Int32Array(n), this.row)
    this.lost = grown(new Uint8Array(n), this.lost)
    if (this.mark === 'arrow') this.arrival = grown(new Int32Array(n), this.arrival)
  }
}

/** The tracks that have anything to show. */
export const shown = (tracks: readonly TrackColumns[], until: number): Track[] =>
  tracks.filter((track) => track.length > 0).map((track) => track.finish(until))
