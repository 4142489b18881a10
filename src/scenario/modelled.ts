// What the model does with everything that a visitor can turn, and what it leaves out. The page "What is modelled" shows all of it.
// Complete by its types: a setting, a sysctl or a fault without its facts does not compile.

import type { ClientFaultKind } from './scenario.ts'
import type { SettingKey } from './settingForms.ts'
import type { Sysctl } from './sysctls.ts'

/** What the simulated client does with a setting. What of it is left out stands in settingTexts.ts. */
export const modelledSettings: { readonly [key in SettingKey]: string } = {
  'socket.connection.setup.timeout.ms':
    'Each poll closes every connection in setup that is older than its timeout, strictly. The timeout doubles with each attempt of a node in a row that failed, ±20 % where jitter is on. To 2.8 it covers TCP only, from 3.1 TLS and SASL too.',
  'socket.connection.setup.timeout.max.ms':
    'Where the doubling ends. To 3.6 the jitter comes after the cap and may pass it by 20 %; from 3.7 nothing does.',
  'connections.setup.timeout.ms':
    'The same fixed length for each attempt. Only leastLoadedNode looks at it, so nobody does while no metadata is wanted.',
  'reconnect.backoff.ms':
    'A node that was lost may be connected again only after this, doubled with each failure in a row, ±20 % where jitter is on; constant in 0.8.2 and 0.9. As it stands, without growth, it is also the longest wait of a poll that wants metadata and finds no node for it.',
  'reconnect.backoff.max.ms':
    'Where the doubling ends. If only reconnect.backoff.ms is set, this follows it, as Kafka has it.',
  'request.timeout.ms':
    'Each poll closes the connections of all requests in flight that are older than this, strictly: a request of the metadata, of the API versions, of records or of the caller. No select lasts longer. To 2.0 batches that wait longer expire, too.',
  'max.in.flight.requests.per.connection':
    'A node with so many unanswered requests takes no further one, be it for metadata.',
  'max.block.ms':
    'send() and partitionsFor() wait so long for metadata, then get a TimeoutException; what metadata leaves of it bounds the wait for memory. The client goes on.',
  'metadata.fetch.timeout.ms': 'What bounds send() of 0.8.2, and that of 0.9 where it is set.',
  'timeout.ms': 'In 0.9, where it is set, it stands for request.timeout.ms.',
  'retry.backoff.ms':
    'After a metadata update that failed or arrived, the next one waits for this, and so does a batch after a failed attempt. From 3.7 it doubles with each failure, and with each answer that brought nothing new, ±20 % where jitter is on.',
  'retry.backoff.max.ms': 'Where that doubling ends; from 3.7, no wait passes it.',
  'metadata.max.age.ms': 'So long after the last success an update is due by itself.',
  'metadata.recovery.strategy':
    'rebootstrap: where leastLoadedNode finds no node at all, the client forgets its brokers and begins with its bootstrap servers.',
  'metadata.recovery.rebootstrap.trigger.ms':
    'The same after so long without an update that was due, whatever the nodes are; the connections to the brokers that it knew are closed then.',
  'client.dns.lookup':
    'default: only the first address of a name is tried. Else one address after the other, attempt by attempt, and the name is resolved again after the last.',
  'delivery.timeout.ms':
    'Each turn of the Sender fails the batches that were created so long ago or longer, those in accumulation first, then those in flight; its poll waits no longer than for the next of them. A failed attempt of such a batch is not retried.',
  retries:
    'A batch whose attempt failed with an error that may be retried goes back to the front of its partition, so many times at most.',
  'linger.ms':
    'A batch leaves when it has waited so long, is full, or has another behind it; at once when flush() or close() was called. To 2.0 its waiting time is added to what lets it expire.',
  acks: '0: a request is done when it is written. Else when its answer comes.',
  'controller.quorum.fetch.timeout.ms':
    'The fetch timer of each follower: reset by each good answer to a Fetch, and by nothing else. It is looked at when the raft thread comes round: at its end or after a message. 1.5 F, cut to whole milliseconds, is check-quorum; F/2, cut too, the period of BeginQuorumEpoch from 3.9 on.',
  'controller.quorum.election.timeout.ms':
    'E + a roll of 0 to E - 1, each time a voter enters a state without a leader; what is left of it is inherited as Kafka does. 0 rolls nothing.',
  'controller.quorum.election.backoff.max.ms':
    'To 4.0 the bound of a candidate’s backoff, whose steps and rolls are those of the release; in every release of the wait that EndQuorumEpoch brings to the successors behind the first.',
  'controller.quorum.request.timeout.ms':
    'One request in flight to each node; its slot is free again at sent + Q. In 3.7 nothing wakes the thread for that.',
  'controller.quorum.retry.backoff.ms':
    'A slot whose request failed is free again after this; it neither grows nor varies.',
  'controller.quorum.append.linger.ms': 'From the first append after a drain to the drain into the log.',
  'request.required.acks':
    '0: sent is done. 1: appended is done. n: done when n replicas in the ISR hold the record. Below 0: done when the high watermark has passed it.',
  'min.insync.replicas':
    'With acks=all an append is refused while the ISR has fewer (NOT_ENOUGH_REPLICAS), and a record that the high watermark passes then is not acknowledged. From 3.7 the high watermark does not move then.',
  'unclean.leader.election.enable':
    'Where no in-sync replica is live: true, the first live one in assignment order leads; false, nobody does.',
  'eligible.leader.replicas.version':
    '1: whoever leaves an ISR below min.insync.replicas may lead when the ISR is empty.',
  'replica.lag.max.messages':
    'Step m drops a follower that is more messages behind than this, as far as the leader knows.',
  'replica.lag.time.max.ms':
    'There is no clock here: step s is the look at which a follower has been behind for longer than this.',
  'default.api.timeout.ms':
    'A call of a consumer or an admin client that brings no timeout of its own gives up after so long, whatever its attempts do. Before a client has it (2.0, 2.5), request.timeout.ms stands in its place.',
  'session.timeout.ms': 'What Kafka refuses together with request.timeout.ms (to 1.1) and heartbeat.interval.ms.',
  'heartbeat.interval.ms':
    'What Kafka refuses together with session.timeout.ms. From 2.0 no poll of a consumer is longer, nor longer than 5 s.',
  'fetch.max.wait.ms': 'What Kafka refuses together with request.timeout.ms, to 1.1.',
  'buffer.memory':
    'Where records have a size: what the batches that are not done take together ends here. A send() that needs a new batch and finds too little waits in line until others are done; while one waits, nothing lingers.',
  'batch.size':
    'Where records have a size: what a new batch takes from buffer.memory, or the one record that is larger; and what its records must fit in.',
  'block.on.buffer.full':
    'Of 0.8.2: whether send() waits for memory for ever, or throws a BufferExhaustedException at once. In 0.9, where it is set to true, no wait of send() has an end.',
  'enable.idempotence':
    'What Kafka makes of it together with retries, acks and max.in.flight.requests.per.connection: what it refuses, what follows it, when it gives way. Where it is on, a broker knows a batch again that it has written, and batches that come back keep their order.',
}

