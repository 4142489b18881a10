import type { ReactNode } from 'react'

type RowProps = { readonly name: ReactNode; readonly children: ReactNode }

/** A name on the left, what it is set to on the right. */
export function Row({ name, children }: RowProps) {
  return (
    <div className="row">
      <span className="row-name">{name}</span>
      <span className="row-value">{children}</span>
    </div>
  )
}
