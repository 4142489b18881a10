import './theme.css'
import './layout.css'
import './question.css'
import './reasons.css'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lab, useLab } from '../store/lab.ts'
import { Header } from './Header.tsx'
import { History } from './History.tsx'
import { startKeys } from './keys.ts'
import { Notices } from './Notices.tsx'
import { useSize } from './size.ts'
import { Timelines } from './Timelines.tsx'
import { Transport } from './Transport.tsx'
import { Verdicts } from './Verdicts.tsx'

// The first picture is the verdicts and the timelines. What stands beside them comes at the same time, and need not be waited for.
const questionScript = import('./Question.tsx')
const answersScript = import('./Answers.tsx')
const LazyQuestion = lazy(() => questionScript)
const LazyAnswers = lazy(() => answersScript)
const Help = lazy(() => import('./Help.tsx'))

function Question() {
  return (
    <Suspense fallback={<div className="column question" aria-busy="true" />}>
      <LazyQuestion />
    </Suspense>
  )
}

function Answers() {
  return (
    <Suspense>
      <LazyAnswers />
    </Suspense>
  )
}

/** The page: the verdict first, then question, timelines and reasons; stacked where there is no room beside each other. */
export function App() {
  const size = useSize()
  const [help, setHelp] = useState(false)
  const [sheet, setSheet] = useState(false)
  useEffect(() => startKeys(() => setHelp(true)), [])
  return (
    <div className={`page ${size}`}>
      <Header onHelp={() => setHelp(true)} />
      <main>
        <Notices />
        <Verdicts />
        {size === 'wide' && <Wide />}
        {size === 'middle' && <Middle />}
        {size === 'narrow' && <Narrow />}
      </main>
      <Transport {...(size === 'narrow' && { onQuestion: () => setSheet(true) })} />
      {size === 'narrow' && <Sheet open={sheet} onClose={() => setSheet(false)} />}
      {help && (
        <Suspense>
          <Help onClose={() => setHelp(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Wide() {
  return (
    <div className="columns">
      <Question />
      <Timelines />
      <div className="column answers">
        <Answers />
      </div>
    </div>
  )
}

/** Question and reasons share a column; whoever clicks a mark wants the reasons. */
function Middle() {
  const [side, setSide] = useState<'question' | 'reasons'>('question')
  const selected = useLab((state) => state.selected)
  const known = useRef(selected)
  useEffect(() => {
    if (known.current !== selected && lab().gesture === undefined && selected !== undefined && !isTyping()) setSide('reasons')
    known.current = selected
  }, [selected])
  return (
    <div className="columns">
      <div className="column side">
        <div className="tabs" role="tablist" aria-label="Beside the timelines">
          {(['question', 'reasons'] as const).map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`tab-${name}`}
              aria-selected={side === name}
              aria-controls={`side-${name}`}
              tabIndex={side === name ? 0 : -1}
              onClick={() => setSide(name)}
              onKeyDown={(event) => {
                if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                event.preventDefault()
                const other = name === 'question' ? 'reasons' : 'question'
                setSide(other)
                document.getElementById(`tab-${other}`)?.focus()
              }}
            >
              {name === 'question' ? 'Question' : 'Reasons'}
            </button>
          ))}
        </div>
        <div role="tabpanel" id={`side-${side}`} aria-labelledby={`tab-${side}`} className="side-panel">
          {side === 'question' ? (
            <Question />
          ) : (
            <div className="answers">
              <Answers />
            </div>
          )}
        </div>
      </div>
      <Timelines />
    </div>
  )
}

const isTyping = (): boolean => document.activeElement instanceof HTMLInputElement && document.activeElement.type === 'text'

function Narrow() {
  return (
    <>
      <Timelines />
      <div className="column answers">
        <Answers />
      </div>
    </>
  )
}

type SheetProps = { readonly open: boolean; readonly onClose: () => void }

/** The question on a narrow screen: it leaves the verdicts in sight, so that one sees what a change does. */
function Sheet({ open, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (open) dialog.current?.showModal?.()
    else dialog.current?.close?.()
  }, [open])
  return (
    <dialog
      className="sheet question-sheet"
      aria-label="The question"
      ref={dialog}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="sheet-head">
        <span className="grip" aria-hidden="true" />
        <History />
        <button type="button" className="primary" onClick={onClose}>
          Done
        </button>
      </div>
      {open && <Question />}
    </dialog>
  )
}
