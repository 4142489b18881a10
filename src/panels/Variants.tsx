import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { addVariant, copyVariant, removeVariant, setKafka, setVariantName } from '../scenario/edit.ts'
import { knobsOf } from '../scenario/knobs.ts'
import { knobWords } from '../scenario/knobWords.ts'
import { changedKnobs } from '../scenario/own.ts'
import { shownText } from '../scenario/reader.ts'
import { releaseName, releasesIn } from '../scenario/releases.ts'
import { notOfferedIn, releaseNote } from '../scenario/releaseTexts.ts'
import { limits, type Variant } from '../scenario/scenario.ts'
import { edit, settle } from '../store/edits.ts'
import { undo } from '../store/history.ts'
import { useLab } from '../store/lab.ts'
import { Badge } from './Badge.tsx'
import { Boundary } from './Boundary.tsx'
import { goToField, useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'
import { OwnWorld } from './OwnWorld.tsx'
import { differencesOf, suggestedName } from './ownChips.ts'

const Knobs = lazy(() => import('./Knobs.tsx'))

/** The answers that stand side by side: their names, their releases, and what else sets them apart. */
export function Variants() {
  const variants = useLab((state) => state.draft.scenario.variants)
  const section = useRef<HTMLElement>(null)
  const goToNext = useNextFocus(section, '.variant > .name')
  return (
    <section className="part" aria-labelledby="variants" ref={section}>
      <h3 id="variants">
        Variants
        {variants.length < limits.variants && (
          <span className="aside">
            <button type="button" className="link" onClick={addNext}>
              + add
            </button>
            ·
            <button
              type="button"
              className="link"
              onClick={() => edit((scenario) => copyVariant(scenario, variants.length - 1))}
            >
              copy {letterOf(variants.length - 1)}
            </button>
          </span>
        )}
      </h3>
      <ul className="variants">
        {variants.map((variant, index) => (
          <li key={index}>
            <VariantLine
              variant={variant}
              index={index}
              alone={variants.length === 1}
              onRemove={() => goToNext(index)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Adds the newest release that no variant is yet. */
export function addNext(): void {
  edit((scenario) => {
    const taken = scenario.variants.map((variant) => variant.kafka)
    const next = releasesIn(scenario.lab).findLast((release) => !release.draft && !taken.includes(release.id))
    return addVariant(scenario, next?.id ?? '3.9')
  })
}

type LineProps = {
  readonly variant: Variant
  readonly index: number
  readonly alone: boolean
  readonly onRemove: () => void
}

function VariantLine({ variant, index, alone, onRemove }: LineProps) {
  const name = `Name of variant ${letterOf(index)}`
  return (
    <>
      <div className="variant">
        <Badge index={index} />
        <input
          type="text"
          className="name"
          name={`variants.${index}.name`}
          aria-label={name}
          maxLength={limits.nameLength}
          title={variant.name}
          value={variant.name}
          onChange={(event) => rename(index, event.target.value)}
          onBlur={settle}
        />
        <ReleasePicker variant={variant} index={index} />
        <button
          type="button"
          className="icon bare"
          aria-label={`Remove variant ${letterOf(index)}`}
          title="Remove this variant"
          disabled={alone}
          onClick={() => {
            onRemove()
            edit((scenario) => removeVariant(scenario, index))
          }}
        >
          <Icon name="remove" />
        </button>
      </div>
      <Tools variant={variant} index={index} />
    </>
  )
}

/** Takes a typed name over, without the characters that a link may not carry. */
const rename = (index: number, name: string): void =>
  edit((scenario) => setVariantName(scenario, index, shownText(name)), `name ${index}`)

/** Kafka's version as a switch. Releases that cannot be chosen are named all the same, with the reason. */
function ReleasePicker({ variant, index }: Pick<LineProps, 'variant' | 'index'>) {
  const lab = useLab((state) => state.draft.scenario.lab)
  return (
    <select
      aria-label={`Kafka release of variant ${letterOf(index)}`}
      title={releaseNote(variant.kafka, lab)}
      value={variant.kafka}
      onChange={(event) => {
        const kafka = event.target.value
        edit((scenario) => setKafka(scenario, index, kafka))
      }}
    >
      {releasesIn(lab).map((release) => (
        <option
          key={release.id}
          value={release.id}
          title={releaseNote(release.id, lab)}
          className={release.draft ? 'draft' : undefined}
        >
          {release.label}
        </option>
      ))}
      <optgroup label="Not offered">
        {notOfferedIn(lab).map(({ label, reason }) => (
          <option key={label} value={label} disabled title={reason}>
            {label}: {reason}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

type ToolsProps = { readonly variant: Variant; readonly index: number }

/** What a variant has besides its settings: the rules of its release, its own world, and both as chips where they differ. */
function Tools({ variant, index }: ToolsProps) {
  const letter = letterOf(index)
  const lab = useLab((state) => state.draft.scenario.lab)
  const [rules, setRules] = useState(false)
  const [own, setOwn] = useState(false)
  const part = useRef<HTMLDivElement>(null)
  return (
    <div ref={part}>
      <div className="variant-tools">
        <button
          type="button"
          className="link"
          aria-label={`Rules of variant ${letter}`}
          aria-haspopup="dialog"
          title="Each rule of its release, to be changed by itself"
          onClick={() => setRules(true)}
        >
          rules
        </button>
        {lab !== 'replication' && (
          <button
            type="button"
            className="link"
            aria-label={`Own world of variant ${letter}`}
            aria-expanded={own}
            title={
              lab === 'quorum'
                ? 'Latency, seed and faults of this variant only'
                : 'Latency, seed, jitter, kernel and faults of this variant only'
            }
            onClick={() => setOwn(!own)}
          >
            own world
          </button>
        )}
        <Suggestion variant={variant} index={index} />
      </div>
      <RulesGone variant={variant} index={index} />
      <Differences variant={variant} index={index} part={part} />
      {own && <OwnWorld variant={variant} index={index} />}
      {rules && (
        <Boundary>
          <Suspense>
            <Knobs first={index} onClose={() => setRules(false)} />
          </Suspense>
        </Boundary>
      )}
    </div>
  )
}

/** Changed rules that a release of another procedure does not have went with the one before: said until the next edit. */
function RulesGone({ variant, index }: ToolsProps) {
  const before = useLab((state) => state.past.at(-1)?.scenario.variants)
  const count = useLab((state) => state.draft.scenario.variants.length)
  const lab = useLab((state) => state.draft.scenario.lab)
  const was = before?.length === count ? before[index] : undefined
  if (was === undefined || was.kafka === variant.kafka) return null
  const gone = changedKnobs(was).filter((knob) => !knobsOf(variant.kafka, lab).includes(knob))
  if (gone.length === 0) return null
  return (
    <p className="gone" role="status">
      No rule of {releaseName(variant.kafka)}: {gone.map((knob) => knobWords[knob].label).join(', ')};{' '}
      <button type="button" className="link" onClick={undo}>
        undo
      </button>{' '}
      brings {gone.length === 1 ? 'it' : 'them'} back.
    </p>
  )
}

/** A name that says what differs, for a variant whose name says nothing of it. */
function Suggestion({ variant, index }: ToolsProps) {
  const scenario = useLab((state) => state.draft.scenario)
  const name = suggestedName(scenario, variant, index)
  if (name === undefined) return null
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        goToField(`variants.${index}.name`)
        edit((before) => setVariantName(before, index, name))
      }}
    >
      call it “{name}”
    </button>
  )
}

type DifferencesProps = ToolsProps & { readonly part: RefObject<HTMLElement | null> }

/** What a variant changes besides its settings: its world, and rules of its release. */
function Differences({ variant, index, part }: DifferencesProps) {
  const scenario = useLab((state) => state.draft.scenario)
  const goToNext = useNextFocus(part, '.differences button', '.variant-tools button')
  const all = differencesOf(scenario, variant, index)
  if (all.length === 0) return null
  return (
    <ul className="differences" aria-label={`What only variant ${letterOf(index)} has`}>
      {all.map(({ key, text, drop }, at) => (
        <li key={key} className="chip changed">
          {text}
          <button
            type="button"
            className="icon bare"
            aria-label={`Drop: ${text}`}
            title="Back to how it was"
            onClick={() => {
              goToNext(at)
              edit(drop)
            }}
          >
            <Icon name="remove" />
          </button>
        </li>
      ))}
    </ul>
  )
}
