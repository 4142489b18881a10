import { Row } from './Row.tsx'

type Props<T extends string> = {
  readonly name: string
  readonly value: T
  readonly choices: readonly (readonly [value: T, label: string])[]
  readonly onChoose: (value: T) => void
}

/** One of some words. */
export function Choice<T extends string>({ name, value, choices, onChoose }: Props<T>) {
  return (
    <Row name={name}>
      <select
        aria-label={name}
        value={value}
        onChange={(event) => {
          const chosen = choices.find(([each]) => each === event.target.value)
          if (chosen) onChoose(chosen[0])
        }}
      >
        {choices.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
    </Row>
  )
}
