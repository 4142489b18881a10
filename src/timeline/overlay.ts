// What lies over the canvas as elements: the labels of the axis, outlines, and the tooltip. They are placed by hand each frame, without
// React, and written only where something changed.

import type { Marking } from './ticks.ts'

/** Where an element goes, from the left edge and the top of what holds it. */
export type Placing = { x: number; y?: number; width?: number; height?: number }

/** Shows and moves an element, or hides it. */
export function place(element: HTMLElement, box: Placing | undefined): void {
  element.hidden = !box
  if (!box) return
  const { style } = element
  style.transform = `translate(${box.x}px, ${box.y ?? 0}px)`
  if (box.width !== undefined) style.width = `${box.width}px`
  if (box.height !== undefined) style.height = `${box.height}px`
}

/** Writes the axis: a strip for each fold, then a label for each tick that has room for one. Elements are used again. */
export function writeAxis(strip: HTMLElement, { ticks, cuts }: Marking): void {
  let used = 0
  const next = (kind: string, text: string): HTMLElement => {
    const element = (strip.children[used++] ?? strip.appendChild(document.createElement('span'))) as HTMLElement
    if (element.className !== kind) element.className = kind
    if (element.textContent !== text) element.textContent = text
    return element
  }
  for (const { left, right } of cuts) place(next('timeline-cut', ''), { x: left, width: right - left })
  for (const { text, textX } of cuts) placeText(next('timeline-cut-text', text), textX)
  for (const { text, textX } of ticks) placeText(next('timeline-tick', text), textX)
  for (; used < strip.children.length; used++) place(strip.children[used] as HTMLElement, undefined)
}

function placeText(element: HTMLElement, x: number): void {
  element.style.width = ''
  place(element, { x })
}

/** What a tooltip says of a row: a title and some lines, such as the instant and what has passed since the fault. */
export type Tip = { readonly title: string; readonly lines: readonly string[] }

/** Fills the tooltip. `onWhy`: with a button that leads to the reasons. */
export function writeTip(element: HTMLElement, { title, lines }: Tip, onWhy?: () => void): void {
  const text = [title, ...lines, onWhy ? WHY : ''].join('\n')
  if (element.dataset.text === text) return
  element.dataset.text = text
  const parts = [title, ...lines].map((line, i) => {
    const part = document.createElement(i === 0 ? 'strong' : 'span')
    part.textContent = line
    return part
  })
  element.replaceChildren(...parts, ...(onWhy ? [whyButton(onWhy)] : []))
}

const WHY = 'why?'

function whyButton(onWhy: () => void): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = WHY
  button.addEventListener('click', onWhy)
  return button
}

/** From a mark to its tooltip, and from a tooltip to the edge of the window. */
const GAP = 8

/** A place in the window that tooltips keep clear of. */
export type Kept = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/**
 * Puts a tooltip under a mark, or above it where the window ends; never over the mark, never outside, never over what is kept. Window
 * coordinates.
 */
export function placeTip(element: HTMLElement, mark: { x: number; top: number; bottom: number }, kept?: Kept): void {
  element.hidden = false
  const { offsetWidth: width, offsetHeight: height } = element
  const x = Math.max(GAP, Math.min(mark.x, window.innerWidth - width - GAP))
  const y = tipTop(mark, height, window.innerHeight, kept && isBeside(kept, x, x + width) ? undefined : kept)
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`
}

const isBeside = ({ left, right }: Kept, from: number, to: number): boolean => to <= left || from >= right

/** The top of a tooltip: under the mark or above it, else under or above both the mark and what is kept. */
export function tipTop(
  { top, bottom }: { readonly top: number; readonly bottom: number },
  height: number,
  windowHeight: number,
  kept?: Pick<Kept, 'top' | 'bottom'>,
): number {
  const [under, above] = [bottom + GAP, top - GAP - height]
  const further = kept ? [Math.max(bottom, kept.bottom) + GAP, Math.min(top, kept.top) - GAP - height] : []
  const fits = (y: number) => y >= GAP && y + height <= windowHeight - GAP
  const isClear = (y: number) => !kept || y + height <= kept.top || y >= kept.bottom
  return [under, above, ...further].find((y) => fits(y) && isClear(y)) ?? (fits(under) ? under : above)
}
