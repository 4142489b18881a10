// Where two variants' runs part: which rows of each have no equal in the other, and the first of them.
//
// Two rows are equal when instant, who, kind and facts are. Since the instant is among them, rows can only be equal to rows of the
// same instant: both runs are walked side by side, an instant at a time, and nothing has to be aligned over time. Within an instant
// the order says little (which of two brokers a loop serves first), so its rows are matched as a multiset. That is linear, ends at
// the first difference for whoever asks no further, and never shifts: a longest common subsequence would call a whole run the same
// that comes 50 ms later, where the question is who comes later.

import type { Scenario } from '../scenario/scenario.ts'
import { FAULT, HEALED, type Kind, kinds } from '../trace/kinds.ts'
import { HAPPENED, SENT, SPIN } from '../trace/quorumKinds.ts'
import { AT_START, ROLE_AT_START } from '../trace/quorumRules.ts'
import { rules } from '../trace/rules.ts'
import { atOf, fieldOf, kindOf, restOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { instantOf, variantName, wordAt } from './names.ts'
import { figure, type Part, type Prose, strong } from './prose.ts'
import { sentence } from './sentence.ts'
import { countBefore, tellingRows } from './telling.ts'

/** The instant at which two runs part, and the first row of each that the other lacks then; undefined where one has none. */
export type Parting = {
  readonly at: number
  readonly rows: readonly [number | undefined, number | undefined]
  /** What they are given differs before, or it alone: their faults, or what stands there at the start. */
  readonly given?: 'faults' | 'starts' | 'both'
}

/** Numbers that only tell one exchange from another, and where a scan began; of a quorum's messages, the how-manieth each is. */
const bookkeeping = ['correlation', 'offset', 'request']
const isCounted = (fields: Kind['fields'], name: string): boolean =>
  name === 'nth' && fields.some(([other]) => other === 'from' || other === 'to')

/** The fields of each kind that are facts. Lengths and instants are plans (a deadline, an arrival): they differ when they come. */
const facts: readonly (readonly number[])[] = kinds.map(({ fields }) =>
  fields.flatMap(([name, type], n) =>
    (type === 'word' || type === 'node' || type === 'count') && !bookkeeping.includes(name) && !isCounted(fields, name)
      ? [n]
      : [],
  ),
)

/** A Fetch tells the high watermark from some release on: that differs in each, and nobody acts otherwise for it alone. */
const toldOf = (trace: Trace, row: number): readonly number[] =>
  kindOf(trace, row) === SENT && wordAt(trace, row, 0) === 'Fetch'
    ? restOf(trace, row).slice(0, 2)
    : nodesOf(trace, row)

/** What a run is given and does not do by itself, though it differs: faults, and how it stands at the start. */
function givenAt(trace: Trace, row: number): Parting['given'] {
  const what = kindOf(trace, row)
  if (what === FAULT || what === HEALED || what === HAPPENED) return 'faults'
  return [rules[AT_START], rules[ROLE_AT_START]].includes(ruleOf(trace, row)) ? 'starts' : undefined
}

/** One of two runs, at its next row that is an event. */
class Side {
  row = -1
  /** The instant of that row; Infinity at the end. */
  at = Number.POSITIVE_INFINITY
  private readonly subjects: Uint16Array
  private readonly rows: Int32Array
  private nextRow = 0

  /** How many of its events lie behind. */
  get passed(): number {
    return this.nextRow
  }

  /** `names`: a number for each name that a subject of either run has. */
  constructor(
    readonly trace: Trace,
    names: Map<string, number>,
  ) {
    this.subjects = Uint16Array.from(trace.subjects, ({ kind: what, name, node }) => {
      const text = `${what} ${node} ${name}`
      if (!names.has(text)) names.set(text, names.size)
      return names.get(text) as number
    })
    // What the client does by habit, and what it draws, is no event.
    this.rows = tellingRows(trace)
    this.next()
  }

  next(): void {
    // That a thread spins is a habit of its loop, too: nobody else acts otherwise for it.
    do this.row = this.rows[this.nextRow++] ?? this.trace.rows
    while (this.row < this.trace.rows && kindOf(this.trace, this.row) === SPIN)
    this.at = this.row < this.trace.rows ? atOf(this.trace, this.row) : Number.POSITIVE_INFINITY
  }

  subject(row: number): number {
    return this.subjects[subjectOf(this.trace, row)] as number
  }

  /** The rows from here on that are of an instant, which are passed by. */
  restOf(at: number): number[] {
    const rows: number[] = []
    for (; this.at === at; this.next()) rows.push(this.row)
    return rows
  }

  /** Who, kind and facts as a text. */
  keyOf(row: number): string {
    const { trace } = this
    const what = kindOf(trace, row)
    let key = `${this.subject(row)} ${what}`
    for (const n of facts[what] ?? []) key += ` ${fieldOf(trace, row, n)}`
    return kinds[what]?.rest === undefined ? key : `${key} ${toldOf(trace, row)}`
  }
}

/** The nodes that a row lists, in an order of their own: that in which the client has them is drawn. */
const nodesOf = (trace: Trace, row: number): readonly number[] => restOf(trace, row).sort((a, b) => a - b)

/** Whether two runs have the same event next. */
function isEqual(a: Side, b: Side): boolean {
  const what = kindOf(a.trace, a.row)
  if (what !== kindOf(b.trace, b.row) || a.subject(a.row) !== b.subject(b.row)) return false
  for (const n of facts[what] ?? []) if (fieldOf(a.trace, a.row, n) !== fieldOf(b.trace, b.row, n)) return false
  return kinds[what]?.rest === undefined || a.keyOf(a.row) === b.keyOf(b.row)
}

/** Two runs side by side, compared an instant at a time: in as many pieces as the caller likes, and no further than it needs. */
export class Comparison {
  /** Where they act differently first, and where they are first given something else, as far as they are compared. */
  private acts: Parting | undefined
  private given: Parting | undefined
  /** The rows of each that have no equal in the other, 1 each. */
  readonly differs: readonly [Uint8Array, Uint8Array]
  isDone = false
  private readonly sides: readonly [Side, Side]

  constructor(first: Trace, second: Trace) {
    const names = new Map<string, number>()
    this.sides = [new Side(first, names), new Side(second, names)]
    this.differs = [new Uint8Array(first.rows), new Uint8Array(second.rows)]
    // Equal column for column, plans and draws too.
    this.isDone = first.digest === second.digest
  }

  /** Where they part first by what they do, as far as they are compared; where they never do, by what they are given. */
  get parting(): Parting | undefined {
    return this.acts ?? (this.isDone ? this.given : undefined)
  }

  /** Compares so many events of both more, and those of their last instant, all by default; true when both runs are at their end. */
  advance(events = Number.POSITIVE_INFINITY): boolean {
    const [a, b] = this.sides
    const end = a.passed + b.passed + events
    while (a.passed + b.passed < end && !this.isDone) this.step()
    return this.isDone
  }

  private step(): void {
    const [a, b] = this.sides
    const at = Math.min(a.at, b.at)
    this.isDone = at === Number.POSITIVE_INFINITY
    while (!this.isDone && a.at === at && b.at === at && isEqual(a, b)) {
      a.next()
      b.next()
    }
    if (!this.isDone) this.note(at, ...unmatched(a, a.restOf(at), b, b.restOf(at)))
  }

  private note(at: number, ofA: readonly number[], ofB: readonly number[]): void {
    for (const row of ofA) this.differs[0][row] = 1
    for (const row of ofB) this.differs[1][row] = 1
    if (this.acts || ofA.length + ofB.length === 0) return
    const [a, b] = this.sides
    const acted = [ofA.find((row) => !givenAt(a.trace, row)), ofB.find((row) => !givenAt(b.trace, row))] as const
    if (acted.some((row) => row !== undefined)) {
      const { given } = this.given ?? {}
      this.acts = { at, rows: acted, ...(given && { given }) }
      return
    }
    const kindsOfGiven = [
      this.given?.given,
      ...ofA.map((row) => givenAt(a.trace, row)),
      ...ofB.map((row) => givenAt(b.trace, row)),
    ].filter((given) => given !== undefined)
    const [given = 'faults'] = kindsOfGiven
    this.given = {
      at,
      rows: [ofA[0], ofB[0]],
      ...this.given,
      given: kindsOfGiven.every((each) => each === given) ? given : 'both',
    }
  }
}

/** The rows of one instant that have no equal among the other's, in their order. */
function unmatched(a: Side, ofA: readonly number[], b: Side, ofB: readonly number[]): [number[], number[]] {
  const waiting = new Map<string, number[]>()
  // What happens in one run only is by far the most frequent, and needs no look at what it is.
  if (ofA.length === 0 || ofB.length === 0) return [[...ofA], [...ofB]]
  for (const row of ofB.toReversed()) {
    const key = b.keyOf(row)
    const likes = waiting.get(key)
    if (likes) likes.push(row)
    else waiting.set(key, [row])
  }
  const left = ofA.filter((row) => waiting.get(a.keyOf(row))?.pop() === undefined)
  return [left, [...waiting.values()].flat().sort((x, y) => x - y)]
}

/** How two variants' runs part, with what each does then: `They part at 10 047 ms. Kafka 2.7: …. Kafka 2.6 goes on waiting; …`. */
export function partingSaid(
  scenario: Scenario,
  traces: readonly Trace[],
  [first, second]: readonly [number, number],
  parting: Parting | undefined,
): Prose {
  const nameOf = (variant: number) => strong(variantName(scenario, variant))
  if (!parting)
    return [nameOf(first), ' and ', nameOf(second), ' do not differ: in both the same happens at the same instants.']
  const { at, rows } = parting
  const does = (variant: number, row: number | undefined): Part[] => [
    ' ',
    nameOf(variant),
    doesThen(traces[variant] as Trace, row, at),
  ]
  const [ofFirst, ofSecond] = [does(first, rows[0]), does(second, rows[1])]
  // Whoever does something comes first; of two that do, the second, which is compared with the first.
  const both = rows[1] === undefined ? [...ofFirst, ...ofSecond] : [...ofSecond, ...ofFirst]
  return [
    'They part at ',
    figure(instantOf(traces[first] as Trace, at), -1),
    '.',
    ...both,
    ...givenSaid(traces[first], traces[second], parting),
  ]
}

const givenWords = { faults: 'faults differ', starts: 'beginnings differ', both: 'faults and beginnings differ' }

/** That more differs than what they do, or nothing else: a fault may be on in one long before anything comes of it. */
function givenSaid(
  first: Trace | undefined,
  second: Trace | undefined,
  { rows: [a, b], given: what }: Parting,
): Part[] {
  if (what === undefined) return []
  const isAlone = [a !== undefined && first && givenAt(first, a), b !== undefined && second && givenAt(second, b)].some(
    Boolean,
  )
  return [isAlone ? ' They differ in nothing else.' : ` Before that only their ${givenWords[what]}.`]
}

function doesThen(trace: Trace, row: number | undefined, at: number): string {
  if (row !== undefined) return `: ${sentence(trace, row)}`
  const events = tellingRows(trace)
  const next = events[countBefore(trace, events, at + 1)]
  if (next !== undefined) return ` goes on waiting; its next event comes at ${instantOf(trace, atOf(trace, next))}.`
  return trace.until < at
    ? `: its run stopped at ${instantOf(trace, trace.until)}.`
    : ' goes on waiting to the end of the run.'
}
