import { behaviourOf } from '../scenario/compile.ts'
import type { Variant } from '../scenario/scenario.ts'

/** The colour of a variant says who ends a silent attempt there: the kernel, or a setting. */
export function tintOf(variant: Variant): string {
  const behaviour = behaviourOf(variant)
  const hasTimeout = 'setupTimeout' in behaviour && behaviour.setupTimeout !== 'none'
  return hasTimeout ? 'var(--config)' : 'var(--kernel)'
}

/** A, B, C, D. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)

/** The mark by which a variant is known all over the page. */
export function Badge({ variant, index }: { readonly variant: Variant; readonly index: number }) {
  const ink = tintOf(variant) === 'var(--kernel)' ? 'var(--kernel-ink)' : 'var(--config-ink)'
  return (
    <span className="badge" style={{ background: tintOf(variant), color: ink }} aria-hidden="true">
      {letterOf(index)}
    </span>
  )
}
