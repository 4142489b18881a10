import { useDeferredValue, useState } from 'react'
import { grouped } from '../base/grouped.ts'
import { exact } from '../findings/names.ts'
import { type Margins, marginsOf, quorumRun, type Reset, reignsOf } from '../findings/quorum.ts'
import { fetchTimeouts } from '../findings/quorumElections.ts'
import { named } from '../findings/quorumMessages.ts'
import type { QuorumWorld } from '../scenario/quorumWorld.ts'
import { type Run, useLab } from '../store/lab.ts'
import { select } from '../store/looking.ts'
import { worldsOf } from '../store/quorum.ts'
import type { Trace } from '../trace/trace.ts'
import { Badge } from './Badge.tsx'
import { Elections, ElectionTerms } from './Elections.tsx'
import { Fold } from './Fold.tsx'
import { Formula } from './Formula.tsx'
import { useSize } from './size.ts'

/** How near each follower of a quorum came to the end of its fetch timer, by which rule, and which elections there were. */
export default function MarginsOfQuorum() {
  // The picture comes first.
  const run = useDeferredValue(useLab((state) => state.run))
  return run?.scenario.lab === 'quorum' ? <OfRun run={run} /> : null
}

function OfRun({ run }: { readonly run: Run }) {
  // Three variants and more leave the picture too little room beside it, and so does a window of middling size.
  const size = useSize()
  const [open, setOpen] = useState(size === 'narrow' || (size === 'wide' && run.answers.length < 3))
  const [table, setTable] = useState(false)
  const worlds = worldsOf(run)
  return (
    <section className="column lives margins" aria-labelledby="margins">
      <header className="column-head">
        <h2 id="margins">
          <Fold open={open} onTurn={setOpen}>
            Margins and elections
          </Fold>
        </h2>
        {open && (
          <button type="button" className="bare" aria-pressed={table} onClick={() => setTable(!table)}>
            as a table
          </button>
        )}
      </header>
      {open && (
        <div className="column-body">
          {run.scenario.variants.map(({ name }, variant) => {
            const trace = run.answers[variant]?.trace
            const world = worlds[variant]
            if (!trace || !world) return null
            return (
              <section key={variant} className="margins-of" aria-label={`Margins and elections, ${name}`}>
                <h3>
                  <Badge index={variant} /> <span>{name}</span>
                </h3>
                <OfVariant variant={variant} trace={trace} world={world} table={table} />
              </section>
            )
          })}
          <ElectionTerms />
        </div>
      )}
    </section>
  )
}

type VariantProps = { readonly variant: number; readonly trace: Trace; readonly world: QuorumWorld }

function OfVariant({ variant, trace, world, table }: VariantProps & { readonly table: boolean }) {
  const leaders = new Set(reignsOf(quorumRun(trace)).map(({ node }) => node))
  const ranOut = new Set(fetchTimeouts(trace).map(({ node }) => node))
  // Who led all along has no fetch timer.
  const all = marginsOf(trace, [...world.voters, ...world.observers]).filter(
    ({ node, resets }) => resets.length > 0 || ranOut.has(node) || !leaders.has(node),
  )
  return (
    <>
      {table ? (
        <MarginTable variant={variant} trace={trace} all={all} />
      ) : (
        <div className="margin-charts">
          {all.map((margins) => (
            <Chart key={margins.node} margins={margins} variant={variant} trace={trace} world={world} />
          ))}
        </div>
      )}
      <Formula variant={variant} trace={trace} world={world} />
      <Elections variant={variant} trace={trace} world={world} />
    </>
  )
}

type ChartProps = VariantProps & { readonly margins: Margins }

