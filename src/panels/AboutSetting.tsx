import { letterOf } from '../base/letter.ts'
import { resetSetting, setSetting } from '../scenario/edit.ts'
import { rangeHint } from '../scenario/fields.ts'
import { releaseName } from '../scenario/releases.ts'
import type { Scenario, Value, Variant } from '../scenario/scenario.ts'
import { formOf } from '../scenario/settingForms.ts'
import { type SettingRow, settingOf, settingPath } from '../scenario/settings.ts'
import { settingText } from '../scenario/settingTexts.ts'
import { rulingOn } from '../scenario/verdicts.ts'
import { edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { readModelled } from '../store/reading.ts'
import { goToField } from './focus.ts'
import { unlessDefault, useBound, useComponent } from './SettingCell.tsx'
import { Slider } from './Slider.tsx'
import { shownValue } from './values.ts'

type AboutProps = {
  readonly name: string
  readonly variant: Variant
  readonly index: number
  readonly several: boolean
}

/** The setting in hand: slider, help, default, range, source, and what Kafka makes of the value. */
export function AboutSetting({ name, variant, index, several }: AboutProps) {
  const component = useComponent()
  const row = settingOf(variant.kafka, name, component)
  const text = settingText(name, component)
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

/** Whether a sentence names a setting, and not only one whose key holds that key's letters. */
export function names(sentence: string, key: string): boolean {
  const words = sentence.split(/[^\w.]+/).map((word) => word.replace(/\.$/, ''))
  return words.includes(key)
}
