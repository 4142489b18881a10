import { useEffect, useRef, useState } from 'react'
import { useLab } from '../store/lab.ts'
import type { TimelineHandle } from '../timeline/Timeline.tsx'
import { hostWord } from './faultFacts.ts'
import { type FaultsOnPicture, faultsOnPicture, hasRoom } from './faultsOnPicture.ts'
import { Icon } from './Icon.tsx'

type Props = { readonly picture: TimelineHandle | undefined }

/** Faults by hand: it lays them over the picture, and its button begins a new one. */
export default function FaultTool({ picture }: Props) {
  const [armed, setArmed] = useState(false)
  const room = useLab((state) => hasRoom(state.draft.scenario))
  const host = useLab((state) => hostWord(state.draft.scenario))
  const hands = useRef<FaultsOnPicture>(undefined)
  useEffect(() => {
    hands.current = picture && faultsOnPicture(picture, setArmed)
    return () => hands.current?.leave()
  }, [picture])
  return (
    <>
      <button
        type="button"
        id="add-fault"
        className="fault-tool"
        aria-label="Add a fault"
        aria-pressed={armed}
        title={`Press on a ${host}’s lane and drag. By key (N), it is put down at the playhead.`}
        disabled={!room}
        onClick={(event) => {
          // A key presses without a pointer, and then there is nobody to draw.
          if (event.detail === 0) hands.current?.putDown()
          else hands.current?.arm(!armed)
        }}
      >
        <Icon name="add" />
        <span>fault</span>
      </button>
      {armed && (
        // The layer says it to who does not see it.
        <span className="fault-hint" aria-hidden="true">
          Press on a {host}’s lane and drag; <span className="by-key">Esc ends</span>
          <span className="by-touch">+ again ends</span>
        </span>
      )}
    </>
  )
}
