// Where labels go: each wish names its places in order of preference and its texts from long to short. A label is never cut and never
// lies over another; one that fits nowhere is dropped, for the tooltip has it all.

/** What a span is called within it; what happened at a moment; what is said beside a mark; what stood by all the time. */
export const RANK = { inside: 0, moment: 1, beside: 2, standing: 3 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

/** A stretch that a label may take, at a height, and the side it keeps to. */
export type Slot = {
  readonly y: number
  readonly from: number
  readonly to: number
  readonly align: 'start' | 'middle' | 'end'
  /** On empty ground only, not over a span. */
  readonly onGround?: boolean
  /** It may lie over a line that crosses the lane: then it stands out from it. */
  readonly over?: boolean
  /** Slots of a lower rank are given away first, over the whole lane. */
  readonly rank: Rank
  readonly ink: string
  readonly texts: readonly string[]
}

export type Wish = { readonly font: string; readonly slots: readonly Slot[] }

/** Pixels of one height that are not free. */
export type Taken = { readonly y: number; readonly from: number; readonly to: number }

export type Placed = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: string
  readonly ink: string
  /** A line runs under it. */
  readonly isOver: boolean
}

export type WidthOf = (text: string, font: string) => number

/** The least gap between two labels. */
const GAP = 6
/** A lane that wants to say more than this is too crowded to be read. */
const MOST_WISHES = 80

/** What a lane wants to say, and where there is no room for it. */
export class Words {
  private readonly wishes: Wish[] = []
  private readonly taken: Taken[] = []
  private readonly spans: Taken[] = []
  private readonly lines: Taken[] = []

  wish(font: string, slots: readonly Slot[]): void {
    if (this.wishes.length < MOST_WISHES) this.wishes.push({ font, slots })
  }

  /** No label may lie here. */
  keepClear(y: number, from: number, to: number): void {
    extend(this.taken, y, from, to)
  }

  /** A line crosses here: only what stands out from it may lie over it. */
  cross(y: number, from: number, to: number): void {
    extend(this.lines, y, from, to)
  }

  /** A span lies here: only what is said of it may lie over it. */
  fill(y: number, from: number, to: number): void {
    extend(this.spans, y, from, to)
  }

  /** The labels that find a place: rank by rank, in each first come, first served. */
  placed(widthOf: WidthOf): Placed[] {
    const found: Placed[] = []
    let waiting: readonly Wish[] = this.wishes
    for (const rank of Object.values(RANK)) {
      waiting = waiting.filter((wish) => {
        const place = this.placeOf(wish, rank, widthOf)
        if (!place) return true
        found.push(place)
        this.taken.push({ y: place.y, from: place.x, to: place.x + widthOf(place.text, place.font) })
        return false
      })
    }
    return found
  }

  private placeOf({ font, slots }: Wish, rank: Rank, widthOf: WidthOf): Placed | undefined {
    for (const slot of slots) {
      if (slot.rank !== rank) continue
      for (const text of slot.texts) {
        const width = widthOf(text, font)
        const x = startOf(slot, width)
        if (x < slot.from || x + width > slot.to || !this.isFree(slot, x, x + width)) continue
        return {
          text,
          x,
          y: slot.y,
          font,
          ink: slot.ink,
          isOver: slot.over === true && !this.isClear(slot, x, x + width),
        }
      }
    }
    return undefined
  }

  private isFree(slot: Slot, from: number, to: number): boolean {
    const isApart = apartFrom(slot.y, from, to)
    if (!this.taken.every(isApart) || (slot.onGround && !this.spans.every(isApart))) return false
    return slot.over === true || this.isClear(slot, from, to)
  }

  private isClear({ y }: Slot, from: number, to: number): boolean {
    return this.lines.every(apartFrom(y, from, to))
  }
}

const apartFrom =
  (y: number, from: number, to: number) =>
  (other: Taken): boolean =>
    other.y !== y || to + GAP <= other.from || other.to + GAP <= from

function startOf({ from, to, align }: Slot, width: number): number {
  if (align === 'start') return from
  return align === 'end' ? to - width : (from + to - width) / 2
}

/** Marks side by side are one obstacle. */
function extend(list: Taken[], y: number, from: number, to: number): void {
  const last = list.at(-1)
  if (last && last.y === y && from <= last.to + GAP) {
    list[list.length - 1] = { y, from: Math.min(from, last.from), to: Math.max(to, last.to) }
  } else list.push({ y, from, to })
}

const forms = new Map<string, readonly string[]>()
/** Fewer of its letters do not stand for a label. */
const LEAST_KEPT = 0.6

/** A label from long to short: whole, its parts before each ` · `, the greater part of its words. */
export function formsOf(text: string): readonly string[] {
  const found = forms.get(text)
  if (found) return found
  const parts = text.split(' · ')
  const heads = parts.map((_, i) => parts.slice(0, parts.length - i).join(' · '))
  const words = (parts[0] ?? '').split(' ')
  const cut = words.slice(1).map((_, i) => `${words.slice(0, words.length - 1 - i).join(' ')} …`)
  const long = parts[0]?.length ?? 0
  const all = [...heads, ...cut.filter((form) => form.length >= LEAST_KEPT * long && form.length < long - 2)]
  forms.set(text, all)
  return all
}
