import { useRef, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { countsIn, isProducers, type Knob, knobsOf, knobValues } from '../scenario/knobs.ts'
import { knobWords } from '../scenario/knobWords.ts'
import { changedKnobs, knobIn, releasesOwn, resetKnobs, setKnob } from '../scenario/own.ts'
import { namedRelease, releaseName } from '../scenario/releases.ts'
import type { Scenario, Variant } from '../scenario/scenario.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Badge } from './Badge.tsx'
import { History } from './History.tsx'
import { saidValue } from './ownChips.ts'
import { Dotted } from './Sentence.tsx'
import { Sheet } from './Sheet.tsx'
import { useSize } from './size.ts'

type Props = {
  /** The variant from whose line it was opened: the one that a narrow screen shows. */
  readonly first: number
  readonly onClose: () => void
}

/** Every rule of each variant's release, to be changed by itself: "2.7's choice without its timeout". A row a rule, a column a variant. */
export default function Knobs({ first, onClose }: Props) {
  const { variants, lab } = useLab((state) => state.draft.scenario)
  const narrow = useSize() === 'narrow'
  const [only, setOnly] = useState(false)
  const [shown, setShown] = useState(first)
  const there = Math.min(shown, variants.length - 1)
  const columns = variants.flatMap((variant, index) => (narrow && index !== there ? [] : [{ variant, index }]))
  const all = knobsOfAll(
    lab,
    columns.map(({ variant }) => variant),
  )
  const rows = only ? all.filter((knob) => differs(knob, variants, lab)) : all
  const groups = groupsOf(rows)
  return (
    <Sheet
      title="Rules of each release"
      kind="rules"
      head={(close) => (
        <>
          <History />
          <button type="button" onClick={close}>
            Close
          </button>
        </>
      )}
      onClose={onClose}
    >
      <p>
        A release is a row of rules and a column of defaults. Change one rule and keep the others:{' '}
        {lab === 'quorum' ? '4.2’s BeginQuorumEpoch without its pre-vote' : '2.7’s choice of node without its timeout'},
        or the other way round. A release in brackets marks its own rule.
      </p>
      <div className="rules-tools">
        {narrow && variants.length > 1 && <Picker variants={variants} shown={there} onShow={setShown} />}
        <label>
          <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} /> Only rules in
          which variants differ, or that are changed
        </label>
      </div>
      <table>
        <caption className="unseen">Rules of each variant</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Rule</span>
            </th>
            {columns.map(({ variant, index }) => (
              <th key={index} scope="col">
                <Badge index={index} /> {variant.name} <ResetAll variant={variant} index={index} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ name, knobs }) => (
          <tbody key={name}>
            {groups.length > 1 && (
              <tr className="rules-group">
                <th scope="rowgroup" colSpan={columns.length + 1}>
                  {name}
                </th>
              </tr>
            )}
            {knobs.map((knob) => (
              <Line key={knob} knob={knob} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
      {rows.length === 0 && <p className="quiet">No rule differs.</p>}
    </Sheet>
  )
}

/** The rules of all procedures that are followed, each once, as far as they count in the lab or somebody has changed them. */
function knobsOfAll(lab: Scenario['lab'], variants: readonly Variant[]): readonly Knob[] {
  const changed = variants.flatMap(changedKnobs)
  const all = new Set(variants.flatMap(({ kafka }) => knobsOf(kafka, lab)))
  return [...all].filter((knob) => countsIn(lab, knob) || changed.includes(knob))
}

type Group = { readonly name: string; readonly knobs: readonly Knob[] }

/** What a lab of records is about comes first. */
const groupsOf = (knobs: readonly Knob[]): readonly Group[] =>
  [
    { name: 'Of the producer', knobs: knobs.filter(isProducers) },
    { name: 'Of connections and metadata', knobs: knobs.filter((knob) => !isProducers(knob)) },
  ].filter((group) => group.knobs.length > 0)

type LineProps = {
  readonly knob: Knob
  readonly columns: readonly VariantProps[]
}

function Line({ knob, columns }: LineProps) {
  const { label, help, source } = knobWords[knob]
  return (
    <tr>
      <th scope="row">
        {label}
        <p>{help}</p>
        <p className="source">
          <Dotted text={source} />
        </p>
      </th>
      {columns.map(({ variant, index }) => (
        <td key={index}>
          <Cell knob={knob} variant={variant} index={index} />
        </td>
      ))}
    </tr>
  )
}

/** Whether variants follow a rule in more than one way, or one of them not in its release's own. */
function differs(knob: Knob, variants: readonly Variant[], lab: Scenario['lab']): boolean {
  const values = variants
    .filter(({ kafka }) => knobsOf(kafka, lab).includes(knob))
    .map((variant) => knobIn(variant, knob))
  return new Set(values).size > 1 || variants.some((variant) => changedKnobs(variant).includes(knob))
}

type PickerProps = {
  readonly variants: readonly Variant[]
  readonly shown: number
  readonly onShow: (index: number) => void
}

function Picker({ variants, shown, onShow }: PickerProps) {
  return (
    <select aria-label="Variant" value={shown} onChange={(event) => onShow(Number(event.target.value))}>
      {variants.map((variant, index) => (
        <option key={index} value={index}>
          {letterOf(index)} {variant.name}
        </option>
      ))}
    </select>
  )
}

type VariantProps = { readonly variant: Variant; readonly index: number }

function ResetAll({ variant, index }: VariantProps) {
  const count = changedKnobs(variant).length
  if (count === 0) return <span className="aside">as released</span>
  return (
    <span className="aside">
      {count} changed ·{' '}
      <button
        type="button"
        className="link"
        aria-label={`Reset all rules of variant ${letterOf(index)}`}
        onClick={(event) => {
          event.currentTarget.closest('table')?.querySelector('select')?.focus()
          edit((scenario) => resetKnobs(scenario, index))
        }}
      >
        reset all
      </button>
    </span>
  )
}

type CellProps = VariantProps & { readonly knob: Knob }

function Cell({ knob, variant, index }: CellProps) {
  const lab = useLab((state) => state.draft.scenario.lab)
  const release = releaseName(variant.kafka)
  const select = useRef<HTMLSelectElement>(null)
  if (!knobsOf(variant.kafka, lab).includes(knob)) return <span className="not-there">no rule of {release}</span>
  const [value, own] = [knobIn(variant, knob), releasesOwn(variant.kafka, knob)]
  const choose = (chosen: string) => {
    const next = knobValues[knob].find((each) => String(each) === chosen)
    edit((scenario) => setKnob(scenario, index, knob, next))
  }
  return (
    <>
      <select
        ref={select}
        aria-label={`${knobWords[knob].label}, variant ${letterOf(index)}`}
        className={value === own ? undefined : 'changed'}
        value={String(value)}
        onChange={(event) => choose(event.target.value)}
      >
        {knobValues[knob].map((each) => (
          <option key={String(each)} value={String(each)}>
            {saidValue(each)}
            {each === own ? ` (${namedRelease(variant.kafka)?.label})` : ''}
          </option>
        ))}
      </select>
      {value !== own && (
        <p className="own-rule">
          {release}: {saidValue(own)}{' '}
          <button
            type="button"
            className="link"
            aria-label={`Reset ${knobWords[knob].label} of variant ${letterOf(index)}`}
            onClick={() => {
              select.current?.focus()
              edit((scenario) => setKnob(scenario, index, knob, undefined))
            }}
          >
            reset
          </button>
        </p>
      )}
    </>
  )
}
