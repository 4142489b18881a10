// The address bar follows the page, and the page follows the address bar. A link carries the question and where its reader looks.

import { partWithin, sameRange } from '../base/range.ts'
import { defaultPreset } from '../scenario/defaultPreset.ts'
import type { Decoded } from '../scenario/link.ts'
import { limits, type Scenario, type View } from '../scenario/scenario.ts'
import { porch } from './door.ts'
import { replace } from './history.ts'
import { type Lab, lab, type Range, setLab, useLab } from './lab.ts'
import { arrive, fetchRest } from './running.ts'

/** A drag writes no address; a pause does. */
const PAUSE_MS = 300

let pause: ReturnType<typeof setTimeout> | undefined
/** What the address bar holds by our own hand. */
let written: string | undefined

const fragment = (): string => location.hash.slice(1)

/** A part of the run in whole milliseconds, as far as it lies within the run; undefined: none of it does. */
const wholePart = ({ from, to }: Range, until: number): Range | undefined =>
  partWithin({ from: Math.floor(from), to: Math.ceil(to) }, until)

/** The part that was chosen: not that which a run opens with by itself, and all of it where it opens with a part. */
function chosenPart(range: Lab['range'], opens: Lab['opens'], until: number): Range | undefined {
  if (opens === undefined || opens === 'to come') return range && wholePart(range, until)
  return range === opens ? undefined : wholePart(range ?? { from: 0, to: until }, until)
}

/** Where the visitor looks, as a link carries it: only what was chosen, and only what the question has. */
function viewOf({
  range,
  opens,
  brush,
  playhead,
  selected,
  axis,
  overlay,
  only,
  opened,
  draft,
}: Lab): View | undefined {
  const { until, variants } = draft.scenario
  const marked = brush && wholePart(brush, until)
  const view: View = {
    ...chosenPart(range, opens, until),
    ...(marked && { brush: [marked.from, marked.to] as const }),
    ...(playhead !== undefined && { playhead: Math.min(Math.max(playhead, 0), until) }),
    ...(selected && selected.variant < variants.length && { selected: [selected.variant, selected.row] as const }),
    ...(axis === 'linear' && { axis }),
    ...(overlay?.every((variant) => variant < variants.length) && { overlay }),
    ...(only && { only }),
    ...(opened && { opened: [opened.lane, opened.first] as const }),
  }
  return Object.keys(view).length > 0 ? view : undefined
}

function withView({ view: _, ...scenario }: Scenario, view: View | undefined): Scenario {
  return view === undefined ? scenario : { ...scenario, view }
}

/** The question with what its reader sees of it. */
export const asShown = (state: Lab): Scenario => withView(state.draft.scenario, viewOf(state))

/** The link of what is on the screen, without the leading #. */
export const linkOf = async (state: Lab): Promise<string> => (await porch()).encode(asShown(state))

/** Whether a link of that length should be offered at all. */
export const fitsLink = (link: string): boolean => link.length <= limits.linkLength

/** Takes the place in a run that a scenario brings along, and gives the scenario without it. */
function unpackView(scenario: Scenario): Scenario {
  const { view } = scenario
  const asked = view?.from === undefined || view.to === undefined ? undefined : { from: view.from, to: view.to }
  const range = asked && asked.from <= 0 && asked.to >= scenario.until ? undefined : asked
  const brush = view?.brush && { from: view.brush[0], to: view.brush[1] }
  setLab({
    range,
    // What nobody has chosen is chosen by the run.
    opens: view === undefined ? 'to come' : undefined,
    // Who looks into what is marked has zoomed into it.
    trail: range && sameRange(range, brush) ? [range] : [],
    brush,
    playhead: view?.playhead,
    selected: view?.selected && { variant: view.selected[0], row: view.selected[1] },
    axis: view?.axis ?? 'elastic',
    overlay: view?.overlay,
    only: view?.only,
    opened: view?.opened && { lane: view.opened[0], first: view.opened[1] },
    playing: false,
  })
  return withView(scenario, undefined)
}

const tell = (problem: string): void => setLab({ trouble: { kind: 'link', what: problem } })

const preset: Decoded = { scenario: defaultPreset.scenario }

/** Says that the script which reads and writes links and files did not arrive. */
export function tellLost(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  tell(`The part of the lab that reads and writes links and files could not be loaded: ${why}; reload the page.`)
}

/** What a link stands for; undefined where the script that reads links did not arrive, which is said. */
async function read(link: string): Promise<Decoded | undefined> {
  if (link === '') return preset
  // Its run takes more than that of the first preset: this comes beside the parser. Who needs it says if it is lost.
  void fetchRest().catch(() => undefined)
  const door = await porch().catch(tellLost)
  return door?.decode(link)
}

/** Opens the question of the address, or the first preset. It is nobody's edit, so it cannot be undone. */
export async function openAddress(): Promise<void> {
  written = fragment()
  const decoded = (await read(written)) ?? preset
  const scenario = 'scenario' in decoded ? decoded.scenario : (decoded.kept ?? defaultPreset.scenario)
  setLab({ draft: { scenario: unpackView(scenario), slips: {} } })
  if ('problem' in decoded) tell(decoded.problem)
}

/** Loads what somebody put into the address bar, or went back to. A bad link leaves the page as it is, and says so. */
async function loadAddress(): Promise<void> {
  const asked = fragment()
  if (asked === written) return
  clearTimeout(pause)
  written = asked
  const decoded = await read(asked)
  if (decoded === undefined) return
  const scenario = 'scenario' in decoded ? decoded.scenario : decoded.kept
  if (scenario !== undefined) open(scenario)
  if ('problem' in decoded) tell(decoded.problem)
}

/** Opens another question, with the place in it that it brings along. */
function open(scenario: Scenario): void {
  arrive()
  replace(withView(scenario, undefined))
  unpackView(scenario)
}

/** Opens another question as a place of its own in the browser's history: back leads here again. */
export async function visit(scenario: Scenario): Promise<void> {
  await writeNow()
  const door = await porch().catch(tellLost)
  if (door === undefined) return
  history.pushState(null, '', `#${door.encode(scenario)}`)
  written = fragment()
  open(scenario)
}

async function writeNow(): Promise<void> {
  clearTimeout(pause)
  const link = await linkOf(lab()).catch(tellLost)
  if (link === undefined || !fitsLink(link) || link === written) return
  // Another link has just been put there, and has yet to be told of: it is not to be written over.
  if (written !== undefined && fragment() !== written) return
  history.replaceState(null, '', `#${link}`)
  written = fragment()
}

/** From now on the address bar follows, after a short pause, and is followed. */
export function followAddress(): () => void {
  const stop = useLab.subscribe((now, before) => {
    const edited = now.draft.scenario !== before.draft.scenario
    // While it plays, the cursor writes no address; an edit does.
    if (!edited && (now.playing || sameView(now, before))) return
    clearTimeout(pause)
    pause = setTimeout(() => void writeNow(), PAUSE_MS)
  })
  const load = () => void loadAddress()
  window.addEventListener('popstate', load)
  window.addEventListener('hashchange', load)
  return () => {
    stop()
    clearTimeout(pause)
    window.removeEventListener('popstate', load)
    window.removeEventListener('hashchange', load)
  }
}

const sameView = (a: Lab, b: Lab): boolean =>
  a.range === b.range &&
  a.brush === b.brush &&
  a.playhead === b.playhead &&
  a.selected === b.selected &&
  a.axis === b.axis &&
  a.overlay === b.overlay &&
  a.only === b.only &&
  a.opened === b.opened &&
  a.playing === b.playing
