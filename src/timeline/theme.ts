// The page's colour tokens as the canvas needs them, read once a change of theme. Patterns carry the owner of a wait where colour
// cannot: dots for the kernel, hatching for backoff and faults, a cross hatch for what another one's timeout took along.

import { type Tone, tones } from '../lanes/lane.ts'

export type Paintable = string | CanvasPattern

/** How a tone looks: its surface, the text on it, an edge where the surface is faint, and a strong colour for thin strokes. */
export type Look = {
  readonly fill: Paintable
  readonly ink: string
  readonly edge: string | undefined
  readonly strong: string
  /** Its strong colour, dotted along a line. */
  readonly dotted: Paintable
  /** What many marks in a pixel are filled with. */
  readonly pile: string
}

export type Theme = {
  /** By index in `tones`. */
  readonly looks: readonly Look[]
  readonly fault: Paintable
  readonly paper: string
  readonly card: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly line: string
  readonly line2: string
  readonly act: string
  readonly actSoft: string
  readonly fail: string
  readonly failSoft: string
  readonly good: string
  readonly warn: string
  readonly leads: string
  readonly strongFont: string
  readonly quietFont: string
  readonly axisFont: string
}

/** Pixels after which each pattern repeats, and after which all of them do. */
const DOTS = 7
const HATCH = 8
const DASH = 4
export const PERIOD = DOTS * HATCH

/** Reads the tokens in force at an element. `density`: device pixels to a CSS pixel, for crisp patterns. */
export function themeOf(element: Element, canvas: CanvasRenderingContext2D, density: number): Theme {
  const style = getComputedStyle(element)
  const token = (name: string, otherwise = '#888') => style.getPropertyValue(`--${name}`).trim() || otherwise
  const tile = tileMaker(canvas, density)
  const sans = token('sans', 'sans-serif')
  const fail = token('fail')
  return {
    looks: tones.map((tone) => lookOf(tone, token, tile)),
    fault: tile(HATCH, (pen) => hatch(pen, fail, 1.25)),
    paper: token('paper'),
    card: token('card'),
    ink: token('ink'),
    ink2: token('ink2'),
    ink3: token('ink3'),
    line: token('line'),
    line2: token('line2'),
    act: token('act'),
    actSoft: token('act-soft'),
    fail,
    failSoft: token('fail-soft'),
    good: token('good'),
    warn: token('warn'),
    leads: token('leads-line'),
    strongFont: `600 11px ${sans}`,
    quietFont: `11px ${sans}`,
    axisFont: `10.5px ${token('mono', 'monospace')}`,
  }
}

type Token = (name: string) => string
type Pen = CanvasRenderingContext2D
type Tile = (size: number, draw: (pen: Pen) => void) => Paintable

function lookOf(tone: Tone, token: Token, tile: Tile): Look {
  const plain = (fill: string, ink: string, strong = fill, pile = strong): Look => {
    const dotted = tile(DASH, (pen) => dash(pen, token(strong)))
    return { fill: token(fill), ink: token(ink), edge: undefined, strong: token(strong), dotted, pile: token(pile) }
  }
  switch (tone) {
    case 'plain':
      return { ...plain('line2', 'ink2', 'ink3', 'line'), edge: token('edge') }
    case 'kernel': {
      const fill = tile(DOTS, (pen) => dots(pen, token('kernel'), token('kernel-ink')))
      return { ...plain('kernel', 'kernel-ink'), fill }
    }
    case 'setting':
      return plain('config', 'config-ink')
    case 'backoff': {
      const fill = tile(HATCH, (pen) => {
        pen.fillStyle = token('card')
        pen.fillRect(0, 0, HATCH, HATCH)
        hatch(pen, token('backoff'), 2.6)
      })
      return { ...plain('backoff', 'ink'), fill, edge: token('edge') }
    }
    case 'healthy':
      return plain('ready', 'ready-ink')
    case 'leads':
      return plain('leads', 'leads-ink')
    case 'seeks':
      return plain('kernel', 'kernel-ink')
    case 'collateral': {
      const fill = tile(HATCH, (pen) => crossHatch(pen, token('fail-soft'), token('fail')))
      return { ...plain('fail-soft', 'fail', 'fail'), fill, edge: token('fail') }
    }
    case 'failed':
    case 'fault':
      return { ...plain('fail-soft', 'fail', 'fail'), edge: token('fail') }
  }
}

/** A repeating tile drawn at the screen's own density. */
function tileMaker(canvas: CanvasRenderingContext2D, density: number): Tile {
  return (size, draw) => {
    const sheet = document.createElement('canvas')
    sheet.width = sheet.height = Math.round(size * density)
    const pen = sheet.getContext('2d')
    if (!pen) return 'transparent'
    pen.scale(sheet.width / size, sheet.height / size)
    draw(pen)
    const pattern = canvas.createPattern(sheet, 'repeat')
    pattern?.setTransform(new DOMMatrix().scale(size / sheet.width, size / sheet.height))
    return pattern ?? 'transparent'
  }
}

function dots(pen: Pen, surface: string, ink: string): void {
  pen.fillStyle = surface
  pen.fillRect(0, 0, DOTS, DOTS)
  pen.fillStyle = ink
  pen.globalAlpha = 0.3
  pen.beginPath()
  pen.arc(2, 2, 0.9, 0, 2 * Math.PI)
  pen.fill()
}

function dash(pen: Pen, ink: string): void {
  pen.fillStyle = ink
  pen.fillRect(0, 0, DASH / 2, DASH)
}

/** Two sets of thin strokes, across each other: what another one's end took along. */
function crossHatch(pen: Pen, surface: string, ink: string): void {
  pen.fillStyle = surface
  pen.fillRect(0, 0, HATCH, HATCH)
  pen.globalAlpha = 0.45
  hatch(pen, ink, 0.8)
  pen.scale(-1, 1)
  pen.translate(-HATCH, 0)
  hatch(pen, ink, 0.8)
}

/** Strokes that rise to the right, drawn past the corners so that neighbouring tiles meet. */
function hatch(pen: Pen, ink: string, thickness: number): void {
  pen.strokeStyle = ink
  pen.lineWidth = thickness
  pen.beginPath()
  for (const shift of [-HATCH, 0, HATCH]) {
    pen.moveTo(shift - 1, HATCH + 1)
    pen.lineTo(shift + HATCH + 1, -1)
  }
  pen.stroke()
}
