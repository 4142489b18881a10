import { createContext, type ReactNode, useContext, useState } from 'react'
import { boundsHint, type FieldName, fieldBounds } from '../scenario/fields.ts'
import { type Change, edit } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { typeField } from '../store/typing.ts'
import { Field } from './Field.tsx'
import { goToField } from './focus.ts'
import { Row } from './Row.tsx'
import { Slider } from './Slider.tsx'
import { shownValue } from './values.ts'

type Hand = { readonly path: string | undefined; readonly take: (path: string) => void }

const HandContext = createContext<Hand>({ path: undefined, take: () => undefined })

/** Of the dials inside, the one that was turned last tells what it is for. */
export function OneInHand({ children }: { readonly children: ReactNode }) {
  const [path, take] = useState<string>()
  return <HandContext value={{ path, take }}>{children}</HandContext>
}

type Props = {
  /** In front of the field, and what a screen reader calls it. */
  readonly name?: ReactNode
  readonly label: string
  readonly field: FieldName
  /** Where it stands in the scenario. */
  readonly path: string
  readonly value: number
  /** One sentence or two. */
  readonly help: string
  /** What people set it to; the field takes everything in its bounds. */
  readonly range?: readonly [from: number, to: number]
  /** What holds where nothing is set, and whose that is: `1 ms`, `as the others`. Absent: there is no such thing. */
  readonly usual?: { readonly value: number; readonly whose: string }
  readonly changed?: boolean
  readonly change: (value: number) => Change
  /** The way back to `usual`. */
  readonly reset?: Change
  /** Beside the field. */
  readonly children?: ReactNode
}

/** A number of the world: its field, and once it is in hand its slider, what it does, its range, and the way back. */
export function Dial({ name, label, field, path, value, help, range, usual, changed, change, reset, children }: Props) {
  const hand = useContext(HandContext)
  const { unit } = fieldBounds[field]
  return (
    <>
      <Row name={name ?? label}>
        <Field
          label={label}
          path={path}
          shown={shownValue(value)}
          plain={String(value)}
          {...(unit && { unit })}
          {...(changed !== undefined && { changed })}
          onFocus={() => hand.take(path)}
          onText={(text) => typeField(field, path, text, change)}
        />
        {children}
      </Row>
      {hand.path === path && (
        <div className="setting-about">
          {range && (
            <Slider
              label={label}
              unit={unit}
              value={value}
              range={range}
              onValue={(next) => edit(change(next), path)}
            />
          )}
          <p>{help}</p>
          <p className="quiet">
            {usual && `${shownValue(usual.value)}${unit && ` ${unit}`} ${usual.whose}. `}
            {boundsHint(field)}
          </p>
          <Reset path={path} usual={usual} changed={changed} reset={reset} unit={unit} label={label} />
        </div>
      )}
    </>
  )
}

type ResetProps = Pick<Props, 'path' | 'label'> & {
  readonly unit: string
  readonly usual: Props['usual'] | undefined
  readonly changed: boolean | undefined
  readonly reset: Change | undefined
}

/** A wrong text that was typed over it goes, too. */
function Reset({ path, label, unit, usual, changed, reset }: ResetProps) {
  const slipped = useLab((state) => state.draft.slips[path] !== undefined)
  if (usual === undefined || reset === undefined || (!changed && !slipped)) return null
  return (
    <p>
      <button
        type="button"
        className="link"
        aria-label={`Reset ${label} to ${shownValue(usual.value)}${unit && ` ${unit}`}`}
        onClick={() => {
          goToField(path)
          edit(reset, path)
        }}
      >
        Reset to {shownValue(usual.value)}
        {unit && ` ${unit}`}
      </button>
    </p>
  )
}
