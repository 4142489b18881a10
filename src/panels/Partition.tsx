import './partition.css'
import {
  type CSSProperties,
  Fragment,
  lazy,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { otherWay } from '../findings/partitionReal.ts'
import { fatesAt, stepName } from '../findings/partitionRun.ts'
import { happenedAt } from '../findings/partitionVerdict.ts'
import type { PartitionQuestion } from '../scenario/partitionWorld.ts'
import { noteOf, seenIn, stepsOf } from '../scenario/realBrokers.ts'
import type { RealRun } from '../scenario/realRun.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select, selectedIn } from '../store/looking.ts'
import { goToStep, type Moment, type Shown, showPromises, showScenes, stepAt, usePicture } from '../store/partition.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { Boundary } from './Boundary.tsx'
import { useCursor } from './cursor.ts'
import { Fold } from './Fold.tsx'
import { Icon } from './Icon.tsx'
import { Ledger, ProducersView } from './Ledger.tsx'
import { Logs } from './Logs.tsx'
import { Sentence } from './Sentence.tsx'
import { Steps } from './Steps.tsx'
import { useSize } from './size.ts'

const Promises = lazy(() => import('./Promises.tsx'))

/** A partition as it stands at the cursor's step, in every variant: its logs, its producer, its ledger; and what may happen next. */
export default function Partition() {
  // The timelines come first.
  const run = useDeferredValue(useLab((state) => state.run))
  return run?.scenario.lab === 'replication' ? <OfRun run={run} /> : null
}

function OfRun({ run }: { readonly run: Run }) {
  useEffect(() => showScenes(run), [run])
  const shown = usePicture((state) => state.shown)
  const trouble = usePicture((state) => state.trouble)
  const [open, setOpen] = useState(true)
  const promises = usePicture((state) => state.promises)
  const body = useRef<HTMLDivElement>(null)
  return (
    <section className={open ? 'column partition' : 'column partition is-shut'} aria-labelledby="partition">
      <header className="column-head">
        <h2 id="partition">
          <Fold open={open} onTurn={setOpen}>
            The partition
          </Fold>
        </h2>
        {shown && open && <Where shown={shown} />}
        <button type="button" className="promises-way" onClick={() => showPromises(true)}>
          What each release promises
        </button>
      </header>
      {open && (
        <div className="column-body" aria-busy={shown === undefined} ref={body}>
          {trouble && (
            <p className="notice fail" role="alert">
              The picture of the partition could not be worked out: {trouble}
            </p>
          )}
          {shown && <Pictures shown={shown} body={body} />}
        </div>
      )}
      {open && shown && <Next shown={shown} />}
      {promises && (
        <Boundary>
          <Suspense>
            <Promises onClose={() => showPromises(false)} />
          </Suspense>
        </Boundary>
      )}
    </section>
  )
}

/** Steps of a schedule, which are the same in every variant. */
const stepsIn = ({ scenes }: Shown): number => (scenes[0]?.length ?? 1) - 1

/** The step at the cursor. */
const useStep = (shown: Shown): number => Math.min(stepAt(useCursor()), stepsIn(shown))

function Where({ shown }: { readonly shown: Shown }) {
  const step = useStep(shown)
  const last = stepsIn(shown)
  const words = shown.scenes[0]?.[step]?.words
  return (
    <>
      <output className="quiet where">
        {step === 0 ? (
          'before the first step'
        ) : (
          <>
            <span className="after">after </span>
            {stepName(step)} of {last}, <code>{words}</code>
          </>
        )}
      </output>
      <span className="step-way">
        <button
          type="button"
          className="icon bare"
          aria-label="One step back"
          title="One step back; nothing changes"
          disabled={step === 0}
          onClick={() => goToStep(step - 1)}
        >
          <Icon name="previous" />
        </button>
        <button
          type="button"
          className="icon bare"
          aria-label="One step on"
          title="One step on"
          disabled={step === last}
          onClick={() => goToStep(step + 1)}
        >
          <Icon name="next" />
        </button>
      </span>
    </>
  )
}

/** At the foot, so that no picture that grows moves what is being pressed. */
function Next({ shown }: { readonly shown: Shown }) {
  return <Steps shown={shown} step={useStep(shown)} last={stepsIn(shown)} />
}

/** So many places a log has at the least, so that it does not jump with each record. */
const LEAST_SLOTS = 3

type PicturesProps = { readonly shown: Shown; readonly body: RefObject<HTMLDivElement | null> }

function Pictures({ shown, body }: PicturesProps) {
  const step = useStep(shown)
  const { scenes, run, questions } = shown
  const ends = scenes.flatMap((moments) => moments.flatMap(({ state }) => state.logs.map((log) => log.length)))
  const slots = Math.max(LEAST_SLOTS, ...ends)
  useSelectedInSight(shown, body)
  return (
    <div className="pictures" style={{ '--slots': slots } as CSSProperties}>
      {scenes.map((moments, variant) => {
        const question = questions[variant]
        const trace = run.answers[variant]?.trace
        const asked = run.scenario.variants[variant]
        if (!question || !trace || !asked) return null
        const { name } = asked
        return <OfVariant key={variant} {...{ moments, variant, question, trace, name, step, slots, shown }} />
      })}
    </div>
  )
}

/** Where not all variants have room, the one that the reasons speak of comes into sight. A page that scrolls as a whole stays where it is. */
function useSelectedInSight(shown: Shown, body: RefObject<HTMLDivElement | null>): void {
  const variant = useLab((state) => selectedIn(state)?.variant)
  const narrow = useSize() === 'narrow'
  // biome-ignore lint/correctness/useExhaustiveDependencies: what another run shows has its places anew.
  useEffect(() => {
    const frame = body.current
    const picture = variant === undefined ? undefined : frame?.querySelectorAll<HTMLElement>('.picture-of')[variant]
    if (!frame || !picture || narrow) return undefined
    // The steps below it may unfold.
    const resized = new ResizeObserver(() => bringInSight(frame, picture))
    resized.observe(frame)
    return () => resized.disconnect()
  }, [variant, narrow, shown])
}

/** Scrolls as little as it takes; of what is too high its beginning counts. */
function bringInSight(frame: HTMLElement, part: HTMLElement): void {
  const [seen, own] = [frame.getBoundingClientRect(), part.getBoundingClientRect()]
  if (own.top < seen.top) frame.scrollTop -= seen.top - own.top
  else if (own.bottom > seen.bottom) frame.scrollTop += Math.min(own.bottom - seen.bottom, own.top - seen.top)
}

type VariantProps = {
  readonly moments: readonly Moment[]
  readonly variant: number
  readonly question: PartitionQuestion
  readonly trace: Trace
  readonly name: string
  readonly step: number
  readonly slots: number
  readonly shown: Shown
}

function OfVariant({ moments, variant, question, trace, name, step, slots, shown }: VariantProps) {
  const moment = moments[step]
  if (!moment) return null
  const { records, blocked } = fatesAt(trace, step)
  const lost = new Set(records.flatMap(({ id, lost, unseen }) => ((lost ?? unseen) === undefined ? [] : [id])))
  const acks = question.config.acks
  const onRow = (row: number) => select(variant, row)
  return (
    <section className="picture-of" aria-label={`The partition, ${name}`}>
      <div className="picture-logs">
        <h3>
          <Badge index={variant} /> <span>{name}</span>
        </h3>
        <Logs {...{ name, moments, acks, lost, step, slots }} />
        <Seen {...{ variant, shown }} />
      </div>
      <div className="picture-told">
        <div className="row-of picture-says">
          <ProducersView {...{ trace, step, acks, blocked, onRow }} />
        </div>
        <Ledger {...{ name, trace, moments, step, onRow }} />
        <Happened {...{ moment, trace, step, onRow }} />
      </div>
    </section>
  )
}

type HappenedProps = Pick<VariantProps, 'trace' | 'step'> & {
  readonly moment: Moment
  readonly onRow: (row: number) => void
}

/** What the step at the cursor did here, or why it could not be. */
function Happened({ moment, trace, step, onRow }: HappenedProps) {
  return (
    <p className="happened">
      {moment.skipped !== undefined && (
        <span className="unsure">
          {moment.words === 'p' ? 'The producer waits: ' : 'Not possible here, so nothing happens: '}
          {moment.skipped}
        </span>
      )}
      {happenedAt(trace, step).map(({ said, isBad }, nth) => (
        <Fragment key={nth}>
          <span className={isBad ? 'bad' : undefined}>
            {isBad && <span aria-hidden="true">✕ </span>}
            <Sentence prose={said} onRow={onRow} />
          </span>{' '}
        </Fragment>
      ))}
    </p>
  )
}

/** Whether real brokers were taken through just these steps, or the first of them, and whether they did the same. */
function Seen({ variant, shown }: Pick<VariantProps, 'variant' | 'shown'>) {
  return (
    <>
      {seenIn(shown.run.scenario, variant).map((real) => (
        <RealMark key={`${real.release} ${real.name}`} real={real} last={stepsIn(shown)} />
      ))}
    </>
  )
}

/** Why they differ is for whoever asks. */
function RealMark({ real, last }: { readonly real: RealRun; readonly last: number }) {
  const note = noteOf(real)
  const taken = stepsOf(real)
  const upTo = taken < last ? `, to step ${taken}` : ''
  if (note === undefined) {
    return (
      <p className="real good">
        <span aria-hidden="true">● </span>real Kafka {real.release} did the same{upTo}
      </p>
    )
  }
  return (
    <details className="real unsure">
      <summary>
        <span aria-hidden="true">◐ </span>real Kafka {real.release}
        {otherWay(real)}
        {upTo}
      </summary>
      {note}.
    </details>
  )
}
