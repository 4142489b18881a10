// What a person may not see at once in a list of calls: which of them do nothing, or not all that they say. Nothing here is a problem:
// such calls are kept, and run.

import { precise } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { inOrder, produceOf } from './editCalls.ts'
import { producerBehaviourOf } from './producerBehaviourOf.ts'
import { releaseName } from './releases.ts'
import { limits, type Produce, type ProduceCall, type Scenario } from './scenario.ts'
import { recordsWithin } from './sends.ts'

export type CallRemark = {
  readonly path: string
  /** Index in the calls of the workload. */
  readonly call: number
  /** One sentence. */
  readonly says: string
}

/** All that is to be said about the calls of a scenario, call by call. */
export function callRemarksOn(scenario: Scenario): readonly CallRemark[] {
  const produce = produceOf(scenario)
  if (!produce) return []
  const { calls } = produce
  const close = inOrder(calls).find((index) => calls[index]?.what === 'close')
  const full = fullAt(produce, scenario.until)
  return calls.flatMap((call, index) => {
    const never = neverSays(call, produce, scenario)
    const says =
      never === undefined ? [...besideClose(index, close, produce, scenario), ...oldSay(call, scenario)] : [never]
    if (index === full) says.push(`The first ${grouped(limits.records)} records of all calls are sent, and no more.`)
    return says.map((each) => ({ path: `world.workload.calls.${index}`, call: index, says: each }))
  })
}

/** The call whose records pass the limit, as the calls are listed; undefined: they do not. */
function fullAt({ calls, partitions }: Produce, until: number): number | undefined {
  let records = 0
  const over = calls.findIndex((call) => {
    records += recordsWithin(call, partitions, until)
    return records > limits.records
  })
  return over < 0 ? undefined : over
}

/** Why a call or its last records never come, whatever the others are; undefined: all of it comes. */
function neverSays(call: ProduceCall, { partitions }: Produce, { until }: Scenario): string | undefined {
  if (call.at > until)
    return `It never happens: it would be at ${precise(call.at)}, and the run ends at ${precise(until)}.`
  if (call.what !== 'send') return undefined
  if (call.partition !== undefined && call.partition >= partitions) {
    const there = partitions === 1 ? 'only partition 0' : `partitions 0 to ${partitions - 1}`
    return `There is no partition ${call.partition}: the topic has ${there}. Nothing is sent.`
  }
  const { count = 1 } = call
  const within = recordsWithin(call, partitions, until)
  if (within === count) return undefined
  return `Only ${grouped(within)} of its ${grouped(count)} records come before the run ends at ${precise(until)}.`
}

/** What the first close() means to a call. */
function besideClose(
  index: number,
  close: number | undefined,
  { calls, partitions }: Produce,
  { until }: Scenario,
): string[] {
  const call = calls[index]
  const closing = close === undefined ? undefined : calls[close]
  if (
    !call ||
    !closing ||
    index === close ||
    closing.at > until ||
    call.what === 'flush' ||
    call.what === 'partitionsFor'
  )
    return []
  const after = call.at > closing.at || (call.at === closing.at && index > (close ?? 0))
  if (call.what === 'close') return after ? [`close() was called before, at ${precise(closing.at)}.`] : []
  if (after) return [`It comes after close() at ${precise(closing.at)}: send() throws.`]
  const before = recordsWithin(call, partitions, closing.at)
  const late = recordsWithin(call, partitions, until) - before
  return late > 0
    ? [`The last ${grouped(late)} of its records come after close() at ${precise(closing.at)}: send() throws.`]
    : []
}

const BOUNDED = 'producer.boundedClose'

/** What releases cannot do that have neither flush() nor a close() with a time. */
function oldSay(call: ProduceCall, { variants }: Scenario): string[] {
  const old = variants.filter((variant) => !producerBehaviourOf(variant).boundedClose)
  if (old.length === 0) return []
  // A release that has both, and a variant of it that does without, are two things.
  const names = [
    ...new Set(old.map(({ name, kafka, knobs }) => (knobs?.[BOUNDED] === false ? name : releaseName(kafka)))),
  ].join(' and ')
  if (call.what === 'flush') return [`${names} has no flush(): nothing is called there.`]
  if (call.what === 'close' && call.timeout !== undefined)
    return [`In ${names} close() takes no time: it waits as long as it takes.`]
  return []
}
