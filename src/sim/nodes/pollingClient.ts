// Models      what the network layers of all eras share: one select at a time, requests in flight, what is told of them.
// Kafka       clients/NetworkClient: poll, doSend, completeResponses; KafkaClient is what callers see of it.
// Leaves out  what each era's own procedure says.

import { JavaHashMap } from '../../base/javaHash.ts'
import { type Instant, type Ms, ms, plus } from '../../base/time.ts'
import type { ClientWorld } from '../../scenario/clientWorld.ts'
import { CLOSE, COMPLETED, DRAW, METADATA, NONE, POLL, SEND, THROWN } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { type Word, word } from '../../trace/vocabulary.ts'
import type { Chance } from '../chance.ts'
import { type Engine, PROCESS } from '../engine/engine.ts'
import { CLIENT_SUBJECT, type Ledger, RUN_SUBJECT } from '../ledger.ts'
import type { Api, Produce, Request } from '../machines/inFlight.ts'
import type { Metadata } from '../machines/metadata.ts'
import { apiWord } from './apiWord.ts'
import type { Answer } from './channel.ts'
import { Network, type Written } from './network.ts'
import type { Topic } from './topic.ts'

/** What a caller is told when its request is over. */
export type Outcome = 'response' | 'disconnected' | 'timedOut'

export type Completion = {
  readonly request: number
  readonly node: number
  readonly outcome: Outcome
  readonly row: number
  /** The rule, where neither an answer nor a lost connection ended it. */
  readonly rule?: number
  /** The error code of each batch of a PRODUCE, where an answer told them. */
  readonly codes?: readonly number[]
  /** The brokers that an answer could list. */
  readonly brokers?: readonly number[]
}

/** How long somebody would wait in poll, and why: the rule of that term and the row that armed it. */
export type Wait = { readonly wait: Ms; readonly rule: number; readonly armedBy: number }

/**
 * The caller: one turn makes its calls and says how long it would wait (undefined: its loop has ended); `nextCallAt` is when it wakes the
 * client for its next one.
 */
export type Caller = {
  turn(): Wait | undefined
  nextCallAt(): Instant
  /** It does nothing until then, not even poll (Time.sleep). */
  sleepsUntil?(): Instant
  /** The client is there; what is called now comes before its first poll and wakes nothing. */
  begins?(cause: number): void
  /** The select returned with these writes done that expect no answer (handleCompletedSends). */
  written?(writes: readonly Written[]): void
  /** The errors that an answer told of, by name. */
  errors?(completion: Completion): readonly Word[]
  /** A request of its own is over, as a row tells. */
  completed?(completion: Completion, row: number): void
}

/** What one send is. `request`: the caller's number for it, undefined for an internal one. */
export type Sending = {
  readonly node: number
  readonly api: Api
  readonly request: number | undefined
  readonly timeout: Ms
  readonly version: number
  readonly produce?: Produce | undefined
  readonly rule: number
  readonly cause: number
  readonly armedBy: number
}

/** One connection at the end of a run; lengths in ms. */
export type ConnectionEnd = {
  readonly node: number
  readonly state: string
  readonly lastAttempt: number
  readonly failedAttempts: number
  readonly reconnectBackoff: number
  readonly failedConnectAttempts: number
  readonly setupTimeout: number
}

/** The metadata at the end of a run. */
export type MetadataEnd = {
  readonly order: readonly number[]
  readonly lastRefresh: number
  readonly lastSuccess: number
  readonly attempts: number
  readonly equivalent: number
  readonly requested: boolean
}

export abstract class PollingClient {
  readonly inFlight = new JavaHashMap<Request[]>()
  readonly network: Network
  /** The instant of the select called last, or of the throw. */
  selectAt = 0 as Instant
  thrown = false
  /** What it knows of its producer's topic. */
  topic: Topic | undefined
  /** Told of each metadata answer, with its row. */
  whenUpdated: (row: number) => void = () => {}

  protected pollRow = -1
  /** What is over by the end of this poll, in order. */
  readonly completions: Completion[] = []
  private caller: Caller | undefined
  private correlation = 0
  private wakes = 0
  private wokenAt = -1
  private selecting = false
  private sleeping = false
  private wakesNextSelect = false
  private readonly onWake: number
  private readonly onSlept: number

  constructor(
    readonly world: ClientWorld,
    readonly engine: Engine,
    readonly ledger: Ledger,
    readonly chance: Chance,
  ) {
    this.network = new Network(world, engine, ledger, (row) => this.woken(row))
    this.onWake = engine.on((generation) => {
      if (generation !== this.wakes) return
      this.wakes++
      this.selecting = false
      this.network.endSelect()
      this.caller?.written?.(this.network.written)
      this.selectReturned()
      if (!this.thrown) this.next()
    })
    this.onSlept = engine.on(() => {
      this.sleeping = false
      this.next()
    })
  }

