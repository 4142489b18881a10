// The messages of a run: each is made, sent, perhaps parked, and done; what is done is used again for another.

import type { Epochs } from './raftLog.ts'
import { ANSWER } from './words.ts'

const NOBODIES: readonly number[] = []
const NO_EPOCHS: Epochs = []

/** A request or an answer. All but its kind, its ends and its epoch are those of whatever it was before, until they are written. */
export class Message {
  kind = 0
  /** Its sender and its receiver, by index. */
  from = 0
  to = 0
  error = 0
  /** It could not be delivered, and its sender is told so. */
  isReturned = false
  /** The how-manieth of its kind on its way. */
  nth = 0
  epoch = 0
  /** A request's number in the run; an answer bears its request's. */
  correlation = 0
  /** Which life of the asking process asked. */
  life = 0
  /** Its last row: SENT, ARRIVED, PARKED. */
  row = 0
  /** A parked Fetch: until when; its reply's epoch and high watermark are in d and e. */
  until = 0
  /**
   * By kind. Fetch: offset, last epoch, high watermark; its answer: leader, records, high watermark, then epoch and end where the logs
   * diverge. Vote, PreVote: last offset, last epoch; their answers: leader, granted. Other answers: leader. NOBODY: none.
   */
  a = 0
  b = 0
  c = 0
  d = 0
  e = 0
  /** EndQuorumEpoch: the successors; Fetch answer: the epochs of its records. */
  successors = NOBODIES
  records = NO_EPOCHS

  /** A request becomes its answer, on the way back; its number and its asker's life stay. */
  becomeAnswer(epoch: number, error: number): void {
    const { from, to } = this
    this.kind += ANSWER
    this.from = to
    this.to = from
    this.epoch = epoch
    this.error = error
  }
}

export class Messages {
  private readonly free: Message[] = []
  private correlations = 0

  make(kind: number, from: number, to: number, epoch: number): Message {
    const message = this.free.pop() ?? new Message()
    message.kind = kind
    message.from = from
    message.to = to
    message.epoch = epoch
    message.error = 0
    message.isReturned = false
    return message
  }

  newCorrelation(): number {
    return ++this.correlations
  }

  /** It is done: another may use it. */
  done(message: Message): void {
    message.successors = NOBODIES
    message.records = NO_EPOCHS
    this.free.push(message)
  }
}
