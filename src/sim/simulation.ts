// A run under way: a compiled world, a seam of chance, the client that its behaviour asks for and who uses it.

import { START } from '../base/time.ts'
import type { ApiCall, ClientWorld, ProducerWorld } from '../scenario/clientWorld.ts'
import { eventsAnInstant } from '../scenario/scenario.ts'
import { LIMIT, RUN } from '../trace/kinds.ts'
import * as rule from '../trace/rules.ts'
import type { Ended, Trace } from '../trace/trace.ts'
import { word } from '../trace/vocabulary.ts'
import type { Chance } from './chance.ts'
import { Engine, PROCESS } from './engine/engine.ts'
import { type Ledger, ledgerOf, RUN_SUBJECT } from './ledger.ts'
import type { AdminCall } from './nodes/adminCall.ts'
import { Application } from './nodes/application.ts'
import type { ConsumerCall } from './nodes/consumerCall.ts'
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
export type Simulation<Run extends { readonly trace: Trace } = { readonly trace: Trace }> = {
  /** Handles up to `entries` more; true when the run is over. */
  advance(entries: number): boolean
  /** Where its clock stands, in ms. */
  now(): number
  /** The answer; the simulation is of no use afterwards. */
  finish(): Run
}

/** Makes the client of a world: one class a procedure of its poll. */
export type ClientMaker = (world: ClientWorld, engine: Engine, ledger: Ledger, chance: Chance) => PollingClient

/** Makes who uses the client of a world that tells of a producer. */
export type ProducerMaker = (
  world: ClientWorld,
  producer: ProducerWorld,
  engine: Engine,
  ledger: Ledger,
  client: PollingClient,
) => Producer

/** Makes who uses the client of a world that tells of one call of a consumer or an admin client. */
export type ApiCallMaker = (
  world: ClientWorld,
  call: ApiCall,
  engine: Engine,
  ledger: Ledger,
  client: PollingClient,
) => ConsumerCall | AdminCall

/** Begins a run of one client's world. */
export function simulate(
  world: ClientWorld,
  chance: Chance,
  clientOf: ClientMaker,
  producerOf: ProducerMaker,
  apiCallOf: ApiCallMaker,
): Simulation<ClientRun> {
  const engine = new Engine(world.until, eventsAnInstant)
  let isFull = false
  const ledger = ledgerOf(world, () => {
    isFull = true
    engine.stop()
  })
  const client = clientOf(world, engine, ledger, chance)
  const producer = world.producer && producerOf(world, world.producer, engine, ledger, client)
  const apiCall = world.apiCall && apiCallOf(world, world.apiCall, engine, ledger, client)
  const application = producer ?? apiCall ?? new Application(world, engine, ledger, client)
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
      const trace = ledger.writer.finish(how === 'until' ? world.until : engine.now, how)
      return { end: endOf(client, producer), trace }
    },
  }
}

type User = Application | Producer | ConsumerCall | AdminCall

/** The first row is the run itself; the world's faults of instant 0 come before the client's first poll. */
function start(engine: Engine, ledger: Ledger, client: PollingClient, application: User): void {
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
  ledger.writer.field(what === 'rows' ? world.rowLimit : eventsAnInstant)
}

function endOf(client: PollingClient, producer: Producer | undefined): ClientEnd {
  return {
    ...(producer && { producer: producer.ends() }),
    at: producer ? producer.lastAt() : client.selectAt,
    connections: client
      .connectionEnds()
      .map((end) => ({ ...end, inFlight: client.inFlight.get(end.node)?.length ?? 0 })),
    metadata: client.metadataEnd(),
  }
}