  /** The client's first turn, at the present instant. */
  start(caller: Caller, cause: number): void {
    this.caller = caller
    this.begin(cause)
    caller.begins?.(cause)
    this.wakesNextSelect = false
    this.next()
  }

  /** The caller's next turn and the poll that follows, unless its loop has ended. */
  private next(): void {
    const { caller, engine } = this
    const sleepsUntil = caller?.sleepsUntil?.() ?? engine.now
    if (sleepsUntil > engine.now) {
      this.network.rest()
      this.sleeping = true
      engine.schedule(sleepsUntil, PROCESS, this.onSlept, 0, 0, this.pollRow)
      return
    }
    if (this.turn(this.caller as Caller)) return
    this.selectAt = this.engine.now
    for (const { node } of this.connectionEnds()) this.network.close(node)
  }

  /** KafkaClient.wakeup: the select that waits, or else the next one, returns at once. */
  wakeup(row: number): void {
    if (this.selecting) this.woken(row)
    else this.wakesNextSelect = true
  }

  // What a caller sees.

  /** NetworkClient.ready: true where the node may take a request now; else starts to connect where it may. */
  abstract ready(node: number, cause: number): boolean
  /** The metadata's machine, from 0.10.2 on. */
  metadata(): Metadata | undefined {
    return undefined
  }

  /** The row of the last thing that the metadata was told. */
  abstract metadataTold(): number
  /** The clock that its callbacks read: in 0.8.2 that of the poll's caller. */
  callbackClock(): Instant {
    return this.engine.now
  }

  /** leastLoadedNode, for a caller to whom any node will do; undefined: there is none. */
  abstract leastLoaded(): number | undefined
  /** An admin client keeps its metadata itself (AdminMetadataManager): nobody here does, and `lost` is told of lost connections. */
  keepNoMetadata(_lost: (cause: number) => void): void {}
  /** Such a client's metadata: it knows these nodes from now on. */
  learn(_nodes: readonly number[], _cause: number): void {}
  /** Hands a request of the caller's to the client. */
  abstract sendUser(node: number, request: number, timeout: Ms): void
  /** Hands a PRODUCE to the client, under the correlation id that it gives. */
  abstract sendProduce(node: number, produce: Produce, why: number): number
  /** Metadata.requestUpdate; `byCaller`: by the client's user and not for what befell a connection or a batch. */
  abstract askForUpdate(byCaller: boolean, why: number, cause: number): void
  abstract disconnect(node: number, cause: number): void
  abstract close(node: number, cause: number): void
  /** How long a caller that waits for this node would poll. */
  abstract pollDelay(node: number): Wait
  /** The client's entry for a node, ABSENT where it has none; `row`: of its last change of state, -1: none. */
  abstract connection(node: number): { readonly state: string; readonly row: number }

  abstract connectionEnds(): ConnectionEnd[]
  abstract metadataEnd(): MetadataEnd

  // What each era does in its own order.

  protected abstract begin(cause: number): void
  /** After a wait of 0 the next turn would find the same, for ever: some real time has to pass. */
  protected wouldSpin(): boolean {
    return true
  }
  /** The rest of poll, after its select. */
  protected abstract selectReturned(): void
  /** The caller's turn, and poll up to its select; false where the caller has ended. */
  protected abstract turn(caller: Caller): boolean

  /** The network has something for the select that is waiting. */
  private woken(row: number): void {
    if (this.sleeping || this.wokenAt === this.engine.now) return
    this.wokenAt = this.engine.now
    this.engine.schedule(this.engine.now, PROCESS, this.onWake, this.wakes, 0, row)
  }

  /** Calls the select. `caller` is poll's own argument, `winner` the term that won the min. */
  protected select(caller: Wait, winner: Wait, nextCallAt: Instant, cause: number): void {
    const { engine, ledger, world } = this
    const { now } = engine
    // A negative setup timeout is taken for none; Kafka's selector would refuse it.
    const timeout = ms(Math.max(winner.wait, 0))
    const atOnce = this.network.beginSelect() || this.wakesNextSelect
    this.wakesNextSelect = false
    // Real time passes between two looks of a loop that does not wait; a recording's clock stands still.
    const spins = timeout === 0 && !atOnce && !world.scripted && this.wouldSpin()
    const full = plus(plus(now, timeout), spins ? ms(1) : timeout > 0 ? world.selectOvershoot : ms(0))
    const called = nextCallAt < full
    const wakesAt = atOnce ? now : called ? nextCallAt : full
    const why = atOnce ? rule.WAIT_NOTHING : called ? rule.WAIT_CALL : spins ? rule.WAIT_SPIN : winner.rule
    this.pollRow = ledger.writer.row(now, CLIENT_SUBJECT, POLL, why, cause, winner.armedBy)
    ledger.writer.field(caller.wait)
    ledger.writer.field(timeout)
    ledger.writer.field(wakesAt)
    this.selectAt = now
    this.wokenAt = -1
    this.selecting = true
    engine.schedule(wakesAt, PROCESS, this.onWake, this.wakes, 0, this.pollRow)
  }

