// The grammar that machines are written in: a union of states, and a table of rules, state by event.

import { assert } from '../base/assert.ts'

/** A rule changes the machine's own state object and tells its process what it wants through `x`. */
export type Rule<Machine, Wishes> = (machine: Machine, x: Wishes) => void

/** Kafka sees the event in this state and does nothing. */
export const ignored = (): void => {}

/** Every state has a row. An event that has no rule in a row cannot happen there. */
export type Rules<State extends string, Event extends string, Machine, Wishes> = {
  readonly [state in State]: { readonly [event in Event]?: Rule<Machine, Wishes> }
}

/** Lets an event happen to a machine. Throws where the table says that it cannot. */
export function happen<State extends string, Event extends string, Machine extends { state: State }, Wishes>(
  rules: Rules<State, Event, Machine, Wishes>,
  machine: Machine,
  event: Event,
  x: Wishes,
): void {
  const rule = rules[machine.state][event]
  assert(rule !== undefined, `${event} cannot happen in ${machine.state}`)
  rule(machine, x)
}
