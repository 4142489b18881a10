// What the application does with the client, in the words of its menu and of the page "What is modelled". Complete by its type.

import type { Quorum, Replication, Workload } from './scenario.ts'

export type WorkloadWords = {
  /** As the menu has it, with `broker`, a name or what stands for one, where the choice is about one of them. */
  readonly choice: (broker: string) => string
  readonly help: string
}

/** True for what an application does with a client. */
export const isOfClient = (workload: Workload): workload is Exclude<Workload, Quorum | Replication> =>
  workload.kind !== 'quorum' && workload.kind !== 'replication'

/** Neither a quorum nor a replicated partition has a client whose application could do anything else. */
export const workloadWords: { readonly [kind in Exclude<Workload['kind'], 'quorum' | 'replication'>]: WorkloadWords } =
  {
    send: {
      choice: () => 'calls send() at 0',
      help: 'It waits for the metadata of its topic, at most max.block.ms. The client is new.',
    },
    refresh: {
      choice: () => 'calls send(), client not new',
      help: 'As send() at 0, but the client has long known its brokers: it picks among them and no more among bootstrap.servers.',
    },
    leader: {
      choice: (broker) => `asks for ${broker}, its leader`,
      help: 'Metadata is fresh, and the producer keeps asking for one broker, the leader of its partition.',
    },
    produce: {
      choice: () => 'sends records',
      help: 'A producer of one topic: what becomes of each record, and what its caller sees.',
    },
    consumer: {
      choice: () => 'is a consumer, and calls partitionsFor()',
      help: 'A new consumer asks any broker for the partitions of a topic at 0, and again after each failure, until default.api.timeout.ms is over.',
    },
    admin: {
      choice: () => 'is an admin client, and calls listTopics()',
      help: 'An admin client asks any broker at 0, once it has its own metadata; attempts, retries and backoffs all count towards default.api.timeout.ms.',
    },
    busy: {
      choice: (broker) => `calls send(), behind a request for ${broker}`,
      help: 'As send() at 0, but something else has asked for one bootstrap server just before, and the client is busy connecting to it.',
    },
  }
