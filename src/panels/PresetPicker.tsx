import { useId, useRef } from 'react'
import { behindPicture } from '../store/behind.ts'
import { useLab } from '../store/lab.ts'
import { Icon } from './Icon.tsx'
import { LabSwitch } from './LabSwitch.tsx'
import { useSize } from './size.ts'

const offered = behindPicture(() => import('./PresetMenu.tsx'))

/** Which question is on the screen, and the ones to begin with. */
export function PresetPicker() {
  const scenario = useLab((state) => state.draft.scenario)
  const script = useLab(offered)
  const menu = useRef<HTMLDivElement>(null)
  const narrow = useSize() === 'narrow'
  const id = useId()
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
      <div id={id} popover="auto" className="menu presets" ref={menu}>
        {narrow && <LabSwitch onDone={hide} />}
        {script && <script.PresetMenu onDone={hide} />}
      </div>
    </>
  )
}
