import { type MouseEvent, useMemo, useState } from 'react'
import { letterOf } from '../base/letter.ts'
import { resetSetting, resetSettings, setSetting } from '../scenario/edit.ts'
import { rangeHint } from '../scenario/fields.ts'
import type { Problem } from '../scenario/problem.ts'
import { type BoundMark, boundOn } from '../scenario/quorumRemarks.ts'
import { namedRelease, releaseName } from '../scenario/releases.ts'
import { type ValueInForce, valueInForce } from '../scenario/rulings.ts'
import { type Component, componentOf, type Scenario, type Value, type Variant } from '../scenario/scenario.ts'
import { countsWhenSet, formOf, leadsIn, settingKeysOf, whereFound } from '../scenario/settingForms.ts'
import { type SettingRow, settingOf, settingPath } from '../scenario/settings.ts'
import { settingText } from '../scenario/settingTexts.ts'
import { rulingOn } from '../scenario/verdicts.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { readModelled } from '../store/reading.ts'
import { typeSetting } from '../store/typing.ts'
import { Badge } from './Badge.tsx'
import { Complaint, Field } from './Field.tsx'
import { goToField } from './focus.ts'
import { Dotted } from './Sentence.tsx'
import { Slider } from './Slider.tsx'
import { shownValue } from './values.ts'

/** One cell of the table. */
type Cell = { readonly key: string; readonly variant: number }

/** Whose settings they are. */
const useComponent = (): Component => useLab(({ draft }) => componentOf(draft.scenario.world.workload))

/** A row a setting, a column a variant. The setting in hand shows its slider, its default, its range and what it is for. */
export function Settings() {
  const scenario = useLab((state) => state.draft.scenario)
  const { variants } = scenario
  const [chosen, choose] = useState<Cell>()
  const component = componentOf(scenario.world.workload)
  const has = (key: string) => variants.some(({ kafka }) => settingOf(kafka, key, component))
  const keys = settingKeysOf(scenario.lab).filter(has)
  const [common, rare] = parted(keys, scenario)
  const inHand =
    chosen && keys.includes(chosen.key) && chosen.variant < variants.length
      ? chosen
      : firstCell(common, variants, component)
  const rows = (some: readonly string[]) =>
    some.map((key) => <Rows key={key} name={key} variants={variants} inHand={inHand} onChoose={choose} />)
  return (
    <section className="part" aria-labelledby="settings">
      <h3 id="settings">
        Settings <ResetAll scenario={scenario} />
      </h3>
      <table className={variants.length > 2 ? 'settings many' : 'settings'}>
        <caption className="unseen">Settings of each variant</caption>
        <Head variants={variants} />
        <tbody>{rows(common)}</tbody>
      </table>
      {rare.length > 0 && (
        <details className="more">
          <summary>
            {scenario.lab === 'requests' ? 'Of connections and metadata' : 'Rarely turned'}{' '}
            <span className="quiet">{rare.length} settings</span>
          </summary>
          <table className={variants.length > 2 ? 'settings many' : 'settings'}>
            <caption className="unseen">Rarely turned settings of each variant</caption>
            <Head variants={variants} />
            <tbody>{rows(rare)}</tbody>
          </table>
        </details>
      )}
    </section>
  )
}

/** What is always shown, and what is folded away until somebody has turned it. */
function parted(keys: readonly string[], { lab, variants, world }: Scenario): [string[], string[]] {
  const component = componentOf(world.workload)
  const isRare = (key: string) =>
    (formOf(key).rare || !leadsIn(lab, key)) &&
    !variants.some((variant) => variant.config[component]?.[key] !== undefined)
  return [keys.filter((key) => !isRare(key)), keys.filter(isRare)]
}

/** The last variant that has the first setting. */
function firstCell(keys: readonly string[], variants: readonly Variant[], component: Component): Cell | undefined {
  const [key] = keys
  if (key === undefined) return undefined
  return { key, variant: variants.findLastIndex(({ kafka }) => settingOf(kafka, key, component)) }
}