/** What was left at each good fetch, over the run: from 0 at the bottom to the whole timeout. */
function Chart({ margins, variant, trace, world }: ChartProps) {
  const { node, resets, least } = margins
  const name = named(trace, node)
  const whole = Math.max(world.config.fetchTimeout, 1)
  const until = Math.max(trace.until, 1)
  const place = (at: number, left: number) => ({ left: `${(at / until) * 100}%`, bottom: `${(left / whole) * 100}%` })
  const ranOut = fetchTimeouts(trace).filter((stay) => stay.node === node)
  return (
    <div className="margin-chart">
      <p>
        <span>
          {name}
          {world.observers.includes(node) && <span className="quiet"> observer</span>}
        </span>
        <Least least={least} variant={variant} name={name} />
      </p>
      <div className="margin-plot">
        <svg
          viewBox="0 0 1000 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={spoken(margins, name, ranOut.length)}
        >
          <path d={pathOf(resets, until, whole)} />
        </svg>
        <span className="whole mono" aria-hidden="true">
          F = {grouped(world.config.fetchTimeout)}
        </span>
        {least && (
          <button
            type="button"
            style={place(least.at, least.left)}
            aria-label={`The tightest moment of ${name}, ${exact(least.left)} left`}
            title={`${exact(least.left)} left at ${exact(least.at)}`}
            onClick={() => select(variant, least.row)}
          >
            ○
          </button>
        )}
        {ranOut.slice(0, MOST_MARKS).map(({ at, row }) => (
          <button
            key={row}
            type="button"
            className="ran-out"
            style={place(at, 0)}
            aria-label={`The fetch timer of ${name} runs out at ${exact(at)}`}
            title={`It runs out at ${exact(at)}`}
            onClick={() => select(variant, row)}
          >
            ✕
          </button>
        ))}
      </div>
    </div>
  )
}

/** More marks than these would hide one another. */
const MOST_MARKS = 24

type LeastProps = { readonly least: Reset | undefined; readonly variant: number; readonly name: string }

function Least({ least, variant, name }: LeastProps) {
  if (!least) return <span className="quiet">no good fetch</span>
  return (
    <button
      type="button"
      className="link mono"
      aria-label={`${exact(least.left)} left on the fetch timer of ${name} at ${exact(least.at)}`}
      onClick={() => select(variant, least.row)}
    >
      {exact(least.left)} at {exact(least.at)}
    </button>
  )
}

const spoken = ({ resets, least }: Margins, name: string, ranOut: number): string => {
  const out = ranOut > 0 ? `; it ran out ${ranOut === 1 ? 'once' : `${ranOut} times`}` : ''
  if (!least) return `${name} had no good fetch${out}`
  return `${name} had ${resets.length} good fetches, with ${exact(least.left)} left at the tightest${out}`
}

/** Columns of a chart: of the fetches in one only the tightest shows. */
const COLUMNS = 200

/** A stroke up from 0 to what was left, for each column that has a fetch. */
function pathOf(resets: readonly Reset[], until: number, whole: number): string {
  const tightest = new Map<number, number>()
  for (const { at, left } of resets) {
    const column = Math.floor((at / until) * COLUMNS)
    tightest.set(column, Math.min(tightest.get(column) ?? left, left))
  }
  const x = (column: number): string => ((column / COLUMNS) * 1000).toFixed(0)
  return [...tightest].map(([column, left]) => `M${x(column)} 100V${(100 - (left / whole) * 100).toFixed(1)}`).join('')
}

type TableProps = { readonly variant: number; readonly trace: Trace; readonly all: readonly Margins[] }

/** So many fetches of a node are listed. */
const MOST_ROWS = 200

function MarginTable({ variant, trace, all }: TableProps) {
  return (
    <table className="lives-table">
      <caption className="unseen">What was left on each fetch timer at each good fetch, in ms</caption>
      <thead>
        <tr>
          <th scope="col">Node</th>
          <th scope="col">Good fetch at</th>
          <th scope="col">ms left</th>
        </tr>
      </thead>
      {all.map(({ node, resets, least }) => (
        <tbody key={node}>
          {resets.length === 0 && (
            <tr>
              <th scope="row">{named(trace, node)}</th>
              <td colSpan={2}>no good fetch</td>
            </tr>
          )}
          {resets.slice(0, MOST_ROWS).map(({ row, at, left }) => (
            <tr key={row}>
              <th scope="row">{named(trace, node)}</th>
              <td className="mono">{grouped(at)}</td>
              <td className="mono">
                <button type="button" className="link" title="Show the fetch" onClick={() => select(variant, row)}>
                  {grouped(left)}
                  {row === least?.row && ' least'}
                </button>
              </td>
            </tr>
          ))}
          {resets.length > MOST_ROWS && (
            <tr>
              <td colSpan={3}>and {grouped(resets.length - MOST_ROWS)} more</td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}
