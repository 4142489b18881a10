// A question as a file: for those that are too long for a link.

import { limits } from '../scenario/scenario.ts'
import { asShown, visit } from './address.ts'
import { lab, setLab } from './lab.ts'

const tell = (what: string): void => setLab({ trouble: { kind: 'link', what } })

/** Opens a question from a file, or says what is wrong with it and what was kept. */
export async function openFile(file: File): Promise<void> {
  if (file.size > limits.fileBytes)
    return tell(`This file holds ${file.size} bytes; ${limits.fileBytes} are possible. Nothing was opened.`)
  const { parse, salvage } = await import('../scenario/parse.ts')
  const input = jsonIn(await file.text())
  const parsed = parse(input)
  if ('scenario' in parsed) return visit(parsed.scenario)
  const [first] = parsed.problems
  const kept = input === undefined ? undefined : salvage(input)
  if (kept) await visit(kept)
  const rest = kept
    ? 'What is sound was kept. Look at the question before you trust the answer.'
    : 'Nothing was opened.'
  tell(`This file is not a whole question: ${first?.path || 'at its start'}: ${first?.what ?? ''} ${rest}`)
}

/** The data of a JSON text, undefined where it is none. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The question on the screen as the text of a file. */
export const fileText = (): string => `${JSON.stringify(asShown(lab()), undefined, 2)}\n`
