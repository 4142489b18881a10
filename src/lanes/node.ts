// One node of a quorum: its roles, the timers that burn under them, the Fetches that it has parked as leader, and what it sends.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { NONE } from '../trace/kinds.ts'
import { type Arrow, ArrowColumns } from './arrows.ts'
import { Labels, NumberedLabel, shown, TrackColumns } from './columns.ts'
import type { Lane, Tone } from './lane.ts'
import { SawColumns } from './saw.ts'

const FOREVER = Number.POSITIVE_INFINITY

const tones = new Map<string, Tone>([
  ['Leader', 'leads'],
  ['Follower', 'healthy'],
  ['Prospective', 'seeks'],
  ['Candidate', 'seeks'],
])

/** Timers that burn under a role as a fuse. */
export type Timer = 'election' | 'backoff' | 'check-quorum'
/** And the one that is a saw. */
export type Fired = Timer | 'fetch'

type Look = { readonly says: (ms: number) => string; readonly tone: Tone }

const timers: { readonly [timer in Timer]: Look } = {
  election: { says: (ms) => `election timer ${grouped(ms)} ms`, tone: 'setting' },
  backoff: { says: (ms) => `election backoff ${grouped(ms)} ms`, tone: 'backoff' },
  'check-quorum': { says: (ms) => `check-quorum ${grouped(ms)} ms · a majority must fetch`, tone: 'setting' },
}

const fired: { readonly [timer in Fired]: string } = {
  fetch: 'fetch timer fires',
  election: 'election timer fires',
  backoff: 'backoff over',
  'check-quorum': 'check-quorum fires · no majority has fetched',
}

/** Why a parked Fetch was answered. */
export type Unparked = 'time' | 'append' | 'mark' | 'failed'

const early: { readonly [why in Exclude<Unparked, 'time'>]: string } = {
  append: 'answered early: the log grew',
  mark: 'answered early: the high watermark moved',
  failed: 'failed',
}

type Parked = { readonly track: TrackColumns; readonly mark: number; readonly name: string }

/** The Fetches of one node, a row of spans. */
type ParkRow = { readonly track: TrackColumns; readonly label: NumberedLabel }

/** A node and the number of its Fetch as one number. */
const fetchOf = (from: number, nth: number): number => nth * 0x10000 + from

/** A BeginQuorumEpoch that came, by the row of that. */
type Begun = {
  readonly row: number
  readonly arrow: Arrow
  readonly epoch: number
  readonly sender: NodeLane | undefined
}

const spelled = (role: string, epoch: number): string => (epoch === NONE ? role : `${role} · epoch ${epoch}`)

export class NodeLane {
  readonly labels = new Labels()
  readonly arrows = new ArrowColumns(this.labels)
  readonly dots = new TrackColumns('dot', this.labels)
  /** What it has just taken in. */
  begun: Begun | undefined
  private readonly spans = new TrackColumns('span', this.labels)
  private readonly fuses = new TrackColumns('fuse', this.labels)
  private readonly saw: SawColumns
  private readonly sawDots = new TrackColumns('dot', this.labels, undefined, { apart: true })
  private readonly bands = new TrackColumns('band', this.labels)
  private readonly peerBands = new TrackColumns('band', this.labels, undefined, { refers: true })
  private readonly faults: string[] = []
  /** Losses of single messages, by the row of their fault: the bands that wait for it. */
  private readonly waiting = new Map<number, { readonly bands: TrackColumns; readonly mark: number }>()
  /** The role span that is open: -1 for none. */
  private span = -1
  private role = ''
  /** NONE: no process runs. */
  private epoch = NONE
  private roleRow = -1
  private roleTone: Tone = 'plain'
  /** The fuses that burn, and the spin under way, with its row. */
  private readonly burning = new Map<Timer, number>()
  private spin = -1
  private spinRow = -1
  private readonly margins = new NumberedLabel(this.labels, (ms) => `margin ${grouped(ms)} ms`)
  private readonly lengths: { readonly [timer in Timer]: NumberedLabel }
  /** By the state, and whom it follows. */
  private readonly roles = new Map<string, NumberedLabel>()
  private readonly parkRows = new Map<number, ParkRow>()
  /** By whose Fetch it is, and its number. */
  private readonly parked = new Map<number, Parked>()
  /** The good fetch that came closest to the deadline. */
  private tightest: { readonly at: number; readonly row: number; readonly left: number } | undefined
  private hasFired = false

