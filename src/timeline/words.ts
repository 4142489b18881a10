// Where labels go: each wish names its places in order of preference and its texts from long to short. A label is never cut and never
// lies over another; one that fits nowhere is dropped, for the tooltip has it all.

/** A stretch that a label may take, and the side it keeps to. */
export type Slot = {
  readonly from: number
  readonly to: number
  readonly align: 'start' | 'middle' | 'end'
  readonly ink: string
  readonly texts: readonly string[]
}

export type Wish = { readonly y: number; readonly font: string; readonly slots: readonly Slot[] }

/** What labels of one height must keep clear of. */
export type Taken = { readonly y: number; readonly from: number; readonly to: number }

export type Placed = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly font: string
  readonly ink: string
}

export type WidthOf = (text: string, font: string) => number

/** The least gap between two labels. */
const GAP = 6

/** The labels that find a place, first come, first served. */
export function placed(wishes: readonly Wish[], obstacles: readonly Taken[], widthOf: WidthOf): Placed[] {
  const taken = [...obstacles]
  return wishes.flatMap((wish) => {
    const found = placeOf(wish, taken, widthOf)
    if (!found) return []
    taken.push({ y: wish.y, from: found.x, to: found.x + widthOf(found.text, found.font) })
    return [found]
  })
}

function placeOf({ y, font, slots }: Wish, taken: readonly Taken[], widthOf: WidthOf): Placed | undefined {
  for (const slot of slots) {
    for (const text of slot.texts) {
      const width = widthOf(text, font)
      const x = startOf(slot, width)
      if (x >= slot.from && x + width <= slot.to && isFree(taken, y, x, x + width))
        return { text, x, y, font, ink: slot.ink }
    }
  }
  return undefined
}

function startOf({ from, to, align }: Slot, width: number): number {
  if (align === 'start') return from
  return align === 'end' ? to - width : (from + to - width) / 2
}

const isFree = (taken: readonly Taken[], y: number, from: number, to: number): boolean =>
  taken.every((other) => other.y !== y || to + GAP <= other.from || other.to + GAP <= from)

const forms = new Map<string, readonly string[]>()

/** A label from long to short: whole, its parts before each ` · `, its first words. */
export function formsOf(text: string): readonly string[] {
  const found = forms.get(text)
  if (found) return found
  const parts = text.split(' · ')
  const heads = parts.map((_, i) => parts.slice(0, parts.length - i).join(' · '))
  const first = (parts[0] ?? '').split(' ')
  const cut = first.slice(1).map((_, i) => `${first.slice(0, first.length - 1 - i).join(' ')} …`)
  const all = [...heads, ...cut]
  forms.set(text, all)
  return all
}
