// What each release says about the settings that the lab uses, recorded from Kafka's own ConfigDefs.
// Made by scripts/settings.mjs. Do not edit.

/** What holds for every release from `from` to `to`, both included. */
export type Range = {
  readonly from: string
  readonly to: string
  readonly type: 'long' | 'int' | 'short' | 'string' | 'boolean'
  readonly default: number | string | boolean
  /** Least value that the release's own validator takes; absent: only the type bounds it. */
  readonly min?: number
  readonly words?: readonly string[]
  /** Words are compared without regard to case. */
  readonly anyCase?: true
  readonly deprecated?: true
}

/** Releases whose validators are declared and never applied to given values: only types count. */
export const unchecked = { from: '0.8.2.0', to: '0.8.2.2' }

/** Ranges by key, the oldest first. */
export const producerSettings: { readonly [key: string]: readonly Range[] } = {
  'socket.connection.setup.timeout.ms': [{ from: '2.7.0', to: '4.4.0', type: 'long', default: 10000 }],
  'socket.connection.setup.timeout.max.ms': [
    { from: '2.7.0', to: '2.7.2', type: 'long', default: 127000 },
    { from: '2.8.0', to: '4.4.0', type: 'long', default: 30000 },
  ],
  'reconnect.backoff.ms': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'long', default: 10, min: 0 },
    { from: '0.9.0.0', to: '4.4.0', type: 'long', default: 50, min: 0 },
  ],
  'reconnect.backoff.max.ms': [{ from: '0.11.0.0', to: '4.4.0', type: 'long', default: 1000, min: 0 }],
  'request.timeout.ms': [{ from: '0.9.0.0', to: '4.4.0', type: 'int', default: 30000, min: 0 }],
  'max.block.ms': [{ from: '0.9.0.0', to: '4.4.0', type: 'long', default: 60000, min: 0 }],
  'metadata.fetch.timeout.ms': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'long', default: 60000, min: 0 },
    { from: '0.9.0.0', to: '0.10.2.2', type: 'long', default: 60000, min: 0, deprecated: true },
  ],
  'timeout.ms': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'int', default: 30000, min: 0 },
    { from: '0.9.0.0', to: '0.10.2.2', type: 'int', default: 30000, min: 0, deprecated: true },
  ],
  'metadata.max.age.ms': [{ from: '0.8.2.0', to: '4.4.0', type: 'long', default: 300000, min: 0 }],
  'retry.backoff.ms': [{ from: '0.8.2.0', to: '4.4.0', type: 'long', default: 100, min: 0 }],
  'retry.backoff.max.ms': [{ from: '3.7.0', to: '4.4.0', type: 'long', default: 1000, min: 0 }],
  'metadata.recovery.strategy': [
    { from: '3.8.0', to: '3.9.2', type: 'string', default: 'none', words: ['none', 'rebootstrap'], anyCase: true },
    {
      from: '4.0.0',
      to: '4.4.0',
      type: 'string',
      default: 'rebootstrap',
      words: ['none', 'rebootstrap'],
      anyCase: true,
    },
  ],
  'metadata.recovery.rebootstrap.trigger.ms': [{ from: '4.0.0', to: '4.4.0', type: 'long', default: 300000, min: 0 }],
  'client.dns.lookup': [
    {
      from: '2.1.0',
      to: '2.5.1',
      type: 'string',
      default: 'default',
      words: ['default', 'use_all_dns_ips', 'resolve_canonical_bootstrap_servers_only'],
    },
    {
      from: '2.6.0',
      to: '2.8.2',
      type: 'string',
      default: 'use_all_dns_ips',
      words: ['default', 'use_all_dns_ips', 'resolve_canonical_bootstrap_servers_only'],
    },
    {
      from: '3.0.0',
      to: '4.4.0',
      type: 'string',
      default: 'use_all_dns_ips',
      words: ['use_all_dns_ips', 'resolve_canonical_bootstrap_servers_only'],
    },
  ],
  'max.in.flight.requests.per.connection': [{ from: '0.8.2.0', to: '4.4.0', type: 'int', default: 5, min: 1 }],
  acks: [
    { from: '0.8.2.0', to: '2.8.2', type: 'string', default: '1', words: ['all', '-1', '0', '1'] },
    { from: '3.0.0', to: '4.4.0', type: 'string', default: 'all', words: ['all', '-1', '0', '1'] },
  ],
  retries: [
    { from: '0.8.2.0', to: '2.0.1', type: 'int', default: 0, min: 0 },
    { from: '2.1.0', to: '4.4.0', type: 'int', default: 2147483647, min: 0 },
  ],
  'linger.ms': [
    { from: '0.8.2.0', to: '2.0.1', type: 'long', default: 0, min: 0 },
    { from: '2.1.0', to: '2.2.0', type: 'int', default: 0, min: 0 },
    { from: '2.2.1', to: '3.9.2', type: 'long', default: 0, min: 0 },
    { from: '4.0.0', to: '4.4.0', type: 'long', default: 5, min: 0 },
  ],
  'delivery.timeout.ms': [{ from: '2.1.0', to: '4.4.0', type: 'int', default: 120000, min: 0 }],
  'enable.idempotence': [
    { from: '0.11.0.0', to: '2.8.2', type: 'boolean', default: false },
    { from: '3.0.0', to: '4.4.0', type: 'boolean', default: true },
  ],
  'buffer.memory': [{ from: '0.8.2.0', to: '4.4.0', type: 'long', default: 33554432, min: 0 }],
  'batch.size': [{ from: '0.8.2.0', to: '4.4.0', type: 'int', default: 16384, min: 0 }],
  'block.on.buffer.full': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'boolean', default: true },
    { from: '0.9.0.0', to: '0.10.2.2', type: 'boolean', default: false, deprecated: true },
  ],
}

