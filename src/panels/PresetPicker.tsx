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
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const place = () =>
    menu.current?.style.setProperty('--opener', `${button.current?.getBoundingClientRect().left ?? 0}px`)
  const hide = () => menu.current?.hidePopover?.()
  return (
    <>
      <button
        type="button"
        className="picker"
        ref={button}
        popoverTarget={id}
        aria-label={`Question: ${scenario.title}. Choose another`}
      >
        <span className="title">{scenario.title || 'Your own question'}</span>
        {script?.isEdited(scenario) && <span className="quiet">edited</span>}
        <Icon name="down" />
      </button>
      <div
        id={id}
        popover="auto"
        className="menu presets"
        ref={menu}
        onBeforeToggle={place}
        onToggle={({ newState }) => menu.current && script?.opened(menu.current, newState === 'open')}
      >
        {script && <script.PresetMenu onDone={hide} />}
      </div>
    </>
  )
}