  /**
   * @param index of the lane in its group
   * @param host index of the node in the world
   * @param fetchTimeout F, in ms
   */
  constructor(
    readonly index: number,
    private readonly host: number,
    readonly name: string,
    private readonly isObserver: boolean,
    fetchTimeout: number,
  ) {
    this.saw = new SawColumns(this.labels, fetchTimeout)
    const lengthOf = (timer: Timer) => new NumberedLabel(this.labels, timers[timer].says)
    this.lengths = {
      election: lengthOf('election'),
      backoff: lengthOf('backoff'),
      'check-quorum': lengthOf('check-quorum'),
    }
  }

  /** A ROLE row. `by`: the timer that fired. */
  became(at: number, row: number, role: string, epoch: number, leader: string, by: Fired | undefined): void {
    if (by) this.fires(at, row, by)
    this.unwatch(at, row)
    this.enter(
      at,
      row,
      tones.get(role) ?? 'plain',
      role === 'Follower' && leader ? `${role} of ${leader}` : role,
      epoch,
    )
  }

  /** A FETCH_TIMER row. `left`: of the one before, -Infinity where none ran; `deadline` Infinity: none runs now. */
  fetchTimer(at: number, row: number, deadline: number, left: number): void {
    const isReset = Number.isFinite(left)
    this.saw.end(at, row, isReset ? this.margins.of(left) : 'fetch timer')
    if (isReset && left < (this.tightest?.left ?? FOREVER)) this.tightest = { at, row, left }
    if (Number.isFinite(deadline)) this.saw.set(at, row, deadline)
  }

  /** A timer is set, or with a deadline of Infinity none runs any more. */
  timer(at: number, row: number, timer: Timer, deadline: number): void {
    this.unburn(at, timer)
    if (!Number.isFinite(deadline)) return
    const label = this.lengths[timer].of(deadline - at)
    this.burning.set(timer, this.fuses.push(at, deadline, timers[timer].tone, label, row))
  }

  /** A SPIN row: whatever comes, the thread spins on until it waits for something. */
  spins(at: number, row: number): void {
    this.spinRow = row
    this.spin = this.fuses.push(at, FOREVER, 'failed', 'spins · asks for a wait of 0 again and again', row)
  }

  /** Its thread waits for something again. */
  waits(at: number): void {
    this.restsFrom(at)
    this.spinRow = -1
  }

  private restsFrom(at: number): void {
    if (this.spin >= 0) this.fuses.end(this.spin, at)
    this.spin = -1
  }

  /** A PARKED row. */
  park(at: number, row: number, from: number, name: string, nth: number, until: number): void {
    const parkRow = this.parkRows.get(from) ?? {
      track: new TrackColumns('span', this.labels, undefined, { within: true }),
      label: new NumberedLabel(this.labels, (ms) => `${name}’s Fetch parked · W = ${grouped(ms)}`),
    }
    this.parkRows.set(from, parkRow)
    const { track, label } = parkRow
    const mark = track.push(at, until, 'setting', label.of(until - at), row)
    this.parked.set(fetchOf(from, nth), { track, mark, name })
  }

  /** An UNPARKED row. */
  unpark(at: number, row: number, from: number, nth: number, why: Unparked): void {
    const key = fetchOf(from, nth)
    const known = this.parked.get(key)
    this.parked.delete(key)
    if (!known) return
    const { track, mark, name } = known
    track.end(mark, at)
    if (why === 'time') return
    track.rename(mark, why === 'failed' ? 'failed' : 'setting', `${name}’s Fetch parked · ${early[why]}`)
    track.lead(mark, row)
  }

  /** HAPPENED rows. */
  happened(at: number, row: number, what: string): void {
    switch (what) {
      case 'pause':
        this.leave(at)
        this.restsFrom(at)
        this.span = this.spans.push(at, FOREVER, 'backoff', `paused · ${spelled(this.role, this.epoch)}`, row)
        break
      case 'resume':
        this.leave(at)
        this.span = this.spans.push(at, FOREVER, this.roleTone, this.roleLabel(), this.roleRow)
        if (this.spinRow >= 0) this.spins(at, this.spinRow)
        break
      case 'stop':
      case 'left':
        this.dies(at, row, what === 'stop' ? 'stopped' : 'shut down')
        break
      case 'start':
        break
      default:
        this.dots.push(at, at, 'plain', what === 'resign' ? 'asked to resign' : what, row)
    }
  }

