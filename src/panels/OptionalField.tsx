import { type FieldName, fieldBounds, type Parsed, parseField } from '../scenario/fields.ts'
import type { Change } from '../store/edits.ts'
import { typeText } from '../store/typing.ts'
import { Field } from './Field.tsx'
import { shownValue } from './values.ts'

type Props = {
  readonly field: FieldName
  /** Where it stands in the scenario. */
  readonly path: string
  readonly label: string
  /** What holds where the field is empty. */
  readonly placeholder: string
  readonly value: number | undefined
  readonly change: (value: number | undefined) => Change
  /** What else is wrong with a number that its bounds allow; undefined: nothing. */
  readonly wrong?: (value: number) => { readonly what: string; readonly hint: string } | undefined
}

/** A number that may be left out. */
export function OptionalField({ field, path, label, placeholder, value, change, wrong }: Props) {
  const { unit } = fieldBounds[field]
  const parsed = (text: string): Parsed<number | undefined> => {
    if (text.trim() === '') return { value: undefined }
    const read = parseField(field, text, path)
    const problem = 'problem' in read ? undefined : wrong?.(read.value)
    return problem ? { problem: { path, ...problem } } : read
  }
  return (
    <Field
      label={label}
      path={path}
      placeholder={placeholder}
      shown={value === undefined ? '' : shownValue(value)}
      plain={value === undefined ? '' : String(value)}
      {...(unit && { unit })}
      onText={(text) => typeText(path, text, parsed(text), change)}
    />
  )
}
