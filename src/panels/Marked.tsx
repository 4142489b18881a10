import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { precise } from '../base/brief.ts'
import { between, partWithin, type Range, sameRange } from '../base/range.ts'
import { saidWithin } from '../findings/within.ts'
import { lab, type Run, useLab } from '../store/lab.ts'
import { brushIn, rangeIn } from '../store/looking.ts'
import { mark, zoomIntoMarked } from '../store/marking.ts'
import { brushLayer } from '../timeline/brush.ts'
import { nudged } from '../timeline/nudge.ts'
import type { Live } from '../timeline/stage.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { Badge } from './Badge.tsx'
import { Icon } from './Icon.tsx'

type Props = { readonly run: Run; readonly live: Live; readonly picture: TimelineHandle }

const until = (): number => lab().run?.scenario.until ?? 0

/** What is marked on the axis: its ends over the picture; above it, how long it is, and what happens within it. */
export function Marked({ run, live, picture }: Props) {
  const [host] = useState(() => {
    const element = document.createElement('div')
    element.className = 'marked'
    return element
  })
  useEffect(() => picture.join(brushLayer({ host, live, until, spoken: precise, onMark: mark })), [picture, host, live])
  return (
    <>
      <Note run={run} picture={picture} />
      {createPortal(
        <>
          <div className="marked-before" hidden />
          <div className="marked-after" hidden />
          <Edge side="start" picture={picture} />
          <Edge side="end" picture={picture} />
        </>,
        host,
      )}
    </>
  )
}

type EdgeProps = { readonly side: 'start' | 'end'; readonly picture: TimelineHandle }

function Edge({ side, picture }: EdgeProps) {
  const keyed = (event: KeyboardEvent) => {
    const marked = brushIn(lab())
    if (marked === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const [moves, stays] = side === 'start' ? [marked.from, marked.to] : [marked.to, marked.from]
    const next = nudged(picture.axis(), moves, event.key, until())
    if (next === undefined) return
    event.preventDefault()
    const passes = side === 'start' ? next >= stays : next <= stays
    if (!passes) mark(between(next, stays, until()))
  }
  return (
    <div
      className={`marked-${side}`}
      role="slider"
      tabIndex={0}
      aria-label={side === 'start' ? 'Start of the marked stretch' : 'End of the marked stretch'}
      aria-valuemin={0}
      aria-valuenow={0}
      hidden
      onKeyDown={keyed}
    />
  )
}

/** `3.2 s · 5 events · 2 SYNs lost`, each variant by itself. */
function Note({ run, picture }: Omit<Props, 'live'>) {
  const brush = useLab((state) => state.brush)
  const range = useLab((state) => state.range)
  const marked = brush && partWithin(brush, run.scenario.until)
  // The ends follow the pointer; words may follow a moment later.
  const told = useDeferredValue(marked)
  if (marked === undefined) return undefined
  // What is pressed may be gone after it; the keys of the picture are at hand.
  const then = (act: () => void) => () => {
    act()
    picture.focus()
  }
  return (
    <div className="marked-card">
      <span className="marked-words" role="status">
        <strong>{precise(marked.to - marked.from)}</strong>
        {told && <Within run={run} range={told} />}
      </span>
      <button
        type="button"
        className="link"
        title="Show the marked stretch alone (Enter)"
        disabled={sameRange(marked, rangeIn({ run, range }))}
        onClick={then(zoomIntoMarked)}
      >
        zoom in
      </button>
      <button
        type="button"
        className="icon bare"
        aria-label="Take the mark away"
        title="Take the mark away (Esc)"
        onClick={then(() => mark(undefined))}
      >
        <Icon name="remove" />
      </button>
    </div>
  )
}

function Within({ run, range }: { readonly run: Run; readonly range: Range }) {
  const { from, to } = range
  const said = useMemo(() => run.answers.map(({ trace }) => saidWithin(trace, { from, to })), [run, from, to])
  const several = said.length > 1
  return said.map((text, variant) => (
    <span key={variant} className="marked-variant">
      {several && <Badge index={variant} />}
      {several && <span className="unseen">{run.scenario.variants[variant]?.name}: </span>}
      {text}
    </span>
  ))
}
