import { type KeyboardEvent, useRef } from 'react'
import { grouped } from '../base/grouped.ts'
import { searchCame } from './searching.ts'

type SearchProps = {
  readonly text: string
  readonly found: readonly number[]
  readonly here: number
  readonly onText: (text: string) => void
  readonly onCycle: (direction: 1 | -1) => void
  readonly onFocus: () => void
}

/** The search of the list: how many lines have the words, and which of them one is at. */
export function ListSearch({ text, found, here, onText, onCycle, onFocus }: SearchProps) {
  const from = useRef<Element>(null)
  const nth = found.indexOf(here) + 1
  const count =
    found.length === 0 ? 'none' : nth > 0 ? `${grouped(nth)} of ${grouped(found.length)}` : grouped(found.length)
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onCycle(event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape') return
    onText('')
    event.currentTarget.blur()
    if (from.current instanceof HTMLElement) from.current.focus()
  }
  return (
    <search className="search">
      <input
        type="search"
        id="search"
        ref={searchCame}
        aria-label="Search the list; Enter goes to the next find"
        placeholder="Search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        onFocus={(event) => {
          from.current = event.relatedTarget
          onFocus()
        }}
        onKeyDown={keyed}
      />
      {text.trim() !== '' && <output className="quiet">{count}</output>}
      {text === '' && <kbd>/</kbd>}
    </search>
  )
}
