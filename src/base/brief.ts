import { grouped } from './grouped.ts'

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** A length or an instant as it is said, in the unit that fits it: `50 ms`, `20.3 s`, `131.1 s`, `90 min`; `ever` where nothing bounds it. */
export function brief(ms: number): string {
  if (!Number.isFinite(ms)) return 'ever'
  const size = Math.abs(ms)
  if (size < 1000) return `${grouped(ms)} ms`
  if (size < 3_600_000) return `${trimmed(grouped(ms / 1000, 2))} s`
  return `${trimmed(grouped(ms / 60_000, 2))} min`
}

/** A length or an instant to the millisecond below an hour, with no more digits than it needs: `847 ms`, `3.2 s`, `10.047 s`, `90 min`. */
export function precise(ms: number): string {
  if (ms < 1000 || ms >= 3_600_000) return brief(ms)
  return `${trimmed(grouped(ms / 1000, 3))} s`
}
