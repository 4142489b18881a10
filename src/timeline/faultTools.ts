// What can be done with the chosen fault, on the picture itself: a small bar above its band.

import type { Axis } from './axis.ts'
import { elementOf, type FaultBand } from './faultBand.ts'

/** What its buttons do to the chosen fault. */
type Acts = Readonly<Record<'turn' | 'copy' | 'open' | 'remove' | 'leave', () => void>> & {
  readonly become: (kind: string) => void
}

export class FaultTools {
  private readonly bar = elementOf('div', 'timeline-fault-tools')
  private readonly kind = elementOf('select', '')
  private readonly switch: HTMLButtonElement
  private width = 0
  private offered: readonly string[] = []

  /** @param kinds that can be had now; the same list as long as they are the same */
  constructor(
    private readonly kinds: () => readonly string[],
    acts: Acts,
  ) {
    this.kind.setAttribute('aria-label', 'What happens')
    this.switch = button('', 'Switches it off or on in every variant (space)', acts.turn)
    this.bar.setAttribute('role', 'toolbar')
    this.bar.append(
      this.kind,
      this.switch,
      button('copy', 'Copies it (ctrl D)', acts.copy),
      button('more', 'Shows all its parts (Enter)', acts.open),
      button('×', 'Removes it (Delete)', acts.remove, 'Remove'),
    )
    this.kind.addEventListener('change', () => acts.become(this.kind.value))
    this.bar.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      acts.leave()
    })
    // What is pressed here is not pressed on the marks behind it.
    for (const name of ['pointerdown', 'dblclick'] as const) {
      this.bar.addEventListener(name, (event) => event.stopPropagation())
    }
  }

  /** Stands at a band; undefined: nowhere. */
  show(band: FaultBand | undefined): void {
    if (!band) return this.bar.remove()
    const { of, element } = band
    this.bar.setAttribute('aria-label', of.words)
    this.offer()
    if (this.kind.value !== of.kind) this.kind.value = of.kind
    this.switch.textContent = of.on.some(Boolean) ? 'off' : 'on'
    if (this.bar.parentElement !== element) {
      element.append(this.bar)
      this.width = this.bar.offsetWidth
    }
  }

  private offer(): void {
    const kinds = this.kinds()
    if (kinds === this.offered) return
    this.offered = kinds
    this.kind.replaceChildren(...kinds.map((kind) => new Option(kind)))
  }

  /** At the end of its band, or at the start of one that is too narrow; within the plot. */
  place(band: FaultBand, axis: Axis): void {
    const extent = band.extent(axis)
    if (!extent) return
    const room = extent.right - extent.left
    const left = Math.max(0, Math.min(extent.left + Math.max(room - this.width, 0), axis.width - this.width))
    this.bar.style.left = `${Math.round(left - extent.left)}px`
  }

  focus(): void {
    this.kind.focus({ preventScroll: true })
  }

  holds(target: EventTarget | null): boolean {
    return this.bar.contains(target as Node)
  }
}

function button(text: string, title: string, act: () => void, label?: string): HTMLButtonElement {
  const made = elementOf('button', '')
  made.type = 'button'
  made.textContent = text
  made.title = title
  if (label) made.setAttribute('aria-label', label)
  made.addEventListener('click', act)
  return made
}
