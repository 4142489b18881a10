import { type ReactNode, useEffect, useId, useRef } from 'react'

/** Closes the sheet around, so that the focus goes back to what opened it. */
type Close = () => void

type Props = {
  /** Its heading; a sheet without one has a `label`. */
  readonly title?: string
  readonly label?: string
  /** Which sheet it is, for its style. */
  readonly kind: string
  /** What stands in its head; without it a button that closes it. */
  readonly head?: (close: Close) => ReactNode
  readonly onClose: () => void
  readonly children: ReactNode | ((close: Close) => ReactNode)
}

/** A dialog over the page, open as long as it is there. Esc and a click beside it close it too. */
export function Sheet({ title, label, kind, head = closing, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => dialog.current?.showModal?.(), [])
  const close = () => dialog.current?.close?.()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the sheet closes it; Esc does so too, by the browser.
    <dialog
      className={`sheet ${kind}`}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': heading })}
      ref={dialog}
      onClose={(event) => {
        // It may lie over another sheet, which stays.
        event.stopPropagation()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) close()
      }}
    >
      <div className="sheet-inside">
        <header className="sheet-head">
          {title !== undefined && <h2 id={heading}>{title}</h2>}
          {head(close)}
        </header>
        {typeof children === 'function' ? children(close) : children}
      </div>
    </dialog>
  )
}

const closing = (close: Close): ReactNode => (
  <button type="button" onClick={close}>
    Close
  </button>
)
