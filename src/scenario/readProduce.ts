// The application of a producer, and the call of a consumer or an admin client, read from anything.

import { fittingCall } from './editCalls.ts'
import { type Bounds, type FieldName, fieldBounds } from './fields.ts'
import { type Fields, type Reader, within } from './reader.ts'
import { type ApiWorkload, limits, type Produce, type ProduceCall } from './scenario.ts'

const produceFields = ['kind', 'partitions', 'recordsPerBatch', 'recordSize', 'topicKnown', 'metadataLag', 'calls']

/** The fields of each kind of call, besides `at` and `what`. */
const callFields = {
  send: { partition: 'callPartition', count: 'callCount', every: 'callEvery' },
  flush: {},
  partitionsFor: {},
  close: { timeout: 'closeTimeout' },
} as const satisfies { readonly [what in ProduceCall['what']]: { readonly [field: string]: FieldName } }

const kinds = Object.keys(callFields) as ProduceCall['what'][]
const everyCallField = ['at', 'what', ...Object.values(callFields).flatMap((fields) => Object.keys(fields))]

/** undefined: it is no object. What has a problem is left out or as it comes. */
export function readProduce(input: unknown, path: string, reader: Reader): Produce | undefined {
  const fields = reader.fields(input, path, produceFields)
  if (!fields) return undefined
  const number = numbersIn(fields, path, reader)
  const { recordsPerBatch } = number('recordsPerBatch', fieldBounds.recordsPerBatch)
  const { recordSize } = number('recordSize', fieldBounds.recordSize)
  const { metadataLag = 0 } = number('metadataLag', fieldBounds.metadataLag)
  const calls = within(path, 'calls')
  return {
    kind: 'produce',
    partitions: reader.whole(fields.get('partitions'), within(path, 'partitions'), fieldBounds.partitions, 1),
    ...(recordsPerBatch !== undefined && { recordsPerBatch }),
    topicKnown: reader.flag(fields.get('topicKnown'), within(path, 'topicKnown'), true),
    ...(recordSize !== undefined && { recordSize }),
    ...(metadataLag > 0 && { metadataLag }),
    calls: reader
      .list(fields.get('calls'), calls, 0, limits.calls, 'calls')
      .flatMap((call, i) => readCall(call, within(calls, i), reader) ?? []),
  }
}

/** undefined: it is no object. */
export function readApiCall(input: unknown, path: string, reader: Reader): ApiWorkload | undefined {
  const fields = reader.fields(input, path, ['kind', 'known', 'timeout'])
  if (!fields) return undefined
  return {
    kind: fields.get('kind') === 'admin' ? 'admin' : 'consumer',
    known: reader.flag(fields.get('known'), within(path, 'known'), false),
    ...numbersIn(fields, path, reader)('timeout', fieldBounds.closeTimeout),
  }
}

/** Reads a number that need not be there. */
const numbersIn =
  (fields: Fields, path: string, reader: Reader) =>
  <K extends string>(key: K, bounds: Bounds): { readonly [key in K]?: number } => {
    if (!fields.has(key)) return {}
    let value: number | undefined
    const sound = reader.clean(() => {
      value = reader.whole(fields.get(key), within(path, key), bounds, bounds.min)
    })
    return (sound ? { [key]: value } : {}) as { readonly [key in K]?: number }
  }

/** undefined: nobody knows what is called. */
function readCall(input: unknown, path: string, reader: Reader): ProduceCall | undefined {
  const fields = reader.fields(input, path, everyCallField)
  if (!fields) return undefined
  const at = reader.whole(fields.get('at'), within(path, 'at'), fieldBounds.callAt, 0)
  const what = reader.oneOf(fields.get('what'), within(path, 'what'), kinds)
  if (what === undefined) return undefined
  const own: { readonly [field: string]: FieldName } = callFields[what]
  const strange = everyCallField.slice(2).filter((field) => fields.has(field) && own[field] === undefined)
  for (const field of strange) reader.add(within(path, field), `${what}() has nothing of that name.`, 'Take it out.')
  const number = numbersIn(fields, path, reader)
  const parts = Object.entries(own).map(([field, bounds]) => number(field, fieldBounds[bounds]))
  return fittingCall({ at, what, ...Object.assign({}, ...parts) })
}
