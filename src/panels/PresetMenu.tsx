import { useState } from 'react'
import { presets } from '../scenario/presets.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { visit } from '../store/address.ts'
import { openFile } from '../store/files.ts'
import { labs } from '../store/labs.ts'

type Props = { readonly onDone: () => void }

/** The questions to begin with, by what they are about, and those that somebody saved. */
export function PresetMenu({ onDone }: Props) {
  const choose = (chosen: Scenario) => {
    onDone()
    void visit(chosen)
  }
  return (
    <>
      {byLab.map(([lab, about, own]) => (
        <section key={lab} aria-label={`Questions about ${about}`} data-lab={lab}>
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
      <OpenFile onDone={onDone} />
    </>
  )
}

/** The presets by lab, in one order whichever is on the screen. */
const byLab = labs
  .map(([lab, , about]) => [lab, about, presets.filter(({ scenario }) => scenario.lab === lab)] as const)
  .filter(([, , own]) => own.length > 0)

/** Whether a preset's title stands over a question that is no more the preset's. */
export const isEdited = (scenario: Scenario): boolean =>
  presets.some(
    ({ scenario: preset }) => preset.title === scenario.title && preset !== scenario && !same(preset, scenario),
  )

const same = (a: Scenario, b: Scenario): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A question that somebody saved, because it was too long for a link. */
function OpenFile({ onDone }: Props) {
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
