// The canvas as a sheet of paper: its size in device pixels, the theme that its pen draws with, and the widths of texts on it.

import type { Paint } from './marks/mark.ts'
import { Piles } from './piles.ts'
import { type Theme, themeOf } from './theme.ts'

/** Browsers give up on larger canvases. */
const MOST_PIXELS = 16_000_000
/** So many widths of texts are remembered; then they are measured anew. */
const MOST_WIDTHS = 5000
/** Of a letter, where there is no canvas to measure it. */
const LETTER = 6.5

export class Sheet {
  width = 0
  height = 0
  private density = 1
  private readonly canvas: HTMLCanvasElement
  private readonly pen: CanvasRenderingContext2D | undefined
  private readonly piles = new Piles()
  private readonly widths = new Map<string, number>()
  private known: Theme | undefined

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas
    this.pen = canvas.getContext('2d') ?? undefined
  }

  /** False where the browser has no canvas: then nothing is ever drawn. */
  get isThere(): boolean {
    return this.pen !== undefined
  }

  /** Takes on a size in CSS pixels. */
  resize(width: number, height: number): void {
    const most = Math.sqrt(MOST_PIXELS / Math.max(width * height, 1))
    const density = Math.min(window.devicePixelRatio || 1, most)
    if (this.width === width && this.height === height && this.density === density) return
    if (this.density !== density) this.forgetTheme()
    this.width = width
    this.height = height
    this.density = density
    this.canvas.width = Math.round(width * density)
    this.canvas.height = Math.round(height * density)
    this.canvas.style.width = `${width}px`
    this.canvas.style.height = `${height}px`
  }

  /** Colours and fonts have changed. */
  forgetTheme(): void {
    this.known = undefined
    this.widths.clear()
  }

  get theme(): Theme | undefined {
    if (this.pen) this.known ??= themeOf(this.canvas, this.pen, this.density)
    return this.known
  }

  /** Clears from top to bottom and lets `draw` fill it, its origin moved to the right by `left`. Nothing is drawn left of `clip`. */
  draw(
    area: { top: number; bottom: number; left: number; clip: number },
    draw: (paint: Omit<Paint, 'axis'>) => void,
  ): void {
    const { pen, theme, density } = this
    if (!pen || !theme) return
    const { top, bottom, left, clip } = area
    pen.setTransform(density, 0, 0, density, 0, 0)
    pen.clearRect(0, top, this.width, bottom - top)
    pen.save()
    pen.beginPath()
    pen.rect(clip, top, this.width - clip, bottom - top)
    pen.clip()
    pen.translate(left, 0)
    draw({ canvas: pen, theme, piles: this.piles, density })
    pen.restore()
  }

  /** The width of a text in CSS pixels. */
  widthOf(text: string, font: string): number {
    if (!this.pen) return text.length * LETTER
    const key = `${font}\n${text}`
    const known = this.widths.get(key)
    if (known !== undefined) return known
    if (this.widths.size >= MOST_WIDTHS) this.widths.clear()
    this.pen.font = font
    const { width } = this.pen.measureText(text)
    this.widths.set(key, width)
    return width
  }
}
