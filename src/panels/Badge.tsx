import { letterOf } from '../base/letter.ts'

/** The mark by which a variant is known all over the page. It has no colour: colours say who owns a wait, and that is for the run to show. */
export function Badge({ index }: { readonly index: number }) {
  return (
    <span className="badge" aria-hidden="true">
      {letterOf(index)}
    </span>
  )
}
