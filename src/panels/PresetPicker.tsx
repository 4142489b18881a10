import { useId, useRef, useState } from 'react'
import type { Preset } from '../scenario/defaultPreset.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { visit } from '../store/address.ts'
import { behindPicture } from '../store/behind.ts'
import { openFile } from '../store/files.ts'
import { useLab } from '../store/lab.ts'
import { Icon } from './Icon.tsx'

const offered = behindPicture(() => import('../scenario/presets.ts'))
const none: readonly Preset[] = []

/** Which question is on the screen, and the ones to begin with. */
export function PresetPicker() {
  const scenario = useLab((state) => state.draft.scenario)
  const presets = useLab(() => offered()?.presets ?? none)
  const menu = useRef<HTMLDivElement>(null)
  const id = useId()
  const choose = (chosen: Scenario) => {
    menu.current?.hidePopover?.()
    void visit(chosen)
  }
  return (
    <>
      <button
        type="button"
        className="picker"
        popoverTarget={id}
        aria-label={`Question: ${scenario.title}. Choose another`}
      >
        <span className="title">{scenario.title || 'Your own question'}</span>
        {presets.some((preset) => isEdited(preset, scenario)) && <span className="quiet">edited</span>}
        <Icon name="down" />
      </button>
      <div id={id} popover="auto" className="menu presets" ref={menu}>
        <h2>Questions to begin with</h2>
        <ul>
          {presets.map((preset) => (
            <li key={preset.id}>
              <button type="button" onClick={() => choose(preset.scenario)}>
                <strong>{preset.title}</strong>
                <span>{preset.question}</span>
              </button>
            </li>
          ))}
        </ul>
        <OpenFile onDone={() => menu.current?.hidePopover?.()} />
      </div>
    </>
  )
}

/** A preset's title over a question that is no more the preset's. */
const isEdited = ({ scenario: preset }: Preset, scenario: Scenario): boolean =>
  preset.title === scenario.title && preset !== scenario && !same(preset, scenario)

const same = (a: Scenario, b: Scenario): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A question that somebody saved, because it was too long for a link. */
function OpenFile({ onDone }: { readonly onDone: () => void }) {
  const [key, setKey] = useState(0)
  const read = async (file: File | undefined) => {
    if (file) await openFile(file)
    // A fresh field, so that the same file can be chosen again.
    setKey(key + 1)
    onDone()
  }
  return (
    <label className="button open-file">
      Open a question from a file …
      <input
        key={key}
        type="file"
        className="unseen"
        accept=".json,application/json"
        onChange={(event) => void read(event.target.files?.[0])}
      />
    </label>
  )
}