/** What the simulated kernel of the client does with a sysctl or socket option. */
export const modelledSysctls: { readonly [sysctl in Sysctl]: string } = {
  synRetries:
    'How often the first SYN is repeated, beside the linear ones; and the time that so many doublings would take bounds an attempt too.',
  linearTimeouts: 'So many of the first repetitions come without doubling. Since Linux 6.5.',
  rtoMax: 'Where the doubling ends, of SYNs and of data. Since Linux 6.15; before it, 120 s.',
  dataRetries:
    'The time that so many doublings from 200 ms would take: after it, unacknowledged data ends a connection.',
  userTimeout: 'Takes the place of the bound in time, for SYNs and for data, and of the number of keepalive probes.',
  keepaliveIdle: 'So long after the last byte received the first probe goes out.',
  keepaliveInterval: 'So often a probe that was not answered is repeated.',
  keepaliveProbes: 'After so many without an answer the connection is given up.',
}

/** What a fault does to the four things that it can meet, and what its model leaves out. */
export type FaultEffect = {
  readonly syn: string
  readonly connection: string
  readonly request: string
  readonly answer: string
  readonly leavesOut?: string
}

const asIs = 'as it is'
const repeated = 'lost; sent again until it gets through or the kernel gives up'

export const modelledFaults: { readonly [kind in ClientFaultKind]: FaultEffect } = {
  'black hole': {
    syn: 'dropped; each repetition meets the world as it then is',
    connection: 'silent',
    request: repeated,
    answer: repeated,
  },
  unreachable: {
    syn: 'by ARP: EHOSTUNREACH 3 s after the first question for the address, 8 s later where it was known; by ICMP: the error after a round trip, for six attempts at once and then one a second',
    connection: 'silent; ICMP errors undo the doubling of its timeouts',
    request: repeated,
    answer: repeated,
    leavesOut: 'ICMP errors beyond net, host and port; the errno with which an established connection ends.',
  },
  'backlog full': {
    syn: 'ignored by the broker’s kernel, as if it had been lost',
    connection: asIs,
    request: asIs,
    answer: asIs,
    leavesOut: 'A queue that overflows after the SYN-ACK.',
  },
  refuse: {
    syn: 'RST after a round trip',
    connection: 'reset: the client hears of it one way later',
    request: 'lost with the connection',
    answer: 'lost, unless it had set out',
  },
  stop: {
    syn: 'as refuse',
    connection: 'as refuse; its end starts the broker again, and old connections stay lost',
    request: 'lost with the connection',
    answer: 'lost, unless it had set out',
    leavesOut: 'FIN before RST: a broker that ends in good order looks the same here.',
  },
  pause: {
    syn: 'accepted: its kernel goes on',
    connection: 'open',
    request: 'acknowledged; answered after the pause',
    answer: 'arrives, if it had set out',
    leavesOut: 'A backlog that fills up by itself.',
  },
  mute: {
    syn: 'accepted',
    connection: 'open',
    request:
      'swallowed, and all later ones of its connection with it; those that it still answers only behind one that was swallowed',
    answer: 'arrives',
  },
  stall: {
    syn: 'accepted: TCP comes up',
    connection: 'one that comes up during the fault never gets through TLS or SASL; others as they are',
    request: 'none goes out on such a connection',
    answer: asIs,
  },
  'cut link': {
    syn: 'lost, or its SYN-ACK is, by the way that is cut',
    connection: 'silent that way',
    request: 'lost if it sets out or arrives while its way is cut; sent again',
    answer: 'the same for its way; and what gets through without an acknowledgement is sent again too',
  },
  'slow link': {
    syn: 'later, by the ways that are slow',
    connection: 'open',
    request: 'later; nothing overtakes',
    answer: 'later; nothing overtakes',
  },
  'lose message': {
    syn: 'the chosen SYN or SYN-ACK is lost, repetitions count',
    connection: 'open',
    request: 'the chosen one is lost and sent again; later ones wait behind it',
    answer: 'the chosen one is lost and sent again; later ones wait behind it',
  },
  'take over': {
    syn: asIs,
    connection: asIs,
    request: 'PRODUCE to who led before is answered with NOT_LEADER_OR_FOLLOWER',
    answer: asIs,
    leavesOut: 'The election itself: it leads from that instant, and gives the partition back when the fault ends.',
  },
  'no leader': {
    syn: asIs,
    connection: asIs,
    request: 'PRODUCE is answered with NOT_LEADER_OR_FOLLOWER, and metadata tells of no leader',
    answer: asIs,
  },
  'answer error': {
    syn: asIs,
    connection: asIs,
    request: 'PRODUCE is answered with the chosen error and not appended',
    answer: asIs,
  },
  'forget connections': {
    syn: 'new attempts are not concerned',
    connection:
      'at that moment the path forgets it and lets nothing pass any more; or, with reset, the host answers the next segment by RST',
    request: 'repeated in vain, or answered by RST',
    answer: 'lost; with reset it arrives, if it had set out',
  },
}

