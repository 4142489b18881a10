import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { assert } from '../base/assert.ts'
import { headlinesAt } from '../store/derived.ts'
import type { Run } from '../store/lab.ts'
import { look, seek } from '../store/looking.ts'
import { mark } from '../store/marking.ts'
import type { View } from '../timeline/axis.ts'
import { shifted, zoomed } from '../timeline/minimap.ts'
import { Overview, type OverviewContent, type OverviewParts } from '../timeline/overview.ts'
import type { Live } from '../timeline/stage.ts'
import { fit } from '../timeline/view.ts'
import { instantInShort, lengthInShort } from './instants.ts'

const parts = ['strip', 'canvas', 'before', 'after', 'box', 'marked', 'cursor'] as const

function partsOf(root: HTMLElement): OverviewParts {
  const entries = parts.map((name) => {
    const part = root.querySelector<HTMLElement>(`.minimap-${name}`)
    assert(part !== null, `the minimap has no ${name}`)
    return [name, part]
  })
  return { root, ...Object.fromEntries(entries) }
}

/** The whole run in small, with what of it is in view. To those who hear the page it is the scroll bar of the picture. */
export function Minimap({ run, live }: { readonly run: Run; readonly live: Live }) {
  const root = useRef<HTMLDivElement>(null)
  const overview = useRef<Overview>(undefined)
  const content = useMemo(() => contentOf(run), [run])
  const latest = useRef(content)
  latest.current = content
  useLayoutEffect(() => {
    if (!root.current) return undefined
    const made = new Overview(partsOf(root.current), live, latest.current)
    overview.current = made
    return () => made.destroy()
  }, [live])
  useEffect(() => overview.current?.update(content), [content])
  return (
    <div
      className="minimap"
      role="scrollbar"
      aria-label="Minimap: the part of the run in view"
      aria-controls="picture"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuenow={0}
      tabIndex={0}
      title="Drag the box or its edges; drag beside it for another view; shift and drag marks a stretch"
      ref={root}
      onKeyDown={(event) => keyed(event, overview.current, content.until)}
    >
      <span className="minimap-name" aria-hidden="true">
        whole run
      </span>
      <div className="minimap-strip">
        <canvas className="minimap-canvas" aria-hidden="true" />
        <div className="minimap-before" />
        <div className="minimap-after" />
        <div className="minimap-marked" hidden />
        <div className="minimap-box" />
        <div className="minimap-cursor" />
      </div>
    </div>
  )
}

function contentOf(run: Run): OverviewContent {
  const { until } = run.scenario
  const words = (at: number): string => instantInShort(run.scenario, Math.round(at))
  return {
    groups: run.answers.map(({ group }) => group),
    headlines: headlinesAt(run),
    until,
    spoken: ({ from, to }) =>
      to - from >= fit(until).to
        ? `the whole run, ${lengthInShort(run.scenario, until)}`
        : `${words(from)} to ${words(to)} of ${lengthInShort(run.scenario, until)}`,
    onView: look,
    onMark: mark,
    onCursor: seek,
  }
}

const ZOOM = 1.5
/** Shares of the view that keys move it by. */
const ARROW = 0.1
const PAGE = 0.9

type Move = (view: View, until: number) => View | undefined

const by = (share: number): Move => {
  return (view, until) => shifted(view, share * (view.to - view.from), until)
}
const zoom = (factor: number): Move => {
  return (view, until) => zoomed(view, factor, until)
}

const keys: { readonly [key: string]: Move } = {
  ArrowLeft: by(-ARROW),
  ArrowRight: by(ARROW),
  PageUp: by(-PAGE),
  PageDown: by(PAGE),
  '+': zoom(1 / ZOOM),
  '=': zoom(1 / ZOOM),
  ArrowUp: zoom(1 / ZOOM),
  '-': zoom(ZOOM),
  ArrowDown: zoom(ZOOM),
  Home: () => undefined,
}

/** The strip is linear, and so are its keys; what they answer is marked as handled, so that the page's keys let it be. */
function keyed(event: KeyboardEvent, overview: Overview | undefined, until: number): void {
  const move = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
  if (!overview || !move || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  look(move(overview.view(), until))
}
