// Each connection that a run opened: when, how long it took to be ready, and how it ended.

import * as kind from '../trace/kinds.ts'
import {
  DATA_GAVE_UP,
  KEEPALIVE_GAVE_UP,
  REBOOTSTRAP_TRIGGERED,
  REQUEST_EXPIRED,
  REQUEST_TIMED_OUT,
  rules,
  SETUP_TIMED_OUT,
  SETUP_TIMED_OUT_LAZY,
  WAIT_DEADLINE,
} from '../trace/rules.ts'
import { armedByOf, atOf, fieldOf, kindOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { isUp } from '../trace/vocabulary.ts'
import { subjectAt, wordAt } from './names.ts'

/** open: it goes on. closed: by the client, for no timeout of its own. */
export type AttemptEnd =
  | 'open'
  | 'kernel'
  | 'setup timeout'
  | 'request timeout'
  | 'refused'
  | 'unreachable'
  | 'reset'
  | 'rejected'
  | 'rebootstrap'
  | 'closed'

export type Attempt = {
  readonly name: string
  readonly host: number
  /** Its CONNECT row, and when that was. */
  readonly row: number
  readonly at: number
  readonly setupTimeout: number
  readonly kernelGivesUpAfter: number
  syns: number
  synsLost: number
  /** When its last SYN left, and the row that says so. */
  synAt: number
  synRow: number
  readyAt: number | undefined
  /** The row at which it was ready, -1: never. */
  readyRow: number
  /** TCP is up; it is in CHECKING_API_VERSIONS; a request on it is in flight. */
  tcpUp: boolean
  checking: boolean
  asking: boolean
  /** The row of the last request on it, -1: none. */
  askedRow: number
  /** The handshake above TCP never ends. */
  stalled: boolean
  /** When the last request on it would expire, Infinity: never; and by which rule. */
  expiresAt: number
  readonly expiryRule: number
  /** Requests on it that timed out alone, and the row of the first, -1: none. */
  expired: number
  expiredRow: number
  end: AttemptEnd
  /** The row that ended it, -1: none; and when that was. */
  endRow: number
  endAt: number
}

/** The attempts of the first `rows` rows, in order, as they stood after them. */
export function attemptsWithin(trace: Trace, rows: number): Attempt[] {
  const all: Attempt[] = []
  const open: (Attempt | undefined)[] = []
  for (let r = 0; r < rows; r++) {
    const what = kindOf(trace, r)
    if (what === kind.POLL || what === kind.DRAW) continue
    const subject = subjectOf(trace, r)
    if (what === kind.CONNECT) {
      const attempt = begun(trace, r)
      all.push(attempt)
      open[subject] = attempt
    } else {
      const attempt = open[subject]
      if (attempt && goesOn(trace, r, what, attempt)) open[subject] = undefined
    }
  }
  return all
}

const expiryRules = new WeakMap<Trace, number>()

/** The rule by which a request in flight would time out: alone, where selects wait for its deadline, or with its connection. */
export function expiryRule(trace: Trace): number {
  const known = expiryRules.get(trace)
  if (known !== undefined) return known
  let found: number = REQUEST_TIMED_OUT
  for (let row = 0; row < trace.rows && found === REQUEST_TIMED_OUT; row++)
    if (ruleOf(trace, row) === rules[WAIT_DEADLINE]) found = REQUEST_EXPIRED
  expiryRules.set(trace, found)
  return found
}

function begun(trace: Trace, row: number): Attempt {
  const at = atOf(trace, row)
  const { name, host = -1 } = subjectAt(trace, row)
  return {
    name,
    host,
    row,
    at,
    setupTimeout: fieldOf(trace, row, 1),
    kernelGivesUpAfter: fieldOf(trace, row, 2) - at,
    syns: 0,
    synsLost: 0,
    synAt: at,
    synRow: row,
    readyAt: undefined,
    readyRow: -1,
    tcpUp: false,
    checking: false,
    asking: false,
    askedRow: -1,
    stalled: false,
    expiresAt: Number.POSITIVE_INFINITY,
    expiryRule: expiryRule(trace),
    expired: 0,
    expiredRow: -1,
    end: 'open',
    endRow: -1,
    endAt: trace.until,
  }
}

/** Takes a row of its connection into an attempt; true where that row ends it. */
function goesOn(trace: Trace, row: number, what: number, attempt: Attempt): boolean {
  if (what === kind.SYN) {
    attempt.syns++
    attempt.synAt = atOf(trace, row)
    attempt.synRow = row
    // What a full backlog ignores is as good as lost.
    if (['lost', 'ignored'].includes(wordAt(trace, row, 1))) attempt.synsLost++
    return false
  }
  if (what === kind.STATE) {
    const to = wordAt(trace, row, 1)
    if (isUp(to) && !attempt.stalled) {
      attempt.readyAt = atOf(trace, row)
      attempt.readyRow = row
    }
    attempt.checking = to === 'CHECKING_API_VERSIONS'
    return false
  }
  if (what === kind.CONNECTED) attempt.tcpUp = true
  if (what === kind.STALLED) attempt.stalled = true
  if (what === kind.SEND) {
    attempt.askedRow = row
    attempt.expiresAt = fieldOf(trace, row, 3)
  }
  if (what === kind.SEND || what === kind.RECEIVE) attempt.asking = what === kind.SEND
  if (what === kind.EXPIRED) expires(trace, row, attempt)
  const end = endOf(trace, row, what)
  if (end === undefined) return false
  attempt.end = end
  attempt.endRow = row
  attempt.endAt = atOf(trace, row)
  return true
}

/** A request timed out alone; its connection asks for nothing more, if that was the last one. */
function expires(trace: Trace, row: number, attempt: Attempt): void {
  attempt.expired++
  if (attempt.expired === 1) attempt.expiredRow = row
  if (armedByOf(trace, row) === attempt.askedRow) attempt.asking = false
}

function endOf(trace: Trace, row: number, what: number): AttemptEnd | undefined {
  if (what === kind.KERNEL_TIMEOUT) return 'kernel'
  if (what === kind.REFUSED) return 'refused'
  if (what === kind.UNREACHABLE) return 'unreachable'
  if (what === kind.DROPPED) return isKernels(trace, row) ? 'kernel' : 'reset'
  if (what === kind.AUTH_FAILED) return 'rejected'
  if (what !== kind.CLOSE) return undefined
  const why = ruleOf(trace, row)
  if (why === rules[SETUP_TIMED_OUT] || why === rules[SETUP_TIMED_OUT_LAZY]) return 'setup timeout'
  if (why === rules[REBOOTSTRAP_TRIGGERED]) return 'rebootstrap'
  return why === rules[REQUEST_TIMED_OUT] ? 'request timeout' : 'closed'
}

/** The kernel gave an open connection up: nothing it sent was acknowledged, or no probe was answered. */
const isKernels = (trace: Trace, row: number): boolean =>
  [rules[DATA_GAVE_UP], rules[KEEPALIVE_GAVE_UP]].includes(ruleOf(trace, row))

/** Somebody said no at once: nobody gave the attempt up. */
export const wasTurnedAway = ({ end }: Attempt): boolean => end === 'refused' || end === 'unreachable'

/** Who ends an attempt that nothing answers, as things stand when it begins. */
export const settingDecides = (attempt: Attempt): boolean => attempt.setupTimeout < attempt.kernelGivesUpAfter
