import { useMemo } from 'react'
import { type Advice, adviceOn } from '../scenario/quorumRemarks.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { settingPath } from '../scenario/settings.ts'
import { useLab } from '../store/lab.ts'
import { Badge } from './Badge.tsx'
import { goToField } from './focus.ts'

/** Whether the timeouts of each variant leave room for its latencies, sum by sum: known before anything runs. */
export default function QuorumAdvice() {
  const scenario = useLab((state) => state.draft.scenario)
  const groups = useMemo(() => grouped(scenario), [scenario])
  if (groups.length === 0) return null
  const tight = groups.flatMap(({ advice }) => advice).filter(({ holds, moot }) => !holds && !moot).length
  return (
    <section className="part" aria-labelledby="advice">
      <h3 id="advice">
        Room in the timeouts <span className="aside">{tight === 0 ? 'all fit' : `${tight} do not fit`}</span>
      </h3>
      {groups.map(({ variants, advice }) => (
        <details key={variants.join()} className="more" open={groups.length < 3}>
          <summary>
            {variants.map((index) => (
              <Badge key={index} index={index} />
            ))}{' '}
            {variants.map((index) => scenario.variants[index]?.name).join(', ')}
          </summary>
          <Sums advice={advice.filter(isTold)} variant={variants[0] ?? 0} />
          <Others advice={advice.filter((each) => !isTold(each))} variant={variants[0] ?? 0} />
        </details>
      ))}
    </section>
  )
}

/** What does not fit is told; of the rest only what the latency leaves, which everybody wants to know. */
const isTold = ({ holds, rule }: Advice): boolean => !holds || rule === 'I1'

type SumsProps = { readonly advice: readonly Advice[]; readonly variant: number }

function Sums({ advice, variant }: SumsProps) {
  return (
    <ul>
      {advice.map(({ about, holds, moot, key, says }) => (
        <li key={about} className={holds ? 'quiet' : 'ruling bad'}>
          <strong>
            {about}: {holds ? 'fits' : moot ? 'does not apply' : 'does not fit'}.
          </strong>{' '}
          {says}{' '}
          {!holds && (
            <button type="button" className="link" onClick={() => goToField(settingPath(variant, key, 'controller'))}>
              To its field
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The sums that come out, folded. */
function Others({ advice, variant }: SumsProps) {
  if (advice.length === 0) return null
  return (
    <details className="more">
      <summary className="quiet">{advice.length === 1 ? '1 more fits' : `${advice.length} more fit`}</summary>
      <Sums advice={advice} variant={variant} />
    </details>
  )
}

type Group = { readonly variants: readonly number[]; readonly advice: readonly Advice[] }

/** Variants of which the same is to be said, together. */
function grouped(scenario: Scenario): readonly Group[] {
  const groups = new Map<string, { variants: number[]; advice: readonly Advice[] }>()
  scenario.variants.forEach((_, variant) => {
    const advice = adviceOn(scenario, variant)
    const key = JSON.stringify(advice)
    const group = groups.get(key)
    if (group) group.variants.push(variant)
    else groups.set(key, { variants: [variant], advice })
  })
  return [...groups.values()].filter(({ advice }) => advice.length > 0)
}
