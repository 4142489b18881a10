// A fault under the pointer's hand: moved, stretched, copied or drawn, snapped to what is near, with a thin line where it has snapped.

import { brief } from '../base/brief.ts'
import type { Held, Place } from './faultAim.ts'
import { elementOf } from './faultBand.ts'
import type { FaultDoing } from './faultDoing.ts'
import { edgeOf, type Part, reshaped, type Shape } from './faultShape.ts'
import type { Grip, Point } from './gestures.ts'
import type { Under } from './layer.ts'
import { rounded, type Snap, type SnapsNear, snapOf } from './snap.ts'

/** What the layer does around a drag. */
type Around = {
  readonly nextGesture: () => string
  /** Gives a fault the focus, in a group where it is shown there, and in a lane. */
  readonly choose: (fault: number, group: number, lane: number) => void
  /** The drag of a fault is over, and holds. */
  readonly ended: (fault: number, group: number, lane?: number) => void
  /** Ends drawing. */
  readonly unarm: () => void
  /** Gives the focus to the tools of the chosen fault. */
  readonly toTools: () => void
}

type Doing = Pick<FaultDoing, 'shape' | 'copy' | 'add' | 'takeBack' | 'snaps'>

export class FaultDrag {
  private readonly line = elementOf('div', 'timeline-snap')

  constructor(
    private readonly under: Under,
    private readonly doing: Doing,
    private readonly around: Around,
  ) {
    this.line.hidden = true
    this.line.append(elementOf('span', ''))
    under.body.append(this.line)
  }

  leave(): void {
    this.line.remove()
  }

  /** Of what is held, from where it was pressed. */
  dragging({ band, part }: Held, pressed: Point, copies: boolean): Grip {
    const { under, doing, around } = this
    const { of, group, lane } = band
    const offset = pressed.x - under.axis().x(edgeOf(of, part, under.axis().stretch.until))
    const gesture = around.nextGesture()
    let { fault } = of
    let snaps: SnapsNear | undefined
    return {
      cursor: part !== 'whole' ? 'ew-resize' : copies ? 'copy' : 'move',
      move: ({ x }, event) => {
        if (!snaps) {
          snaps = doing.snaps(of.fault)
          if (copies) fault = doing.copy(of.fault, of, gesture) ?? fault
          else around.choose(fault, group, lane)
          this.start()
        }
        const free = event.ctrlKey || event.metaKey || (event.altKey && !copies)
        const { shape, snap } = this.aimed(of, part, x - offset, free ? undefined : snaps)
        doing.shape(fault, shape, gesture)
        this.showSnap(snap)
      },
      end: () => {
        this.stop()
        around.ended(fault, group, lane)
      },
      cancel: () => {
        if (snaps) doing.takeBack(gesture)
        this.stop()
        if (snaps) around.choose(of.fault, group, lane)
      },
    }
  }

  /** A new fault from where the press was to where the pointer is, either way round. */
  drawing(place: Place, pressed: Point): Grip {
    const { under, doing, around } = this
    const gesture = around.nextGesture()
    const snaps = doing.snaps(undefined)
    const from = this.aimed({ at: 0, until: undefined }, 'start', pressed.x, snaps).shape.at
    let fault: number | undefined
    return {
      cursor: 'crosshair',
      move: ({ x }, event) => {
        const free = event.ctrlKey || event.metaKey || event.altKey
        const forward = from === 0 || under.axis().at(x) > from
        const { shape, snap } = this.aimed(
          forward ? { at: from, until: undefined } : { at: 0, until: from },
          forward ? 'end' : 'start',
          x,
          free ? undefined : snaps,
        )
        if (fault === undefined) {
          this.start()
          fault = doing.add(place.name, shape, gesture)
        } else doing.shape(fault, shape, gesture)
        this.showSnap(snap)
      },
      end: () => {
        around.unarm()
        this.stop()
        if (fault === undefined) return
        around.ended(fault, place.group)
        around.toTools()
      },
      cancel: () => {
        if (fault !== undefined) {
          doing.takeBack(gesture)
          around.unarm()
        }
        this.stop()
      },
    }
  }

  /** The shape that a part makes at a pixel: snapped to what is near either edge that moves, else as round as the screen can tell. */
  private aimed(
    shape: Shape,
    part: Part,
    x: number,
    snaps: SnapsNear | undefined,
  ): { shape: Shape; snap: Snap | undefined } {
    const axis = this.under.axis()
    const { until: end } = axis.stretch
    const at = axis.at(x)
    const length = part === 'whole' && shape.until !== undefined ? shape.until - shape.at : 0
    const found =
      snaps &&
      [0, ...(length > 0 ? [length] : [])].flatMap((ahead) => {
        const snap = snapOf(axis, at + ahead, snaps)
        return snap ? [{ snap, to: snap.at - ahead, away: Math.abs(axis.x(snap.at) - axis.x(at + ahead)) }] : []
      })
    const best = found?.sort((a, b) => a.away - b.away)[0]
    return { shape: reshaped(shape, part, best?.to ?? rounded(axis, at), end), snap: best?.snap }
  }

  private start(): void {
    this.under.root.classList.add('dragging')
  }

  private stop(): void {
    this.under.root.classList.remove('dragging')
    this.showSnap(undefined)
  }

  /** A thin line where an edge has snapped, and what is there. */
  private showSnap(snap: Snap | undefined): void {
    const { line, under } = this
    line.hidden = !snap
    if (!snap) return
    const x = under.axis().x(snap.at)
    line.style.transform = `translate(${Math.round(under.layout().left + x)}px, 0)`
    line.classList.toggle('late', x > under.axis().width / 2)
    const word = line.firstElementChild
    if (word) word.textContent = snap.at > 0 ? `${snap.text} at ${brief(snap.at)}` : snap.text
  }
}
