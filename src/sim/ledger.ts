// What the nodes of one run write their trace with: the writer, and who is who in it.

import type { ClientWorld } from '../scenario/clientWorld.ts'
import type { Subject } from '../trace/trace.ts'
import { TraceWriter } from '../trace/writer.ts'

/** Subjects that every client run has, by number. */
export const RUN_SUBJECT = 0
export const CALLER_SUBJECT = 1
export const CLIENT_SUBJECT = 2

export type Ledger = {
  readonly writer: TraceWriter
  readonly connection: (node: number) => number
  readonly broker: (host: number) => number
  readonly partition: (partition: number) => number
}

/** `full` is told when the world's limit of rows is reached. The subjects of a client's world: run, caller, client, then each machine's connections and itself, then partitions. */
export function ledgerOf(world: ClientWorld, full: () => void): Ledger {
  const subjects: Subject[] = [
    { kind: 'run', name: 'run' },
    { kind: 'caller', name: 'caller' },
    { kind: 'client', name: 'client' },
  ]
  const connections = new Map<number, number>()
  const brokers: number[] = []
  world.hosts.forEach((host, index) => {
    for (const node of [host.boot, host.broker]) {
      if (node === undefined) continue
      connections.set(node, subjects.length)
      subjects.push({ kind: 'connection', name: host.name, node, host: index })
    }
    brokers.push(subjects.length)
    subjects.push({ kind: 'broker', name: host.name, host: index })
  })
  const partitions = subjects.length
  for (let p = 0; p < (world.producer?.partitions ?? 0); p++)
    subjects.push({ kind: 'partition', name: `partition ${p}`, partition: p })
  return {
    writer: new TraceWriter(subjects, world.rowLimit, full),
    connection: (node) => connections.get(node) as number,
    broker: (host) => brokers[host] as number,
    partition: (partition) => partitions + partition,
  }
}
