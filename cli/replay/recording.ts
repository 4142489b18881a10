// A recorded case, in the form that every layer shares.

export type Draw = readonly [at: number, name: string, argument: unknown, value: unknown]
export type Event = readonly [at: number, kind: string, ...arguments: unknown[]]

export type Recording = {
  readonly id: string
  readonly layer: string
  readonly variant: string
  readonly input: unknown
  readonly draws: readonly Draw[]
  readonly events: readonly Event[]
  readonly end?: unknown
}

/** Where a replay left its recording: in `what`, at `index` of it. */
export type Difference = {
  readonly what: 'events' | 'draws' | 'end' | 'run'
  readonly index: number
  readonly expected: unknown
  readonly got: unknown
}

/** A case about something that is not modelled here, with the reason. */
export type NotBuilt = { readonly what: 'not built'; readonly reason: string }

/** Replays a case that can be read; undefined where it is met in everything. */
export type Replay = (recording: Recording) => Difference | NotBuilt | undefined

/** One layer of the recordings. */
export type Layer = {
  /** What of a case is not known here, or not in the form that it is read in, in a sentence; undefined: it can be replayed. */
  readonly unreadable: (recording: Recording) => string | undefined
  readonly replay: Replay
}

/** The text form by which values are compared: keys in one order, -0 as 0. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? 'nothing'

/** The first place where two lists differ. */
export function firstDifference(
  what: 'events' | 'draws',
  expected: readonly unknown[],
  got: readonly unknown[],
): Difference | undefined {
  const length = Math.max(expected.length, got.length)
  for (let index = 0; index < length; index++) {
    if (canonical(expected[index]) !== canonical(got[index])) {
      return { what, index, expected: expected[index], got: got[index] }
    }
  }
  return undefined
}
