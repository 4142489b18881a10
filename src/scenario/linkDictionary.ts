// What codec c1 takes for known when it packs a scenario: pieces of its JSON, the likeliest last. Frozen: a letter changed here, and no
// packed link can be opened any more. A better dictionary is another codec. What comes later stands before all that was there: packed
// text points back into the dictionary by the distance from its end.

const quorum = [
  '"membership":"left","observer":true,"knobs":{"beginQuorumEpoch":"until acknowledged","every voter","stale voters"},"links":[{"from":0,"to":1,"latency":',
  '"proposedBound":true,"kind":"slow link","kind":"shut down","kind":"resign","kind":"append","resumes":"inbox","resumes":"timers","toldAfter":20,',
  '"message":"UpdateRaftVoter answer","message":"EndQuorumEpoch answer","message":"BeginQuorumEpoch answer","message":"PreVote answer",',
  '"message":"Vote answer","message":"Fetch","message":"Fetch answer","nth":1,',
  '{"name":"n4","bootstrap":true,"addresses":1},{"name":"n5","bootstrap":true,"addresses":1}],"latency":10,"service":0,"jitter":false,"selectOvershootMs":0,"faults":[',
  '{"at":500,"kind":"lose message","node":0,"peer":1,"on":true}],"workload":{"kind":"quorum","start":"elected"}},"variants":[{"name":"Kafka 3.9.1","kafka":"3.9.1",',
  '{"name":"Kafka 4.2","kafka":"4.2","config":{"controller":{"controller.quorum.append.linger.ms":25,"controller.quorum.retry.backoff.ms":20,',
  '"controller.quorum.request.timeout.ms":1000,"controller.quorum.election.backoff.max.ms":1000,"controller.quorum.election.timeout.ms":1000,',
  '"controller.quorum.fetch.timeout.ms":1000}},"workload":{"kind":"quorum","start":"steady"}},"lab":"quorum",',
]

const settings = [
  'connections.setup.timeout.ms":10000,"client.dns.lookup":"resolve_canonical_bootstrap_servers_only","use_all_dns_ips","default"',
  '"max.in.flight.requests.per.connection":5,"metadata.recovery.strategy":"rebootstrap","metadata.recovery.rebootstrap.trigger.ms":',
  '300000,"metadata.max.age.ms":300000,"retry.backoff.ms":100,"retry.backoff.max.ms":1000,"max.block.ms":60000,"request.timeout.ms":',
  '30000,"reconnect.backoff.ms":50,"reconnect.backoff.max.ms":1000,"socket.connection.setup.timeout.max.ms":30000,',
  '"socket.connection.setup.timeout.ms":127000',
]

const knobs = [
  '"knobs":{"nodeChoice":"last visited","fewest failures","oldest attempt","setupTimeout":"none","lazy","each poll","backoff":"KIP-144",',
  '"exponential","exponential, capped","retryBackoff":"constant","connectingDelay":"endless","setup timeout","checkingFrom":"tcp up",',
  '"request queued","checkingResetsBackoff":true,"resetDraws":true,"lostConnection":"asks for an update","fails an update","firstUpdate":"after retry backoff",',
  '"at once","tellsFatal":true,"forgetsAddresses":true,"skipsLastAddress":true,"closeLeavesConnecting":',
  'true,"timedOutFlag":true,"sameBucketExpiry":"newest first","expiryExcludesThrottle":true,"rebootstrap":"no node left","trigger","closeForgetsVersions":false}',
]

const sample = [
  '"view":{"from":0,"to":20300,"playhead":10047,"selected":[1,31],"axis":"elastic"},"axis":"linear"}',
  '"parked":{"producer":{"config":{"producer":{},"world":{"kernel":{"giveUpAfter":null},"latency":100,"jitter":true,"seed":2}}',
  '{"v":1,"lab":"client","title":"Two dead bootstrap servers of three","seed":1,"until":150000,"world":{"nodes":[',
  '{"name":"broker 1","bootstrap":true,"addresses":1},{"name":"broker 2","bootstrap":true,"addresses":1},',
  '{"name":"broker 3","bootstrap":false,"addresses":1}],"kernel":{"release":"3.7","synRetries":6,"linearTimeouts":0},',
  '"kernel":{"release":"6.5","synRetries":6,"linearTimeouts":4},"latency":1,"service":0,"jitter":false,"selectOvershootMs":1,"faults":[',
  '{"at":0,"until":10000,"kind":"refuse","node":0,"on":true},{"at":5000,"until":60000,"kind":"stop","node":1,"on":false},',
  '{"at":0,"kind":"cut link","node":2,"way":"to broker","on":true},"way":"from broker","kind":"mute","kind":"stall","kind":"pause",',
  '{"at":0,"kind":"black hole","node":0,"on":true},{"at":0,"kind":"black hole","node":1,"on":true}],"workload":{"kind":"leader","node":0}},',
  '"workload":{"kind":"send"}},"variants":[{"name":"KIP-601 draft","kafka":"kip-601-draft","config":{}},',
  '{"name":"Kafka 2.6, kernel-bound","kafka":"2.6","config":{}},{"name":"Kafka 3.9","kafka":"3.9","config":{}},',
  '{"name":"Kafka 2.7, KIP-601","kafka":"2.7","config":{}},{"name":"Kafka 4.4","kafka":"4.4","config":{"producer":{"}}}]}',
]

/** The dictionary of codec c1, as text. */
export const dictionaryText = [...quorum, ...settings, ...knobs, ...sample].join('')
