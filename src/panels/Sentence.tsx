import type { Part, Prose } from '../findings/prose.ts'

type Props = {
  readonly prose: Prose
  /** Where a number leads; without it numbers are plain. */
  readonly onRow?: (row: number) => void
}

/** Prose as a reader sees it: names in code type, weight in bold, numbers that lead to their rows. */
export function Sentence({ prose, onRow }: Props) {
  return prose.map((part, index) => <Piece key={index} part={part} onRow={onRow} />)
}

function Piece({ part, onRow }: { readonly part: Part; readonly onRow: Props['onRow'] }) {
  if (typeof part === 'string') return part
  const { row, text } = part
  if (row !== undefined && row >= 0 && onRow !== undefined) {
    return (
      <button type="button" className="link" onClick={() => onRow(row)}>
        {text}
      </button>
    )
  }
  if (part.as === 'code') return <code>{text}</code>
  if (part.as === 'strong') return <strong>{text}</strong>
  return <span className="mono">{text}</span>
}
