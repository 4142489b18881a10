// Where the reader of a scenario looks, read from anything.

import { type Reader, within } from './reader.ts'
import { part, sound } from './readParts.ts'
import { limits, type View } from './scenario.ts'

const viewFields = ['from', 'to', 'playhead', 'selected', 'axis', 'brush', 'overlay', 'only', 'opened']

/** undefined: it says nothing. */
export function readView(
  input: unknown,
  path: string,
  until: number,
  variants: number,
  reader: Reader,
): View | undefined {
  const fields = reader.fields(input, path, viewFields)
  if (!fields) return undefined
  const instant = (value: unknown, where: string) => reader.number(value, where, 0, until)
  const range = { ...part(fields, path, 'from', instant), ...part(fields, path, 'to', instant) }
  const turned = range.from !== undefined && range.to !== undefined && range.from >= range.to
  if (turned) reader.add(within(path, 'to'), 'The view ends before it begins.', 'Any later instant.')
  const view = {
    ...(turned ? {} : range),
    ...part(fields, path, 'playhead', instant),
    ...part(fields, path, 'selected', (value, where) => readSelected(value, where, variants, reader)),
    ...part(fields, path, 'axis', (value, where) => reader.oneOf(value, where, ['elastic', 'linear'] as const)),
    ...part(fields, path, 'brush', (value, where) => readBrush(value, where, until, reader)),
    ...part(fields, path, 'overlay', (value, where) => readOverlay(value, where, variants, reader)),
    ...part(fields, path, 'only', (value, where) => reader.oneOf(value, where, ['differences'] as const)),
    ...part(fields, path, 'opened', (value, where) => readOpened(value, where, reader)),
  }
  return Object.keys(view).length > 0 ? view : undefined
}

const readVariantIndex = (input: unknown, path: string, variants: number, reader: Reader): number =>
  reader.whole(input, path, { name: 'The variant', min: 0, max: Math.max(variants - 1, 0), unit: '' }, 0)

function readSelected(input: unknown, path: string, variants: number, reader: Reader): View['selected'] {
  return sound(reader, () => {
    const pair = reader.list(input, path, 2, 2, 'numbers')
    const variant = readVariantIndex(pair[0], within(path, 0), variants, reader)
    const rows = { name: 'The row', min: 0, max: limits.rowsHeadless, unit: '' } as const
    return [variant, reader.whole(pair[1], within(path, 1), rows, 0)]
  })
}

function readBrush(input: unknown, path: string, until: number, reader: Reader): View['brush'] {
  return sound(reader, () => {
    const pair = reader.list(input, path, 2, 2, 'instants')
    const from = reader.number(pair[0], within(path, 0), 0, until) ?? 0
    const to = reader.number(pair[1], within(path, 1), 0, until) ?? until
    if (from >= to) reader.add(path, 'The marked stretch ends before it begins.', 'An instant, then a later one.')
    return [from, to]
  })
}

function readOverlay(input: unknown, path: string, variants: number, reader: Reader): View['overlay'] {
  return sound(reader, () => {
    const pair = reader.list(input, path, 2, 2, 'variants')
    const first = readVariantIndex(pair[0], within(path, 0), variants, reader)
    const second = readVariantIndex(pair[1], within(path, 1), variants, reader)
    if (first === second) reader.add(path, 'A variant cannot lie over itself.', 'Two different variants.')
    return [first, second]
  })
}

/** What a run has no lane for is not shown: which lanes there are is its answer's to say. */
function readOpened(input: unknown, path: string, reader: Reader): View['opened'] {
  return sound(reader, () => {
    const pair = reader.list(input, path, 2, 2, 'a lane and the first that is shown of it')
    const lane = reader.text(pair[0], within(path, 0), limits.nameLength, '')
    if (lane === '') reader.add(within(path, 0), 'The lane has no name.', 'Such as partition 0.')
    const batches = { name: 'The first that is shown', min: 0, max: limits.records - 1, unit: '' } as const
    return [lane, reader.whole(pair[1], within(path, 1), batches, 0)]
  })
}
