// How much stands behind the model: counted over the recordings by test/scenario/evidence.test.ts. Do not edit.

/** Recorded cases of Kafka's NetworkClient by the release that they were recorded from. */
export const recordedCases: { readonly [release: string]: number } = {
  '0.8.2.2': 52,
  '0.9.0.1': 52,
  '2.4.0': 33,
  '2.6.0': 419,
  '2.7.0': 427,
  '2.8.2': 30,
  '3.1.2': 30,
  '3.6.2': 30,
  '3.7.2': 30,
  '3.9.1': 431,
  '4.4.0': 432,
}

/** Recorded cases of Kafka's KafkaRaftClient by the release that they were recorded from. */
export const quorumCases: { readonly [release: string]: number } = {
  '3.7.2': 262,
  '3.8.1': 62,
  '3.9.0': 62,
  '3.9.1': 262,
  '4.0.1': 62,
  '4.1.1': 262,
  '4.2.1': 262,
  '4.4.0': 262,
}

/** Recorded cases of Kafka's Sender by the release that they were recorded from, and of what a caller of KafkaProducer sees. */
export const senderCases: { readonly [release: string]: number } = {
  '0.8.2.2': 336,
  '0.9.0.1': 343,
  '1.1.1': 103,
  '2.0.1': 103,
  '2.1.1': 106,
  '2.7.0': 110,
  '3.4.1': 109,
  '3.9.1': 349,
  '4.4.0': 349,
}
export const callerCases = 130

/** Schedules of a partition that were played to the end by two other models, each state of each step. */
export const playedSchedules = 334

/** Schedules that real brokers were led through, by release. */
export const brokerCases: { readonly [release: string]: number } = {
  '0.8.1.1': 16,
  '0.8.2.2': 12,
  '0.9.0.1': 12,
  '0.11.0.3': 8,
  '1.1.1': 8,
  '2.1.1': 8,
  '3.9.1': 12,
  '4.3.1': 13,
}

/** Searches through all histories of a partition whose numbers of states two other models had found. */
export const countedSearches = 318

/** In how many of the former, of releases that have a setting, it stood, and with how many values. */
export const settingCases: { readonly [key: string]: { readonly cases: number; readonly values: number } } = {
  'socket.connection.setup.timeout.ms': { cases: 1410, values: 8 },
  'socket.connection.setup.timeout.max.ms': { cases: 1410, values: 24 },
  'reconnect.backoff.ms': { cases: 1966, values: 8 },
  'reconnect.backoff.max.ms': { cases: 1862, values: 21 },
  'request.timeout.ms': { cases: 1914, values: 7 },
  'metadata.max.age.ms': { cases: 1966, values: 4 },
  'retry.backoff.ms': { cases: 1966, values: 6 },
  'retry.backoff.max.ms': { cases: 893, values: 10 },
  'metadata.recovery.strategy': { cases: 863, values: 2 },
  'metadata.recovery.rebootstrap.trigger.ms': { cases: 432, values: 5 },
  'max.in.flight.requests.per.connection': { cases: 1966, values: 4 },
}

/** Recorded cases in which a name has several addresses. */
export const severalAddresses = 643

/** How often Kafka's own configuration classes were asked about a setting with a value that tells something. */
export const verdictCases: { readonly [key: string]: number } = {
  'socket.connection.setup.timeout.ms': 17,
  'socket.connection.setup.timeout.max.ms': 12,
  'reconnect.backoff.ms': 17,
  'reconnect.backoff.max.ms': 10,
  'request.timeout.ms': 34,
  'max.block.ms': 6,
  'metadata.fetch.timeout.ms': 6,
  'timeout.ms': 3,
  'metadata.max.age.ms': 1,
  'retry.backoff.ms': 17,
  'retry.backoff.max.ms': 10,
  'metadata.recovery.strategy': 3,
  'metadata.recovery.rebootstrap.trigger.ms': 4,
  'client.dns.lookup': 2,
  'max.in.flight.requests.per.connection': 20,
  acks: 33,
  retries: 18,
  'linger.ms': 21,
  'delivery.timeout.ms': 35,
  'enable.idempotence': 20,
  'batch.size': 1,
  'block.on.buffer.full': 4,
  'controller.quorum.fetch.timeout.ms': 44,
  'controller.quorum.election.timeout.ms': 25,
  'controller.quorum.election.backoff.max.ms': 17,
  'controller.quorum.request.timeout.ms': 13,
  'controller.quorum.retry.backoff.ms': 9,
  'controller.quorum.append.linger.ms': 8,
}

/** Releases whose defaults, ranges and words were read out of their own configuration classes. */
export const settingsReleases = 68

/** Connection attempts that were measured on a Linux kernel, and under how many pairs of sysctls. */
export const measuredAttempts = 264
export const measuredKernels = 22

/** Runs of real Java producers in front of black holes, and their releases. */
export const producerRuns = 24
export const producerReleases: readonly string[] = ['2.6.3', '2.7.2']

/** Recorded stretches that the recording itself contradicts; the test that leaves them out says why. */
export const doubtedStretches = 2
