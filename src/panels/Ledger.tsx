import { Fragment } from 'react'
import { asksNobody, fatesAt, type RecordFate, stepAt } from '../findings/partitionRun.ts'
import { lostBy } from '../findings/partitionVerdict.ts'
import { sentence } from '../findings/sentence.ts'
import { goToStep, type Moment } from '../store/partition.ts'
import type { Trace } from '../trace/trace.ts'
import { Sentence } from './Sentence.tsx'

type Props = {
  readonly name: string
  readonly trace: Trace
  readonly moments: readonly Moment[]
  readonly step: number
  readonly onRow: (row: number) => void
}

type Told = 'sent' | 'acknowledged' | 'failed' | 'unknown'

const signs: { readonly [told in Told]: string } = { sent: '…', acknowledged: '✓', failed: '✕', unknown: '?' }

const tones: { readonly [told in Told]: string } = {
  sent: '',
  acknowledged: 'good',
  failed: 'bad',
  unknown: 'unsure',
}

const lossOf = ({ lost, unseen }: RecordFate): number | undefined => lost ?? unseen

/** What the producer knows of a record. With acks=0 it asks for no answer. */
function toldOf({ acked, failed, unknown }: RecordFate, acks: number): Told {
  if (acked !== undefined) return acks === 0 ? 'sent' : 'acknowledged'
  if (failed !== undefined) return 'failed'
  return unknown === undefined ? 'sent' : 'unknown'
}

type ProducerProps = Omit<Props, 'name' | 'moments'> & {
  readonly acks: number
  /** The row from which writes are blocked by now. */
  readonly blocked: number | undefined
}

/** What the producer knows of each record by now, and of those that were refused before they were written, or found no leader. */
export function ProducersView({ trace, step, acks, blocked, onRow }: ProducerProps) {
  const { records, refused, leaderless } = fatesAt(trace, step)
  return (
    <>
      <b>Producer</b>
      <ul className="knows" aria-label="What the producer knows">
        {records.map((record) => {
          const told = toldOf(record, acks)
          const why = record.failed ?? record.unknown
          return (
            <li
              key={record.id}
              className={record.lost === undefined ? tones[told] : 'bad'}
              title={why === undefined ? undefined : sentence(trace, why)}
            >
              <span className="mono">m{record.id}</span> <span aria-hidden="true">{signs[told]}</span> {told}
              {record.lost !== undefined && (
                <>
                  , <span aria-hidden="true">✕</span> lost
                </>
              )}
            </li>
          )
        })}
        {refused.map((row) => (
          <li key={row} className="bad" title={sentence(trace, row)}>
            <span aria-hidden="true">✕</span> refused at step {stepAt(trace, row)}
          </li>
        ))}
        {leaderless.map((row) => (
          <li key={row} className="unsure" title={sentence(trace, row)}>
            <span aria-hidden="true">…</span> no leader at step {stepAt(trace, row)}
          </li>
        ))}
        {blocked !== undefined && (
          <li className="bad" title={sentence(trace, blocked)}>
            <span aria-hidden="true">✕</span> blocked from{' '}
            <At step={stepAt(trace, blocked)} onClick={() => onRow(blocked)} />
          </li>
        )}
        {records.length + refused.length + leaderless.length === 0 && blocked === undefined && (
          <li className="quiet">has sent nothing yet</li>
        )}
      </ul>
    </>
  )
}

/** Each record that was sent: when it was acknowledged, when consumers could read it, and when it was lost and by what. */
export function Ledger({ name, trace, moments, step, onRow }: Props) {
  const { records } = fatesAt(trace, step)
  // What is lost at one step is lost by one election: that is told once.
  const isLostWith = (other: number | undefined, lost: number): boolean =>
    other !== undefined && stepAt(trace, other) === stepAt(trace, lost)
  return (
    <table className="lives-table ledger">
      <caption className="unseen">{name}: the ledger</caption>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Acknowledged</th>
          <th scope="col">Visible</th>
          <th scope="col">Lost</th>
        </tr>
      </thead>
      <tbody>
        {records.length === 0 && (
          <tr>
            <td colSpan={4} className="quiet">
              Nothing was sent yet.
            </td>
          </tr>
        )}
        {records.map((record, nth) => {
          const lost = lossOf(record)
          const seen = moments.findIndex(({ state }) => state.seen.includes(record.id))
          const later = records.slice(nth + 1)
          return (
            <Fragment key={record.id}>
              <tr className={lost === undefined ? undefined : 'is-lost'}>
                <th scope="row" className="mono">
                  m{record.id}
                </th>
                <td>
                  <Acked record={record} trace={trace} onRow={onRow} />
                </td>
                <td>{seen >= 0 && seen <= step ? <At step={seen} onClick={() => goToStep(seen)} /> : <Not />}</td>
                <td>{lost === undefined ? <Not /> : <At step={stepAt(trace, lost)} onClick={() => onRow(lost)} />}</td>
              </tr>
              {lost !== undefined && !later.some((other) => isLostWith(lossOf(other), lost)) && (
                <tr className="is-lost">
                  <td colSpan={4}>
                    <span aria-hidden="true">✕ </span>
                    <Sentence prose={['lost', ...lostBy(trace, lost)]} onRow={onRow} />
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function Acked({ record, trace, onRow }: Pick<Props, 'trace' | 'onRow'> & { readonly record: RecordFate }) {
  const { acked } = record
  if (asksNobody(trace, record)) return <span className="quiet">not asked for</span>
  return acked === undefined ? <Not /> : <At step={stepAt(trace, acked)} onClick={() => onRow(acked)} />
}

const Not = () => <span className="quiet">–</span>

function At({ step, onClick }: { readonly step: number; readonly onClick: () => void }) {
  return (
    <button type="button" className="link" title="Go to the step" onClick={onClick}>
      step {step}
    </button>
  )
}
