import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { plain } from '../findings/prose.ts'
import type { Preset } from '../scenario/defaultPreset.ts'
import { setLab, setTitle } from '../scenario/edit.ts'
import { withFittingNames } from '../scenario/fittingNames.ts'
import { formerOf } from '../scenario/presets.ts'
import { shownText } from '../scenario/reader.ts'
import { limits, type Scenario } from '../scenario/scenario.ts'
import { visit } from '../store/address.ts'
import { followEdits } from '../store/changedVariant.ts'
import { alsoChange, edit, settle } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Boundary } from './Boundary.tsx'
import { Faults } from './Faults.tsx'
import { Sentence } from './Sentence.tsx'
import { Settings } from './Settings.tsx'
import ShortAnswer, { changedOf, presetOf, sameWorld, useAnswer } from './ShortAnswer.tsx'
import { addNext, Variants } from './Variants.tsx'
import { World } from './World.tsx'

export { addNext }

alsoChange(withFittingNames)

const Application = lazy(() => import('./Application.tsx'))
const QuorumWorld = lazy(() => import('./QuorumWorld.tsx'))
const PartitionWorld = lazy(() => import('./PartitionWorld.tsx'))
const QuorumAdvice = lazy(() => import('./QuorumAdvice.tsx'))

/** What is asked, all of it to be changed. */
export default function Question() {
  const lab = useLab((state) => state.draft.scenario.lab)
  useEffect(followEdits, [])
  return (
    <section className="column question" aria-labelledby="question">
      <header className="column-head">
        <h2 id="question">The question</h2>
      </header>
      <div className="column-body">
        <Asked />
        {lab === 'requests' && (
          <Behind>
            <Application />
          </Behind>
        )}
        {lab === 'quorum' || lab === 'replication' ? (
          <Behind>{lab === 'quorum' ? <QuorumWorld /> : <PartitionWorld />}</Behind>
        ) : (
          <World />
        )}
        {lab !== 'replication' && <Faults />}
        <Variants />
        <Settings />
        {lab === 'quorum' && (
          <Behind>
            <QuorumAdvice />
          </Behind>
        )}
      </div>
    </section>
  )
}

/** What only one lab has comes by itself. */
function Behind({ children }: { readonly children: ReactNode }) {
  return (
    <Boundary>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

/** The question's title, and of a preset's question its own words and what to try next. */
function Asked() {
  const scenario = useLab((state) => state.draft.scenario)
  const { title, lab } = scenario
  const preset = presetOf(scenario)
  return (
    <section className="part asked" aria-label="What is asked">
      <textarea
        className="name"
        name="title"
        aria-label="Title of the question"
        placeholder="Your own question"
        rows={1}
        autoComplete="off"
        maxLength={limits.titleLength}
        title={title}
        value={title}
        onChange={(event) => retitle(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
      {preset && <PresetsOwn preset={preset} scenario={scenario} />}
      {(lab === 'client' || lab === 'requests') && (
        <p className="quiet">
          <button type="button" className="link" onClick={() => edit((before) => setLab(before, otherLab(before)))}>
            {lab === 'client' ? 'Ask the same about records' : 'Ask the same about connections'}
          </button>
        </p>
      )}
    </section>
  )
}

const otherLab = ({ lab }: Scenario): Scenario['lab'] => (lab === 'client' ? 'requests' : 'client')

/** Takes a typed title over, without the characters that a link may not carry. */
const retitle = (title: string): void => edit((scenario) => setTitle(scenario, shownText(title)), 'title')

type PresetProps = { readonly preset: Preset; readonly scenario: Scenario }

function PresetsOwn({ preset, scenario }: PresetProps) {
  const stands = sameWorld(preset.scenario, scenario)
  return (
    <>
      <p className={stands ? undefined : 'quiet'}>{preset.question}</p>
      <Since preset={preset} scenario={scenario} />
      <ShortAnswer />
      <Answer preset={preset.id} next={preset.next} />
    </>
  )
}

/** Whose doing it is that a preset's question stands over something else: the visitor's, or that of a link which is older than the question. */
function Since({ preset, scenario }: PresetProps) {
  const changed = changedOf(preset.scenario, scenario)
  if (changed === undefined) return null
  if (formerOf(scenario)?.id !== preset.id)
    return <p className="quiet">That is the preset’s question; you have changed {changed} since.</p>
  return (
    <p className="quiet">
      As it was asked before, which the link says.{' '}
      <button type="button" className="link" onClick={() => void visit(preset.scenario)}>
        As it is asked now
      </button>
    </p>
  )
}

/** What the answer comes from, in words, and what one might change next. Worked out only for who opens it. */
function Answer({ preset, next }: { readonly preset: string; readonly next: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How it comes about, and what to try</summary>
      {open && <Answered preset={preset} />}
      <p className="quiet">Try: {next}</p>
    </details>
  )
}

function Answered({ preset }: { readonly preset: string }) {
  const [, ...further] = useAnswer(preset)
  return further.map((prose) => (
    <p key={plain(prose)}>
      <Sentence prose={prose} />
    </p>
  ))
}
