// What several variants say to one question: those that say the same say it together.

import { letterOf } from '../base/letter.ts'
import { listed } from './names.ts'
import { type Part, type Prose, plain, strong } from './prose.ts'

/** Variants by their letters, as the page shows them beside their names. */
export const lettersOf = (variants: readonly number[]): string => listed(variants.map(letterOf))

/** What each variant says behind the letters of all that say the same. One alone needs no letter. */
export function saidAlike(said: readonly Prose[]): Part[][] {
  const groups: { readonly of: number[]; readonly says: Prose; readonly text: string }[] = []
  said.forEach((says, variant) => {
    const text = plain(says)
    const alike = groups.find((group) => group.text === text)
    if (alike) alike.of.push(variant)
    else groups.push({ of: [variant], says, text })
  })
  return groups.map(({ of, says }) => (said.length < 2 ? [...says] : [strong(lettersOf(of)), ': ', ...says]))
}