  /** A FAULT row of its own, or of its peer. `hits`: the links or the message that it hits, empty: the node. */
  fault(at: number, row: number, what: string, hits: string, until: number, isPeers = false): void {
    const bands = isPeers ? this.peerBands : this.bands
    const mark = bands.push(at, until, 'fault', hits === '' ? what : `${what} · ${hits}`, row)
    if (what === 'lose message') this.waiting.set(row, { bands, mark })
    if (isPeers) return
    if (until === at) this.dots.push(at, at, 'failed', what, row)
    const from = at > 0 ? ` from ${brief(at)}` : ''
    const to = Number.isFinite(until) ? ` until ${brief(until)}` : ''
    this.faults.push(until > at ? `${what}${from}${to}` : `${what} at ${brief(at)}`)
  }

  /** A message was lost by a fault, by the row of that: one that takes a single message is over. */
  struck(fault: number, at: number): void {
    const waiting = this.waiting.get(fault)
    waiting?.bands.cut(waiting.mark, at)
    this.waiting.delete(fault)
  }

  finish(until: number): Lane {
    this.leave(until)
    this.saw.end(until, this.roleRow, 'fetch timer')
    this.waits(until)
    const { tightest, labels, spans, fuses, saw, dots, sawDots, bands, peerBands, arrows } = this
    if (tightest && !this.hasFired)
      sawDots.push(
        tightest.at,
        tightest.at,
        'setting',
        `margin ${grouped(tightest.left)} ms · the tightest`,
        tightest.row,
      )
    const parks = [...this.parkRows].sort(([a], [b]) => a - b).map(([, { track }]) => track)
    const saws = saw.length > 0 ? [saw.finish(until)] : []
    return {
      id: `node ${this.host + 1}`,
      name: this.name,
      about: this.about(),
      labels: labels.texts,
      tracks: [
        ...shown([bands, peerBands], until),
        ...saws,
        ...shown(arrows.all, until),
        ...shown([spans, ...parks, fuses, sawDots, dots], until),
      ],
    }
  }

  private about(): string {
    const { faults } = this
    if (faults.length > 2) return `${grouped(faults.length)} faults`
    return faults.length > 0 ? faults.join(', ') : this.isObserver ? 'observer' : 'voter'
  }

  private fires(at: number, row: number, timer: Fired): void {
    const dots = timer === 'fetch' ? this.sawDots : this.dots
    dots.push(at, at, timer === 'backoff' ? 'plain' : 'failed', fired[timer], row)
    if (timer === 'fetch') this.hasFired = true
  }

  /** Of a state by its like the span goes on. */
  private enter(at: number, row: number, tone: Tone, role: string, epoch: number): void {
    if (this.span >= 0 && this.role === role && this.epoch === epoch) return
    this.leave(at)
    this.role = role
    this.epoch = epoch
    this.roleTone = tone
    this.roleRow = row
    this.span = this.spans.push(at, FOREVER, tone, this.roleLabel(), row)
  }

  private roleLabel(): string | number {
    const { role, epoch, roles } = this
    if (epoch === NONE) return role
    const label = roles.get(role) ?? new NumberedLabel(this.labels, (each) => spelled(role, each))
    roles.set(role, label)
    return label.of(epoch)
  }

  private leave(at: number): void {
    const { spans, span } = this
    if (span < 0) return
    if (spans.startOf(span) === at) spans.drop()
    else spans.end(span, at)
    this.span = -1
  }

  /** The timers of a state go with it. */
  private unwatch(at: number, row: number): void {
    this.saw.end(at, row, 'fetch timer')
    for (const timer of this.burning.keys()) this.unburn(at, timer)
  }

  private unburn(at: number, timer: Timer): void {
    const fuse = this.burning.get(timer)
    if (fuse !== undefined) this.fuses.cut(fuse, at)
    this.burning.delete(timer)
  }

  private dies(at: number, row: number, how: string): void {
    this.leave(at)
    this.unwatch(at, row)
    this.waits(at)
    for (const { track, mark } of this.parked.values()) track.cut(mark, at)
    this.parked.clear()
    this.role = how
    this.epoch = NONE
    this.roleTone = 'failed'
    this.roleRow = row
    this.span = this.spans.push(at, FOREVER, 'failed', how, row)
  }
}
