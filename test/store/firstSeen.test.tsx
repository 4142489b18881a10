import { expect, test } from 'vitest'
import { requestPresets } from '../../src/scenario/requestPresets.ts'
import { lab } from '../../src/store/lab.ts'
import { selectedIn } from '../../src/store/looking.ts'
import { kinds } from '../../src/trace/kinds.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { openLab } from '../support/lab.ts'

/** What the run of a preset opens on: kind and instant of the row. */
function opensOn(id: string): [string | undefined, number] | undefined {
  const preset = requestPresets.find((each) => each.id === id)
  if (preset === undefined) throw new Error(id)
  openLab(preset.scenario)
  const place = selectedIn(lab())
  const trace = place && lab().run?.answers[place.variant]?.trace
  return place && trace && [kinds[kindOf(trace, place.row)]?.name, atOf(trace, place.row)]
}

test.each<[string, string, string, number]>([
  ['a connection that is closed, before all else', 'mute-broker', 'CLOSE', 60_004],
  ['a batch that expires unsent, where no connection is lost', 'delivery-budget', 'BATCH', 5001],
  ['a batch that has to be sent again, where no connection is lost', 'leader-moves', 'BATCH', 10_100],
  ['the first send() that fails, where memory may be full', 'buffer-full', 'CALLBACK', 3100],
  ['the last record, where all went well', 'duplicates', 'CALLBACK', 5001],
])('a run opens on %s', (_, id, kind, at) => {
  expect(opensOn(id)).toEqual([kind, at])
})
