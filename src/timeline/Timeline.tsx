// The timelines: one group of lanes a variant on one axis. React mounts and names; the stage draws.

import './timeline.css'
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { assert } from '../base/assert.ts'
import type { Lane, LaneGroup } from '../lanes/lane.ts'
import type { Axis, View } from './axis.ts'
import type { MakeLayer } from './layer.ts'
import { type GroupBox, HEADER, layoutOf, NARROW } from './layout.ts'
import { nudged } from './nudge.ts'
import type { Tip } from './overlay.ts'
import type { Selected } from './pointing.ts'
import { scrollFor } from './revealing.ts'
import type { Ribbon } from './scene.ts'
import { type Content, type Late, type Live, Stage } from './stage.ts'

export type TimelineGroup = {
  readonly name: string
  /** By which the page knows the variant. */
  readonly letter: string
  readonly group: LaneGroup
}

/** What the page may ask the picture. */
export type TimelineHandle = {
  /** The axis of the current view: what `zoomAt`, `pan` and `centre` go through. */
  readonly axis: () => Axis
  /** Scrolls to the mark of a row, unless it is in sight. `jumps`: at once, before the frame is drawn. */
  readonly reveal: (chosen: Selected, jumps?: boolean) => void
  readonly focus: () => void
  /** Lays something over the picture that can be pressed and dragged; the answer takes it away. */
  readonly join: (make: MakeLayer) => () => void
  /** Brings what draws marks that few runs have. */
  readonly bring: (late: Late) => void
}

export type TimelineProps = {
  readonly groups: readonly TimelineGroup[]
  /** Between each group and the next. */
  readonly ribbons: readonly (Ribbon | undefined)[]
  /** Two groups that are drawn in one place. */
  readonly overlay?: readonly [first: number, second: number] | undefined
  /** Stands with the name of a lane. */
  readonly tool?: ((lane: Lane) => ReactNode) | undefined
  readonly until: number
  /** View, axis, playhead and selection: read in each frame, without a React render. */
  readonly live: Live
  readonly tooltip: (group: number, row: number) => Tip
  readonly spoken: (at: number) => string
  readonly onView: (view: View) => void
  readonly onCursor: (at: number) => void
  readonly onSelect: (group: number, row: number) => void
  readonly onDrawn: () => void
  /** Leads to the reasons of the selected mark; absent where they stand beside the picture. */
  readonly onWhy?: (() => void) | undefined
  readonly ref?: Ref<TimelineHandle>
  /** The id of a text that tells the same run in words. */
  readonly describedBy?: string
}

/** What stands over the foot of a page that scrolls as a whole: the transport. */
const PAGE_FOOT = 64

export function Timeline(props: TimelineProps) {
  const { groups, live, overlay } = props
  const root = useRef<HTMLElement>(null)
  const stage = useRef<Stage>(undefined)
  const narrow = useNarrow(root)
  const laneGroups = useMemo(() => groups.map(({ group }) => group), [groups])
  const layout = useMemo(
    // Between two groups there is room for what is said of them, before it is known.
    () => layoutOf(laneGroups, Array(Math.max(laneGroups.length - 1, 0)).fill(true), narrow, overlay),
    [laneGroups, narrow, overlay],
  )
  const content: Content = { ...props, groups: laneGroups, layout }

  const latest = useRef(content)
  latest.current = content
  useLayoutEffect(() => {
    if (!root.current) return undefined
    const made = new Stage(root.current, live, latest.current)
    stage.current = made
    return () => made.destroy()
  }, [live])
  useEffect(() => stage.current?.update(content))
  useImperativeHandle(props.ref, () => handleOf(root, stage, latest), [])

  return (
    <section
      className={narrow ? 'timeline narrow' : 'timeline'}
      aria-label="Timelines"
      aria-describedby={props.describedBy}
      ref={root}
    >
      <div className="timeline-axis" aria-hidden="true">
        <div className="timeline-strip" style={{ left: layout.left }} />
      </div>
      <div className="timeline-body" style={{ minHeight: layout.height }}>
        <canvas className="timeline-marks" role="img" aria-label="The lanes; the list of events tells the same run" />
        {groups.map((group, i) => (
          <Names
            key={i}
            group={group}
            box={layout.groups[i]}
            over={overlay?.[1] === i ? groups[overlay[0]] : undefined}
            under={overlay?.[0] === i ? groups[overlay[1]] : undefined}
            tool={props.tool}
          />
        ))}
        <div className="timeline-hovered" hidden />
        <div className="timeline-selected" hidden />
      </div>
      <div className="timeline-cursor" />
      <div className="timeline-grip">
        <div
          className="timeline-slider"
          role="slider"
          tabIndex={0}
          aria-label="Playhead"
          aria-valuenow={0}
          onKeyDown={(event) => moveCursor(event, stage.current, latest.current, live)}
        >
          <span className="timeline-badge" />
        </div>
      </div>
      <div className="timeline-tip" role="tooltip" hidden />
    </section>
  )
}

