import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { lab, type Run, useLab } from '../store/lab.ts'
import { canZoomIn, mark, markFromCursor, markMiddle, markToCursor, zoomIntoMarked } from '../store/marking.ts'
import type { Live } from '../timeline/stage.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { Crumbs } from './Crumbs.tsx'
import { Icon } from './Icon.tsx'
import { addKeys, type LateKeys } from './keys.ts'
import { Marked } from './Marked.tsx'
import { Minimap } from './Minimap.tsx'

type Props = {
  readonly run: Run
  readonly live: Live
  readonly picture: TimelineHandle
  /** Where the way out of a zoom is shown, and where the tool that marks stands. */
  readonly way: HTMLElement
  readonly tool: HTMLElement
}

const keysOf = (picture: TimelineHandle): LateKeys => ({
  '[': { when: () => true, act: markFromCursor },
  ']': { when: () => true, act: markToCursor },
  Enter: { when: canZoomIn, act: zoomIntoMarked },
  Escape: { when: () => lab().brush !== undefined, act: () => unmark(picture) },
})

/** Where the focus was on what is marked, it goes to the playhead. */
function unmark(picture: TimelineHandle): void {
  if (document.activeElement?.closest('.marked, .marked-card')) picture.focus()
  mark(undefined)
}

/** What comes right behind the first picture: the whole run in small, what is marked, and the way out. */
export default function Overview({ run, live, picture, way, tool }: Props) {
  useEffect(() => addKeys(keysOf(picture)), [picture])
  return (
    <>
      <Minimap run={run} live={live} />
      <Marked run={run} live={live} picture={picture} />
      {createPortal(<Crumbs picture={picture} />, way)}
      {createPortal(<MarkTool />, tool)}
    </>
  )
}

function MarkTool() {
  const marked = useLab((state) => state.brush !== undefined)
  return (
    <button
      type="button"
      className="icon bare"
      aria-label="Mark a stretch"
      aria-pressed={marked}
      title={marked ? 'Take the mark away (Esc)' : 'Mark a stretch: shift and drag, or [ and ] at the playhead'}
      onClick={() => (marked ? mark(undefined) : markMiddle())}
    >
      <Icon name="mark" />
    </button>
  )
}
