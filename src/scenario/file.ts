// A scenario as a file: its JSON, for questions that are too long for a link, and for editors and version control.

import { parse } from './parse.ts'
import type { Problem } from './problem.ts'
import { limits, type Scenario } from './scenario.ts'

/** The text of a file. */
export const toFile = (scenario: Scenario): string => `${JSON.stringify(scenario, null, 2)}\n`

/** The scenario of a file's text, or every problem of it. */
export function fromFile(text: string): { readonly scenario: Scenario } | { readonly problems: readonly Problem[] } {
  if (text.length > limits.fileBytes) {
    const what = `This file has ${text.length} characters; ${limits.fileBytes} are possible.`
    return { problems: [{ path: '', what, hint: 'No scenario is as long: is it the right file?' }] }
  }
  try {
    // Editors of one system begin a text with a byte order mark.
    return parse(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return { problems: [{ path: '', what: 'This file is not JSON.', hint: 'Open a file that this lab saved.' }] }
  }
}