  /** The number that the next request gets. */
  protected nextCorrelation(): number {
    return this.correlation++
  }

  /** doSend: into the requests in flight and to the selector. Gives the SEND row. */
  protected dispatch(sending: Sending, correlation: number): number {
    const { engine, ledger } = this
    const { node, api, request, timeout, version, produce } = sending
    const topic = api === 'METADATA' && (this.topic?.added ?? false)
    const row = ledger.writer.row(
      engine.now,
      ledger.connection(node),
      SEND,
      sending.rule,
      sending.cause,
      sending.armedBy,
    )
    ledger.writer.field(apiWord(api))
    ledger.writer.field(correlation)
    ledger.writer.field(request ?? NONE)
    ledger.writer.field(plus(engine.now, timeout))
    ledger.writer.field(this.network.arrivalAt(node))
    for (const batch of produce?.batches ?? []) ledger.writer.field(batch)
    const throttle = ms(0)
    const sent: Request = {
      api,
      correlation,
      request,
      version,
      produce,
      topic,
      sentAt: engine.now,
      timeout,
      throttle,
      written: false,
      row,
      sentRow: row,
    }
    const queue = this.inFlight.get(node)
    if (queue) queue.push(sent)
    else this.inFlight.set(node, [sent])
    this.network.send(node, sent)
    return row
  }

  /** Selector.close, as a CLOSE row where there was a channel; gives that row, else the cause. */
  protected closeChannel(node: number, why: number, cause: number, armedBy: number): number {
    const { engine, ledger } = this
    if (!this.network.close(node)) return cause
    return ledger.writer.row(engine.now, ledger.connection(node), CLOSE, why, cause, armedBy)
  }

  /** Tells callers what became of their requests, and forgets it. */
  protected complete(completions: Completion[]): void {
    const { engine, ledger } = this
    for (const completion of completions) {
      const { request, node, outcome, row } = completion
      const why = completion.rule ?? (outcome === 'response' ? rule.ANSWER_HANDLED : rule.CANCELLED)
      const told = ledger.writer.row(engine.now, ledger.connection(node), COMPLETED, why, row, -1)
      ledger.writer.field(request)
      ledger.writer.field(word(outcome))
      for (const error of this.caller?.errors?.(completion) ?? []) ledger.writer.field(word(error))
      this.caller?.completed?.(completion, told)
    }
    completions.length = 0
  }

  /** A METADATA row; `order`: the node list of a new cluster. */
  tellMetadata(what: Word, why: number, cause: number, retryAt: number, order: readonly number[]): number {
    const { writer } = this.ledger
    const row = writer.row(this.engine.now, CLIENT_SUBJECT, METADATA, why, cause, -1)
    writer.field(word(what))
    writer.field(retryAt)
    for (const node of order) writer.field(node)
    return row
  }

  /** A draw, as a row of its own. `node`: NONE where the client as a whole draws. */
  recordDraw(name: Word, node: number, k: number, argument: number, value: number): void {
    const { writer } = this.ledger
    writer.row(
      this.engine.now,
      node === NONE ? CLIENT_SUBJECT : this.ledger.connection(node),
      DRAW,
      rule.NO_RULE,
      this.pollRow,
      -1,
    )
    writer.field(word(name))
    writer.field(node)
    writer.field(k)
    writer.field(argument)
    writer.field(value)
  }

  /** A new cluster's node list: shuffled when it is built. */
  shuffled(nodes: readonly number[]): number[] {
    const order = this.chance.order(this.engine.now, word('shuffle'), nodes)
    this.recordDraw('shuffle', NONE, 0, nodes.length, order[0] ?? NONE)
    return order
  }

  /** The nodes that the client knows before its first answer. */
  knownNodes(): number[] {
    const { hosts, metadata } = this.world
    if (metadata.known === 'bootstrap') return hosts.flatMap(({ boot }) => boot ?? [])
    return hosts.flatMap(({ broker }) => broker ?? []).filter((node) => metadata.knownBrokers?.includes(node) ?? true)
  }

  /** Poll threw: the client is broken and the run ends. */
  throw(what: Word, why: number, cause: number): void {
    const { writer } = this.ledger
    writer.row(this.engine.now, RUN_SUBJECT, THROWN, why, cause, -1)
    writer.field(word(what))
    this.thrown = true
    this.selectAt = this.engine.now
    this.engine.stop()
  }
}

/** The completion of a caller's request that was answered. */
export const answered = ({ request }: Request, { channel, row, codes, brokers }: Answer): Completion => ({
  request: request ?? NONE,
  node: channel.node,
  outcome: 'response',
  row,
  codes,
  brokers,
})