export type Chapter = {
  readonly title: string
  readonly models: string
  readonly leavesOut: string
  readonly held: Held
}

/** What holds a chapter to the real thing. */
export type Held =
  | 'recordings of NetworkClient'
  | 'recordings of the Sender'
  | 'recordings of KafkaRaftClient'
  | 'schedules of two models'
  | 'schedules of real brokers'
  | 'searches of two models'
  | 'measured attempts'
  | 'tables'

/** TCP as the client’s kernel does it, Linux only. */
export const modelledTcp: readonly Chapter[] = [
  {
    title: 'Opening a connection',
    models:
      'The first SYN at once, then after the initial timeout of 1 s (3 s before Linux 3.1): first without doubling, then with it. An attempt ends with ETIMEDOUT by the number of SYNs or by their time, whichever is first, when a timer fires and in place of one more SYN. It succeeds only at a SYN that arrives.',
    leavesOut: 'Windows, macOS and other systems; TCP Fast Open; a kernel that chooses its initial timeout by BPF.',
    held: 'measured attempts',
  },
  {
    title: 'Late timers',
    models:
      'Off unless it is asked for. Then each kernel timer fires as its wheel has it: late, never early, in steps that get coarser with its length. By HZ (100, 250, 300, 1000) and the phase of the clock at 0.',
    leavesOut: 'How long the kernel takes to wake the process.',
    held: 'measured attempts',
  },
  {
    title: 'Refused and unreachable',
    models:
      'RST for a closed port. ARP: three questions, one a second; a second attempt joins the first; an address that was known is believed for 8 s. ICMP net, host and port, final while a connection is being opened, sent six times at once and then once a second.',
    leavesOut:
      'The client’s own host: no route, link down, no free port. A router that cannot find the server. Other sysctls of neighbours.',
    held: 'tables',
  },
  {
    title: 'Data on an established connection',
    models:
      'What is not acknowledged is sent again: first as a loss probe after 200 ms and the round trip, then after the same again, then doubled. In order, the later behind the lost. The kernel gives up by tcp_retries2 or TCP_USER_TIMEOUT. A host that knows nothing of the connection answers by RST. The broker’s kernel does the same for answers.',
    leavesOut:
      'Sizes, windows, congestion and bandwidth. Smoothed round trips: the handshake’s counts. A broker’s kernel with sysctls of its own, and what it does about a client that is gone.',
    held: 'tables',
  },
  {
    title: 'Idle connections',
    models:
      'Kafka sets SO_KEEPALIVE, so the kernel probes a connection on which nothing was received for tcp_keepalive_time, and gives it up after the last probe. Without an answer to wait for, nothing else ends it here.',
    leavesOut: 'connections.max.idle.ms, which closes it from Kafka’s side after 9 min by default.',
    held: 'tables',
  },
]

