// A question of one's own to begin with: one variant, the newest release at its defaults, and nothing fails.

import { world } from './defaultPreset.ts'
import { setLab } from './edit.ts'
import { quorum } from './quorumPresets.ts'
import { endOfSchedule, replicas } from './readReplication.ts'
import { releasesIn } from './releases.ts'
import { type Replication, type Scenario, withoutClient } from './scenario.ts'

const { kernel, ...client } = withoutClient

/** A record that all replicas fetch, and learn to be safe. */
const replication: Replication = { kind: 'replication', order: 'ABC', schedule: 'p; f B; f C; f B; f C' }

/** What stands at the beginning, by lab: its title, its length in ms, its world. */
const starts = {
  client: ['My three brokers', 10_000, world(3, 0)],
  requests: ['My records', 10_000, world(3, 0)],
  quorum: ['My three controllers', 6000, quorum(3, 1)],
  replication: [
    'My partition',
    endOfSchedule(replication),
    { nodes: replicas, kernel, latency: 0, ...client, faults: [], workload: replication },
  ],
} as const

/** The title of a lab's own start. */
export const ownTitle = (lab: Scenario['lab']): string => starts[lab][0]

/** A healthy world of a lab, to be made like one's own. */
export function ownStart(lab: Scenario['lab']): Scenario {
  const [title, until, started] = starts[lab]
  const newest = releasesIn(lab).findLast(({ draft }) => !draft)
  const variants = newest ? [{ name: newest.name, kafka: newest.id, config: {} }] : []
  const asked: Scenario = { v: 1, lab, title, seed: 1, until, world: started, variants }
  return lab === 'requests' ? setLab({ ...asked, lab: 'client' }, lab) : asked
}
