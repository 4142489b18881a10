import { useId, useRef, useState } from 'react'
import type { Preset } from '../scenario/defaultPreset.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { visit } from '../store/address.ts'
import { behindPicture } from '../store/behind.ts'
import { openFile } from '../store/files.ts'
import { useLab } from '../store/lab.ts'
import { labs } from '../store/labs.ts'
import { Icon } from './Icon.tsx'
import { LabSwitch } from './LabSwitch.tsx'
import { useSize } from './size.ts'

const offered = behindPicture(() => import('../scenario/presets.ts'))
const none: readonly Preset[] = []

/** Which question is on the screen, and the ones to begin with. */
export function PresetPicker() {
  const scenario = useLab((state) => state.draft.scenario)
  const presets = useLab(() => offered()?.presets ?? none)
  const menu = useRef<HTMLDivElement>(null)
  const narrow = useSize() === 'narrow'
  const id = useId()
  const hide = () => menu.current?.hidePopover?.()
  const choose = (chosen: Scenario) => {
    hide()
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
        {narrow && <LabSwitch onDone={hide} />}
        {grouped(presets, scenario.lab).map(([about, own]) => (
          <section key={about} aria-label={`Questions about ${about}`}>
            <h2>Questions about {about}</h2>
            <ul>
              {own.map((preset) => (
                <li key={preset.id}>
                  <button type="button" onClick={() => choose(preset.scenario)}>
                    <strong>{preset.title}</strong>
                    <span>{preset.question}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        <OpenFile onDone={hide} />
      </div>
    </>
  )
}

/** The presets by lab, those of the present one first. */
function grouped(
  presets: readonly Preset[],
  now: Scenario['lab'],
): (readonly [about: string, own: readonly Preset[]])[] {
  return [...labs]
    .sort(([a], [b]) => Number(b === now) - Number(a === now))
    .map(([lab, , about]) => [about, presets.filter(({ scenario }) => scenario.lab === lab)] as const)
    .filter(([, own]) => own.length > 0)
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
