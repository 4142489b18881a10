// Why a step of a schedule is impossible: what there is to say, as a number, and its sentence.

import { letterOf } from '../base/letter.ts'
import { NONE } from './kinds.ts'

/** Why a step is impossible, by number; 0 where it is possible. */
export const refusals = [
  'possible',
  'no records left',
  'no leader',
  'not enough replicas',
  'is the leader',
  'not up',
  'would cut',
  'not in sync',
  'not behind',
  'position unknown',
  'no drops left',
  'falls under M',
  'caught up',
  'no moves left',
  'not preferred',
  'cannot lead',
  'no crashes left',
  'too many down',
  'repairing',
  'log is kept',
  'keeps too much',
  'still up',
  'detected already',
  'not detected yet',
  'no restarts',
  'no epochs left',
] as const

export type Refusal = (typeof refusals)[number]

/** The numbers by word. */
export const refusalCodes = Object.fromEntries(refusals.map((word, i) => [word, i])) as {
  readonly [word in Refusal]: number
}

/** The sentence of a refusal: about which broker, and with what facts. */
export const refusalSaid = (why: number, broker: string, facts: readonly number[]): string =>
  sentences[refusals[why] ?? 'possible'](broker, facts)

const letters = (brokers: readonly number[]): string => brokers.map(letterOf).join('')

const sentences: { readonly [refusal in Refusal]: (broker: string, facts: readonly number[]) => string } = {
  possible: () => '',
  'no records left': (_, [records]) => `All ${records} records of this question are sent.`,
  'no leader': (_, [isKnown]) =>
    `No leader is up: ${isKnown === 1 ? 'nobody is elected' : 'the crash is not detected yet'}.`,
  'not enough replicas': (_, [minIsr, ...isr]) =>
    `NOT_ENOUGH_REPLICAS (19): the ISR is ${letters(isr)}, and acks=all needs min.insync.replicas=${minIsr}.`,
  'is the leader': (broker) => `${broker} is the leader.`,
  'not up': (broker) => `${broker} is down.`,
  'would cut': (broker) =>
    `${broker} has to cut its log first, and that needs the answer: only f ${broker} is possible.`,
  'not in sync': (broker, isr) => `${broker} is not in the ISR, which is ${letters(isr)}.`,
  'not behind': (broker, [limit = NONE, most = 0]) => {
    if (limit === NONE) return 'There is no replica.lag.max.messages here: nobody is dropped for a lag in messages.'
    const never = limit > most ? `, and no log here has more than ${most} records` : ''
    return `${broker} is not more than replica.lag.max.messages=${limit} behind${never}.`
  },
  'position unknown': (broker) => `The leader does not know the position of ${broker} yet: it has not fetched.`,
  'no drops left': (_, [drops]) => `This question allows ${drops} slow followers to be dropped.`,
  'falls under M': (broker, [limit]) =>
    `${broker} is more than replica.lag.max.messages=${limit} behind: m ${broker} drops it.`,
  'caught up': (broker) => `${broker} holds all of the leader's log: it is not dropped, however long it was silent.`,
  'no moves left': (_, [moves]) => `This question allows ${moves} moves to the preferred leader.`,
  'not preferred': (_, [preferred = 0]) =>
    `The preferred leader is ${letterOf(preferred)}, the first of the assignment.`,
  'cannot lead': (broker, [isInSync]) =>
    `${broker} is not ${isInSync === 1 ? 'live' : 'in the ISR'}: only a live in-sync replica is preferred.`,
  'no crashes left': (_, [crashes]) => `This question allows ${crashes} crashes.`,
  'too many down': (_, [down]) => `This question allows ${down} down at once.`,
  repairing: () => 'The next crash waits for full repair: all up, in sync, with equal logs.',
  'log is kept': () => 'A crash keeps the whole log here: losing an end of it is not allowed.',
  'keeps too much': (broker, [end, mark]) =>
    `${broker} cannot keep more than it has: log end offset ${end}, high watermark ${mark}, and no watermark above the log's end.`,
  'still up': (broker) => `${broker} is up.`,
  'detected already': (broker) => `The controller knows already that ${broker} is down.`,
  'not detected yet': (broker) =>
    `${broker} cannot register again before the controller has noticed that it was gone: d ${broker} comes first.`,
  'no restarts': () => 'No broker is restarted in this question.',
  'no epochs left': (_, [epochs]) => `The step machine counts leader epochs up to ${epochs}.`,
}
