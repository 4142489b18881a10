// What can be pressed between two groups: the flag where they part first, with its line through both, and the ribbon from one answer
// to the other. Elements of their own, so that keys reach them too; they are placed by hand each frame.

import type { Axis } from './axis.ts'
import type { Layer, Under } from './layer.ts'
import { type Box, HEADER, type Layout } from './layout.ts'
import { place } from './overlay.ts'
import { FLAG, flagLeft, type Ribbon } from './scene.ts'

/** What stands between a group and the next, in words for those who do not see it. */
export type Between = {
  readonly ribbon: Ribbon | undefined
  readonly ribbonSaid: string
  readonly flagSaid: string
}

export type BetweenActs = { readonly onFlag: (pair: number) => void; readonly onRibbon: (pair: number) => void }

/** The least that a finger finds. */
const LEAST = 24

/** Lays flags and ribbons over the picture. `pairs` is read anew in each frame. */
export function betweenLayer(under: Under, pairs: () => readonly Between[], acts: BetweenActs): Layer {
  const made: Pair[] = []
  return {
    grab: () => undefined,
    place: (axis, layout) => {
      const now = pairs()
      while (made.length < now.length) made.push(new Pair(under.body, made.length, acts))
      for (const [i, pair] of made.entries()) pair.show(now[i], i, axis, layout)
    },
    leave: () => {
      for (const pair of made) pair.leave()
    },
  }
}

class Pair {
  private readonly line = document.createElement('div')
  private readonly ribbon: HTMLButtonElement
  private readonly flag: HTMLButtonElement

  constructor(body: HTMLElement, index: number, { onFlag, onRibbon }: BetweenActs) {
    this.line.className = 'timeline-parting'
    this.ribbon = button('timeline-ribbon', '', () => onRibbon(index))
    this.flag = button('timeline-flag', 'first difference', () => onFlag(index))
    body.append(this.line, this.ribbon, this.flag)
  }

  show(between: Between | undefined, index: number, axis: Axis, layout: Layout): void {
    const ribbon = between?.ribbon
    const box = layout.ribbons[index]
    place(this.ribbon, ribbon && box && ribbonBox(ribbon, box, axis, layout.left))
    if (between) name(this.ribbon, between.ribbonSaid)
    const at = ribbon?.parting
    const x = at === undefined ? Number.NaN : axis.x(at)
    const seen = box !== undefined && x >= 0 && x <= axis.width
    const left = flagLeft(x, axis.width)
    place(this.flag, seen ? { x: layout.left + left, y: box.top, width: FLAG, height: box.height } : undefined)
    this.flag.classList.toggle('left', left < x)
    if (between) name(this.flag, between.flagSaid)
    place(this.line, seen ? lineBox(layout, index, x) : undefined)
  }

  leave(): void {
    for (const element of [this.line, this.ribbon, this.flag]) element.remove()
  }
}

function button(className: string, text: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  element.textContent = text
  element.addEventListener('click', act)
  // What is pressed here is not pressed on the picture behind it.
  element.addEventListener('pointerdown', (event) => event.stopPropagation())
  return element
}

function name(element: HTMLElement, text: string): void {
  if (element.title !== text) element.title = text
}

/** From the one answer to the other, as far as the view shows it; undefined where it does not. */
function ribbonBox({ from, to }: Ribbon, { top, height }: Box, axis: Axis, edge: number) {
  const [start, end] = [axis.x(from), axis.x(to)]
  if (end < 0 || start > axis.width) return undefined
  const left = Math.max(start, 0)
  const width = Math.max(Math.min(end, axis.width) - left, LEAST)
  return { x: edge + Math.min(left, axis.width - width), y: top, width, height }
}

/** Through both groups, below the names of the upper one. */
function lineBox({ groups, left }: Layout, index: number, x: number) {
  const pair = groups.slice(index, index + 2)
  const top = Math.min(...pair.map((group) => group.top)) + HEADER
  const bottom = Math.max(...pair.map((group) => group.top + group.height))
  return { x: left + x, y: top, height: bottom - top }
}