/** The same of a controller. */
export const controllerSettings: { readonly [key: string]: readonly Range[] } = {
  'controller.quorum.fetch.timeout.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 2000 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 2000 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 2000, min: 0 },
  ],
  'controller.quorum.election.timeout.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 1000 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 1000 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 1000, min: 0 },
  ],
  'controller.quorum.election.backoff.max.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 1000 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 1000 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 1000, min: 0 },
  ],
  'controller.quorum.request.timeout.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 2000 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 2000 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 2000, min: 0 },
  ],
  'controller.quorum.retry.backoff.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 20 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 20 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 20, min: 0 },
  ],
  'controller.quorum.append.linger.ms': [
    { from: '2.8.0', to: '2.8.2', type: 'int', default: 25 },
    { from: '3.0.0', to: '4.0.2', type: 'int', default: 25 },
    { from: '4.1.0', to: '4.4.0', type: 'int', default: 25, min: 0 },
  ],
}

/** The same of a replicated partition. */
export const topicSettings: { readonly [key: string]: readonly Range[] } = {
  acks: [
    { from: '0.8.2.0', to: '2.8.2', type: 'string', default: '1', words: ['all', '-1', '0', '1'] },
    { from: '3.0.0', to: '4.4.0', type: 'string', default: 'all', words: ['all', '-1', '0', '1'] },
  ],
  'request.required.acks': [{ from: '0.8.1.1', to: '0.8.1.1', type: 'short', default: 0 }],
  'min.insync.replicas': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'int', default: 1, min: 1 },
    { from: '0.9.0.0', to: '4.4.0', type: 'int', default: 1, min: 1 },
  ],
  'unclean.leader.election.enable': [
    { from: '0.8.2.0', to: '0.8.2.2', type: 'boolean', default: true },
    { from: '0.9.0.0', to: '0.10.2.2', type: 'boolean', default: true },
    { from: '0.11.0.0', to: '4.4.0', type: 'boolean', default: false },
  ],
  'replica.lag.max.messages': [{ from: '0.8.1.1', to: '0.8.2.2', type: 'long', default: 4000 }],
  'replica.lag.time.max.ms': [
    { from: '0.8.1.1', to: '0.8.2.2', type: 'long', default: 10000 },
    { from: '0.9.0.0', to: '2.4.1', type: 'long', default: 10000 },
    { from: '2.5.0', to: '4.4.0', type: 'long', default: 30000 },
  ],
}

/** The other clients: the first release that has them, the keys that are as the producer's since then, and their own ranges of the others. */
export const otherClients: {
  readonly [component in 'consumer' | 'admin']: {
    readonly since: string
    readonly shared: readonly string[]
    readonly own: { readonly [key: string]: readonly Range[] }
  }
} = {
  consumer: {
    since: '0.9.0.0',
    shared: [
      'socket.connection.setup.timeout.ms',
      'socket.connection.setup.timeout.max.ms',
      'reconnect.backoff.ms',
      'reconnect.backoff.max.ms',
      'metadata.max.age.ms',
      'retry.backoff.ms',
      'retry.backoff.max.ms',
      'metadata.recovery.strategy',
      'metadata.recovery.rebootstrap.trigger.ms',
      'client.dns.lookup',
    ],
    own: {
      'request.timeout.ms': [
        { from: '0.9.0.0', to: '0.10.0.1', type: 'int', default: 40000, min: 0 },
        { from: '0.10.1.0', to: '1.1.1', type: 'int', default: 305000, min: 0 },
        { from: '2.0.0', to: '4.4.0', type: 'int', default: 30000, min: 0 },
      ],
      'default.api.timeout.ms': [{ from: '2.0.0', to: '4.4.0', type: 'int', default: 60000, min: 0 }],
      'session.timeout.ms': [
        { from: '0.9.0.0', to: '0.10.0.1', type: 'int', default: 30000 },
        { from: '0.10.1.0', to: '2.8.2', type: 'int', default: 10000 },
        { from: '3.0.0', to: '4.4.0', type: 'int', default: 45000 },
      ],
      'heartbeat.interval.ms': [
        { from: '0.9.0.0', to: '2.0.1', type: 'int', default: 3000 },
        { from: '2.1.0', to: '4.4.0', type: 'int', default: 3000 },
      ],
      'fetch.max.wait.ms': [{ from: '0.9.0.0', to: '4.4.0', type: 'int', default: 500, min: 0 }],
    },
  },
  admin: {
    since: '0.11.0.0',
    shared: [
      'socket.connection.setup.timeout.ms',
      'socket.connection.setup.timeout.max.ms',
      'reconnect.backoff.ms',
      'reconnect.backoff.max.ms',
      'metadata.max.age.ms',
      'retry.backoff.ms',
      'retry.backoff.max.ms',
      'metadata.recovery.strategy',
      'metadata.recovery.rebootstrap.trigger.ms',
      'client.dns.lookup',
    ],
    own: {
      'request.timeout.ms': [
        { from: '0.11.0.0', to: '2.4.1', type: 'int', default: 120000, min: 0 },
        { from: '2.5.0', to: '4.4.0', type: 'int', default: 30000, min: 0 },
      ],
      retries: [
        { from: '0.11.0.0', to: '2.4.1', type: 'int', default: 5, min: 0 },
        { from: '2.5.0', to: '4.4.0', type: 'int', default: 2147483647, min: 0 },
      ],
      'default.api.timeout.ms': [{ from: '2.5.0', to: '4.4.0', type: 'int', default: 60000, min: 0 }],
    },
  },
}
