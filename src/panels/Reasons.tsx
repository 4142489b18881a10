import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { armedIn } from '../findings/armed.ts'
import type { ArmedTimer, Reason } from '../findings/findings.ts'
import { ownerOf, type WaitOwner } from '../findings/owner.ts'
import type { Prose } from '../findings/prose.ts'
import { quorumWorldOf } from '../findings/quorumAsked.ts'
import { ruleTold } from '../findings/quorumOwner.ts'
import { sentence } from '../findings/sentence.ts'
import { why } from '../findings/why.ts'
import { type Place, type Run, useLab } from '../store/lab.ts'
import { select, selectedIn } from '../store/looking.ts'
import type { Owner } from '../trace/rules.ts'
import { textOf } from '../trace/ruleTexts.ts'
import { atOf, type Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { Boundary } from './Boundary.tsx'
import { useCursor } from './cursor.ts'
import { instantExactly, instantOnClock, isByStep } from './instants.ts'
import { PartingHere } from './Parting.tsx'
import { Dotted, Sentence, unbroken } from './Sentence.tsx'

const NodesNow = lazy(() => import('./NodesNow.tsx'))

/** Why the selected row happened, and which timers are armed at the cursor. */
export function Reasons() {
  // The picture comes first; words may follow a moment later.
  const run = useDeferredValue(useLab((state) => state.run))
  const place = useDeferredValue(useLab((state) => selectedIn(state)))
  const trace = place && run?.answers[place.variant]?.trace
  const known = run && place && trace && place.row < trace.rows
  return (
    <section className="reasons" aria-labelledby="reasons">
      <header className="column-head">
        <h2 id="reasons">The reasons</h2>
        {known && <span className="quiet">at {instantOnClock(run?.scenario, atOf(trace, place.row))}</span>}
      </header>
      <div className="column-body">
        {known && <PartingHere run={run} place={place} />}
        {known && <Why run={run} place={place} trace={trace} />}
        {run && !isByStep(run.scenario) && <Armed run={run} />}
        {run?.scenario.lab === 'quorum' && (
          <Boundary>
            <Suspense>
              <NodesNow run={run} />
            </Suspense>
          </Boundary>
        )}
      </div>
    </section>
  )
}

type WhyProps = { readonly run: Run; readonly place: Place; readonly trace: Trace }

function Why({ run, place, trace }: WhyProps) {
  const { variant, row } = place
  const asked = run.scenario.variants[variant]
  const playing = useLab((state) => state.playing)
  const found = ownerOf(trace, row, run.scenario, variant)
  const rule = textOf(ruleTold(trace, row))
  const quorum = run.scenario.lab === 'quorum' ? quorumWorldOf(run.scenario, variant) : undefined
  const reasons = why(trace, row, quorum).filter((reason) => reason.row !== row)
  // The look that saw it late stands in the chain.
  const seen = reasons.some(({ link }) => link === 'looked')
  return (
    <div className="part why" aria-live={playing ? 'off' : 'polite'}>
      <h3>
        {asked && <Badge index={variant} />} <span className="unseen">{asked?.name}: </span>
        {unbroken(sentence(trace, row))}
      </h3>
      <OwnedBy
        found={found}
        says={seen ? undefined : found.says}
        variant={variant}
        words={quorum ? quorumOwners : isByStep(run.scenario) ? ownersOfSteps : owners}
      />
      <ol className="chain" aria-label="Because">
        {reasons.map((reason) => (
          <Link key={reason.row} reason={reason} variant={variant} />
        ))}
      </ol>
      {rule.says !== '' && (
        <p className="rule">
          {unbroken(rule.says)}{' '}
          <span className="source">
            <Dotted text={rule.source} />
          </span>
        </p>
      )}
    </div>
  )
}

const owners: { readonly [owner in Owner]: string } = {
  kernel: 'The kernel decides',
  setting: 'A setting decides',
  world: 'The world decides: no timeout is at work',
  client: 'The client goes on at once: no timeout is at work',
}

/** In a quorum there is no client, and some timer always runs. */
const quorumOwners: typeof owners = {
  ...owners,
  world: 'The world decides: no timeout ran out for this',
  client: 'The node decides: no timeout ran out for this',
}

/** Who decides over a partition, whose steps wait for nothing. */
const ownersOfSteps: typeof owners = {
  ...owners,
  world: 'The schedule decides',
  client: 'Kafka decides, and no setting',
}

type OwnedByProps = {
  readonly found: WaitOwner
  readonly says: Prose | undefined
  readonly variant: number
  readonly words: typeof owners
}

/** Who owned the wait that ended here, and where its value comes from. */
function OwnedBy({ found, says, variant, words }: OwnedByProps) {
  const { owner, setting, rule, lead } = found
  return (
    <p className={`owned by-${owner}`}>
      {lead ?? words[owner]}
      {setting ? (
        <>
          :{' '}
          <code>
            <Dotted text={setting.key} />
          </code>{' '}
          =&nbsp;<strong className="mono">{setting.value}</strong> <span className="quiet">({setting.origin})</span>
        </>
      ) : (
        owner !== 'client' &&
        rule.setting !== undefined && (
          <>
            : <code>{rule.setting}</code>
          </>
        )
      )}
      {says && (
        <span className="more-said">
          <Sentence prose={says} onRow={(to) => select(variant, to)} />
        </span>
      )}
    </p>
  )
}

const links: { readonly [link in Reason['link']]: string } = {
  happened: '',
  looked: 'looked',
  armed: 'armed',
}

type LinkProps = { readonly reason: Reason; readonly variant: number }

function Link({ reason, variant }: LinkProps) {
  const { says, at, source, owner, link, row } = reason
  const asked = useLab((state) => state.run?.scenario)
  return (
    <li className={`by-${owner}`}>
      <Sentence prose={says} onRow={(to) => select(variant, to)} />
      <span className="from">
        <button
          type="button"
          className="link mono"
          aria-label={`Go to ${instantExactly(asked, at)}`}
          onClick={() => select(variant, row)}
        >
          {instantExactly(asked, at)}
        </button>
        {links[link] && <> · {links[link]}</>}
        {source && (
          <>
            {' '}
            · <Dotted text={source} />
          </>
        )}
      </span>
    </li>
  )
}

type Fuse = { readonly timer: ArmedTimer; readonly variant: number }

/** So many timers are worth a look, until somebody asks for all. */
const MOST_FUSES = 5

/** Every timer that is armed at the cursor, in all variants, the one that fires first on top and lit. */
function Armed({ run }: { readonly run: Run }) {
  const at = useCursor()
  const [all, showAll] = useState(false)
  const fuses = run.answers
    .flatMap(({ trace }, variant) =>
      armedIn(trace, at, run.scenario, variant).map((timer): Fuse => ({ timer, variant })),
    )
    .sort((a, b) => a.timer.deadline - b.timer.deadline)
  return (
    <div className="part armed">
      <h3>
        Armed timers <span className="aside mono">at {instantOnClock(run.scenario, at)}</span>
      </h3>
      {fuses.length === 0 && <p className="quiet">No timer is armed at this moment.</p>}
      <ol>
        {fuses.slice(0, all ? fuses.length : MOST_FUSES).map((fuse, index) => (
          <FuseLine
            key={`${fuse.variant} ${fuse.timer.row} ${fuse.timer.name}`}
            fuse={fuse}
            at={at}
            run={run}
            first={index === 0}
          />
        ))}
      </ol>
      {fuses.length > MOST_FUSES && (
        <button type="button" className="link" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'only the first ones' : `and ${fuses.length - MOST_FUSES} that fire later`}
        </button>
      )}
    </div>
  )
}

type FuseProps = { readonly fuse: Fuse; readonly at: number; readonly run: Run; readonly first: boolean }

function FuseLine({ fuse, at, run, first }: FuseProps) {
  const { timer, variant } = fuse
  const asked = run.scenario.variants[variant]
  const left = timer.deadline - at
  const share = left <= 0 ? 0 : left / Math.max(timer.deadline - timer.armedAt, 1)
  return (
    <li className={`fuse by-${timer.owner}${first ? ' first' : ''}`}>
      <button type="button" className="fuse-name" title="Show what armed it" onClick={() => select(variant, timer.row)}>
        {asked && <Badge index={variant} />}
        <span>{timer.name}</span>{' '}
        <span className="left mono">{left < 0 ? `${grouped(-left)} ms over` : `${grouped(left)} ms`}</span>
        <span className="bar" aria-hidden="true">
          <span style={{ width: `${Math.max(share * 100, 1)}%` }} />
        </span>
      </button>
    </li>
  )
}
