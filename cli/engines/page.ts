// Every preset in the lab's own worker, in whatever browser opens this page. What came of it goes to the server that sent the page.

import { ordersOf } from '../../src/scenario/compile.ts'
import { presets } from '../../src/scenario/presets.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { openHatch, type Reply } from '../../src/worker/client.ts'

let answered: (reply: Reply) => void
const hatch = openHatch((reply) => answered(reply))

async function digestOf(scenario: Scenario, id: number): Promise<number> {
  const reply = await new Promise<Reply>((resolve) => {
    answered = resolve
    hatch.ask({ kind: 'run', id, orders: ordersOf(scenario) })
  })
  if (reply.kind !== 'ran')
    throw new Error(reply.kind === 'crashed' ? reply.message : 'The worker answered something else.')
  return reply.digest
}

async function allDigests(): Promise<readonly (readonly [id: string, digest: number])[]> {
  const digests: [string, number][] = []
  for (const [n, { id, scenario }] of presets.entries()) digests.push([id, await digestOf(scenario, n + 1)])
  return digests
}

const tell = (outcome: object): Promise<Response> =>
  fetch(`/told${location.search}`, { method: 'POST', body: JSON.stringify(outcome) })

allDigests().then(
  (digests) => tell({ digests }),
  (error: unknown) => tell({ problem: String(error) }),
)
