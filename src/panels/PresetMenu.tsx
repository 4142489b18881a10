import './menu.css'
import { type KeyboardEvent, useState } from 'react'
import type { Preset } from '../scenario/defaultPreset.ts'
import { ownStart, ownTitle } from '../scenario/ownStart.ts'
import { formerOf, presets } from '../scenario/presets.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { visit } from '../store/address.ts'
import { openFile } from '../store/files.ts'
import { lab, useLab } from '../store/lab.ts'
import { labs } from '../store/labs.ts'

type Props = { readonly onDone: () => void }

/** The questions to begin with, by what they are about, and those that somebody saved. */
export function PresetMenu({ onDone }: Props) {
  const title = useLab((state) => state.draft.scenario.title)
  const [sought, setSought] = useState('')
  const found = byLab
    .map(([lab, about, own]) => [lab, about, own.filter((preset) => speaksOf(preset, sought))] as const)
    .filter(([, , own]) => own.length > 0)
  const choose = (chosen: Scenario) => {
    onDone()
    void visit(chosen)
  }
  return (
    <>
      <div className="sought">
        <input
          type="search"
          name="sought"
          aria-label="Search the questions"
          placeholder={`Search ${presets.length} questions`}
          autoComplete="off"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={searchKeyed}
        />
      </div>
      {found.map(([lab, about, own]) => (
        <section key={lab} aria-label={`Questions about ${about}`} data-lab={lab}>
          <h2>Questions about {about}</h2>
          {sought === '' && (
            <p className="own">
              <button type="button" className="link" onClick={() => choose(ownStart(lab))}>
                {ownTitle(lab)}: one variant, all is well
              </button>
            </p>
          )}
          <ul onKeyDown={listKeyed}>
            {own.map((preset) => (
              <li key={preset.id}>
                <button
                  type="button"
                  aria-current={preset.title === title || undefined}
                  onClick={() => choose(preset.scenario)}
                >
                  <strong>{preset.title}</strong>
                  <span>{preset.question}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {found.length === 0 && (
        <p className="quiet none" role="status">
          No question says all of these words.
        </p>
      )}
      <OpenFile onDone={onDone} />
    </>
  )
}

/** The questions found, and the field above them that looks for them. */
const stopsOf = (within: Element): HTMLElement[] => [
  ...(within.closest('.menu')?.querySelectorAll<HTMLElement>('input[type=search], li > button') ?? []),
]

/** Enter opens the first of what was looked for, the arrow goes down to it. */
function searchKeyed(event: KeyboardEvent<HTMLInputElement>): void {
  const first = stopsOf(event.currentTarget)[1]
  if (event.key === 'Enter' && event.currentTarget.value.trim() !== '') first?.click()
  else if (event.key === 'ArrowDown') first?.focus()
  else return
  event.preventDefault()
}

/** To the next question or the one before; from the first one back to the search. */
function listKeyed(event: KeyboardEvent): void {
  const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (way === 0) return
  event.preventDefault()
  const stops = stopsOf(event.currentTarget)
  stops[stops.findIndex((stop) => stop === document.activeElement) + way]?.focus()
}

/** Whether title, question or name in a link have all the words that are looked for. */
function speaksOf({ title, question, link }: Preset, sought: string): boolean {
  const said = `${title} ${question} ${link}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word))
}

/** It opens at the present question, else at those of the lab that is on the screen, ready to type where that hides nothing. */
export function opened(menu: HTMLElement, open: boolean): void {
  if (!open) return
  const present = menu.querySelector('[aria-current]')?.parentElement
  const there = present ?? menu.querySelector(`[data-lab=${lab().draft.scenario.lab}]`)
  there?.scrollIntoView?.()
  if (window.matchMedia?.('(hover: hover)').matches) menu.querySelector('input')?.focus({ preventScroll: true })
}

/** The presets by lab, in one order whichever is on the screen. */
const byLab = labs
  .map(([lab, , about]) => [lab, about, presets.filter(({ scenario }) => scenario.lab === lab)] as const)
  .filter(([, , own]) => own.length > 0)

/** Whether a preset's title stands over a question that is the preset's neither now nor in a former revision. */
export function isEdited(scenario: Scenario): boolean {
  const former = formerOf(scenario)
  const asked = presets.find(({ title }) => title === scenario.title)?.scenario
  if (asked === undefined || asked === scenario) return false
  return !same(asked, scenario) && !(former && same(former.scenario, scenario))
}

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
