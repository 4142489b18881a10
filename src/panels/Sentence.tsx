import { Fragment, type KeyboardEvent } from 'react'
import type { Part, Prose } from '../findings/prose.ts'

type Props = {
  readonly prose: Prose
  /** Where a number leads; without it numbers are plain. */
  readonly onRow?: (row: number) => void
}

/** Prose as a reader sees it: names in code type, weight in bold, numbers and words that lead to their rows. */
export function Sentence({ prose, onRow }: Props) {
  return prose.map((part, index) => (
    <Piece key={index} part={index > 0 && endsInFigure(prose[index - 1]) ? withUnit(part) : part} onRow={onRow} />
  ))
}

/** A text whose figures keep their units, and whose equations keep their values, in one line. */
export const unbroken = (text: string): string =>
  text.replace(/(\d) (ms|s|min|h)\b/g, '$1\u00a0$2').replace(/ = (?=\S)/g, ' =\u00a0')

const textOf = (part: Part | undefined): string => (typeof part === 'object' ? part.text : (part ?? ''))
const endsInFigure = (part: Part | undefined): boolean => /\d$/.test(textOf(part))

/** A part that begins with the unit of the figure before it. */
const withUnit = (part: Part): Part =>
  typeof part === 'string' ? part.replace(/^ (?=(ms|s|min|h)\b)/, '\u00a0') : part

/** Names with dots, such as keys and methods: they may be broken after each dot, and nowhere else. */
export function Dotted({ text }: { readonly text: string }) {
  return text.split(/(?<=\.)(?=\S)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ))
}

function Piece({ part, onRow }: { readonly part: Part; readonly onRow: Props['onRow'] }) {
  if (typeof part === 'string') return unbroken(part)
  const { row, text } = part
  if (row !== undefined && row >= 0 && onRow !== undefined) return <ToRow text={text} onRow={() => onRow(row)} />
  if (part.as === 'code') {
    return (
      <code>
        <Dotted text={unbroken(text)} />
      </code>
    )
  }
  if (part.as === 'strong') return <strong>{text}</strong>
  if (part.as === 'words') return unbroken(text)
  return <span className="mono">{unbroken(text)}</span>
}

/** Words that lead to a row. A button would be a box in the line, which wraps by itself and lets a comma begin the next line. */
function ToRow({ text, onRow }: { readonly text: string; readonly onRow: () => void }) {
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    onRow()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element is never part of the line it stands in.
    <span role="button" tabIndex={0} className="to-row" onClick={onRow} onKeyDown={keyed}>
      {unbroken(text)}
    </span>
  )
}
