import { useRef } from 'react'
import type { ClientBehaviour } from '../scenario/behaviours.ts'
import {
  addVariant,
  copyVariant,
  removeVariant,
  setKafka,
  setKnobs,
  setVariantName,
  setVariantWorld,
} from '../scenario/edit.ts'
import { shownText } from '../scenario/reader.ts'
import { releases } from '../scenario/releases.ts'
import { releaseNote, releasesNotOffered } from '../scenario/releaseTexts.ts'
import { limits, type Variant } from '../scenario/scenario.ts'
import { edit, settle } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { Badge, letterOf } from './Badge.tsx'
import { useNextFocus } from './focus.ts'
import { Icon } from './Icon.tsx'

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
    const next = releases.findLast((release) => !release.draft && !taken.includes(release.id))
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
          aria-label={name}
          maxLength={limits.nameLength}
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
      <Differences variant={variant} index={index} />
    </>
  )
}

/** Takes a typed name over, without the characters that a link may not carry. */
const rename = (index: number, name: string): void =>
  edit((scenario) => setVariantName(scenario, index, shownText(name)), `name ${index}`)

/** Kafka's version as a switch. Releases that cannot be chosen are named all the same, with the reason. */
function ReleasePicker({ variant, index }: Pick<LineProps, 'variant' | 'index'>) {
  return (
    <select
      aria-label={`Kafka release of variant ${letterOf(index)}`}
      title={releaseNote(variant.kafka)}
      value={variant.kafka}
      onChange={(event) => {
        const kafka = event.target.value
        edit((scenario) => setKafka(scenario, index, kafka))
      }}
    >
      {releases.map((release) => (
        <option
          key={release.id}
          value={release.id}
          title={releaseNote(release.id)}
          className={release.draft ? 'draft' : undefined}
        >
          {release.label}
        </option>
      ))}
      <optgroup label="Not offered">
        {releasesNotOffered.map(({ label, reason }) => (
          <option key={label} value={label} disabled title={reason}>
            {label}: {reason}
          </option>
        ))}
      </optgroup>
    </select>
  )
}

type Difference = { readonly key: string; readonly text: string; readonly drop: () => void }

/** What a variant changes besides its settings: its world, and knobs of its behaviour. */
function Differences({ variant, index }: Pick<LineProps, 'variant' | 'index'>) {
  const all = [...worldDifferences(variant, index), ...knobDifferences(variant, index)]
  if (all.length === 0) return null
  return (
    <ul className="differences" aria-label={`What only variant ${letterOf(index)} has`}>
      {all.map(({ key, text, drop }) => (
        <li key={key} className="chip changed">
          {text}
          <button type="button" className="icon bare" aria-label={`Drop: ${text}`} title="As the others" onClick={drop}>
            <Icon name="remove" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function worldDifferences({ world = {} }: Variant, index: number): Difference[] {
  const { seed, latency, jitter, kernel } = world
  const said = {
    seed: seed !== undefined && `seed ${seed}`,
    latency: latency !== undefined && `latency ${latency} ms`,
    jitter: jitter !== undefined && (jitter ? 'with jitter' : 'without jitter'),
    kernel: kernel !== undefined && kernelSaid(kernel),
  }
  return Object.entries(said).flatMap(([key, text]) =>
    text === false
      ? []
      : [{ key, text, drop: () => edit((scenario) => setVariantWorld(scenario, index, { [key]: undefined })) }],
  )
}

function kernelSaid(kernel: NonNullable<NonNullable<Variant['world']>['kernel']>): string {
  if (!('release' in kernel))
    return kernel.giveUpAfter === null ? 'kernel never gives up' : `kernel gives up at ${kernel.giveUpAfter} ms`
  return `tcp_syn_retries ${kernel.synRetries}`
}

function knobDifferences({ knobs = {} }: Variant, index: number): Difference[] {
  return Object.entries(knobs).map(([key, value]) => ({
    key,
    text: `${key}: ${String(value)}`,
    drop: () => edit((scenario) => setKnobs(scenario, index, without(key))),
  }))
}

const without = (knob: string): { readonly [key in keyof ClientBehaviour]?: undefined } => ({ [knob]: undefined })
