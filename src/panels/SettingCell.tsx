import { useMemo } from 'react'
import { setSetting } from '../scenario/edit.ts'
import { type BoundMark, boundOn } from '../scenario/quorumRemarks.ts'
import { namedRelease, releaseName } from '../scenario/releases.ts'
import { type ValueInForce, valueInForce } from '../scenario/rulings.ts'
import { type Component, componentOf, type Value, type Variant } from '../scenario/scenario.ts'
import { countsWhenSet, whereFound } from '../scenario/settingForms.ts'
import { type SettingRow, settingOf, settingPath } from '../scenario/settings.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { typeSetting } from '../store/typing.ts'
import { Field } from './Field.tsx'
import { shownValue } from './values.ts'

/** Whose settings they are. */
export const useComponent = (): Component => useLab(({ draft }) => componentOf(draft.scenario.world.workload))

type CellProps = {
  readonly name: string
  readonly variant: Variant
  readonly index: number
  readonly onFocus: () => void
}

/** The value of a setting in a variant: a field or a choice, and what Kafka makes of it. */
export function SettingCell({ name, variant, index, onFocus }: CellProps) {
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

/** What the proposed lower bound says of a setting in a variant; undefined: nothing. */
export function useBound(name: string, index: number): BoundMark | undefined {
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
export const unlessDefault = (row: SettingRow, value: Value): Value | undefined =>
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

/** `2.7`, `draft`. */
export function shortLabel({ kafka }: Variant): string {
  const release = namedRelease(kafka)
  return release?.draft ? 'draft' : (release?.label ?? kafka)
}
