import { useId, useRef } from 'react'
import { behindPicture } from '../store/behind.ts'
import { useLab } from '../store/lab.ts'
import { Icon } from './Icon.tsx'

const offered = behindPicture(() => import('./PresetMenu.tsx'))

/** Which question is on the screen, and the ones to begin with. */
export function PresetPicker() {
  const scenario = useLab((state) => state.draft.scenario)
  const script = useLab(offered)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  // It opens at the questions of the lab that is on the screen.
  const showLab = () => menu.current?.querySelector(`[data-lab=${scenario.lab}]`)?.scrollIntoView?.()
  const hide = () => menu.current?.hidePopover?.()
  return (
    <>
      <button
        type="button"
        className="picker"
        popoverTarget={id}
        aria-label={`Question: ${scenario.title}. Choose another`}
      >
        <span className="title">{scenario.title || 'Your own question'}</span>
        {script?.isEdited(scenario) && <span className="quiet">edited</span>}
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" className="menu presets" ref={menu} onToggle={showLab}>
        {script && <script.PresetMenu onDone={hide} />}
      </div>
    </>
  )
}
