// The page's side of the hatch: one worker, kept alive; a worker that died is replaced, and the page is told.

import type { Question, Reply } from './messages.ts'

export type { Answer, Question, Reply } from './messages.ts'

/** What the page holds: it asks, replies come to the function that was given. */
export type Hatch = { ask(question: Question): void; close(): void }

/** A worker as the hatch needs it, so that a test can stand in for it. */
export type Port = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror' | 'onmessageerror'>

/** A worker of its own. */
export const freshWorker = (): Port =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'timeout-lab' })

/** A worker that has died so often without one answer is replaced again only when something new is asked. */
const TRIES = 3
/** The longest run that the limits allow takes a few seconds: a worker that says nothing for so long hangs. */
const PATIENCE_MS = 30_000

/** Opens the hatch. `fresh` makes a worker, the first and any that replaces it. */
export function openHatch(onReply: (reply: Reply) => void, fresh: () => Port = freshWorker): Hatch {
  let asked = 0
  let deaths = 0
  let watch: ReturnType<typeof setTimeout> | undefined
  let port = connected()

  function connected(): Port {
    const made = fresh()
    made.onmessage = (event: MessageEvent<Reply>) => {
      deaths = 0
      if (event.data.id === asked) clearTimeout(watch)
      onReply(event.data)
    }
    made.onerror = (event) => died(event.message)
    made.onmessageerror = () => died('A message between page and worker could not be read.')
    return made
  }

  // What the worker could not catch itself, such as memory that ran out or a script that did not arrive.
  function died(message: string): void {
    clearTimeout(watch)
    port.terminate()
    if (++deaths < TRIES) port = connected()
    onReply({ kind: 'crashed', id: asked, message: message || 'The worker stopped.', at: 0 })
  }

  return {
    ask(question) {
      asked = question.id
      clearTimeout(watch)
      if (deaths >= TRIES) port = connected()
      watch = setTimeout(() => died('The worker does not answer.'), PATIENCE_MS)
      port.postMessage(question)
    },
    close() {
      clearTimeout(watch)
      port.terminate()
    },
  }
}