type NamesProps = {
  readonly group: TimelineGroup
  readonly box: GroupBox | undefined
  /** The group that shares this one's place, above it or below it. */
  readonly over: TimelineGroup | undefined
  readonly under: TimelineGroup | undefined
} & Pick<TimelineProps, 'tool'>

/** A group's header, and the names of its lanes beside or above them. Of two that share a place, each lane is named once. */
const Names = memo(function Names({ group, box, over, under, tool }: NamesProps) {
  const top = box?.top ?? 0
  const other = over ?? under
  return (
    <div className={`timeline-group${over ? ' under' : under ? ' over' : ''}`} style={{ top, height: box?.height }}>
      <h3 className="timeline-header">
        <span className="badge" aria-hidden="true">
          {group.letter}
        </span>
        {group.name}
      </h3>
      <ul>
        {group.group.lanes.map((lane, i) => {
          const shared = other?.group.lanes.find(({ id }) => id === lane.id)
          const named = over && shared
          const alike = shared?.about === lane.about
          return (
            <li key={lane.id} className="timeline-name" style={{ top: (box?.lanes[i]?.top ?? top) - top }}>
              {other && <b className="timeline-letter">{group.letter}</b>}
              <span className={named && 'unseen'}>{lane.name}</span>
              {!(named && alike) && <small>{lane.about}</small>}
              {!named && tool?.(lane)}
              {under && shared && !alike && (
                <small className="timeline-also">
                  {under.letter}: {shared.about}
                </small>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
})

/** Whether names must stand above their lanes. */
function useNarrow(root: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false)
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return undefined
    const look = () => setNarrow(element.clientWidth > 0 && element.clientWidth < NARROW)
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => resized.disconnect()
  }, [root])
  return narrow
}

function handleOf(
  root: RefObject<HTMLElement | null>,
  stage: RefObject<Stage | undefined>,
  latest: RefObject<Content>,
): TimelineHandle {
  return {
    axis: () => mounted(stage).axis(),
    join: (make) => mounted(stage).join(make),
    bring: (late) => mounted(stage).bring(late),
    reveal: (chosen, jumps = false) => root.current && reveal(root.current, latest.current, chosen, jumps),
    focus: () => root.current?.querySelector<HTMLElement>('.timeline-slider')?.focus({ preventScroll: true }),
  }
}

/**
 * Where the lanes have a window of their own, it scrolls. Where the page is that window, it does so for who sees some of the picture, and
 * never by itself.
 */
function reveal(root: HTMLElement, { groups, layout }: Content, chosen: Selected, jumps: boolean): void {
  const { parentElement: window, firstElementChild: axis } = root
  const body = root.querySelector('.timeline-body')?.getBoundingClientRect()
  if (!window || !axis || !body) return
  const own = window.scrollHeight > window.clientHeight && getComputedStyle(window).overflowY === 'auto'
  const [scroller, frame] = own
    ? [window, window.getBoundingClientRect()]
    : [document.documentElement, { top: 0, bottom: innerHeight - PAGE_FOOT }]
  const head = Number.parseFloat(getComputedStyle(axis).top) + axis.clientHeight + HEADER
  const seen = { from: frame.top + head - body.top, to: frame.bottom - body.top }
  if (!own && (jumps || seen.to < 0 || seen.from > body.height)) return
  const to = scrollFor(groups, layout, chosen, seen, jumps)
  if (to === undefined) return
  const behavior = jumps || matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
  scroller.scrollBy({ top: to - seen.from, behavior })
}

function mounted(stage: RefObject<Stage | undefined>): Stage {
  assert(stage.current !== undefined, 'the timeline is not mounted')
  return stage.current
}

/** The slider's own keys. What they answer is marked as handled, so that the page's keys let it be. */
function moveCursor(event: KeyboardEvent, stage: Stage | undefined, { until, onCursor }: Content, live: Live): void {
  if (!stage || event.altKey || event.ctrlKey || event.metaKey) return
  const next = nudged(stage.axis(), live.get().cursor, event.key, until)
  if (next === undefined) return
  event.preventDefault()
  onCursor(next)
}
