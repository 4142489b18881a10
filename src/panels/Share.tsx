import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { asShown, fitsLink } from '../store/address.ts'
import { encode } from '../scenario/link.ts'
import { fileText } from '../store/files.ts'
import { useLab } from '../store/lab.ts'
import { Icon } from './Icon.tsx'

/** Chat programs begin to cut or to refuse links about here. */
const LONG = 1500
/** How long the confirmation stands. */
const CONFIRMED_MS = 4000

/** The link of what was asked and of where one looks, with its length. */
function useLink(): string {
  const draft = useLab((state) => state.draft)
  const range = useLab((state) => state.range)
  const selected = useLab((state) => state.selected)
  const axis = useLab((state) => state.axis)
  const playing = useLab((state) => state.playing)
  const playhead = useLab((state) => (state.playing ? undefined : state.playhead))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads of the store is listed.
  return useMemo(() => encode(asShown(useLab.getState())), [draft, range, selected, axis, playing, playhead])
}

/** Copies the link. What travels in it is said before and after. */
export function Share() {
  const link = useLink()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const note = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (state !== 'copied') return undefined
    const later = setTimeout(() => setState('idle'), CONFIRMED_MS)
    return () => clearTimeout(later)
  }, [state])
  const copy = async () => {
    if (!fitsLink(link)) return dialog.current?.showModal()
    setState(await copied(addressOf(link)))
  }
  return (
    <div className="share">
      <button type="button" className="primary" aria-describedby={note} onClick={() => void copy()}>
        <Icon name="link" />
        <span className="word">{state === 'copied' ? 'Copied' : 'Copy link'}</span> <span className="length">{grouped(link.length)}</span>
      </button>
      <p className="share-note" id={note} role="status">
        {state === 'copied' && 'Copied: whoever opens it sees what you see. '}
        {state === 'refused' && 'The browser did not let the page copy: take the address from the address bar. '}
        The link has {grouped(link.length)} characters{link.length > LONG && ', more than some chat programs let through'}. Broker names and settings
        travel in it; it reaches no server of ours.
      </p>
      <dialog ref={dialog} className="sheet small" aria-label="Too long for a link">
        <p>
          This question needs {grouped(link.length)} characters, too many for a link. Save it as a file and send that; it opens from the list of
          questions.
        </p>
        <p className="buttons">
          <button type="button" className="primary" onClick={saveFile}>
            Save as a file
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </p>
      </dialog>
    </div>
  )
}

const addressOf = (link: string): string => `${location.href.split('#')[0]}#${link}`

async function copied(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'refused'
  }
}

function saveFile(): void {
  const url = URL.createObjectURL(new Blob([fileText()], { type: 'application/json' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = 'timeout-lab.json'
  anchor.click()
  URL.revokeObjectURL(url)
}
