// A sentence in parts, so that a panel can set its names in code type, its weight in bold, and lead each number to its row.

export type Part = string | { readonly text: string; readonly as: 'strong' | 'code' | 'number'; readonly row?: number }
export type Prose = readonly Part[]

/** The sentence as plain text. */
export const plain = (prose: Prose): string => prose.map((part) => (typeof part === 'string' ? part : part.text)).join('')
