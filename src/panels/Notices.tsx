import { grouped } from '../base/grouped.ts'
import { limits, type Variant } from '../scenario/scenario.ts'
import { type Lab, type Run, setLab, type Trouble, useLab } from '../store/lab.ts'
import { askAgain } from '../store/running.ts'
import { Icon } from './Icon.tsx'

/** What went wrong outside the fields, as sentences with a way on; nothing where nothing did. */
export function Notices() {
  const trouble = useLab((state) => state.trouble)
  const run = useLab((state) => state.run)
  const ends = run === undefined ? [] : earlyEnds(run)
  if (trouble === undefined && ends.length === 0) return null
  return (
    <div className="notices">
      {trouble && <TroubleNotice trouble={trouble} />}
      {ends.length > 0 && (
        <p className="notice warn" role="status">
          {ends.join(' ')}
        </p>
      )}
    </div>
  )
}

const dismiss = (): void => setLab({ trouble: undefined } satisfies Partial<Lab>)

function TroubleNotice({ trouble }: { readonly trouble: Trouble }) {
  return (
    <div className="notice fail" role="alert">
      {trouble.kind === 'link' && <p>{trouble.what}</p>}
      {trouble.kind === 'crash' && <Crash trouble={trouble} />}
      {trouble.kind === 'refused' && (
        <p>
          <strong>The last good run is still shown.</strong>{' '}
          {trouble.problems.map(({ path, what, hint }) => (
            <span key={path}>
              {what} {hint}{' '}
            </span>
          ))}
        </p>
      )}
      <button type="button" className="icon bare" aria-label="Close this notice" onClick={dismiss}>
        <Icon name="remove" />
      </button>
    </div>
  )
}

/** Our own slip. All that is needed to see it again is here. */
function Crash({ trouble }: { readonly trouble: Extract<Trouble, { kind: 'crash' }> }) {
  const { message, at, link } = trouble
  return (
    <p>
      <strong>The lab itself failed{at > 0 && ` at ${grouped(at)} ms of the run`}; that is our slip, not yours.</strong>{' '}
      It said: “{message}”. Your question is kept and the last good run is still shown.{' '}
      {link !== '' && (
        <>
          <a href={`#${link}`}>This link replays it</a>; please send it along if you report the failure.{' '}
        </>
      )}
      <button type="button" className="link" onClick={askAgain}>
        Run it again
      </button>
    </p>
  )
}

/** Variants whose run ended before its last instant, and why. */
function earlyEnds({ answers, scenario }: Run): string[] {
  return answers.flatMap(({ trace }, index) => {
    const name = nameOf(scenario.variants[index])
    const at = `${grouped(trace.until)} ms`
    if (trace.ended === 'rows')
      return [`${name}: the run was stopped at ${at}, at its limit of ${grouped(limits.rows)} rows.`]
    if (trace.ended === 'events an instant')
      return [
        `${name}: the run was stopped at ${at}: more than ${grouped(limits.eventsAnInstant)} events at one instant.`,
      ]
    if (trace.ended === 'thrown')
      return [`${name}: Kafka’s own client threw an exception at ${at}, as it really did; the run ends there.`]
    return []
  })
}

const nameOf = (variant: Variant | undefined): string => variant?.name ?? ''
