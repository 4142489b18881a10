// A whole run as a person would tell it: a line a row, looks of the poll loop that repeat told once, draws left out; then the verdicts.

import { brief } from '../base/brief.ts'
import { grouped } from '../base/grouped.ts'
import { worldOf } from '../scenario/compileClient.ts'
import type { LinuxKernel } from '../scenario/kernel.ts'
import { releaseName } from '../scenario/releases.ts'
import type { Kernel, Produce, Scenario, Value, World } from '../scenario/scenario.ts'
import * as callKind from '../trace/callKinds.ts'
import * as kind from '../trace/kinds.ts'
import * as producerKind from '../trace/producerKinds.ts'
import { WAIT } from '../trace/quorumKinds.ts'
import { rules, WAIT_NOTHING } from '../trace/rules.ts'
import { atOf, fieldOf, kindOf, ruleOf, type Trace } from '../trace/trace.ts'
import { gapIn, verdictIn } from './byLab.ts'
import type { Gap } from './findings.ts'
import { counted, exact, instantOf, listed, said, subjectAt, variantName } from './names.ts'
import { equalWords, wordWords } from './numbers.ts'
import { isPartitions } from './partitionRun.ts'
import { type Part, type Prose, plain } from './prose.ts'
import { sentence } from './sentence.ts'

/** Every space an ordinary one, so that a terminal lines it up and a search finds it. */
const ordinary = (text: string): string => text.replace(/[\u00a0\u2009\u202f]/g, ' ')

/** A sentence as text; names of variants that hold a comma stand in quotes. */
const quoted = (prose: Prose): string => plain(prose.map((part) => (isLongName(part) ? `“${plain([part])}”` : part)))

const isLongName = (part: Part): boolean => typeof part !== 'string' && part.as === 'strong' && part.text.includes(',')

/** The run of every variant, as text that ends in a line break. */
export function transcript(scenario: Scenario, traces: readonly Trace[]): string {
  const variants = traces.flatMap((trace, i) => ['', ...variantLines(scenario, i, trace)])
  return ordinary(`${[...headerLines(scenario), ...variants, '', ...verdictLines(scenario, traces)].join('\n')}\n`)
}

function headerLines(scenario: Scenario): string[] {
  const { title, seed, until, world } = scenario
  const { nodes, kernel, latency, service, jitter } = world
  if (world.workload.kind === 'replication')
    return [title, `${asks(world)}.`, `The schedule: ${world.workload.schedule || 'no step'}.`]
  if (scenario.lab === 'quorum')
    return [title, `${capital(quorumWords(world))}.`, `${asks(world)}; seed ${seed}, until ${brief(until)}.`]
  return [
    title,
    `${capital(counted(nodes.length, 'broker'))}, ${exact(latency)} away, ${service > 0 ? `each answer takes ${exact(service)}, ` : ''}${kernelWords(kernel)}.`,
    `${asks(world)}; jitter ${jitter ? 'on' : 'off'}, seed ${seed}, until ${brief(until)}.`,
  ]
}

/** `three voters and one observer, 10 ms from each other` */
function quorumWords({ nodes, latency }: World): string {
  const observers = nodes.filter(({ observer }) => observer).length
  const others = observers > 0 ? ` and ${counted(observers, 'observer')}` : ''
  return `${counted(nodes.length - observers, 'voter')}${others}, ${exact(latency)} from each other`
}

function asks({ nodes, workload }: World): string {
  const named = 'node' in workload ? (nodes[workload.node]?.name ?? '') : ''
  const known = listed(nodes.filter(({ membership }) => membership !== 'joined').map(({ name }) => name))
  switch (workload.kind) {
    case 'leader':
      return `The producer asks for ${named}`
    case 'busy':
      return `Something else has just asked for ${named}, and send() waits for metadata`
    case 'refresh':
      return `The client has long known ${known || 'no broker'}, and send() waits for metadata`
    case 'send':
      return 'send() waits for metadata'
    case 'produce':
      return produceWords(workload)
    case 'quorum':
      return workload.start === 'steady' ? 'A quorum is led and quiet' : 'A leader has just been elected'
    case 'replication':
      return `One partition on three replicas, assigned ${workload.order.split('').join(', ')}; A leads and all are in sync`
    case 'consumer':
      return `A consumer${workload.known ? ` that has long known ${known || 'no broker'}` : ''} calls partitionsFor()`
    case 'admin':
      return `An admin client${workload.known ? ` that has long known ${known || 'no broker'}` : ''} calls listTopics()`
  }
}

