// Where the focus goes when what had it leaves the page: to its neighbour, never to nowhere.

import { type RefObject, useEffect, useRef } from 'react'

/**
 * After a removal from a list the focus goes to what has taken the place, else to the new last one, else to what stands elsewhere,
 * by default the first button of the section's head. The answer is called with the index that goes; what goes by undo while it has the
 * focus needs no call.
 */
export function useNextFocus(
  section: RefObject<HTMLElement | null>,
  items: string,
  elsewhere = 'h3 button',
): (index: number) => void {
  const gone = useRef<number>(undefined)
  const held = useRef<{ readonly element: Element; readonly index: number }>(undefined)
  useEffect(() => {
    const element = section.current
    const focused = ({ target }: FocusEvent) => {
      const all = [...(element?.querySelectorAll(items) ?? [])]
      const index = all.findIndex((each) => (each.closest('li') ?? each).contains(target as Node))
      held.current = index < 0 ? undefined : { element: target as Element, index }
    }
    element?.addEventListener('focusin', focused)
    return () => element?.removeEventListener('focusin', focused)
  }, [section, items])
  useEffect(() => {
    const lost = held.current && !held.current.element.isConnected && document.activeElement === document.body
    if (lost) gone.current ??= held.current?.index
    if (lost) held.current = undefined
    if (gone.current === undefined) return
    const left = [...(section.current?.querySelectorAll<HTMLElement>(items) ?? [])]
    const next = left[gone.current] ?? left.at(-1) ?? section.current?.querySelector<HTMLElement>(elsewhere)
    gone.current = undefined
    next?.focus()
  })
  return (index) => {
    gone.current = index
  }
}

/** Goes to the field of a path of the scenario, and unfolds what hides it. */
export function goToField(path: string): void {
  const [field] = document.getElementsByName(path)
  for (let fold = field?.closest('details') ?? null; fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  field?.focus()
}
