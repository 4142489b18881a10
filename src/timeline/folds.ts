// Where the elastic axis may be cut: silence, in which no lane of any variant begins or ends anything. Folds belong to the run and
// not to the view, so that they stay where they are while one zooms and pans.

import type { LaneGroup, Track } from '../lanes/lane.ts'
import type { Fold } from './axis.ts'

/** A silence is folded where it is longer than this share of what the folds before it have left. */
const SHARE = 0.1
/** A shorter silence than this share of the run is seen for itself when one zooms in. */
const LEAST_OF_RUN = 0.01
/** More folds than these would leave no room for what happens. */
const MOST = 5
/** What stays in sight on each side of a fold: a share of the busy piece it borders on, but a share of the silence at most. */
const MARGIN_OF_BUSY = 0.25
const MARGIN_OF_SILENCE = 0.05
/** Margin beside a lone moment, as a share of the run. */
const MARGIN_ALONE = 0.0005

/** The folds of a run, in order. Steps stand as far apart as they do, whatever happens at them. The longest silence is cut first, then the next, as long as each is long beside the rest. */
export function foldsOf(groups: readonly LaneGroup[], until: number): Fold[] {
  if (groups.some(({ step }) => step !== undefined)) return []
  const burnt = Math.max(...groups.map(burntAt))
  if (burnt >= until) return []
  const silences = silencesOf(momentsOf(groups, burnt, until)).sort((a, b) => b.to - b.from - (a.to - a.from))
  const kept: Fold[] = []
  let left = until
  for (const silence of silences.slice(0, MOST)) {
    const length = silence.to - silence.from
    if (length <= Math.max(SHARE * left, LEAST_OF_RUN * until)) break
    kept.push(silence)
    left -= length
  }
  const chosen = kept.sort((a, b) => a.from - b.from)
  return chosen.map((silence, i) => inset(silence, busyBefore(chosen, i), busyAfter(chosen, i, until), until))
}

/** When the last timer whose time left is drawn has burnt down: until then no silence is empty, and a fold would bend it. */
const burntAt = ({ lanes }: LaneGroup): number =>
  Math.max(0, ...lanes.flatMap(({ tracks }) => tracks.map(({ mark, to }) => (mark === 'saw' ? (to.at(-1) ?? 0) : 0))))

const busyBefore = (folds: readonly Fold[], i: number): number => (folds[i] as Fold).from - (folds[i - 1]?.to ?? 0)

const busyAfter = (folds: readonly Fold[], i: number, until: number): number =>
  (folds[i + 1]?.from ?? until) - (folds[i] as Fold).to

/** A silence less its margins; none at the end of the run, where nothing borders on it. */
function inset(silence: Fold, before: number, after: number, until: number): Fold {
  const most = MARGIN_OF_SILENCE * (silence.to - silence.from)
  const margin = (busy: number) => Math.min(Math.max(MARGIN_OF_BUSY * busy, MARGIN_ALONE * until), most)
  return { from: silence.from + margin(before), to: silence.to === until ? until : silence.to - margin(after) }
}

function silencesOf(moments: Float64Array): Fold[] {
  const silences: Fold[] = []
  for (let i = 1; i < moments.length; i++) {
    const from = moments[i - 1] as number
    const to = moments[i] as number
    if (to > from) silences.push({ from, to })
  }
  return silences
}

/** All instants from one on at which something begins or ends, sorted, with both ends. Messages are left out: a fold still shows them. */
function momentsOf(groups: readonly LaneGroup[], since: number, until: number): Float64Array {
  const moments = [since, until]
  for (const group of groups) {
    for (const lane of group.lanes) for (const track of lane.tracks) pushMoments(track, since, until, moments)
  }
  return Float64Array.from(moments).sort()
}

function pushMoments(track: Track, since: number, until: number, moments: number[]): void {
  if (track.mark === 'message' || track.mark === 'arrow') return
  for (let i = 0; i < track.from.length; i++) {
    const [from, to] = [track.from[i] as number, track.to[i] as number]
    if (from >= since && !continues(track, i)) moments.push(Math.min(from, until))
    if (to >= since && !continues(track, i + 1)) moments.push(Math.min(to, until))
  }
}

/** A span that takes over from one of the same name is no moment: a loop that sleeps in steps is silent. */
function continues(track: Track, i: number): boolean {
  if (i === 0 || i >= track.from.length || track.mark === 'dot') return false
  return (
    (track.from[i] as number) - (track.to[i - 1] as number) <= 1 &&
    track.tone[i] === track.tone[i - 1] &&
    track.label[i] === track.label[i - 1]
  )
}