/** `A producer sends 24 records to two partitions of a topic that it knows; flush() and close() are called` */
function produceWords({ partitions, topicKnown, calls }: Produce): string {
  const records = calls.reduce((sum, call) => sum + (call.what === 'send' ? (call.count ?? 1) : 0), 0)
  const others = (['partitionsFor', 'flush', 'close'] as const).filter((what) =>
    calls.some((call) => call.what === what),
  )
  const called =
    others.length > 0 ? `; ${listed(others.map((what) => `${what}()`))} ${others.length > 1 ? 'are' : 'is'} called` : ''
  const topic = topicKnown ? 'that it knows' : 'whose metadata it has yet to get'
  return `A producer sends ${counted(records, 'record')} to ${counted(partitions, 'partition')} of a topic ${topic}${called}`
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function kernelWords(kernel: Kernel): string {
  if (!('giveUpAfter' in kernel)) return linuxWords(kernel)
  return kernel.giveUpAfter === null
    ? 'a kernel that never gives up'
    : `a kernel that gives up after ${said(kernel.giveUpAfter)}`
}

/** `tcp_syn_retries 6, tcp_syn_linear_timeouts 4`, and what else is set. */
function linuxWords(kernel: LinuxKernel): string {
  const { rtoMax, dataRetries, userTimeout, keepalive, wheel } = kernel
  const set: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['tcp_syn_retries', kernel.synRetries],
    ['tcp_syn_linear_timeouts', kernel.linearTimeouts],
    ['tcp_rto_max_ms', rtoMax],
    ['tcp_retries2', dataRetries],
    ['TCP_USER_TIMEOUT', userTimeout],
    ['keepalive', keepalive && `${said(keepalive.idle)} + ${keepalive.probes} × ${said(keepalive.interval)}`],
    ['late timers at', wheel && `${wheel.hz} HZ from jiffy ${wheel.phase}`],
  ]
  return set.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])).join(', ')
}

function variantLines(scenario: Scenario, index: number, trace: Trace): string[] {
  const variant = scenario.variants[index]
  const release = releaseName(variant?.kafka ?? '')
  const settings = Object.values(variant?.config ?? {})
    .flatMap(Object.entries<Value>)
    .map(([key, value]) => `${key}=${value}`)
  const world = worldOf(scenario, index)
  const own = variant?.world?.seed === undefined ? [] : [`seed ${variant.world.seed}`]
  if (world.latency !== scenario.world.latency) own.push(`${exact(world.latency)} away`)
  if (world.kernel !== scenario.world.kernel) own.push(kernelWords(world.kernel))
  for (const [fault, on] of variant?.world?.faults ?? [])
    own.push(`${faultWords(scenario, fault)} ${on ? 'on' : 'off'}`)
  const differs = [...settings, ...own].join(', ')
  const name = variant?.name ?? ''
  return [`== ${name}${name === release ? '' : ` (${release})`}${differs ? `: ${differs}` : ''}`, ...rowLines(trace)]
}

/** `black hole of broker 1` */
function faultWords({ world }: Scenario, index: number): string {
  const fault = world.faults[index]
  return fault ? `${fault.kind} of ${world.nodes[fault.node]?.name ?? `broker ${fault.node + 1}`}` : ''
}

