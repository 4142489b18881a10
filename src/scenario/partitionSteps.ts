// Steps of a schedule: what may happen next to a partition, each a small number, and the words that write them down.
//
//   p   f B   fl C   m B   s C   c A   c A[h=0,k=1]   d A   r A   pl B

import { letterOf } from '../base/letter.ts'

/** A step as a number: kind, broker, choice, and what a crash keeps. */
export type Step = number & { readonly step?: true }

export const PRODUCE = 0
export const FETCH = 1
/** A fetch whose response is lost. */
export const FETCH_LOST = 2
/** Dropped by replica.lag.max.messages. */
export const DROP_BEHIND = 3
/** Dropped by replica.lag.time.max.ms. */
export const DROP_SLOW = 4
export const CRASH = 5
/** The controller learns of a crash. */
export const DETECT = 6
export const RESTART = 7
/** A move of the leadership to the preferred leader. */
export const PREFER = 8

/** The words of the kinds, by number. */
export const stepWords: readonly string[] = ['p', 'f', 'fl', 'm', 's', 'c', 'd', 'r', 'pl']

/** What a crash keeps where nothing is said: the whole log, and as much of the high watermark as fits. */
export const ALL = 7

export const kindOf = (step: Step): number => step & 15
export const brokerOf = (step: Step): number => (step >> 4) & 3
/** Which of an election's candidates leads, in election order. */
export const choiceOf = (step: Step): number => (step >> 6) & 3

/** A step of a broker; PRODUCE has none. */
export const stepOf = (kind: number, broker = 0): Step => kind | (broker << 4) | (ALL << 8) | (ALL << 11)

/** A crash that keeps so much of the high watermark and of the log. */
export const crashOf = (broker: number, watermark: number, end: number): Step =>
  CRASH | (broker << 4) | (watermark << 8) | (end << 11)

/** The same step with another of an election's candidates. */
export const choosing = (step: Step, choice: number): Step => (step & ~(3 << 6)) | (choice << 6)

/** The number of the broker with a letter; -1 for any other text. */
export const brokerNamed = (letter: string): number => (letter.length === 1 ? 'ABC'.indexOf(letter) : -1)

/** What a crash is said to keep of its high watermark and of its log; ALL where nothing is said. */
export const saidWatermark = (step: Step): number => (step >> 8) & 7
export const saidEnd = (step: Step): number => (step >> 11) & 7

/** A step as somebody would write it: `c A[h=0]`. */
function textOfStep(step: Step): string {
  const kind = kindOf(step)
  const word = stepWords[kind] ?? ''
  if (kind === PRODUCE) return word
  const [watermark, end] = [saidWatermark(step), saidEnd(step)]
  const kept = [...(watermark === ALL ? [] : [`h=${watermark}`]), ...(end === ALL ? [] : [`k=${end}`])]
  return `${word} ${letterOf(brokerOf(step))}${kept.length > 0 && kind === CRASH ? `[${kept.join(',')}]` : ''}`
}

/** A schedule as it is written: `p; f B; c A[h=0]`. */
export const textOfSchedule = (steps: readonly Step[]): string => steps.map(textOfStep).join('; ')

/** Why a text is no step, and where in it, counted from 0. */
export type Misread = { readonly at: number; readonly what: string }

/** Reads one step: `p`, `f B`, `c A[h=0,k=1]`. */
export function readStep(text: string): Step | Misread {
  const word = /^[a-z]*/.exec(text)?.[0] ?? ''
  const kind = stepWords.indexOf(word)
  if (kind < 0) return { at: 0, what: `A step begins with one of ${stepWords.join(', ')}.` }
  if (kind === PRODUCE) return text === word ? stepOf(PRODUCE) : { at: 1, what: 'Nothing follows p.' }
  if (text[word.length] !== ' ') return { at: word.length, what: `A space and a broker follow ${word}.` }
  const at = word.length + 1
  const broker = brokerNamed(text.charAt(at))
  if (broker < 0) return { at, what: 'A broker is A, B or C.' }
  if (text.length === at + 1) return stepOf(kind, broker)
  if (kind !== CRASH) return { at: at + 1, what: `Nothing follows the broker of ${word}.` }
  return readKept(text, at + 1, broker)
}

/** What a crash keeps: `[h=0]`, `[k=1]` or `[h=0,k=1]`. */
function readKept(text: string, from: number, broker: number): Step | Misread {
  if (text[from] !== '[') return { at: from, what: 'What a crash keeps stands in brackets, such as [h=0,k=1].' }
  const kept = { h: ALL, k: ALL }
  let at = from + 1
  for (const key of ['h', 'k'] as const) {
    if (text[at] !== key) continue
    if (text[at + 1] !== '=') return { at: at + 1, what: `An equals sign follows ${key}.` }
    const digits = /^\d+/.exec(text.slice(at + 2))?.[0]
    if (digits === undefined) return { at: at + 2, what: `${key}= is followed by an offset.` }
    if (Number(digits) >= ALL) return { at: at + 2, what: `No log here is longer than ${ALL - 1} records.` }
    kept[key] = Number(digits)
    at += 2 + digits.length
    if (text[at] === ',' && key === 'h' && text[at + 1] === 'k') at++
    else break
  }
  if (at === from + 1) return { at, what: 'A crash keeps h= (high watermark), then k= (log end offset).' }
  if (text[at] !== ']') return { at, what: 'A bracket ] ends what a crash keeps; h= comes before k=.' }
  if (text.length > at + 1) return { at: at + 1, what: 'Nothing follows the bracket.' }
  return crashOf(broker, kept.h, kept.k)
}

/** A schedule: its steps with the place of each in the text, or the first place that cannot be read. */
export type Schedule = { readonly steps: readonly Step[]; readonly places: readonly number[] }

/** Reads steps parted by `;` or line ends. */
export function readSchedule(text: string): Schedule | Misread {
  const steps: Step[] = []
  const places: number[] = []
  let at = 0
  for (const part of text.split(/[;\n]/)) {
    const words = part.trim()
    const place = at + part.indexOf(words)
    at += part.length + 1
    if (words === '') continue
    const step = readStep(words)
    if (typeof step === 'object') return { at: place + step.at, what: step.what }
    steps.push(step)
    places.push(place)
  }
  return { steps, places }
}