/** The client, chapter by chapter. */
export const modelledClient: readonly Chapter[] = [
  {
    title: 'Connections',
    models:
      'ClusterConnectionStates: each state, the reconnect backoff, the setup timeout, the addresses of a name; API versions before READY from 0.10.2. A handshake above TCP takes no time, unless a fault stalls it.',
    leavesOut:
      'How long TLS and SASL take; a rejected authentication, which is modelled and recorded, but no fault asks for it.',
    held: 'recordings of NetworkClient',
  },
  {
    title: 'The poll loop',
    models:
      'NetworkClient.poll in Kafka’s own order, with one select at a time, what it waits for and which term won. Two procedures: before 0.10.2, and since. A select returns on time or 1 ms late.',
    leavesOut: 'Processor time: all else happens at once. connections.max.idle.ms. Telemetry (KIP-714).',
    held: 'recordings of NetworkClient',
  },
  {
    title: 'Metadata',
    models:
      'When an update is due, which node leastLoadedNode chooses in each era, what a lost connection means, going back to the bootstrap servers. Every answer lists all brokers but those that have left.',
    leavesOut: 'The updater of the admin client.',
    held: 'recordings of NetworkClient',
  },
  {
    title: 'The caller',
    models:
      'send() that waits for metadata at most max.block.ms, or a producer that asks for its leader on each turn (Sender.runOnce).',
    leavesOut: 'In this lab, consumers and admin clients: their calls are asked in the requests lab.',
    held: 'tables',
  },
]

