import { exact } from '../findings/names.ts'
import { type Election, electionSaid, electionsOf, type Trigger } from '../findings/quorumElections.ts'
import { named } from '../findings/quorumMessages.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { select } from '../store/looking.ts'
import type { Trace } from '../trace/trace.ts'
import { useSize } from './size.ts'

type Props = { readonly variant: number; readonly trace: Trace; readonly world: QuorumWorld }

/** So many elections are listed, until somebody looks at the list of all events. */
const MOST = 30

/** Each election of a run, what set it off, who won it, and whether it was needless. */
export function Elections({ variant, trace, world }: Props) {
  const elections = electionsOf(trace, world)
  const narrow = useSize() === 'narrow'
  return (
    <details open={!narrow}>
      <summary>
        Elections <span className="quiet">{elections.length === 0 ? 'none' : elections.length}</span>
      </summary>
      <ol className="elections">
        {elections.slice(0, MOST).map((election) => (
          <Line key={election.epoch} election={election} variant={variant} trace={trace} />
        ))}
        {elections.length > MOST && <li>and {elections.length - MOST} more</li>}
      </ol>
    </details>
  )
}

/** What the words mean here. */
export function ElectionTerms() {
  return (
    <p className="quiet election-terms">
      An election is an epoch that somebody stands for. It is needless when, as the timer fired, a leader was in office
      (it had not resigned, had not been deposed, and is not who stands), was running, not paused, and had both
      directions open to a majority of the voters. What follows until there is a leader again is none of its own, but
      repairs it. An epoch is burnt when nobody leads in it. By the same measure a leader works: while it is paused,
      stopped, or cut off from a majority in either direction, there is no working leader, whatever it takes itself for.
      The strip shows it as a leader in name only.
    </p>
  )
}

const by: { readonly [trigger in Trigger['by']]: (name: string) => string } = {
  'fetch timer': (name) => `${name}'s fetch timer`,
  'election timer': (name) => `${name}'s election timer`,
  backoff: (name) => `${name}'s next try after its backoff`,
  'check-quorum': (name) => `${name}'s check-quorum`,
  resignation: (name) => `${name}'s resignation`,
  start: (name) => `${name}'s start`,
}

type LineProps = { readonly election: Election; readonly variant: number; readonly trace: Trace }

function Line({ election, variant, trace }: LineProps) {
  const { epoch, trigger, won, need } = election
  const isNeedless = need === 'needless'
  return (
    <li>
      Epoch {epoch}: {by[trigger.by](named(trace, trigger.node))} at{' '}
      <To at={trigger.at} row={trigger.row} variant={variant} />;{' '}
      {won ? (
        <>
          {named(trace, won.node)} leads from <To at={won.at} row={won.row} variant={variant} />
        </>
      ) : (
        'nobody wins it'
      )}
      {'; '}
      <span className={isNeedless ? 'bad' : undefined}>{electionSaid(trace, election)}</span>.
    </li>
  )
}

function To({ at, row, variant }: { readonly at: number; readonly row: number; readonly variant: number }) {
  return (
    <button type="button" className="link mono" title="Show the moment" onClick={() => select(variant, row)}>
      {exact(at)}
    </button>
  )
}
