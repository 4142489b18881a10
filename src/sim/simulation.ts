// A run under way: a compiled world, a seam of chance and the client that its behaviour asks for.

import { START } from '../base/time.ts'
import type { ClientWorld } from '../scenario/clientWorld.ts'
import { limits } from '../scenario/scenario.ts'
import { LIMIT, RUN } from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import type { Ended, Trace } from '../trace/trace.ts'
import { word } from '../trace/vocabulary.ts'
import type { Chance } from './chance.ts'
import { Engine, PROCESS } from './engine/engine.ts'
import { type Ledger, ledgerOf, RUN_SUBJECT } from './ledger.ts'
import { Application } from './nodes/application.ts'
import type { ConnectionEnd, MetadataEnd, PollingClient } from './nodes/pollingClient.ts'
import type { Producer, ProducerEnd } from './nodes/producer.ts'

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

/** What makes the client of a world, one class a procedure of its poll, and the producer that uses it. */
export type Makers = {
  readonly clientOf: (world: ClientWorld, engine: Engine, ledger: Ledger, chance: Chance) => PollingClient
  /** undefined where the world has none. */
  readonly producerOf: (
    world: ClientWorld,
    engine: Engine,
    ledger: Ledger,
    client: PollingClient,
  ) => Producer | undefined
}

/** Begins a run of one client's world. */
export function simulate(world: ClientWorld, chance: Chance, { clientOf, producerOf }: Makers): Simulation {
  const engine = new Engine(world.until, limits.eventsAnInstant)
  let isFull = false
  const ledger = ledgerOf(world, () => {
    isFull = true
    engine.stop()
  })
  const client = clientOf(world, engine, ledger, chance)
  const producer = producerOf(world, engine, ledger, client)
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

/** The first row is the run itself; the world's faults of instant 0 come before the client's first poll. */
function start(engine: Engine, ledger: Ledger, client: PollingClient, application: Application | Producer): void {
  const row = ledger.writer.row(START, RUN_SUBJECT, RUN, rule.NO_RULE, -1, -1)
  const first = engine.on(() => {
    application.start(row)
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
    ...(producer && { producer: producer.ends() }),
    at: client.selectAt,
    connections: client
      .connectionEnds()
      .map((end) => ({ ...end, inFlight: client.inFlight.get(end.node)?.length ?? 0 })),
    metadata: client.metadataEnd(),
  }
}
