import './partition.css'
import { lazy, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { fatesAt, stepName } from '../findings/partitionRun.ts'
import { knobsOf, type PartitionQuestion } from '../scenario/partitionWorld.ts'
import { noteOf, runsOfSchedule } from '../scenario/realBrokers.ts'
import type { RealRun } from '../scenario/realRun.ts'
import { replicationBehaviours } from '../scenario/replicationBehaviours.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import { type Moment, type Shown, showScenes, stepAt, usePicture } from '../store/partition.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { Boundary } from './Boundary.tsx'
import { useCursor } from './cursor.ts'
import { Icon } from './Icon.tsx'
import { Ledger, ProducersView } from './Ledger.tsx'
import { Logs } from './Logs.tsx'
import { ScheduleField } from './ScheduleField.tsx'
import { Steps } from './Steps.tsx'

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
  const [promises, askPromises] = useState(false)
  return (
    <section className="column partition" aria-labelledby="partition">
      <header className="column-head">
        <h2 id="partition">
          <button type="button" className="fold" aria-expanded={open} onClick={() => setOpen(!open)}>
            The partition
            <Icon name="down" />
          </button>
        </h2>
        {shown && open && <Where shown={shown} />}
        <button type="button" onClick={() => askPromises(true)}>
          What each release promises
        </button>
      </header>
      {open && (
        <div className="column-body" aria-busy={shown === undefined}>
          {trouble && (
            <p className="notice fail" role="alert">
              The picture of the partition could not be worked out: {trouble}
            </p>
          )}
          {shown && <Pictures shown={shown} />}
        </div>
      )}
      {promises && (
        <Boundary>
          <Suspense>
            <Promises onClose={() => askPromises(false)} />
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
  const words = shown.scenes[0]?.[step]?.words
  return (
    <output className="quiet where">
      {step === 0 ? 'before the first step' : `after ${stepName(step)} of ${stepsIn(shown)}, `}
      {step > 0 && <code>{words}</code>}
    </output>
  )
}

/** So many places a log has at the least, so that it does not jump with each record. */
const LEAST_SLOTS = 3

function Pictures({ shown }: { readonly shown: Shown }) {
  const step = useStep(shown)
  const { scenes, run, questions } = shown
  const ends = scenes.flatMap((moments) => moments.flatMap(({ state }) => state.logs.map((log) => log.length)))
  const slots = Math.max(LEAST_SLOTS, ...ends)
  return (
    <>
      {/* First, so that no picture that grows moves what is being pressed. */}
      <Steps shown={shown} step={step} last={stepsIn(shown)} />
      <div className={`pictures of-${scenes.length}`}>
        {scenes.map((moments, variant) => {
          const question = questions[variant]
          const trace = run.answers[variant]?.trace
          const name = run.scenario.variants[variant]?.name ?? ''
          if (!question || !trace) return null
          return <OfVariant key={variant} {...{ moments, variant, question, trace, name, step, slots, shown }} />
        })}
      </div>
      <ScheduleField />
    </>
  )
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
  const { records } = fatesAt(trace, step)
  const lost = new Set(records.flatMap(({ id, lost, unseen }) => ((lost ?? unseen) === undefined ? [] : [id])))
  const acks = question.config.acks
  return (
    <section className="picture-of" aria-label={`The partition, ${name}`}>
      <h3>
        <Badge index={variant} /> <span>{name}</span>
      </h3>
      <Seen question={question} shown={shown} />
      <ProducersView {...{ trace, moments, step, acks }} />
      <div className="picture-body">
        <Logs {...{ name, moment, lost, step, slots }} />
        <Ledger {...{ name, trace, moments, step }} onRow={(row) => select(variant, row)} />
      </div>
      <Happened moment={moment} />
    </section>
  )
}

/** What the step at the cursor did here, or why it could not be; and what is wrong by now. */
function Happened({ moment }: { readonly moment: Moment }) {
  const { reasons, skipped, verdict, blockedBy } = moment
  return (
    <div className="happened">
      {skipped !== undefined && <p className="unsure">Not possible here, so nothing happens: {skipped}</p>}
      {reasons.length > 0 && <p>{reasons.map(({ what }) => what).join(' ')}</p>}
      {verdict.ackedLoss && <p className="bad">✕ An acknowledged record is lost.</p>}
      {!verdict.ackedLoss && verdict.visibleLoss && (
        <p className="bad">✕ A record is lost that consumers could read.</p>
      )}
      {blockedBy !== undefined && <p className="bad">✕ Writes are blocked: {blockedBy}</p>}
    </div>
  )
}

/** Whether real brokers were taken through just these steps, and whether they did the same. */
function Seen({ question, shown }: Pick<VariantProps, 'question' | 'shown'>) {
  const { workload } = shown.run.scenario.world
  if (workload.kind !== 'replication' || question.order === 'any' || !isRow(question)) return null
  const runs = runsOfSchedule(question, question.order, workload.schedule)
  if (runs.length === 0) return null
  return (
    <>
      {runs.map((real) => (
        <RealMark key={real.release} real={real} />
      ))}
    </>
  )
}

/** Somebody's own knobs are no release, and nothing was recorded of them. */
const isRow = (question: PartitionQuestion): boolean =>
  JSON.stringify(Object.entries(knobsOf(question)).sort()) ===
  JSON.stringify(Object.entries(replicationBehaviours[question.variant]).sort())

function RealMark({ real }: { readonly real: RealRun }) {
  const note = noteOf(real)
  return (
    <p className={note === undefined ? 'good' : 'unsure'}>
      <span aria-hidden="true">{note === undefined ? '● ' : '◐ '}</span>
      {note === undefined ? `real Kafka ${real.release} did the same` : `real Kafka ${real.release} differs: ${note}.`}
    </p>
  )
}
