import { Fragment } from 'react'
import { grouped } from '../base/grouped.ts'
import { type NodeState, statesAt } from '../findings/quorumArmed.ts'
import { named } from '../findings/quorumMessages.ts'
import type { Run } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { useCursor } from './cursor.ts'

/** In which state each node of a quorum is at the cursor. */
export default function NodesNow({ run }: { readonly run: Run }) {
  const at = useCursor()
  return (
    <div className="part">
      <h3>
        The nodes <span className="aside mono">at {grouped(at / 1000, 3)} s</span>
      </h3>
      <table className="lives-table">
        <caption className="unseen">The state of each node at the cursor</caption>
        <thead>
          <tr>
            <th scope="col">Node</th>
            <th scope="col">State</th>
            <th scope="col">Epoch</th>
            <th scope="col">Log end</th>
            <th scope="col">Fetch timer</th>
          </tr>
        </thead>
        <tbody>
          {run.answers.map(({ trace }, variant) => (
            <Fragment key={variant}>
              {statesAt(trace, at).map((state) => (
                <Line key={state.node} state={state} variant={variant} trace={trace} among={run.answers.length} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type LineProps = {
  readonly state: NodeState
  readonly variant: number
  readonly trace: Trace
  /** How many variants there are. */
  readonly among: number
}

function Line({ state, variant, trace, among }: LineProps) {
  const { name, role, epoch, leader, logEnd, left, paused, row } = state
  const says =
    role === 'ABSENT'
      ? 'does not run'
      : role === 'Follower' && leader !== undefined
        ? `${role} of ${named(trace, leader)}`
        : role
  return (
    <tr>
      <th scope="row">
        {among > 1 && <Badge index={variant} />} {name}
      </th>
      <td>
        {row < 0 ? (
          says
        ) : (
          <button type="button" className="link" title="Show what began it" onClick={() => select(variant, row)}>
            {says}
          </button>
        )}
        {paused && ', paused'}
      </td>
      <td className="mono">{epoch ?? '–'}</td>
      <td className="mono">{logEnd ?? '–'}</td>
      <td className="mono">{left === undefined ? '–' : `${grouped(left)} ms`}</td>
    </tr>
  )
}
