// The lanes of the replication lab: what the producer knows of each record, what the controller decided, and a lane a replica. Instants are
// steps. One pass over the trace; what a step changed is shown once, at its end.

import { letterOf } from '../base/letter.ts'
import { STEP } from '../scenario/partitionWorld.ts'
import { NONE } from '../trace/kinds.ts'
import * as kind from '../trace/partitionKinds.ts'
import { letters } from '../trace/partitionWords.ts'
import { fieldOf, restOf, ruleOf, subjectOf, type Trace } from '../trace/trace.ts'
import { Labels, shown, TrackColumns } from './columns.ts'
import { type Drawing, drawingBy, type RowPass } from './drawing.ts'
import type { Lane, LaneGroup, Tone } from './lane.ts'

const FOREVER = Number.POSITIVE_INFINITY
const REPLICAS = [0, 1, 2]

/** The lanes of one run, top to bottom. */
export const partitionDrawing = (trace: Trace): Drawing => drawingBy(new Pass(trace), trace)

/** A row of spans, each of which lasts until the next one that says something else. */
class Strip {
  readonly track: TrackColumns
  private said = ''

  constructor(labels: Labels, within = false) {
    this.track = new TrackColumns('span', labels, undefined, within ? { within: true } : {})
  }

  say(at: number, tone: Tone, label: string, row: number): void {
    if (label === this.said) return
    this.end(at)
    this.said = label
    this.track.push(at, FOREVER, tone, label, row)
  }

  private end(at: number): void {
    const last = this.track.length - 1
    if (last >= 0) this.track.end(last, at)
  }
}

/** A replica as the rows so far have it. */
class Replica {
  readonly labels = new Labels()
  readonly role = new Strip(this.labels)
  readonly log = new Strip(this.labels, true)
  readonly dots = new TrackColumns('dot', this.labels)
  isUp = true
  mark = 0
  records: number[] = []
  /** The row that changed it last: what is shown of it, and its log. */
  row = 0
  logRow = 0

  constructor(readonly broker: number) {}
}

type Answer = 'sent' | 'acknowledged' | 'failed' | 'unknown'

/** A record as its producer knows it. `taken`: for done, be it because nobody was asked (acks=0). */
type Known = { readonly strip: Strip; answer: Answer; taken: boolean; lost: boolean; row: number }

const tones: { readonly [answer in Answer]: Tone } = {
  sent: 'setting',
  acknowledged: 'healthy',
  failed: 'failed',
  unknown: 'backoff',
}

class Pass implements RowPass {
  private readonly replicas = REPLICAS.map((broker) => new Replica(broker))
  private readonly records: Known[] = []
  private readonly producer = new Labels()
  private readonly refusals = new TrackColumns('dot', this.producer)
  private readonly blockages = new TrackColumns('band', this.producer)
  private readonly controller = new Labels()
  private readonly decided = new Strip(this.controller)
  private readonly detections = new TrackColumns('dot', this.controller)
  private leader = 0
  private epoch = 0
  private isr: readonly number[] = REPLICAS
  private elr: readonly number[] = []
  private decision = 0
  private now = 0

  constructor(private readonly trace: Trace) {}

  row(row: number, at: number, _subject: number, what: number): void {
    if (at > this.now) this.show(this.now)
    this.now = at
    this.ofProducer(row, at, what)
    this.ofController(row, at, what)
    const replica = this.replicaOf(row)
    if (replica) this.ofReplica(replica, row, at, what)
  }

  /** All as it is at the end of a step. */
  private show(at: number): void {
    const { leader, epoch, isr, elr } = this
    const eligible = elr.length > 0 ? ` · ELR ${letters(elr)}` : ''
    const inSync = `ISR ${isr.length > 0 ? letters(isr) : 'empty'}${eligible}`
    if (leader === NONE) this.decided.say(at, 'failed', `no leader · ${inSync}`, this.decision)
    else this.decided.say(at, 'plain', `${letterOf(leader)} leads epoch ${epoch} · ${inSync}`, this.decision)
    for (const replica of this.replicas) this.showReplica(replica, at)
    this.records.forEach(({ strip, answer, taken, lost, row }, id) => {
      if (lost && taken) strip.say(at, 'failed', `m${id} lost`, row)
      else strip.say(at, tones[answer], `m${id} ${answer}${lost ? ' · lost' : ''}`, row)
    })
  }

