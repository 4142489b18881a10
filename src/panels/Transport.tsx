import { useEffect, useRef } from 'react'
import { brief } from '../base/brief.ts'
import { lab, useLab } from '../store/lab.ts'
import { cursorIn, seek } from '../store/looking.ts'
import { paces, playOrPause, setPace } from '../store/playing.ts'
import { Icon } from './Icon.tsx'
import { instantOnClock, isByStep, lengthInShort } from './instants.ts'
import { unbroken } from './Sentence.tsx'
import { spokenAt } from './spoken.ts'
import { stepBy } from './stepping.ts'

type Props = { readonly onQuestion?: () => void; readonly onReasons?: () => void }

/** Play, step and the playhead, always in reach. On a narrow screen the question opens from here, and here is the way down to the reasons. */
export function Transport({ onQuestion, onReasons }: Props) {
  const playing = useLab((state) => state.playing)
  const loops = useLab((state) => state.brush !== undefined)
  return (
    <section className="transport" aria-label="Playback">
      {onQuestion && (
        <button type="button" id="to-question" className="primary" onClick={onQuestion}>
          Question
        </button>
      )}
      {onReasons && (
        <button type="button" aria-label="Why: to the reasons" onClick={onReasons}>
          Why
        </button>
      )}
      <button
        type="button"
        className="icon"
        aria-label="Previous event"
        title="Previous event ( , )"
        onClick={() => stepBy(-1)}
      >
        <Icon name="previous" />
      </button>
      <button
        type="button"
        className="icon"
        aria-label={playing ? 'Pause' : 'Play'}
        title={playing ? 'Pause (space)' : loops ? 'Play the marked stretch round and round (space)' : 'Play (space)'}
        onClick={playOrPause}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button type="button" className="icon" aria-label="Next event" title="Next event ( . )" onClick={() => stepBy(1)}>
        <Icon name="next" />
      </button>
      <Playhead />
      <Pace />
    </section>
  )
}

/** The playhead as a slider. It follows the cursor by hand, without React, since that moves each frame while playing. */
function Playhead() {
  const slider = useRef<HTMLInputElement>(null)
  const clock = useRef<HTMLOutputElement>(null)
  const until = useLab((state) => state.run?.scenario.until ?? 1)
  useEffect(() => {
    const follow = () => {
      const at = cursorIn(lab())
      if (slider.current) show(slider.current, at, until)
      if (clock.current) clock.current.textContent = instantOnClock(lab().run?.scenario, at)
    }
    follow()
    return useLab.subscribe(follow)
  }, [until])
  return (
    <>
      <output className="clock mono" ref={clock} />
      <input
        type="range"
        className="playhead"
        aria-label="Playhead"
        ref={slider}
        min={0}
        max={until}
        defaultValue={0}
        onChange={(event) => seek(Number(event.target.value))}
      />
      <span className="mono quiet end">of {unbroken(lengthInShort(lab().run?.scenario, until))}</span>
    </>
  )
}

function show(slider: HTMLInputElement, at: number, until: number): void {
  slider.value = String(at)
  slider.style.setProperty('--fill', `${(at / until) * 100}%`)
  slider.setAttribute('aria-valuetext', spokenAt(at))
}

function Pace() {
  const pace = useLab((state) => state.pace)
  const byStep = useLab(({ run }) => isByStep(run?.scenario))
  return (
    <label className="pace">
      <span className="quiet">{byStep ? 'a step takes' : '1 s takes'}</span>
      <select
        aria-label="A second of the run takes"
        value={pace}
        onChange={(event) => setPace(Number(event.target.value))}
      >
        {paces.map((each) => (
          <option key={each} value={each}>
            {brief(each)}
          </option>
        ))}
      </select>
      <kbd>space</kbd>
    </label>
  )
}