function Head({ variants }: { readonly variants: readonly Variant[] }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">Setting</span>
        </th>
        {variants.map((variant, index) => (
          <th key={index} scope="col" title={variant.name}>
            <Badge index={index} /> <span className="unseen">{variant.name}, </span>
            {shortLabel(variant)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** `2.7`, `draft`. */
function shortLabel({ kafka }: Variant): string {
  const release = namedRelease(kafka)
  return release?.draft ? 'draft' : (release?.label ?? kafka)
}

/** How many settings are set, and the way back to Kafka's defaults. */
function ResetAll({ scenario }: { readonly scenario: Scenario }) {
  const component = componentOf(scenario.world.workload)
  const set = scenario.variants.reduce((sum, { config }) => sum + Object.keys(config[component] ?? {}).length, 0)
  if (set === 0) return <span className="aside">all at their defaults</span>
  const resetAll = (event: MouseEvent) => {
    event.currentTarget.closest('section')?.querySelector('input')?.focus()
    edit((before) => before.variants.reduce((after, _, index) => resetSettings(after, index), before))
  }
  return (
    <span className="aside">
      {set} changed ·{' '}
      <button type="button" className="link" onClick={resetAll}>
        reset all
      </button>
    </span>
  )
}

type RowsProps = {
  readonly name: string
  readonly variants: readonly Variant[]
  readonly inHand: Cell | undefined
  readonly onChoose: (cell: Cell) => void
}

function Rows({ name, variants, inHand, onChoose }: RowsProps) {
  const here = inHand?.key === name ? inHand : undefined
  const variant = here && variants[here.variant]
  return (
    <>
      <tr className={here ? 'in-hand' : undefined}>
        <th scope="row">
          <code>
            <Dotted text={name} />
          </code>
          <NoEffect name={name} />
        </th>
        {variants.map((each, index) => (
          <td key={index}>
            <SettingCell
              name={name}
              variant={each}
              index={index}
              onFocus={() => onChoose({ key: name, variant: index })}
            />
          </td>
        ))}
      </tr>
      {variants.map((_, index) => (
        <Slipped key={index} name={name} variant={index} columns={variants.length + 1} />
      ))}
      {here && variant && (
        <tr className="about">
          <td colSpan={variants.length + 1}>
            <About name={name} variant={variant} index={here.variant} several={variants.length > 1} />
          </td>
        </tr>
      )}
    </>
  )
}

/** That a setting of memory does nothing yet, and the way to what makes it count. */
function NoEffect({ name }: { readonly name: string }) {
  const workload = useLab((state) => state.draft.scenario.world.workload)
  if (workload.kind !== 'produce' || workload.recordSize !== undefined || !ofSize.includes(name)) return null
  return (
    <span className="in-force">
      no effect:{' '}
      <button
        type="button"
        className="link"
        aria-label={`${name} has no effect: records have no size. Go to that field`}
        title="Go to the size of a record"
        onClick={() => goToField('world.workload.recordSize')}
      >
        records have no size
      </button>
    </span>
  )
}

/** What bounds nothing while records take no room. */
const ofSize: readonly string[] = ['batch.size', 'buffer.memory', 'block.on.buffer.full']

type SlippedProps = { readonly name: string; readonly variant: number; readonly columns: number }

/** What is wrong with a value, and what Kafka refuses of another setting because of it. */
function Slipped({ name, variant, columns }: SlippedProps) {
  const component = useComponent()
  const path = settingPath(variant, name, component)
  const slipped = useLab((state) => state.draft.slips[path] !== undefined)
  const refused = useLab((state) => (state.trouble?.kind === 'refused' ? state.trouble.problems : none))
  const others = refused.filter(
    (problem) =>
      problem.path !== path && problem.path.startsWith(`variants.${variant}.config.`) && names(problem.what, name),
  )
  if (!slipped && others.length === 0 && !refused.some((problem) => problem.path === path)) return null
  return (
    <tr>
      <td colSpan={columns}>
        <Complaint path={path} id={`problem ${path}`} />
        {others.map(({ path: other, what }) => (
          <span key={other} className="complaint" role="note">
            {what}{' '}
            <button type="button" className="link" onClick={() => goToField(other)}>
              Go to its field
            </button>
          </span>
        ))}
      </td>
    </tr>
  )
}

const none: readonly Problem[] = []

/** Whether a sentence names a setting, and not only one whose key holds that key's letters. */
function names(sentence: string, key: string): boolean {
  const words = sentence.split(/[^\w.]+/).map((word) => word.replace(/\.$/, ''))
  return words.includes(key)
}

type CellProps = {
  readonly name: string
  readonly variant: Variant
  readonly index: number
  readonly onFocus: () => void
}

function SettingCell({ name, variant, index, onFocus }: CellProps) {
  const component = useComponent()
  const row = settingOf(variant.kafka, name, component)
  if (row === undefined) return <NotThere name={name} variant={variant} />
  const force = valueInForce(variant, name, component)
  const given = variant.config[component]?.[name]
  const value = given ?? row.default
  const label = `${name}, ${variant.name}`
  if (row.words)
    return (
      <>
        <WordCell row={row} label={label} value={value} index={index} changed={given !== undefined} onFocus={onFocus} />
        <ActsAs force={force} value={value} />
      </>
    )
  return (
    <>
      <Field
        label={label}
        path={settingPath(index, name, component)}
        shown={shownValue(value)}
        plain={String(value)}
        changed={given !== undefined}
        tellsProblem={false}
        onFocus={onFocus}
        onText={(text) =>
          typeSetting(
            index,
            name,
            text,
            (next) => (scenario) => setSetting(scenario, index, name, unlessDefault(row, next)),
          )
        }
      />
      <ActsAs force={force} value={value} />
      <Bound name={name} index={index} />
    </>
  )
}

/** What the proposed lower bound says to a value, where the question asks for it. */
function Bound({ name, index }: { readonly name: string; readonly index: number }) {
  const mark = useBound(name, index)
  if (mark === undefined) return null
  return (
    <span className="in-force" title={mark.says}>
      KIP-1236 {mark.verdict === 'refuses' ? 'refuses' : 'lets through'}
    </span>
  )
}

function useBound(name: string, index: number): BoundMark | undefined {
  const scenario = useLab((state) => state.draft.scenario)
  return useMemo(() => boundOn(scenario, index).find(({ key }) => key === name), [scenario, name, index])
}

/** What Kafka works with where that is another value than the one shown. */
function ActsAs({ force, value }: { readonly force: ValueInForce | undefined; readonly value: Value }) {
  if (!force?.rule || force.value === value) return null
  return (
    <span className="in-force" title={force.origin}>
      acts as {shownValue(force.value)}
    </span>
  )
}

/** Kafka's own default, typed by hand, is no change. Where setting it at all has an effect, it stays. */
const unlessDefault = (row: SettingRow, value: Value): Value | undefined =>
  value === row.default && !countsWhenSet(row) ? undefined : value

function NotThere({ name, variant }: Pick<CellProps, 'name' | 'variant'>) {
  const component = useComponent()
  const parked = variant.parked?.[component]?.[name]
  const why = `${releaseName(variant.kafka)} does not have it: ${whereFound(name, component)}.`
  const kept = parked === undefined ? '' : ` ${shownValue(parked)} is kept for a release that has it.`
  return (
    <span className="not-there" title={why + kept}>
      not in {shortLabel(variant)}
    </span>
  )
}

type WordProps = {
  readonly row: SettingRow
  readonly label: string
  readonly value: Value
  readonly index: number
  readonly changed: boolean
  readonly onFocus: () => void
}

function WordCell({ row, label, value, index, changed, onFocus }: WordProps) {
  // Where to set a word counts, be it the default one, not to set it is a choice of its own.
  const unset = countsWhenSet(row) ? '' : undefined
  return (
    <select
      aria-label={label}
      name={settingPath(index, row.key, row.component)}
      className={changed ? 'changed' : undefined}
      value={changed ? String(value) : (unset ?? String(value))}
      onFocus={onFocus}
      onChange={(event) => {
        const word = event.target.value
        const next = word === unset ? undefined : unlessDefault(row, word)
        edit((scenario) => setSetting(scenario, index, row.key, next))
      }}
    >
      {unset !== undefined && <option value={unset}>{String(row.default)} (default)</option>}
      {wordsFor(row, value).map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  )
}

/** Numbers of replicas, where a release takes them beside its words. */
const NUMBERS = ['2', '3']

/** What can be picked: the words, what else the release takes of a partition, and what is set already, be it refused. */
function wordsFor({ words = [], orInteger, component }: SettingRow, value: Value): readonly string[] {
  const offered = orInteger && component === 'topic' ? [...words, ...NUMBERS] : words
  const set = String(value).trim()
  const isOffered = offered.some((word) => word.toLowerCase() === set.toLowerCase())
  return isOffered ? offered : [...offered, set]
}

type AboutProps = {
  readonly name: string
  readonly variant: Variant
  readonly index: number
  readonly several: boolean
}

/** The setting in hand: slider, help, default, range, source, and what Kafka makes of the value. */
function About({ name, variant, index, several }: AboutProps) {
  const component = useComponent()
  const row = settingOf(variant.kafka, name, component)
  const text = settingText(name)
  const bound = useBound(name, index)
  if (row === undefined) return null
  const given = variant.config[component]?.[name]
  const { unit: counted, slider } = formOf(name)
  const unit = counted === 'ms' || counted === 'bytes' ? ` ${counted}` : ''
  return (
    <div className="setting-about">
      {slider[1] > slider[0] && (
        <SettingSlider row={row} variant={variant} index={index} value={Number(given ?? row.default)} />
      )}
      <p>{text?.help}</p>
      <p className="quiet">
        {several && `${letterOf(index)}: `}
        default {shownValue(row.default)}
        {unit} of {releaseName(variant.kafka)}. {rangeHint(row)} <span className="source">{text?.source}</span>
        {text?.leavesOut && <span className="leaves-out"> Left out: {text.leavesOut}</span>}{' '}
        <button
          type="button"
          className="link"
          aria-label={`What is modelled: ${name}`}
          onClick={() => readModelled(name)}
        >
          What is modelled
        </button>
      </p>
      <Rulings variant={variant} name={name} />
      {bound && <p className={bound.verdict === 'refuses' ? 'ruling bad' : 'ruling'}>{bound.says}</p>}
      <p>
        {given !== undefined && (
          <button
            type="button"
            className="link"
            onClick={() => {
              goToField(settingPath(index, name, component))
              edit((scenario) => setSetting(scenario, index, name, undefined), settingPath(index, name, component))
            }}
          >
            Reset {letterOf(index)} to {shownValue(row.default)}
            {unit}
          </button>
        )}
        {given !== undefined && several && (
          <button
            type="button"
            className="link"
            onClick={() => {
              goToField(settingPath(index, name, component))
              edit((scenario) => resetSetting(scenario, name))
            }}
          >
            Reset in all
          </button>
        )}
        {several && <SetInAll row={row} value={given ?? row.default} unit={unit} index={index} />}
      </p>
    </div>
  )
}

type InAllProps = {
  readonly row: SettingRow
  readonly value: Value
  readonly unit: string
  /** The variant that has the value. */
  readonly index: number
}

/** Takes the value in hand over into every variant whose release has the setting, as one step; nothing where all have it. */
function SetInAll({ row: { key, component }, value, unit, index }: InAllProps) {
  const scenario = useLab((state) => state.draft.scenario)
  const inAll = (before: Scenario) =>
    before.variants.reduce((after, { kafka, config }, index) => {
      const row = settingOf(kafka, key, component)
      const has = row === undefined || (config[component]?.[key] ?? row.default) === value
      return has ? after : setSetting(after, index, key, unlessDefault(row, value))
    }, before)
  if (inAll(scenario) === scenario) return null
  return (
    <button
      type="button"
      className="link"
      onClick={() => {
        goToField(settingPath(index, key, component))
        edit(inAll)
      }}
    >
      Set {shownValue(value)}
      {unit} in all
    </button>
  )
}

/** What Kafka makes of the value, where it does not take it as it stands, and of other settings because of it. */
function Rulings({ variant, name }: { readonly variant: Variant; readonly name: string }) {
  const component = useComponent()
  const { fields } = rulingOn(variant.kafka, variant.config[component] ?? {}, component)
  const own = fields.filter(({ key, says }) => key === name && says !== '')
  const others = fields.filter(
    ({ key, says, verdict, rule }) => rule && verdict !== 'rejected' && key !== name && names(says, name),
  )
  return [...own, ...others.filter(({ says }) => !own.some((each) => each.says === says))].map(
    ({ key, says, verdict }) => (
      <p key={`${key} ${says}`} className={verdict === 'rejected' ? 'ruling bad' : 'ruling'}>
        {key !== name && (
          <>
            <code>{key}</code>:{' '}
          </>
        )}
        {says}
      </p>
    ),
  )
}

type SliderProps = {
  readonly row: SettingRow
  readonly variant: Variant
  readonly index: number
  readonly value: number
}

function SettingSlider({ row, variant, index, value }: SliderProps) {
  const path = settingPath(index, row.key, row.component)
  const { unit, slider } = formOf(row.key)
  const set = (next: number) => edit((scenario) => setSetting(scenario, index, row.key, unlessDefault(row, next)), path)
  return (
    <Slider
      label={`${row.key}, ${variant.name}`}
      unit={unit === 'word' ? '' : unit}
      value={value}
      range={slider}
      onValue={set}
    />
  )
}
