// The page's keys. Fields, buttons and lists keep the keys that are theirs; letters can be switched off.

import { redo, undo } from '../store/history.ts'
import { lab } from '../store/lab.ts'
import { switchAxis } from '../store/looking.ts'
import { playOrPause } from '../store/playing.ts'
import { goToSearch } from './searching.ts'
import { stepBy } from './stepping.ts'
import { centreSelection, fitAll, panBy, zoomBy } from './viewing.ts'

const ZOOM = 1.5
const PAN = 0.15

type Act = (event: KeyboardEvent) => void

const zoomIn: Act = () => zoomBy(1 / ZOOM)
const zoomOut: Act = () => zoomBy(ZOOM)
const earlier: Act = () => panBy(-PAN)
const later: Act = () => panBy(PAN)

/** Keys that are no letters. */
const always: { readonly [key: string]: Act } = {
  '+': zoomIn,
  '=': zoomIn,
  '-': zoomOut,
  '0': fitAll,
  Home: fitAll,
  ',': () => stepBy(-1),
  '.': () => stepBy(1),
  '<': () => stepBy(-1, true),
  ';': () => stepBy(-1, true),
  '>': () => stepBy(1, true),
  ':': () => stepBy(1, true),
  '/': goToSearch,
  ' ': playOrPause,
  Enter: (event) => stepBy(event.shiftKey ? -1 : 1),
  ArrowLeft: earlier,
  ArrowRight: later,
  ArrowUp: zoomIn,
  ArrowDown: zoomOut,
}

const letters: { readonly [key: string]: Act } = {
  w: zoomIn,
  s: zoomOut,
  a: earlier,
  d: later,
  l: switchAxis,
  f: centreSelection,
  // Scripts of their own, behind their buttons.
  x: () => document.getElementById('first-difference')?.click(),
  n: () => document.getElementById('add-fault')?.click(),
}

/** Keys of what comes behind the first picture. They act where they have something to do; else the key is what it was. */
export type LateKeys = { readonly [key: string]: { readonly when: () => boolean; readonly act: Act } }

let late: LateKeys = {}

/** Adds them; the answer takes them away. */
export function addKeys(keys: LateKeys): () => void {
  late = keys
  return () => {
    late = {}
  }
}

/** Where keys are typed or have a meaning of their own. */
const FIELDS = 'input, select, textarea, [contenteditable], dialog, [role=listbox]'
/** What space and Enter press. */
const PRESSED = 'button, a, summary, label'

function belongsElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return true
  if (target?.closest('[popover]')) return true
  const pressed = event.key === ' ' || event.key === 'Enter'
  if (pressed && target?.closest(PRESSED)) return true
  const slider = target instanceof HTMLInputElement && target.type === 'range'
  if (slider) return event.key.startsWith('Arrow') || event.key === 'Home'
  return target?.closest(FIELDS) !== null && target !== undefined && !isPlain(event, target)
}

/** In a list, keys that are not the list's own still reach the page. */
const isPlain = (event: KeyboardEvent, target: Element): boolean =>
  target.closest('[role=listbox]') !== null && !event.key.startsWith('Arrow') && event.key !== 'Home'

/** Listens to the page's keys; the answer ends it. */
export function startKeys(help: () => void): () => void {
  const keyed = (event: KeyboardEvent) => {
    const act = actFor(event, help)
    if (act === undefined) return
    event.preventDefault()
    act(event)
  }
  window.addEventListener('keydown', keyed)
  return () => window.removeEventListener('keydown', keyed)
}

function actFor(event: KeyboardEvent, help: () => void): Act | undefined {
  // Many keyboards need AltGr or option for a bracket.
  const composed = event.altKey && (event.key === '[' || event.key === ']')
  if ((event.ctrlKey || event.metaKey) && !composed) return undoOrRedo(event)
  if ((event.altKey && !composed) || belongsElsewhere(event)) return undefined
  if (event.key === '?') return help
  const own = Object.hasOwn(late, event.key) ? late[event.key] : undefined
  if (own?.when()) return own.act
  const letter = lab().letters ? letters[event.key.toLowerCase()] : undefined
  return letter ?? (Object.hasOwn(always, event.key) ? always[event.key] : undefined)
}

/** Ctrl Z and its kin, also in a field of ours: there is one history, and the field shows what it says. */
function undoOrRedo(event: KeyboardEvent): Act | undefined {
  const key = event.key.toLowerCase()
  const target = event.target
  if (target instanceof HTMLInputElement && target.type === 'search') return undefined
  if (key === 'z') return event.shiftKey ? redo : undo
  return key === 'y' ? redo : undefined
}