function rowLines(trace: Trace): string[] {
  const isByStep = isPartitions(trace)
  const instant = (at: number) => (isByStep ? instantOf(trace, at) : `${grouped(at)} ms`)
  const width = Math.max(instant(0).length, instant(trace.until).length)
  const names = Math.max(...trace.subjects.map(({ name }) => name.length))
  const lines: string[] = []
  const line = (at: number, who: string, says: string) =>
    lines.push(`${instant(at).padStart(width)}  ${who.padEnd(names)}  ${says}`)
  const looks = new Looks((at, says) => line(at, 'client', says))
  for (let row = 0; row < trace.rows; row++) {
    const what = kindOf(trace, row)
    if (what === kind.DRAW || what === WAIT || isLookAtOnce(trace, row)) continue
    if (what === kind.POLL) looks.look(trace, row)
    else if (looks.rests(what)) {
      // What the world does while the loop sleeps does not end its series of looks.
      line(atOf(trace, row), subjectAt(trace, row).name, sentence(trace, row))
    } else {
      looks.end(atOf(trace, row))
      line(atOf(trace, row), subjectAt(trace, row).name, sentence(trace, row))
    }
  }
  looks.end(trace.until)
  return lines
}

const isLookAtOnce = (trace: Trace, row: number): boolean =>
  kindOf(trace, row) === kind.POLL && ruleOf(trace, row) === rules[WAIT_NOTHING]

/** Looks of the same term and length that follow one another: told when the first begins, counted when the last is over. */
class Looks {
  private times = 0
  private from = 0
  private term: unknown
  private length = 0

  constructor(private readonly line: (at: number, says: string) => void) {}

  look(trace: Trace, row: number): void {
    const term = ruleOf(trace, row)
    const length = fieldOf(trace, row, 1)
    if (this.times > 0 && term === this.term && length === this.length) {
      this.times++
      return
    }
    this.end(atOf(trace, row))
    this.times = 1
    this.from = atOf(trace, row)
    this.term = term
    this.length = length
    this.line(this.from, sentence(trace, row))
  }

  /** Rows of this kind come from outside of the process: the loop sleeps on. */
  rests(what: number): boolean {
    return this.times > 0 && outside.has(what)
  }

  /** Something else happens: the looks so far are told. */
  end(at: number): void {
    const waited =
      this.length > 0 ? `waited ${often(this.times)}, ${exact(this.length)} each at most` : `spun ${often(this.times)}`
    if (this.times > 1) this.line(at, `The poll loop ${waited}.`)
    this.times = 0
  }
}

const often = (n: number): string => (n === 1 ? 'once' : n === 2 ? 'twice' : `${grouped(n)} times`)

const outside = new Set([
  kind.SYN,
  kind.FAULT,
  kind.HEALED,
  kind.REACHED,
  kind.LOST,
  kind.UNBLOCKED,
  callKind.ATTEMPT,
  callKind.ATTEMPTED,
  producerKind.ASKED,
  producerKind.APPEND,
  producerKind.APPENDED,
  producerKind.KNOWN_AGAIN,
  producerKind.PARTITIONS,
])

function verdictLines(scenario: Scenario, traces: readonly Trace[]): string[] {
  const verdicts = traces.map((trace, i) => {
    const verdict = verdictIn(trace, scenario, i)
    const { headline, unit, of, word, sentence: says, caller } = verdict
    const seen = caller.length > 0 ? `; ${plain(caller)}` : ''
    const number =
      headline === undefined ? '' : `${unit ? `${headline} ${unit}` : exact(headline)}${of ? ` ${of}` : ''}: `
    const figure = word === undefined ? number : `${wordWords(verdict)}: `
    return `${variantName(scenario, i)}: ${figure}${plain(says)}${seen}.`
  })
  const gaps = traces.slice(1).flatMap((_, i) => {
    const gap = gapIn(scenario, traces, i, i + 1)
    const [from, to] = [variantName(scenario, i), variantName(scenario, i + 1)]
    return [`${from}  →  ${to}${gapWords(gap)}`, `  ${quoted(gap.sentence)}`]
  })
  return ['== Verdicts', ...verdicts, ...(gaps.length > 0 ? ['', '== Differences', ...gaps] : [])]
}

function gapWords({ ms, unit, atLeast, word, equal, words = ['sooner', 'later'] }: Gap): string {
  if (ms === 0 && equal !== undefined) return `: ${equalWords(equal)}`
  if (ms === 0) return unit !== undefined && word !== undefined ? `: ${word}` : ''
  return `: ${atLeast ? 'at least ' : ''}${unit ? `${Math.abs(ms)} ${unit}` : exact(Math.abs(ms))} ${words[ms > 0 ? 0 : 1]}`
}
