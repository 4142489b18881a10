import './theme.css'
import './layout.css'
import './verdicts.css'
import './question.css'
import './reasons.css'
import './print.css'
import '../timeline/faults.css'
import './forms.css'
import './overview.css'
import './lives.css'
import './opener.css'
import './margins.css'
import './modelled.css'
import { type CSSProperties, type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { lab, useLab } from '../store/lab.ts'
import { useReading } from '../store/reading.ts'
import { firstPicture } from '../store/running.ts'
import { Boundary } from './Boundary.tsx'
import { Computing } from './Computing.tsx'
import { Header } from './Header.tsx'
import { History } from './History.tsx'
import { startKeys } from './keys.ts'
import { Notices } from './Notices.tsx'
import { Sheet } from './Sheet.tsx'
import { useSize } from './size.ts'
import { Timelines } from './Timelines.tsx'
import { Transport } from './Transport.tsx'
import { Verdicts } from './Verdicts.tsx'

// The first picture is the verdicts and the timelines; what stands beside them comes right behind it.
const LazyQuestion = lazy(() => firstPicture.then(() => import('./Question.tsx')))
const LazyAnswers = lazy(() => firstPicture.then(() => import('./Answers.tsx')))
const LazyLives = lazy(() => firstPicture.then(() => import('./Lives.tsx')))
const LazyMargins = lazy(() => firstPicture.then(() => import('./Margins.tsx')))
const LazyPartition = lazy(() => firstPicture.then(() => import('./Partition.tsx')))
const ShortAnswer = lazy(() => firstPicture.then(() => import('./ShortAnswer.tsx')))
const Help = lazy(() => import('./Help.tsx'))
const Spoken = lazy(() => firstPicture.then(() => import('./Spoken.tsx')))
const LazyModelled = lazy(() => import('./Modelled.tsx'))

/** The place of what is still on its way. */
function Coming({ className, title }: { readonly className: string; readonly title: string }) {
  return (
    <div className={className} aria-busy="true">
      <div className="column-head">
        <h2>{title}</h2>
      </div>
    </div>
  )
}

function Question() {
  return (
    <Boundary>
      <Suspense fallback={<Coming className="column question" title="The question" />}>
        <LazyQuestion />
      </Suspense>
    </Boundary>
  )
}

function Answers({ only }: { readonly only?: 'reasons' | 'list' }) {
  return (
    <Boundary>
      <Suspense fallback={<Coming className="reasons" title="The reasons" />}>
        <LazyAnswers {...(only && { only })} />
      </Suspense>
    </Boundary>
  )
}

const below = { requests: 'Where the time went', quorum: 'Margins and elections', replication: 'The partition' }

/**
 * The picture, and below it what the subject of the lab had its time spent on, or how much of it was left. Of a partition, whose time is its
 * steps, what each step left comes first.
 */
function Centre() {
  const subject = useLab((state) => state.run?.scenario.lab)
  const variants = useLab((state) => state.run?.answers.length ?? 0)
  const isPartition = subject === 'replication'
  const ofSubject = subject !== undefined && subject !== 'client' && (
    <Boundary>
      <Suspense fallback={<Coming className={isPartition ? 'column partition' : 'column'} title={below[subject]} />}>
        {subject === 'requests' ? <LazyLives /> : subject === 'quorum' ? <LazyMargins /> : <LazyPartition />}
      </Suspense>
    </Boundary>
  )
  return (
    <div className="centre" style={{ '--variants': variants } as CSSProperties}>
      {isPartition && ofSubject}
      <Timelines />
      {!isPartition && ofSubject}
    </div>
  )
}

/** What is modelled, for who asks. */
function Modelled() {
  const at = useReading((state) => state.modelled)
  if (at === undefined) return null
  return (
    <Boundary>
      <Suspense>
        <LazyModelled at={at} />
      </Suspense>
    </Boundary>
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
      <Skips />
      <Header onHelp={() => setHelp(true)} />
      <main tabIndex={-1}>
        <Notices />
        {size === 'narrow' && (
          <Boundary>
            <Suspense fallback={<p className="short-answer" />}>
              <ShortAnswer />
            </Suspense>
          </Boundary>
        )}
        <Verdicts />
        {size === 'wide' && <Wide />}
        {size === 'middle' && <Middle />}
        {size === 'narrow' && <Narrow />}
      </main>
      <Computing />
      <Boundary>
        <Suspense>
          <Spoken />
        </Suspense>
      </Boundary>
      <Transport {...(size === 'narrow' && { onQuestion: () => setSheet(true), onReasons: () => skipTo('reasons') })} />
      {size === 'narrow' && sheet && <QuestionSheet onClose={() => setSheet(false)} />}
      {help && (
        <Boundary>
          <Suspense>
            <Help onClose={() => setHelp(false)} />
          </Suspense>
        </Boundary>
      )}
      <Modelled />
    </div>
  )
}

const stops = ['answer', 'partition', 'timelines', 'reasons', 'list', 'settings'] as const

/** The first stops of the tab key: the way past all that stands before what one came for. */
function Skips() {
  const hasPartition = useLab((state) => state.run?.scenario.lab === 'replication')
  return (
    <nav className="skips" aria-label="Skip">
      {stops.map((stop) =>
        stop === 'partition' && !hasPartition ? null : (
          <button key={stop} type="button" className="skip" onClick={() => skipTo(stop)}>
            Skip to the {stop}
          </button>
        ),
      )}
    </nav>
  )
}

/** To the heading of a part, or to the tab that it stands behind, which opens. The settings stand in the question, wherever that is. */
function skipTo(stop: (typeof stops)[number]): void {
  const there = stop === 'answer' ? document.querySelector('main') : document.getElementById(stop)
  const tab = document.getElementById(`tab-${stop}`)
  if (tab) tab.click()
  else if (there) there.tabIndex = -1
  else if (stop === 'settings') return void openSettings()
  const goal = tab ?? there
  // Focus alone brings it to the nearest edge, which may be below other things.
  goal?.scrollIntoView?.()
  goal?.focus({ preventScroll: true })
}

/** Opens what the settings stand in, which may still be on its way. */
function openSettings(): void {
  const way = document.getElementById('tab-question') ?? document.getElementById('to-question')
  way?.click()
  const look = (frames: number) => {
    if (document.getElementById('settings')) skipTo('settings')
    else if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  look(MOST_FRAMES)
}

/** So long a part that was opened is waited for. */
const MOST_FRAMES = 120

function Wide() {
  return (
    <div className="columns">
      <Question />
      <Centre />
      <div className="column answers">
        <Answers />
      </div>
    </div>
  )
}

const sides = ['question', 'reasons', 'list'] as const
type Side = (typeof sides)[number]

/** Question, reasons and list share a column; whoever clicks a mark wants the reasons. */
function Middle() {
  const [side, setSide] = useState<Side>('question')
  const selected = useLab((state) => state.selected)
  const known = useRef(selected)
  useEffect(() => {
    const chosen = known.current !== selected && selected !== undefined && lab().gesture === undefined
    known.current = selected
    if (chosen && !isTyping()) setSide((now) => (now === 'question' ? 'reasons' : now))
  }, [selected])
  return (
    <div className="columns">
      <div className="column side">
        <Tabs side={side} onSide={setSide} />
        <div role="tabpanel" id="side" aria-labelledby={`tab-${side}`} className="side-panel">
          {side === 'question' ? <Question /> : <Answers only={side} />}
        </div>
      </div>
      <Centre />
    </div>
  )
}

function Tabs({ side, onSide }: { readonly side: Side; readonly onSide: (side: Side) => void }) {
  const keyed = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (direction === 0) return
    event.preventDefault()
    const next = sides[(sides.indexOf(side) + direction + sides.length) % sides.length] ?? side
    onSide(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Beside the timelines" onKeyDown={keyed}>
      {sides.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={side === name}
          aria-controls="side"
          tabIndex={side === name ? 0 : -1}
          onClick={() => onSide(name)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

const isTyping = (): boolean => document.activeElement?.matches('input[type=text], select') ?? false

function Narrow() {
  return (
    <>
      <Centre />
      <div className="column answers">
        <Answers />
      </div>
    </>
  )
}

/** The question on a narrow screen: it leaves the verdicts in sight, so that one sees what a change does. */
function QuestionSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet
      label="The question"
      kind="question-sheet"
      head={(close) => (
        <>
          <span className="grip" aria-hidden="true" />
          <History />
          <button type="button" className="primary" onClick={close}>
            Done
          </button>
        </>
      )}
      onClose={onClose}
    >
      <Question />
    </Sheet>
  )
}
