// Models      the machines at the other end of the wire, and what the visitor's faults make of them.
// Kafka       nothing of it: a broker is what a client can see of one.
// Leaves out  how a broker spends its service time.

import type { Instant, Ms } from '../../base/time.ts'
import type { ClientWorld, Condition, FaultRow, Host, Loss, MetadataAnswer } from '../../scenario/clientWorld.ts'
import { conditionHolding, workDone } from '../../scenario/conditions.ts'
import { FAULT, HEALED } from '../../trace/kinds.ts'
import * as rule from '../../trace/rules.ts'
import { word } from '../../trace/vocabulary.ts'
import { type Engine, WORLD } from '../engine/engine.ts'
import type { Ledger } from '../ledger.ts'

/** Which machine, and which of its addresses. */
export type Place = { readonly host: number; readonly address: number }

export class Hosts {
  private readonly byNode = new Map<number, number>()
  private readonly rows: number[] = []
  /** How many messages each loss has seen. */
  private readonly seen = new Map<Loss, number>()

  constructor(
    private readonly world: ClientWorld,
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {
    world.hosts.forEach(({ boot, broker }, host) => {
      for (const node of [boot, broker]) if (node !== undefined) this.byNode.set(node, host)
    })
    this.scheduleFaults()
  }

  /** Which machine a node id of the client's is. */
  of(node: number): number {
    return this.byNode.get(node) as number
  }

  /** The condition of an address of a machine at an instant: the last that began by then. */
  at(place: Place, at: Instant): Condition {
    return conditionHolding(this.conditionsOf(place), at)
  }

  private conditionsOf({ host, address }: Place): readonly Condition[] {
    const { conditions } = this.world.hosts[host] as Host
    return (conditions[address] ?? conditions[0]) as readonly Condition[]
  }

  /** The fault that loses a message which sets out now, -1: none does. Each message must be asked for once. */
  loses({ host, address }: Place, message: Loss['message']): number {
    const { losses } = this.world.hosts[host] as Host
    const { now } = this.engine
    let by = -1
    for (const loss of losses) {
      const concerned = loss.message === message && (loss.address === undefined || loss.address === address)
      if (!concerned || now < loss.at || now >= loss.until) continue
      const seen = (this.seen.get(loss) ?? 0) + 1
      this.seen.set(loss, seen)
      if (seen === loss.nth) by = loss.fault
    }
    return by
  }

  /** The row of a fault, else `otherwise`. */
  blame(fault: number, otherwise: number): number {
    return this.rows[fault] ?? otherwise
  }

  /** When the process of a place is done with so much work, begun at an instant. */
  served(place: Place, from: Instant, work: Ms): Instant {
    return workDone(this.conditionsOf(place), from, work)
  }

  /** Something took all connections of a place away since an instant. */
  wasReset({ host, address }: Place, since: Instant): boolean {
    const { resets } = this.world.hosts[host] as Host
    const { now } = this.engine
    return resets.some((reset) => reset.at >= since && reset.at <= now && (reset.address ?? address) === address)
  }

  /** A firewall that forgets the connections of a place before an instant: its fault, -1: none does. */
  forgetsBefore({ host, address }: Place, until: Instant): number {
    const { resets } = this.world.hosts[host] as Host
    const { now } = this.engine
    const found = resets.find(
      (reset) =>
        reset.what === 'forgotten by the path' &&
        reset.at > now &&
        reset.at <= until &&
        (reset.address ?? address) === address,
    )
    return found?.fault ?? -1
  }

  /** What a metadata answer written at an instant lists: what was scripted, else all brokers. */
  listedAt(at: Instant): Pick<MetadataAnswer, 'brokers' | 'rebootstrapRequired'> {
    const scripted = this.world.metadata.answers.findLast((answer) => answer.at <= at)
    return scripted ?? { brokers: this.world.hosts.flatMap(({ broker }) => broker ?? []), rebootstrapRequired: false }
  }

  private scheduleFaults(): void {
    const { engine, world } = this
    const onFault = engine.on((index) => this.tellFault(world.faults[index] as FaultRow))
    const onHealed = engine.on((index) => this.tellHealed(world.faults[index] as FaultRow))
    world.faults.forEach((fault, index) => {
      engine.schedule(fault.at, WORLD, onFault, index, 0, -1)
      // What happens in a moment has no end to tell of.
      if (fault.until > fault.at) engine.schedule(fault.until, WORLD, onHealed, index, 0, -1)
    })
  }

  private tellFault(fault: FaultRow): void {
    const { writer } = this.ledger
    this.rows[fault.index] = writer.row(this.engine.now, this.ledger.broker(fault.host), FAULT, rule.YOUR_FAULT, -1, -1)
    writer.field(fault.index)
    writer.field(word(fault.what))
    writer.field(fault.until)
  }

  private tellHealed(fault: FaultRow): void {
    const { writer } = this.ledger
    const cause = this.rows[fault.index] ?? -1
    writer.row(this.engine.now, this.ledger.broker(fault.host), HEALED, rule.YOUR_FAULT, cause, -1)
    writer.field(fault.index)
    writer.field(word(fault.what))
  }
}
