import { useEffect, useId, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { fitsLink, linkOf, tellLost } from '../store/address.ts'
import { fileText } from '../store/files.ts'
import { lab, useLab } from '../store/lab.ts'
import { firstPicture } from '../store/running.ts'
import { Icon } from './Icon.tsx'
import { Sheet } from './Sheet.tsx'

/** Chat programs begin to cut or to refuse links about here. */
const LONG = 1500
/** How long the confirmation stands. */
const CONFIRMED_MS = 4000
/** A drag does not write a link for each of its steps. */
const PAUSE_MS = 150

/** A lab that runs on the visitor's own machine: its address leads nobody else to it. */
const isLocal = (): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)

/** The length of the link of what was asked and of where one looks, after a short pause. */
function useLinkLength(): number | undefined {
  const [length, setLength] = useState<number>()
  useEffect(() => {
    let later: ReturnType<typeof setTimeout> | undefined
    // Where no link can be written, its length is not told; whoever copies it hears why.
    const measure = async () => setLength((await linkOf(lab()).catch(() => undefined))?.length)
    const follow = () => {
      clearTimeout(later)
      later = setTimeout(() => void measure(), PAUSE_MS)
    }
    void firstPicture.then(follow)
    const stop = useLab.subscribe((now, before) => {
      if (before.run === undefined) return
      if (!now.playing && now.run !== before.run) follow()
      else if (!now.playing && (now.range !== before.range || now.selected !== before.selected)) follow()
    })
    return () => {
      clearTimeout(later)
      stop()
    }
  }, [])
  return length
}

/** Copies the link. What travels in it is said before and after. */
export default function Share() {
  const length = useLinkLength()
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const [tooLong, setTooLong] = useState(false)
  const isUnread = useLab(({ draft }) => Object.keys(draft.slips).length > 0)
  const note = useId()
  useEffect(() => {
    if (state !== 'copied') return undefined
    const later = setTimeout(() => setState('idle'), CONFIRMED_MS)
    return () => clearTimeout(later)
  }, [state])
  const copy = async () => {
    const link = await linkOf(lab()).catch(tellLost)
    if (link === undefined) return
    if (!fitsLink(link)) return setTooLong(true)
    setState(await copied(`${location.href.split('#')[0]}#${link}`))
  }
  const said =
    length === undefined
      ? ''
      : `The link has ${grouped(length)} characters${length > LONG ? ', more than some chat programs let through' : ''}. `
  return (
    <div className={state === 'idle' ? 'share' : 'share told'}>
      <button
        type="button"
        className="primary"
        aria-label={length === undefined ? 'Copy link' : `Copy link, ${grouped(length)} characters`}
        aria-describedby={note}
        onClick={() => void copy()}
      >
        <Icon name={state === 'copied' ? 'done' : 'link'} />
        <span className="word">{state === 'copied' ? 'Copied' : 'Copy link'}</span>
        <span className="length">{length === undefined ? '' : `${grouped(length)} ch`}</span>
      </button>
      <p className="share-note" id={note} role="status">
        {state === 'copied' && (
          <>
            <strong>
              {isUnread
                ? 'Copied, but for what cannot be read: in its place is what was there before,'
                : 'Copied. Whoever opens it sees what you see,'}
            </strong>{' '}
            wherever this lab is served
            {isLocal() && '; this address leads to it on this machine only'}.
          </>
        )}
        {state === 'refused' && (
          <strong>The browser did not let the page copy: take the address from the address bar. </strong>
        )}
        {state === 'idle' && (
          <>{said}Broker names and settings travel in it; no server sees them. It opens wherever this lab is served.</>
        )}
      </p>
      {tooLong && (
        <Sheet title="Too long for a link" kind="small" onClose={() => setTooLong(false)}>
          <p>
            This question needs {grouped(length ?? 0)} characters, too many for a link. Save it as a file and send that;
            it opens from the list of questions.
          </p>
          <p className="buttons">
            <button type="button" className="primary" onClick={() => void saveFile()}>
              Save as a file
            </button>
          </p>
        </Sheet>
      )}
    </div>
  )
}

async function copied(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'refused'
  }
}

async function saveFile(): Promise<void> {
  const text = await fileText().catch(tellLost)
  if (text === undefined) return
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = 'timeout-lab.json'
  anchor.click()
  URL.revokeObjectURL(url)
}
