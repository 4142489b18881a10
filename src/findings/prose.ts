// A sentence in parts, so that a panel can set its names in code type, its weight in bold, and lead each number to its row.

export type Part =
  | string
  | { readonly text: string; readonly as: 'strong' | 'code' | 'number' | 'words'; readonly row?: number }
export type Prose = readonly Part[]

/** A part with weight. */
export const strong = (text: string): Part => ({ text, as: 'strong' })

/** A name from Kafka or the kernel. */
export const code = (text: string): Part => ({ text, as: 'code' })

/** A figure, and the row that it comes from. */
export const figure = (text: string, row: number): Part => ({ text, as: 'number', ...(row >= 0 && { row }) })

/** Words, and the row that they tell of. */
export const phrase = (text: string, row: number): Part => ({ text, as: 'words', ...(row >= 0 && { row }) })

/** The sentence as plain text. */
export const plain = (prose: Prose): string =>
  prose.map((part) => (typeof part === 'string' ? part : part.text)).join('')

/** Parts of a sentence one after another. */
export const joined = (parts: readonly Part[][], separator: string): Part[] =>
  parts.flatMap((part, i) => (i === 0 ? part : [separator, ...part]))