  finish(): LaneGroup {
    this.show(this.now)
    const { until } = this.trace
    const { producer, controller, records, refusals, blockages, decided, detections } = this
    const taken = records.filter((record) => record.taken)
    const lost = taken.filter((record) => record.lost)
    const told = taken.some(({ answer }) => answer === 'sent') ? 'sent' : 'acknowledged'
    const strips = records.map(({ strip }) => strip.track)
    return {
      step: STEP,
      lanes: [
        {
          id: 'producer',
          name: 'producer',
          about: lost.length > 0 ? `${lost.length} of ${taken.length} lost` : `${taken.length} ${told}`,
          labels: producer.texts,
          tracks: shown([blockages, ...strips, refusals], until),
        },
        {
          id: 'controller',
          name: 'controller',
          about: 'leader, epoch, ISR',
          labels: controller.texts,
          tracks: shown([decided.track, detections], until),
        },
        ...this.replicas.map((replica) => laneOf(replica, until)),
      ],
    }
  }

  private ofProducer(row: number, at: number, what: number): void {
    const { trace, refusals } = this
    switch (what) {
      case kind.SENT_TO_NOBODY:
      case kind.RECORD_APPENDED:
        this.records[fieldOf(trace, row, 0)] = {
          strip: new Strip(this.producer, fieldOf(trace, row, 0) > 0),
          answer: 'sent',
          taken: false,
          lost: false,
          row,
        }
        break
      case kind.ACKNOWLEDGED:
        this.answered(row, ruleOf(trace, row).id === 'sent-blindly' ? 'sent' : 'acknowledged', true)
        break
      case kind.FAILED_AFTER_APPEND:
        this.answered(row, 'failed')
        break
      case kind.UNANSWERED:
        this.answered(row, 'unknown')
        break
      case kind.ACKED_LOST:
      case kind.VISIBLE_LOST:
        for (const id of restOf(trace, row)) this.change(id, { lost: true, row })
        break
      case kind.LOST_NO_MORE:
        for (const id of restOf(trace, row)) this.change(id, { lost: false, row })
        break
      case kind.SKIPPED:
        if (ruleOf(trace, row).id === 'no-leader-found') refusals.push(at, at, 'backoff', 'no leader', row)
        break
      case kind.WRITE_REFUSED:
        refusals.push(at, at, 'failed', 'refused', row)
        break
      case kind.WRITES_BLOCKED:
        this.blockages.push(at, FOREVER, 'fault', 'writes are blocked', row)
        break
      case kind.WRITES_GO_ON:
        this.blockages.end(this.blockages.length - 1, at)
        break
    }
  }

  private answered(row: number, answer: Answer, taken = false): void {
    for (const id of restOf(this.trace, row)) this.change(id, { answer, taken, row })
  }

  private change(id: number, change: Partial<Omit<Known, 'strip'>>): void {
    const record = this.records[id]
    if (record) Object.assign(record, change)
  }

  private ofController(row: number, at: number, what: number): void {
    const { trace } = this
    switch (what) {
      case kind.ELECTED:
        this.leader = this.replicaOf(row)?.broker ?? NONE
        this.epoch = fieldOf(trace, row, 0)
        break
      case kind.OFFLINE:
        this.leader = NONE
        break
      case kind.IN_SYNC:
        this.isr = restOf(trace, row)
        for (const { broker } of this.replicas) this.touch(broker, row)
        break
      case kind.ELIGIBLE:
        this.elr = restOf(trace, row)
        break
      case kind.DETECTED:
        this.detections.push(at, at, 'failed', `${letterOf(fieldOf(trace, row, 0))} is gone`, row)
        return
      default:
        return
    }
    this.decision = row
  }

