// Piles: where several marks begin in one pixel column, the column takes one colour. A whole row of columns is one tiny picture, one
// pixel high, stretched over the row: one call to the canvas for each track, however many marks it has.

import type { Box } from './layout.ts'

export class Piles {
  private readonly sheet = document.createElement('canvas')
  private readonly pen = this.sheet.getContext('2d', { willReadFrequently: true }) ?? undefined
  private readonly colours = new Map<string, number>()
  private picture: ImageData | undefined
  private pixels = new Uint32Array(0)
  private used = false

  /** Fills the pixel column [x, x + 1) of the present row. */
  add(x: number, colour: string): void {
    this.pixels[x] = this.colours.get(colour) ?? this.read(colour)
    this.used = true
  }

  /** Starts a row of so many columns. */
  begin(width: number): void {
    if (!this.pen) return
    if (this.picture?.width !== width) {
      this.sheet.width = width
      this.sheet.height = 1
      this.picture = this.pen.createImageData(width, 1)
      this.pixels = new Uint32Array(this.picture.data.buffer)
    } else if (this.used) this.pixels.fill(0)
    this.used = false
  }

  /** Draws the row over a box of the plot. */
  draw(canvas: CanvasRenderingContext2D, { top, height }: Box): void {
    if (!this.used || !this.pen || !this.picture) return
    this.pen.putImageData(this.picture, 0, 0)
    canvas.imageSmoothingEnabled = false
    canvas.drawImage(this.sheet, 0, 0, this.picture.width, 1, 0, top, this.picture.width, height)
  }

  /** A CSS colour as the bytes that a picture holds. */
  private read(colour: string): number {
    const pot = new OffscreenCanvas(1, 1).getContext('2d')
    if (!pot) return 0
    pot.fillStyle = colour
    pot.fillRect(0, 0, 1, 1)
    const value = new Uint32Array(pot.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
    this.colours.set(colour, value)
    return value
  }
}
