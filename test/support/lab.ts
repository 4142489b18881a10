// The lab without a browser: the same store and panels, with a worker that answers at once and in the same thread.

import { act } from '@testing-library/react'
import { judgedOf } from '../../src/findings/quorumJudged.ts'
import { lanesOf } from '../../src/lanes/client.ts'
import { producerLanes } from '../../src/lanes/producer.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { headlinesOverSeeds } from '../../src/search/seeds.ts'
import { begin, run } from '../../src/sim/run.ts'
import { blank, lab, type Run, setLab } from '../../src/store/lab.ts'
import { askFirst, fetchRest, start } from '../../src/store/running.ts'
import type { Question, Reply } from '../../src/worker/client.ts'

// As on a page whose first picture stands.
await fetchRest()

/** The worker's reply to a question. */
function replyTo(question: Question): Reply {
  const { id, orders } = question
  if (question.kind === 'run') {
    const answers = orders.map((order) => {
      const { trace } = run(order)
      const producer = 'world' in order ? order.world.producer : undefined
      const judged = 'quorum' in order ? judgedOf(trace, order.quorum) : undefined
      return {
        trace,
        group: lanesOf(trace, 1, producer && producerLanes(trace, producer)),
        ...(judged && { opens: judged.opens }),
      }
    })
    return { kind: 'ran', id, answers, digest: 0, tookMs: 1 }
  }
  const fan = headlinesOverSeeds(orders, question.seeds, begin)
  while (!fan.advance(100_000));
  return { kind: 'seeded', id, headlines: fan.headlines() }
}

/** What was asked of the worker since the lab was opened, and a way to make it fail. */
export type Bench = { readonly asked: Question[]; crashes: string | undefined }

/** Opens a fresh lab on a question, which has its answer when this returns. */
export function openLab(scenario: Scenario = defaultPreset.scenario): Bench {
  const bench: Bench = { asked: [], crashes: undefined }
  document.documentElement.removeAttribute('data-asked')
  setLab({ ...blank, draft: { scenario, slips: {} } }, true)
  start((onReply) => ({
    ask(question) {
      bench.asked.push(question)
      const { crashes } = bench
      onReply(crashes === undefined ? replyTo(question) : { kind: 'crashed', id: question.id, message: crashes, at: 5 })
    },
    close: () => undefined,
  }))
  act(() => askFirst())
  return bench
}

/** The question as it stands. */
export const asked = (): Scenario => lab().draft.scenario

/** The last good run. */
export function shown(): Run {
  const { run } = lab()
  if (run === undefined) throw new Error('nothing has run')
  return run
}