  private ofReplica(replica: Replica, row: number, at: number, what: number): void {
    const { trace } = this
    switch (what) {
      case kind.CRASHED:
        replica.isUp = false
        replica.mark = fieldOf(trace, row, 0)
        this.dot(replica, row, at, 'failed', 'crash')
        break
      case kind.RESTARTED:
        replica.isUp = true
        this.dot(replica, row, at, 'plain', 'restart')
        break
      case kind.ELECTED:
        this.dot(
          replica,
          row,
          at,
          'plain',
          ruleOf(trace, row).id === 'elected-uncleanly' ? 'unclean election' : 'elected',
        )
        break
      case kind.RECORD_APPENDED:
        this.writes(replica, row, [...replica.records, fieldOf(trace, row, 0)])
        break
      case kind.REPLICA_FETCH:
        this.writes(replica, row, [...replica.records, ...restOf(trace, row)])
        this.dot(replica, row, at, 'plain', fieldOf(trace, row, 1) === 1 ? 'fetch, answer lost' : 'fetch')
        break
      case kind.LOG_CUT:
      case kind.LOG_LOST: {
        const gone = restOf(trace, row)
        this.writes(
          replica,
          row,
          replica.records.filter((id) => !gone.includes(id)),
        )
        replica.mark = Math.min(replica.mark, replica.records.length)
        this.dot(replica, row, at, 'failed', what === kind.LOG_CUT ? 'cuts its log' : 'loses the end of its log')
        break
      }
      case kind.FOLLOWER_MARK:
      case kind.LEADER_MARK:
        replica.mark = fieldOf(trace, row, 1)
        replica.logRow = row
        break
      case kind.SKIPPED:
        replica.dots.push(at, at, 'plain', 'impossible here', row)
        break
      case kind.TOO_SLOW:
      case kind.TOO_FAR_BEHIND:
        this.dot(replica, row, at, 'failed', what === kind.TOO_SLOW ? 'too slow' : 'too far behind')
        break
    }
  }

  private dot(replica: Replica, row: number, at: number, tone: Tone, label: string): void {
    replica.dots.push(at, at, tone, label, row)
    replica.row = row
  }

  private writes(replica: Replica, row: number, records: number[]): void {
    if (records.length === replica.records.length) return
    replica.records = records
    replica.logRow = row
  }

  private touch(broker: number, row: number): void {
    const replica = this.replicas[broker]
    if (replica) replica.row = row
  }

  private replicaOf(row: number): Replica | undefined {
    const { host } = this.trace.subjects[subjectOf(this.trace, row)] ?? {}
    return host === undefined ? undefined : this.replicas[host]
  }

  private showReplica(replica: Replica, at: number): void {
    const { broker, isUp, records, mark, row, logRow, role, log } = replica
    const isMember = this.isr.includes(broker)
    const [tone, place]: readonly [Tone, string] =
      this.leader === broker
        ? ['leads', `leader of epoch ${this.epoch}`]
        : isMember
          ? ['healthy', 'in the ISR']
          : this.elr.includes(broker)
            ? ['seeks', 'out of the ISR, eligible leader']
            : ['backoff', 'out of the ISR']
    if (isUp) role.say(at, tone, place, row)
    else role.say(at, 'failed', `down${this.leader === broker || isMember ? ` · ${place}` : ''}`, row)
    const held = records.length === 0 ? 'empty' : records.map((id) => `m${id}`).join(' ')
    log.say(at, 'plain', `log ${held} · LEO ${records.length} · HW ${mark}`, logRow)
  }
}

const laneOf = ({ broker, labels, role, log, dots, records, mark }: Replica, until: number): Lane => ({
  id: `broker ${letterOf(broker)}`,
  name: letterOf(broker),
  about: `LEO ${records.length}, HW ${mark}`,
  labels: labels.texts,
  tracks: shown([role.track, log.track, dots], until),
})
