import type { CSSProperties } from 'react'
import { letterOf } from '../base/letter.ts'
import { stepName } from '../findings/partitionRun.ts'
import type { Moment } from '../store/partition.ts'
import { ghostsOf } from './ghosts.ts'

const BROKERS = [0, 1, 2].map(letterOf)

type Props = {
  readonly name: string
  readonly moments: readonly Moment[]
  /** With acks=0 nobody acknowledges anything. */
  readonly acks: number
  /** Records that the leader serves without. */
  readonly lost: ReadonlySet<number>
  readonly step: number
  /** Places for records in each log. */
  readonly slots: number
}

/** The three logs of a partition as they are drawn; whoever reads by ear has the same as a table. */
export function Logs({ name, moments, acks, lost, step, slots }: Props) {
  const moment = moments[step]
  if (!moment) return null
  const { state } = moment
  const members = BROKERS.filter((broker) => state.isr.includes(broker))
  const acked = new Set(acks === 0 ? [] : state.acked)
  return (
    <>
      <div className="logs" aria-hidden="true">
        <div className="log offsets">
          <span className="replica" />
          <span className="track">
            {Array.from({ length: slots }, (_, offset) => (
              <span key={offset}>{offset}</span>
            ))}
          </span>
          <b className="watermark">HW</b>
          <b>LEO</b>
        </div>
        {BROKERS.map((broker, index) => (
          <Log
            key={broker}
            {...{ state, broker, index, acked, lost }}
            ghosts={ghostsOf(moments, step, index)}
            isFirst={members[0] === broker}
            isLast={members.at(-1) === broker}
            isBeside={members.length > 1 && broker > (members[0] ?? '') && broker < (members.at(-1) ?? '')}
          />
        ))}
      </div>
      <div className="unseen">
        <AsTable {...{ name, moments, moment, step }} />
      </div>
    </>
  )
}

type State = Moment['state']

type LogProps = {
  readonly state: State
  readonly broker: string
  readonly index: number
  readonly acked: ReadonlySet<number>
  readonly lost: ReadonlySet<number>
  /** What it had once, by offset. */
  readonly ghosts: ReturnType<typeof ghostsOf>
  /** The first and the last of the ISR; between them, whether it is in or not. */
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly isBeside: boolean
}

function Log({ state, broker, index, acked, lost, ghosts, isFirst, isLast, isBeside }: LogProps) {
  const log = state.logs[index] ?? []
  const watermark = state.highWatermarks[index] ?? 0
  const kept = [
    'log',
    ...(state.isr.includes(broker) ? ['in-isr'] : []),
    ...(isFirst ? ['isr-first'] : []),
    ...(isLast ? ['isr-last'] : []),
    ...(isBeside ? ['isr-beside'] : []),
    ...(state.elr.includes(broker) ? ['in-elr'] : []),
    ...(state.leader === broker ? ['is-leader'] : []),
    ...(state.up.includes(broker) ? [] : ['is-down']),
  ]
  return (
    <div className={kept.join(' ')}>
      <span className="replica">
        <b>
          {broker}
          {state.leader === broker && <Crown />}
        </b>
        <small>
          <span>{roleOf(state, broker)} ·</span> <span>{membershipOf(state, broker)}</span>
        </small>
      </span>
      <span className="track">
        {log.map(({ id, epoch }, offset) => (
          <span
            key={id}
            className={`block${offset < watermark ? ' is-committed' : ''}${lost.has(id) ? ' is-lost' : ''}`}
          >
            m{id}
            {acked.has(id) && <i>✓</i>}
            <small>e{epoch}</small>
          </span>
        ))}
        {ghosts.map(
          (id, offset) =>
            id !== undefined && (
              <span key={`gone ${offset}`} className="block is-gone">
                <s>m{id}</s>
              </span>
            ),
        )}
        <span className="end" style={{ '--at': log.length } as CSSProperties} />
        <span className="watermark" style={{ '--at': watermark } as CSSProperties} />
      </span>
      <b className="watermark">{watermark}</b>
      <b>{log.length}</b>
    </div>
  )
}

function Crown() {
  return (
    <svg className="crown" viewBox="0 0 16 12" aria-hidden="true">
      <path d="M1 11h14l1-8-4.500 3L8 0 4.500 6 0 3z" />
    </svg>
  )
}

function roleOf({ leader, up, live, epoch }: State, broker: string): string {
  const isUp = up.includes(broker)
  if (!isUp) return live.includes(broker) ? 'down, unnoticed' : 'down'
  if (leader === undefined) return 'up, no leader'
  return leader === broker ? `leads in e${epoch}` : 'follows'
}

function membershipOf({ isr, elr, lastKnown }: State, broker: string): string {
  if (isr.includes(broker)) return 'in ISR'
  if (elr.includes(broker)) return 'in ELR'
  return lastKnown === broker ? 'last known leader' : 'not in ISR'
}

/** `, m0 is gone` */
function goneSaid(ghosts: ReturnType<typeof ghostsOf>): string {
  const gone = ghosts.flatMap((id) => (id === undefined ? [] : [`m${id}`]))
  return gone.length === 0 ? '' : `; gone: ${gone.join(', ')}`
}

function AsTable({
  name,
  moments,
  moment,
  step,
}: Pick<Props, 'name' | 'moments' | 'step'> & { readonly moment: Moment }) {
  const { state } = moment
  return (
    <table>
      <caption>
        {name}: the partition after {stepName(step)}; ISR {state.isr || 'empty'}
        {state.elr && `, ELR ${state.elr}`}
      </caption>
      <thead>
        <tr>
          {['Broker', 'Role', 'Replica', 'Log', 'Log end offset', 'High watermark', 'Known to the leader'].map(
            (head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {BROKERS.map((broker, index) => {
          const log = state.logs[index] ?? []
          const known = state.remoteEnds[index] ?? -1
          return (
            <tr key={broker}>
              <th scope="row">{broker}</th>
              <td>{roleOf(state, broker).replace(/ e(\d+)$/, ' epoch $1')}</td>
              <td>{membershipOf(state, broker)}</td>
              <td>
                {log.map(({ id, epoch }) => `m${id} of epoch ${epoch}`).join(', ') || 'empty'}
                {goneSaid(ghostsOf(moments, step, index))}
              </td>
              <td>{log.length}</td>
              <td>{state.highWatermarks[index]}</td>
              <td>{state.leader === broker ? 'it leads' : known < 0 ? 'nothing' : `up to offset ${known}`}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
