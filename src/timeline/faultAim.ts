// What a pointer would take hold of: a lane that can have faults, the faults there, and the part of one that is near enough.

import type { FaultBand } from './faultBand.ts'
import { heldAt, type Part } from './faultShape.ts'
import type { Point } from './gestures.ts'
import { hit, type Spot } from './hit.ts'
import type { Under } from './layer.ts'

/** The lane of one that can have faults, in a group. */
export type Place = { readonly group: number; readonly lane: number; readonly name: string }
export type Held = { readonly band: FaultBand; readonly part: Part }

/** So far beyond the picture, in pixels, a lane can still be meant. */
const AROUND = 80

/** The bands that are shown, and the one that was chosen. */
type Shown = { readonly bands: readonly FaultBand[]; readonly chosen: FaultBand | undefined }

export class FaultAim {
  constructor(
    private readonly under: Pick<Under, 'axis' | 'layout' | 'groups'>,
    /** Who faults are of, as lanes are named: `broker` for `broker 1`. */
    private readonly host: () => string,
    private readonly shown: () => Shown,
  ) {}

  placeAt({ x, y }: Point): Place | undefined {
    const { under } = this
    if (x < -AROUND || x > under.axis().width + AROUND) return undefined
    // Two groups may share their place, each with lanes of its own in it.
    for (const [group, { lanes }] of under.layout().groups.entries()) {
      const lane = lanes.findIndex(({ top, height }) => y >= top && y < top + height)
      const name = under.groups()[group]?.lanes[lane]?.id
      if (name) return name.startsWith(`${this.host()} `) ? { group, lane, name } : undefined
    }
    return undefined
  }

  /**
   * What would be dragged: of what lies over one another first what is on there. A finger sees no handles but those of the chosen fault: of others it holds an end that the fault has of its
   * own, and nothing else, as it pans with the rest.
   */
  heldAt(point: Point, place: Place, touch: boolean): Held | undefined {
    const axis = this.under.axis()
    const { chosen } = this.shown()
    const here = this.bandsIn(place)
    const ground = !touch && this.isGround(point)
    const on = here.filter((band) => band.on)
    const isChosen = (band: FaultBand) => band === chosen
    for (const bands of [on.filter(isChosen), on, here.filter(isChosen), here]) {
      const seen = bands.flatMap((band) => {
        const extent = band.extent(axis)
        if (!extent || (touch && band !== chosen && !hasOwnEnd(band, extent))) return []
        return [{ band, ...extent, whole: band === chosen || (ground && hasOwnEnd(band, extent)) }]
      })
      const found = heldAt(seen, point.x)
      const band = found && seen[found.index]?.band
      if (band) return { band, part: found.part === 'start' && !band.of.lasts ? 'whole' : found.part }
    }
    return undefined
  }

  /** The narrowest band at a point, of those that are on there if any is. */
  bandAt({ x }: Point, place: Place): FaultBand | undefined {
    const axis = this.under.axis()
    const width = (band: FaultBand) => {
      const extent = band.extent(axis)
      return extent && x >= extent.left && x <= extent.right ? extent.right - extent.left : Number.POSITIVE_INFINITY
    }
    const under = this.bandsIn(place).filter((band) => Number.isFinite(width(band)))
    const [nearest] = under.sort((a, b) => Number(b.on) - Number(a.on) || width(a) - width(b))
    return nearest
  }

  spotAt({ x, y }: Point): Spot | undefined {
    const { under } = this
    return hit(under.groups(), under.layout(), under.axis(), x, y)
  }

  isBand({ group, lane, track }: Spot): boolean {
    return this.under.groups()[group]?.lanes[lane]?.tracks[track]?.mark === 'band'
  }

  /** No mark but faults is there. */
  isGround(point: Point): boolean {
    const spot = this.spotAt(point)
    return !spot || this.isBand(spot)
  }

  private bandsIn({ group, lane }: Place): FaultBand[] {
    return this.shown().bands.filter((band) => band.group === group && band.lane === lane)
  }
}

/** It has an end of its own, and one of its ends is in view: it can be told from the ground that is panned. */
const hasOwnEnd = ({ of }: FaultBand, { start, end }: { start: boolean; end: boolean }): boolean =>
  of.until !== undefined && of.lasts && (start || end)
