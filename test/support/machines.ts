// Short notations for the machines' tables: a connection in some state, and what one event does to it.

import { instant, ms } from '../../src/base/time.ts'
import { type ClientBehaviourId, clientBehaviours } from '../../src/scenario/behaviours.ts'
import { happen } from '../../src/sim/machine.ts'
import { backoff, nominal } from '../../src/sim/machines/backoff.ts'
import {
  absent,
  type Connection,
  type ConnectionEvent,
  type ConnectionWishes,
  rules,
} from '../../src/sim/machines/connection.ts'

export const NOW = 5_000

/** A connection that the client has no entry for, but for what is named. */
export const connection = (change: Partial<Connection> = {}): Connection => ({
  ...absent(1, change.names ?? 1),
  ...change,
})

/** What an event does: the state it leads to, and the draws and changes of state that it asks for, in order. */
export function check(
  era: ClientBehaviourId,
  before: Connection,
  event: ConnectionEvent,
): { after: Connection; asked: string[] } {
  const after = { ...before }
  const asked: string[] = []
  happen(rules, after, event, wishes(era, asked))
  return { after, asked }
}

function wishes(era: ClientBehaviourId, asked: string[]): ConnectionWishes {
  const behaviour = clientBehaviours[era]
  const grows = behaviour.setupTimeout === 'each poll'
  return {
    now: instant(NOW),
    behaviour,
    reconnect: backoff(50, 1_000, behaviour.backoff),
    setup: backoff(10_000, grows ? 127_000 : 10_000, behaviour.backoff),
    draw(name, _node, failures, b) {
      if (b.exponentMax > 0) asked.push(`draw ${name} ${failures}`)
      return ms(Math.floor(nominal(b, failures)))
    },
    became: (c, from) => asked.push(`${from} -> ${c.state}`),
  }
}
