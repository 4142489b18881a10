import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { dropSlip, settle } from '../store/edits.ts'
import { useLab } from '../store/lab.ts'
import { goToField } from './focus.ts'
import { nudged } from './values.ts'

type Props = {
  /** What a screen reader calls it. */
  readonly label: string
  /** Where it stands in the scenario; a text that is no value is kept under it. */
  readonly path: string
  /** The value in force as it is shown, and as digits only. */
  readonly shown: string
  readonly plain: string
  readonly changed?: boolean
  readonly unit?: string
  readonly placeholder?: string
  readonly onText: (text: string) => void
  readonly onFocus?: () => void
  /** Elsewhere than under the field. */
  readonly tellsProblem?: boolean
}

/** What stands between thousands, in our own figures and in other people's: a number is a number without it. */
const digitsOf = (text: string): string => text.replace(/(?<=\d)[ \u00a0\u202f]+(?=\d)/g, '')

/** Longer figures are set smaller, so that all of them can be read. */
const LONG = 8

/** What is wrong with the text at a path, undefined: nothing. */
function useProblem(path: string) {
  const slip = useLab((state) => state.draft.slips[path]?.problem)
  const refused = useLab((state) =>
    state.trouble?.kind === 'refused' ? state.trouble.problems.find((problem) => problem.path === path) : undefined,
  )
  return slip ?? refused
}

/** A number typed by hand. What is no value stays as typed, with the reason beside it, while the last good value holds. */
export function Field(props: Props) {
  const { label, path, shown, plain, changed, unit, placeholder, onText, onFocus, tellsProblem = true } = props
  const slip = useLab((state) => state.draft.slips[path]?.text)
  const problem = useProblem(path)
  const [typing, setTyping] = useState<string>()
  const id = useId()
  // Undone or set elsewhere while it is being typed in: the field shows what holds.
  useEffect(() => {
    setTyping((text) =>
      text === undefined || slip !== undefined || Number(digitsOf(text)) === Number(plain) ? text : undefined,
    )
  }, [plain, slip])

  const type = (text: string) => {
    setTyping(text)
    onText(digitsOf(text))
  }
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : undefined
    const value = Number(digitsOf(typing ?? plain))
    if (event.key === 'Escape' && slip !== undefined) {
      dropSlip(path)
      setTyping(undefined)
    } else if (direction !== undefined && Number.isFinite(value) && plain !== '') {
      event.preventDefault()
      type(String(nudged(value, direction)))
    }
  }
  return (
    <span className="field">
      <input
        className={`number${changed ? ' changed' : ''}${shown.length > LONG ? ' long' : ''}`}
        type="text"
        name={path}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && tellsProblem ? id : undefined}
        placeholder={placeholder}
        value={slip ?? typing ?? shown}
        onFocus={onFocus}
        onBlur={() => {
          setTyping(undefined)
          settle()
        }}
        onChange={(event) => type(event.target.value)}
        onKeyDown={keyed}
      />
      {unit && <span className="unit">{unit}</span>}
      {problem && tellsProblem && <Complaint id={id} path={path} />}
    </span>
  )
}

/** What is wrong at a path, and a way back to the value in force. */
export function Complaint({ id, path }: { readonly id?: string; readonly path: string }) {
  const problem = useProblem(path)
  const slipped = useLab((state) => state.draft.slips[path] !== undefined)
  if (problem === undefined) return null
  return (
    <span className="complaint" id={id} role="alert">
      {problem.kafka === 'refuses' && <strong>Kafka refuses this. </strong>}
      {problem.what} {problem.hint}{' '}
      {slipped && (
        <button
          type="button"
          className="link"
          onClick={() => {
            goToField(path)
            dropSlip(path)
          }}
        >
          Back to the last good value
        </button>
      )}
    </span>
  )
}
