import { type MouseEvent, useState } from 'react'
import { counted } from '../findings/names.ts'
import { resetSettings } from '../scenario/edit.ts'
import type { Problem } from '../scenario/problem.ts'
import { type Component, componentOf, type Scenario, type Variant } from '../scenario/scenario.ts'
import { formOf, leadsIn, settingKeysOf } from '../scenario/settingForms.ts'
import { settingOf, settingPath } from '../scenario/settings.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { AboutSetting, names } from './AboutSetting.tsx'
import { Badge } from './Badge.tsx'
import { Complaint } from './Field.tsx'
import { goToField } from './focus.ts'
import { Dotted } from './Sentence.tsx'
import { SettingCell, shortLabel, useComponent } from './SettingCell.tsx'

/** One cell of the table. */
type Cell = { readonly key: string; readonly variant: number }

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
            <span className="quiet">{counted(rare.length, 'setting')}</span>
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
            <AboutSetting name={name} variant={variant} index={here.variant} several={variants.length > 1} />
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
