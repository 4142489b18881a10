// A question as a file: for those that are too long for a link.

import { limits } from '../scenario/scenario.ts'
import { asShown, tellLost, visit } from './address.ts'
import { porch } from './door.ts'
import { lab, setLab } from './lab.ts'

const tell = (what: string): void => setLab({ trouble: { kind: 'link', what } })

/** Opens a question from a file, or says what is wrong with it. */
export async function openFile(file: File): Promise<void> {
  if (file.size > limits.fileBytes) {
    return tell(`This file holds ${file.size} bytes; ${limits.fileBytes} are possible. Nothing was opened.`)
  }
  const door = await porch().catch(tellLost)
  if (door === undefined) return
  const read = door.fromFile(await file.text())
  if ('scenario' in read) return visit(read.scenario)
  const [first, ...more] = read.problems
  const where = first?.path ? `At ${first.path}: ` : ''
  const rest = more.length > 0 ? ` There are ${more.length} more problems.` : ''
  tell(`${where}${first?.what ?? ''} ${first?.hint ?? ''}${rest} Nothing of this file was opened.`)
}

/** The question on the screen as the text of a file. */
export const fileText = async (): Promise<string> => (await porch()).toFile(asShown(lab()))
