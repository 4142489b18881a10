import { letterOf } from '../base/letter.ts'
import type { Comparison } from '../findings/difference.ts'
import { plain } from '../findings/prose.ts'
import { type Place, type Run, setLab, useLab } from '../store/lab.ts'
import { goToParting, isParting, partingProse, useComparisons } from './comparing.ts'
import { Icon } from './Icon.tsx'
import { instantExactly } from './instants.ts'
import { Sentence } from './Sentence.tsx'

const show = (on: boolean): void => setLab({ only: on ? 'differences' : undefined })

/** Leaves of the list only where neighbouring variants differ. */
export function SwitchDifferences() {
  const on = useLab((state) => state.only === 'differences')
  return (
    <button
      type="button"
      className="bare"
      aria-label="Only differences"
      aria-pressed={on}
      title="Only where neighbouring variants differ"
      onClick={() => show(!on)}
    >
      ≠
    </button>
  )
}

/** While the list shows only differences: that it does, the way to each pair's first one, and the way back. */
export function OnlyDifferences({ run }: { readonly run: Run }) {
  const on = useLab((state) => state.only === 'differences')
  const comparisons = useComparisons(run)
  if (!on || comparisons.length === 0) return null
  return (
    <section className="only" aria-label="Only differences">
      <p>
        Only differences
        {comparisons.some(({ isDone }) => !isDone) && <span role="status">, still being looked for</span>}. The first:{' '}
        {comparisons.map((comparison, pair) => (
          <span key={pair}>
            {pair > 0 && ' · '}
            <FirstOf run={run} comparison={comparison} pair={pair} among={comparisons.length} />
          </span>
        ))}
      </p>
      <button
        type="button"
        className="icon bare"
        aria-label="Show more than differences"
        title="Show all"
        onClick={() => show(false)}
      >
        <Icon name="remove" />
      </button>
    </section>
  )
}

type FirstOfProps = {
  readonly run: Run
  readonly comparison: Comparison
  readonly pair: number
  /** How many pairs there are. */
  readonly among: number
}

/** Where a pair parts, as a way there. */
function FirstOf({ run, comparison: { parting, isDone }, pair, among }: FirstOfProps) {
  const between = among > 1 ? `${letterOf(pair)} → ${letterOf(pair + 1)} ` : ''
  if (!parting) return `${between}${isDone ? 'none' : '…'}`
  return (
    <button
      type="button"
      className="link"
      title={plain(partingProse(run, pair))}
      onClick={() => goToParting(run, pair)}
    >
      {between}at {instantExactly(run.scenario, parting.at)}
    </button>
  )
}

/** Where the selected row is the first difference of two neighbours: how they part there. */
export function PartingHere({ run, place }: { readonly run: Run; readonly place: Place }) {
  const comparisons = useComparisons(run)
  return comparisons.map(
    (comparison, pair) =>
      isParting(comparison, pair, place) && (
        <p key={pair} className="parting">
          <span>
            First difference of {letterOf(pair)} and {letterOf(pair + 1)}. <Sentence prose={partingProse(run, pair)} />
          </span>
        </p>
      ),
  )
}
