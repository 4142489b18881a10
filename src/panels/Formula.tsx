import { grouped } from '../base/grouped.ts'
import { marginsOf, quorumRun, reignsOf } from '../findings/quorum.ts'
import { type Condition, conditionsOf, sumOf, type Term } from '../findings/quorumFormula.ts'
import { named } from '../findings/quorumMessages.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { settingPath } from '../scenario/settings.ts'
import { select } from '../store/looking.ts'
import type { Trace } from '../trace/trace.ts'
import { goToField } from './focus.ts'
import { useSize } from './size.ts'

type Props = { readonly variant: number; readonly trace: Trace; readonly world: QuorumWorld }

/** The rules by which a fetch timer never runs out, with the run's own numbers: for followers whose numbers are the same, once. */
export function Formula({ variant, trace, world }: Props) {
  const leader = reignsOf(quorumRun(trace))[0]?.node ?? world.voters[0] ?? 1
  const followers = world.voters.filter((voter) => voter !== leader)
  const narrow = useSize() === 'narrow'
  if (followers.length === 0) return null
  return (
    <details open={!narrow}>
      <summary>
        The rule <span className="quiet">for an idle log, {named(trace, leader)} leading</span>
      </summary>
      {alike(world, leader, followers).map((group) => (
        <Rules key={group[0]} {...{ variant, trace, world, leader }} followers={group} />
      ))}
    </details>
  )
}

/** Followers whose rules have the same numbers, together. */
function alike(world: QuorumWorld, leader: number, followers: readonly number[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const follower of followers) {
    const numbers = JSON.stringify(conditionsOf(world, leader, follower).map(({ left, right }) => [left, right]))
    const group = groups.get(numbers)
    if (group) group.push(follower)
    else groups.set(numbers, [follower])
  }
  return [...groups.values()]
}

type RulesProps = Props & { readonly leader: number; readonly followers: readonly number[] }

function Rules({ variant, trace, world, leader, followers }: RulesProps) {
  const names = followers.map((follower) => named(trace, follower)).join(', ')
  const tightest = marginsOf(trace, followers)
    .flatMap(({ least }) => least ?? [])
    .sort((a, b) => a.left - b.left)[0]
  return (
    <ul className="rules-of-timer" aria-label={`The rules for ${names}`}>
      {conditionsOf(world, leader, followers[0] ?? leader).map((condition) => (
        <Rule key={condition.id} condition={condition} variant={variant} names={names}>
          {condition.id === 'I1' && tightest && (
            <>
              ; in this run at least{' '}
              <button
                type="button"
                className="link mono"
                title="Show the fetch"
                onClick={() => select(variant, tightest.row)}
              >
                {grouped(tightest.left)}
              </button>
            </>
          )}
        </Rule>
      ))}
    </ul>
  )
}

type RuleProps = {
  readonly condition: Condition
  readonly variant: number
  readonly names: string
  readonly children: React.ReactNode
}

/** `n2, n3: F 2000 > W 500 + L↑ 10 + L↓ 10 = 520: holds, with 1480 ms to spare`. */
function Rule({ condition, variant, names, children }: RuleProps) {
  const { property, left, than, right, holds, spare, note } = condition
  return (
    <li className={holds ? 'good' : 'bad'}>
      <span aria-hidden="true">{holds ? '✓ ' : '✕ '}</span>
      {names}: {property} {holds ? 'since' : 'only if'} <Sum terms={left} variant={variant} /> {than}{' '}
      <Sum terms={right} variant={variant} />
      {': '}
      {holds ? 'holds' : 'does not hold'}
      {holds ? `, with ${grouped(spare)} ms to spare` : spare <= 0 ? `, by ${grouped(-spare)} ms` : ''}
      {children}
      {note && <span className="quiet"> ({note})</span>}
    </li>
  )
}

/** Terms with their numbers, and what they add up to where they are several. */
function Sum({ terms, variant }: { readonly terms: readonly Term[]; readonly variant: number }) {
  return (
    <>
      {terms.map((term, index) => (
        <span key={term.symbol}>
          {index > 0 && (term.times < 0 ? ' − ' : ' + ')}
          {Math.abs(term.times) > 1 && `${Math.abs(term.times)} × `}
          {term.symbol} <Value term={term} variant={variant} />
        </span>
      ))}
      {terms.length > 1 && (
        <>
          {' '}
          = <strong className="mono">{grouped(sumOf(terms))}</strong>
        </>
      )}
    </>
  )
}

/** A setting's number leads to its field; the latency's to that of the world. */
function Value({ term: { value, key, from, symbol }, variant }: { readonly term: Term; readonly variant: number }) {
  const shown = grouped(value)
  if (from === 'constant') {
    return (
      <span className="mono" title="KafkaRaftClient.MAX_FETCH_WAIT_MS: no release makes it a setting">
        {shown}
      </span>
    )
  }
  const go = () => goToField(key === undefined ? 'world.latency' : settingPath(variant, key, 'controller'))
  return (
    <button
      type="button"
      className="link mono"
      title={key ?? 'one way, at its slowest'}
      aria-label={`${symbol}, ${shown} ms: ${key ?? 'latency'}. Go to its field`}
      onClick={go}
    >
      {shown}
    </button>
  )
}
