// The one door of the engine room: a compiled world and a seam of chance go in, a trace comes out.

import { START } from '../base/time.ts'
import type { ClientWorld, RunOrder } from '../scenario/clientWorld.ts'
import { limits } from '../scenario/scenario.ts'
import { LIMIT, RUN } from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import type { Ended, Trace } from '../trace/trace.ts'
import { word } from '../trace/vocabulary.ts'
import { type Chance, seededChance } from './chance.ts'
import { Engine, PROCESS } from './engine/engine.ts'
import { type Ledger, ledgerOf, RUN_SUBJECT } from './ledger.ts'
import { Application } from './nodes/application.ts'
import { Client } from './nodes/client.ts'
import { EarlyClient } from './nodes/earlyClient.ts'
import type { ConnectionEnd, MetadataEnd, PollingClient } from './nodes/pollingClient.ts'
import { Producer, type ProducerEnd } from './nodes/producer.ts'

/** The client at the end of a run. `at`: the instant of its last select, or of the throw. */
export type ClientEnd = {
  readonly at: number
  readonly connections: readonly (ConnectionEnd & { readonly inFlight: number })[]
  readonly metadata: MetadataEnd
  readonly producer?: ProducerEnd
}

export type ClientRun = { readonly trace: Trace; readonly end: ClientEnd }

/** A run that can be done in slices. */
export type Simulation = {
  /** Handles up to `entries` more; true when the run is over. */
  advance(entries: number): boolean
  /** Where its clock stands, in ms. */
  now(): number
  /** The answer; the simulation is of no use afterwards. */
  finish(): ClientRun
}

/** Begins a run of one client's world. */
function simulate(world: ClientWorld, chance: Chance): Simulation {
  const engine = new Engine(world.until, limits.eventsAnInstant)
  let isFull = false
  const ledger = ledgerOf(world, () => {
    isFull = true
    engine.stop()
  })
  const { behaviour } = world
  const client =
    behaviour.procedure === 'poll before 0.10.2'
      ? new EarlyClient(world, behaviour, engine, ledger, chance)
      : new Client(world, behaviour, engine, ledger, chance)
  const producer = world.producer && new Producer(world, world.producer, engine, ledger, client)
  const application = producer ?? new Application(world, engine, ledger, client)
  client.whenUpdated = (row) => application.metadataArrived(row)
  start(engine, ledger, client, application)
  let ended: Ended | undefined
  return {
    advance(entries) {
      const progress = ended === undefined ? engine.advance(entries) : 'done'
      if (progress === 'more') return false
      ended ??= client.thrown ? 'thrown' : progress === 'jammed' ? 'events an instant' : isFull ? 'rows' : 'until'
      return true
    },
    now: () => engine.now,
    finish() {
      const how = ended ?? 'rows'
      if (how === 'rows' || how === 'events an instant') tellLimit(engine, ledger, world, how)
      return {
        end: endOf(client, producer),
        trace: ledger.writer.finish(how === 'until' ? world.until : engine.now, how),
      }
    },
  }
}

/** Begins the run of an order, by its own dice. */
export const begin = ({ world, seed, jitter }: RunOrder): Simulation => simulate(world, seededChance(seed, jitter))

/** The whole run of an order at once. */
export const run = (order: RunOrder): ClientRun => toItsEnd(begin(order))

/** A whole run at once, by the chance that is handed in. */
export const runClient = (world: ClientWorld, chance: Chance): ClientRun => toItsEnd(simulate(world, chance))

function toItsEnd(simulation: Simulation): ClientRun {
  while (!simulation.advance(1_000_000));
  return simulation.finish()
}

/** The first row is the run itself; the world's faults of instant 0 come before the client's first poll. */
function start(engine: Engine, ledger: Ledger, client: PollingClient, application: Application | Producer): void {
  const row = ledger.writer.row(START, RUN_SUBJECT, RUN, rule.NO_RULE, -1, -1)
  const first = engine.on(() => {
    if (application instanceof Application) application.start(row)
    client.start(application, row)
  })
  engine.schedule(START, PROCESS, first, 0, 0, row)
}

function tellLimit(engine: Engine, ledger: Ledger, world: ClientWorld, what: 'rows' | 'events an instant'): void {
  ledger.writer.row(engine.now, RUN_SUBJECT, LIMIT, rule.LIMIT_REACHED, -1, -1)
  ledger.writer.field(word(what))
  ledger.writer.field(what === 'rows' ? world.rowLimit : limits.eventsAnInstant)
}

function endOf(client: PollingClient, producer: Producer | undefined): ClientEnd {
  return {
    // A producer's select goes on waiting when something happens that is not for it.
    ...(producer && { producer: producer.ends() }),
    at: Math.max(client.selectAt, producer?.calledAt ?? 0, producer ? client.network.idleAt : 0),
    connections: client
      .connectionEnds()
      .map((end) => ({ ...end, inFlight: client.inFlight.get(end.node)?.length ?? 0 })),
    metadata: client.metadataEnd(),
  }
}
