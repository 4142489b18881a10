// Where the time went: every stretch of a run up to some row, by who owned it. A stretch in which a connection was being set up
// belongs to whoever ended the attempt; the rest to the term that the poll loop waited for.

import { POLL } from '../trace/kinds.ts'
import { KERNEL_GAVE_UP, LATENCY, NO_RULE, type Owner, type Rule, rules, WAIT_RECONNECT } from '../trace/rules.ts'
import { armedByOf, atOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { type Attempt, attemptsWithin, settingDecides } from './attempts.ts'
import { lookedBy } from './looked.ts'

/**
 * What one owner took: in all, how often, and its longest; how much of it came after a timeout that nobody had looked at yet, and how
 * much of it goes on. `ended`: the attempts that it ended.
 */
export type Waited = {
  readonly owner: Owner
  readonly setting: string | undefined
  total: number
  times: number
  longest: number
  late: number
  open: number
  ended: number
}

/**
 * The waits of the first `rows` rows, the owner that took most first.
 * @param setupRule the rule by which a setup timeout would end an attempt that goes on, undefined where nobody looks at it
 */
export function waitsWithin(trace: Trace, rows: number, setupRule: number | undefined): Waited[] {
  const book = new Book()
  const end = rows < trace.rows ? atOf(trace, rows - 1) : trace.until
  const attempts = attemptsWithin(trace, rows).filter((attempt) => rows === trace.rows || !isBeside(attempt))
  for (const attempt of attempts) bookAttempt(book, trace, attempt, { rows, end, setupRule })
  bookPolls(book, trace, rows, end, busyOf(attempts, end))
  return book.entries()
}

/**
 * The waits for one node, as Waited, since a connection to it was lost: its attempts, and its reconnect backoffs between them. The
 * first `rows` rows count.
 */
export function waitsSinceLost(trace: Trace, rows: number, setupRule: number | undefined, lost: Attempt): Waited[] {
  const book = new Book()
  const end = rows < trace.rows ? atOf(trace, rows - 1) : trace.until
  const later = attemptsWithin(trace, rows).filter(({ name, at }) => name === lost.name && at >= lost.endAt)
  let idleFrom = lost.endAt
  for (const attempt of later) {
    book.add(ruleNo(WAIT_RECONNECT), attempt.at - idleFrom)
    bookAttempt(book, trace, attempt, { rows, end, setupRule })
    idleFrom = attempt.endAt
  }
  if (later.at(-1)?.end !== 'open') book.open(ruleNo(WAIT_RECONNECT), end - idleFrom)
  return book.entries()
}

/** An attempt that nobody waited for: it goes on where another one has already brought what was wanted. */
const isBeside = ({ end, readyAt }: Attempt): boolean => end === 'open' && readyAt === undefined

class Book {
  private readonly waits: Waited[] = []

  /** An attempt that an owner ended. */
  ended(rule: Rule, length: number): void {
    this.add(rule, length)
    this.of(rule).ended++
  }

  /** A wait that goes on: its owner would end it. */
  open(rule: Rule, length: number): void {
    this.add(rule, length)
    if (length > 0) this.of(rule).open += length
  }

  add(rule: Rule, length: number): void {
    if (length <= 0) return
    const waited = this.of(rule)
    waited.total += length
    waited.times++
    if (length > waited.longest) waited.longest = length
  }

  /** What came after a timeout that nobody had looked at yet. */
  addLate(rule: Rule, length: number): void {
    if (length <= 0) return
    const waited = this.of(rule)
    waited.total += length
    waited.late += length
  }

  /** The same, and still nobody has. */
  lateSoFar(rule: Rule, length: number): void {
    this.addLate(rule, length)
    if (length > 0) this.of(rule).open += length
  }

  private of({ owner, setting }: Rule): Waited {
    const known = this.waits.find((each) => each.owner === owner && each.setting === setting)
    if (known) return known
    const fresh = { owner, setting, total: 0, times: 0, longest: 0, late: 0, open: 0, ended: 0 }
    this.waits.push(fresh)
    return fresh
  }

  entries(): Waited[] {
    return this.waits.sort((a, b) => b.total - a.total)
  }
}

const ruleNo = (number: number): Rule => rules[number] as Rule

/** What of a run is looked at: so many rows, until an instant; and the rule by which a setup timeout would end an attempt. */
type Extent = { readonly rows: number; readonly end: number; readonly setupRule: number | undefined }

function bookAttempt(book: Book, trace: Trace, attempt: Attempt, extent: Extent): void {
  const { at } = attempt
  if (attempt.readyAt !== undefined) {
    // The kernel's schedule owns the time until the SYN that got through.
    book.add(ruleOf(trace, attempt.synRow), attempt.synAt - at)
    book.add(ruleNo(LATENCY), attempt.readyAt - attempt.synAt)
    return
  }
  const { end: how, endRow } = attempt
  const closed = how === 'setup timeout' || how === 'request timeout'
  if (how === 'kernel' || how === 'rebootstrap' || how === 'unreachable')
    book.ended(ruleOf(trace, endRow), attempt.endAt - at)
  else if (closed)
    bookTimeout(
      book,
      ruleOf(trace, endRow),
      deadlineOf(trace, attempt),
      attempt,
      ruleOf(trace, lookedBy(trace, endRow)),
    )
  else if (how !== 'open') book.add(ruleNo(LATENCY), attempt.endAt - at)
  else bookOpen(book, trace, attempt, extent)
}

/** An attempt that goes on belongs to whoever would end it; once TCP is up and nothing is asked, nobody would. Nor would a kernel that never gives up. */
function bookOpen(book: Book, trace: Trace, attempt: Attempt, { rows, end, setupRule }: Extent): void {
  const { at, setupTimeout } = attempt
  const ender = enderOf(attempt, setupRule)
  if (ender !== setupRule) {
    book.open(ruleNo(ender), end - at)
    return
  }
  const deadline = at + setupTimeout
  book.open(ruleNo(ender), Math.min(deadline, end) - at)
  const looks = ruleOf(trace, lookedBy(trace, rows))
  book.lateSoFar(looks, end - deadline)
}

/** The rule by which an attempt that goes on would end. */
export function enderOf(attempt: Attempt, setupRule: number | undefined): number {
  if (attempt.asking) return Number.isFinite(attempt.expiresAt) ? attempt.expiryRule : NO_RULE
  if (attempt.checking) return NO_RULE
  if (setupRule !== undefined && settingDecides(attempt)) return setupRule
  return attempt.tcpUp || !Number.isFinite(attempt.kernelGivesUpAfter) ? NO_RULE : KERNEL_GAVE_UP
}

/** When what ended an attempt ran out: its setup timeout, or its request's. */
function deadlineOf(trace: Trace, attempt: Attempt): number {
  if (attempt.end === 'setup timeout') return attempt.at + attempt.setupTimeout
  return fieldOf(trace, armedByOf(trace, attempt.endRow), 3)
}

/** The timeout owns what came before its deadline; how late that was seen belongs to what the poll loop was waiting for. */
function bookTimeout(
  book: Book,
  timeout: Rule,
  deadline: number,
  { at, endAt }: { at: number; endAt: number },
  looks: Rule,
): void {
  book.ended(timeout, Math.min(deadline, endAt) - at)
  book.addLate(looks, endAt - deadline)
}

type Stretch = readonly [from: number, to: number]

/** When some connection was being set up, without overlaps. */
function busyOf(attempts: readonly Attempt[], end: number): Stretch[] {
  const busy: Stretch[] = []
  for (const attempt of attempts) {
    const to = Math.min(attempt.readyAt ?? attempt.endAt, end)
    const last = busy.at(-1)
    if (last && attempt.at <= last[1]) busy[busy.length - 1] = [last[0], Math.max(last[1], to)]
    else busy.push([attempt.at, to])
  }
  return busy
}

/** What the loop waited for while nothing was being set up. A wait that was cut short belongs to the network that ended it. */
function bookPolls(book: Book, trace: Trace, rows: number, end: number, busy: readonly Stretch[]): void {
  let poll = -1
  let next = 0
  const freeUntil = (at: number): number => {
    const from = atOf(trace, poll)
    while ((busy[next]?.[1] ?? Number.POSITIVE_INFINITY) <= from) next++
    const [busyFrom, busyTo] = busy[next] ?? [at, at]
    return at - from - Math.max(Math.min(at, busyTo) - Math.max(from, busyFrom), 0)
  }
  const close = (at: number) => {
    if (poll >= 0) book.add(at < fieldOf(trace, poll, 2) ? ruleNo(LATENCY) : ruleOf(trace, poll), freeUntil(at))
  }
  for (let r = 0; r < rows; r++) {
    if (kindOf(trace, r) !== POLL) continue
    close(atOf(trace, r))
    poll = r
  }
  // Where the run ends, the wait goes on.
  if (poll >= 0 && rows === trace.rows) book.open(ruleOf(trace, poll), freeUntil(end))
  else close(end)
}
