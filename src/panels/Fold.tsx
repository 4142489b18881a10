import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'

type Props = { readonly open: boolean; readonly onTurn: (open: boolean) => void; readonly children: ReactNode }

/** What stands in the heading of a part that folds: its name, and the way to open and shut it. */
export function Fold({ open, onTurn, children }: Props) {
  return (
    <button type="button" className="fold" aria-expanded={open} onClick={() => onTurn(!open)}>
      {children}
      <Icon name="down" />
    </button>
  )
}
