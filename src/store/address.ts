// The address bar follows the page, and the page follows the address bar. A link carries the question and where its reader looks.

import { setView } from '../scenario/edit.ts'
import { decode, encode } from '../scenario/link.ts'
import { defaultPreset } from '../scenario/presets.ts'
import { limits, type Scenario, type View } from '../scenario/scenario.ts'
import { replace } from './edits.ts'
import { type Lab, lab, setLab, useLab } from './lab.ts'

/** A drag writes no address; a pause does. */
const PAUSE_MS = 300

let pause: ReturnType<typeof setTimeout> | undefined
/** What the address bar holds by our own hand. */
let written: string | undefined

const fragment = (): string => location.hash.slice(1)

/** Where the visitor looks, as a link carries it: only what was chosen. */
function viewOf({ range, playhead, selected, axis }: Lab): View | undefined {
  const view: View = {
    ...(range && { from: Math.floor(range.from), to: Math.ceil(range.to) }),
    ...(playhead !== undefined && { playhead }),
    ...(selected && { selected: [selected.variant, selected.row] as const }),
    ...(axis === 'linear' && { axis }),
  }
  return Object.keys(view).length > 0 ? view : undefined
}

/** The question with what its reader sees of it. */
export const asShown = (state: Lab): Scenario => setView(state.draft.scenario, viewOf(state))

/** The link of what is on the screen, without the leading #. */
export const linkOf = (state: Lab): string => encode(asShown(state))

/** Whether a link of that length should be offered at all. */
export const fitsLink = (link: string): boolean => link.length <= limits.linkLength

/** Takes the place in a run that a scenario brings along, and gives the scenario without it. */
function unpackView(scenario: Scenario): Scenario {
  const { view } = scenario
  setLab({
    range: view?.from === undefined || view.to === undefined ? undefined : { from: view.from, to: view.to },
    playhead: view?.playhead,
    selected: view?.selected && { variant: view.selected[0], row: view.selected[1] },
    axis: view?.axis ?? 'elastic',
    playing: false,
  })
  return setView(scenario, undefined)
}

/** Opens the question of the address, or the first preset. It is nobody's edit, so it cannot be undone. */
export function openAddress(): void {
  const decoded = fragment() === '' ? { scenario: defaultPreset.scenario } : decode(fragment())
  written = fragment()
  const scenario = 'scenario' in decoded ? decoded.scenario : (decoded.kept ?? defaultPreset.scenario)
  setLab({ draft: { scenario: unpackView(scenario), slips: {} } })
  if ('problem' in decoded) tell(decoded.problem)
}

const tell = (problem: string): void => setLab({ trouble: { kind: 'link', what: problem } })

/** Loads what somebody put into the address bar, or went back to. A bad link leaves the page as it is, and says so. */
function loadAddress(): void {
  if (fragment() === written) return
  clearTimeout(pause)
  written = fragment()
  const decoded = written === '' ? { scenario: defaultPreset.scenario } : decode(written)
  const scenario = 'scenario' in decoded ? decoded.scenario : decoded.kept
  if (scenario !== undefined) open(scenario)
  if ('problem' in decoded) tell(decoded.problem)
}

/** Opens another question, with the place in it that it brings along. */
export function open(scenario: Scenario): void {
  replace(setView(scenario, undefined))
  unpackView(scenario)
}

/** Opens another question as a place of its own in the browser's history: back leads here again. */
export function visit(scenario: Scenario): void {
  writeNow()
  history.pushState(null, '', `#${encode(scenario)}`)
  written = fragment()
  open(scenario)
}

function writeNow(): void {
  clearTimeout(pause)
  const link = linkOf(lab())
  if (!fitsLink(link) || link === written) return
  history.replaceState(null, '', `#${link}`)
  written = fragment()
}

/** From now on the address bar follows, after a short pause, and is followed. */
export function followAddress(): () => void {
  const stop = useLab.subscribe((now, before) => {
    const same = now.draft.scenario === before.draft.scenario && sameView(now, before)
    if (same || now.playing) return
    clearTimeout(pause)
    pause = setTimeout(writeNow, PAUSE_MS)
  })
  window.addEventListener('popstate', loadAddress)
  window.addEventListener('hashchange', loadAddress)
  return () => {
    stop()
    clearTimeout(pause)
    window.removeEventListener('popstate', loadAddress)
    window.removeEventListener('hashchange', loadAddress)
  }
}

const sameView = (a: Lab, b: Lab): boolean =>
  a.range === b.range && a.playhead === b.playhead && a.selected === b.selected && a.axis === b.axis && a.playing === b.playing