/** What becomes of records, chapter by chapter. */
export const modelledProducer: readonly Chapter[] = [
  {
    title: 'The application of a producer',
    models:
      'send(), partitionsFor(), flush() and close() at given instants, each on a thread of its own; what each gets, when, and the class of the exception in each release. max.block.ms is spent on metadata, then on memory, before a record is in a batch.',
    leavesOut: 'max.request.size; interceptors, serializers, partitioners.',
    held: 'recordings of the Sender',
  },
  {
    title: 'Memory',
    models:
      'buffer.memory, where records have a size: what a batch takes, who waits for it in which order, what a wait in vain comes to in each release, and when a batch gives its memory back: when it is done, or one that expired in flight when its request is over (from 3.9.2, 4.0.2, 4.1.2 and 4.2).',
    leavesOut: 'Records of different sizes; the few bytes that Kafka estimates too many for a record; compression.',
    held: 'tables',
  },
  {
    title: 'Batches',
    models:
      'The record accumulator: which batch a record goes into, when a batch is full or has lingered, muting with one request in flight, the retry backoff, and how a batch expires in each era: never (0.8.2), by request.timeout.ms (0.9 to 2.0), by delivery.timeout.ms (from 2.1, in flight too).',
    leavesOut: 'Compression and splitting.',
    held: 'recordings of the Sender',
  },
  {
    title: 'The Sender',
    models:
      'One iteration after the other in Kafka’s own order: who is ready, drain, expire, send, poll, and what it waits for. What an answer, an error, a timeout and a lost connection mean, and in which order batches come back.',
    leavesOut:
      'Transactions. Of idempotence: InitProducerId, which comes before the first batch; that only one retry of a partition is in flight; sequence numbers out of order, which a broker refuses; and what becomes of them when a batch has failed.',
    held: 'recordings of the Sender',
  },
  {
    title: 'Leaders and logs',
    models:
      'Who leads which partition, in which epoch, and what metadata tells of it, as late as is asked. A broker writes what it takes into its log, whether the producer still waits for it or not.',
    leavesOut: 'Replication: acks 1 and all are answered alike. Elections: a leader is one from an instant on.',
    held: 'recordings of the Sender',
  },
]

/** The calls of other clients, chapter by chapter. */
export const modelledCalls: readonly Chapter[] = [
  {
    title: 'A call’s one budget',
    models:
      'A call has one budget, default.api.timeout.ms where its release has it or what the application gives: attempts, and retry.backoff.ms between them, are paid out of it.',
    leavesOut: 'Calls beside the one, and what an answer holds.',
    held: 'tables',
  },
  {
    title: 'A consumer’s call',
    models:
      'A consumer that is new, and partitionsFor(): one request to any node, and another one until it is answered or the budget is over.',
    leavesOut:
      'Groups and their coordinator, fetches, offsets: poll(), position(), commitSync(). A topic that is not there.',
    held: 'tables',
  },
  {
    title: 'An admin client’s call',
    models:
      'listTopics(): the metadata that it needs first, then attempts with request.timeout.ms each at most and as many retries as are set, in the loop of KafkaAdminClient, which is another one than a producer’s.',
    leavesOut: 'Rebootstrapping (KIP-899). Calls to the controller or to one broker. Shutting down.',
    held: 'tables',
  },
]

/** What no part of the lab has. A list for who wonders. */
export const knownGaps: readonly string[] = [
  'connections.max.idle.ms is not modelled: a connection that nothing else ends is open for ever here, and for 9 min in Kafka.',
  'Name resolution takes no time, never fails, and always gives the same addresses. The lookup of bootstrap servers in the background (4.4, off by default) is left out.',
  'Brokers have no quotas, so none throttles a client. What a client does when it is throttled is modelled and recorded.',
  'An idempotent producer asks for no producer id here, and no broker refuses a batch that overtakes another one: where errors let it, the later one is written first.',
  'A broker takes the same time for every request, and answers those of a connection in their order.',
  'Telemetry (KIP-714) opens no connection and sends no request.',
  'The draft of KIP-19 has no recording, since it never shipped: it is 0.8.2 with a timeout for each request. What its text leaves open is chosen: a request expires when its time is over and not after; one that has expired counts neither for max.in.flight.requests.per.connection nor for the choice of a node; metadata is asked for again after retry.backoff.ms.',
  'The draft of KIP-601 has no recording, since it never shipped: it is 2.6 with the two rules that its text names.',
]
