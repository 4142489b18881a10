// What a check is asked on the command line.

import { partitionQuestionOf } from '../../src/scenario/compilePartition.ts'
import {
  assignments,
  historyClasses,
  type PartitionBounds,
  type PartitionConfig,
  type PartitionQuestion,
  partitionDefaults,
  partitionProblems,
  unbounded,
} from '../../src/scenario/partitionWorld.ts'
import { replicationReleases } from '../../src/scenario/releases.ts'
import { type ReplicationBehaviourId, replicationBehaviours } from '../../src/scenario/replicationBehaviours.ts'
import type { CheckOrder } from '../../src/search/partitionCheck.ts'

const STATES_MAX = 10_000_000
/** More than any memory here would hold. */
const STATES_LIMIT = 50_000_000

const requirements = {
  R1: ['ackedLoss', 'blocked'],
  R2: ['ackedLoss'],
  visible: ['visibleLoss'],
} as const satisfies { readonly [name: string]: CheckOrder['properties'] }

/** What is asked: a check, or one schedule under the same settings. */
export type Asked = { readonly order: CheckOrder; readonly schedule?: string }

/** What the options ask, or what is wrong with them, a sentence each. */
export function readOrder(args: readonly string[]): Asked | readonly string[] {
  const options = new Options(args)
  const order = orderOf(options)
  const schedule = options.text('schedule')
  const unfit = order ? partitionProblems(order.question).map(({ path, what, hint }) => `${path}: ${what} ${hint}`) : []
  if (!order || options.slips.length + unfit.length > 0) return [...options.slips, ...unfit]
  return { order, ...(schedule !== undefined && { schedule }) }
}

const known = [
  ...['variant', 'acks', 'min-isr', 'unclean', 'lag-max', 'order', 'history', 'require', 'records', 'crashes'],
  ...['down', 'restarts', 'slow-drops', 'moves', 'lose-log', 'repair', 'states', 'schedule'],
]

/** What is given, read option by option; every slip is noted. */
class Options {
  readonly slips: string[] = []
  private readonly given = new Map<string, string>()

  constructor(args: readonly string[]) {
    for (const [option, value] of pairsIn(args)) {
      const name = option.slice(2)
      if (!option.startsWith('--') || !known.includes(name)) this.slips.push(`There is no option '${option}'.`)
      else if (value === undefined) this.slips.push(`${option} is followed by a value.`)
      else if (this.given.has(name)) this.slips.push(`${option} is given twice.`)
      else this.given.set(name, value)
    }
  }

  text(option: string): string | undefined {
    return this.given.get(option)
  }

  is(option: string, value: string): boolean {
    return this.given.get(option) === value
  }

  oneOf<Word extends string>(option: string, words: readonly Word[]): Word | undefined {
    const value = this.given.get(option)
    const found = words.find((word) => word === value)
    if (value !== undefined && found === undefined) {
      this.slips.push(`--${option} is one of ${words.join(', ')}, not '${value}'.`)
    }
    return found
  }

  whole(option: string): number | undefined {
    const value = this.given.get(option)
    if (value === undefined) return undefined
    if (/^-?\d{1,9}$/.test(value)) return Number(value)
    this.slips.push(`--${option} is a whole number, not '${value}'.`)
    return undefined
  }

  onOff(option: string): boolean | undefined {
    const value = this.oneOf(option, ['on', 'off'])
    return value === undefined ? undefined : value === 'on'
  }
}

/** Options with their values, written `--acks 1` or `--acks=1`. */
function pairsIn(args: readonly string[]): (readonly [option: string, value: string | undefined])[] {
  const pairs: (readonly [string, string | undefined])[] = []
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? ''
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1
    pairs.push(equals < 0 ? [arg, args[++i]] : [arg.slice(0, equals), arg.slice(equals + 1)])
  }
  return pairs
}

const eras = Object.keys(replicationBehaviours) as ReplicationBehaviourId[]

/** An era by its own defaults, or a release by those that it has. */
function askedOf(options: Options): Pick<PartitionQuestion, 'variant' | 'knobs' | 'config'> | undefined {
  const asked = options.oneOf('variant', [...eras, ...replicationReleases.map(({ id }) => id)])
  if (asked === undefined) return undefined
  const variant = eras.find((era) => era === asked)
  if (variant !== undefined) return { variant, config: partitionDefaults[variant] }
  return partitionQuestionOf({ name: asked, kafka: asked, config: {} }, { order: 'ABC' })
}

function orderOf(options: Options): CheckOrder | undefined {
  const release = askedOf(options)
  const name =
    options.oneOf(
      'history',
      historyClasses.map(({ name }) => name),
    ) ?? 'H1'
  const history = historyClasses.find((one) => one.name === name)
  const requirement = options.oneOf('require', Object.keys(requirements) as (keyof typeof requirements)[])
  const order = options.oneOf('order', [...assignments, 'any' as const]) ?? 'ABC'
  const statesMax = options.whole('states') ?? STATES_MAX
  if (statesMax < 1 || statesMax > STATES_LIMIT) options.slips.push(`--states lies between 1 and ${STATES_LIMIT}.`)
  if (options.text('variant') === undefined) options.slips.push('Name an era or a release with --variant.')
  // Read without a variant too, so that every slip is told at once.
  const config = configOf(options, release?.config ?? partitionDefaults['kafka-4.0-elr'])
  const bounds = boundsOf(options, history?.bounds ?? unbounded)
  if (release === undefined || history === undefined) return undefined
  const asked = requirement ?? history.requirement
  return {
    question: { ...release, config, order, bounds },
    properties: requirements[asked],
    tracksSeen: asked === 'visible',
    until: 'first break',
    statesMax,
  }
}

function configOf(options: Options, preset: PartitionConfig): PartitionConfig {
  const { 'replica.lag.max.messages': lagPreset, ...rest } = preset
  const acks = options.is('acks', 'all') ? -1 : options.whole('acks')
  const minIsr = options.whole('min-isr')
  const unclean = options.onOff('unclean')
  const lagMax = options.is('lag-max', 'none') ? undefined : (options.whole('lag-max') ?? lagPreset)
  return {
    ...rest,
    ...(acks !== undefined && { acks }),
    ...(minIsr !== undefined && { 'min.insync.replicas': minIsr }),
    ...(unclean !== undefined && { 'unclean.leader.election.enable': unclean }),
    ...(lagMax !== undefined && { 'replica.lag.max.messages': lagMax }),
  }
}

const boundsOf = (options: Options, preset: PartitionBounds): PartitionBounds => ({
  records: options.whole('records') ?? preset.records,
  crashes: options.whole('crashes') ?? preset.crashes,
  downAtOnce: options.whole('down') ?? preset.downAtOnce,
  restarts: options.onOff('restarts') ?? preset.restarts,
  slowDrops: options.whole('slow-drops') ?? preset.slowDrops,
  preferredMoves: options.whole('moves') ?? preset.preferredMoves,
  crashMayLoseLog: options.onOff('lose-log') ?? preset.crashMayLoseLog,
  repairBeforeNextCrash: options.onOff('repair') ?? preset.repairBeforeNextCrash,
})
