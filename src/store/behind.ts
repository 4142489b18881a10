// What is no component and not needed for the first picture: it comes right behind it.

import { setLab } from './lab.ts'
import { firstPicture } from './running.ts'

/** A script that comes behind the first picture, undefined until it is there. Whoever follows the lab looks again when it comes. */
export function behindPicture<Script>(load: () => Promise<Script>): () => Script | undefined {
  let came: Script | undefined
  const arrived = (script: Script): void => {
    came = script
    setLab({})
  }
  firstPicture.then(load).then(arrived, tellLost)
  return () => came
}

function tellLost(error: unknown): void {
  const why = error instanceof Error ? error.message : String(error)
  setLab({ trouble: { kind: 'link', what: `A part of the lab could not be loaded: ${why}; reload the page.` } })
}
