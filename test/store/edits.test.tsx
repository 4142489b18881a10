import { act } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { removeVariant, setNodes, setWorld } from '../../src/scenario/edit.ts'
import { settingPath } from '../../src/scenario/settings.ts'
import { edit, settle, takeBack } from '../../src/store/edits.ts'
import { redo, undo } from '../../src/store/history.ts'
import { lab } from '../../src/store/lab.ts'
import { cursorIn, seek, select, selectedIn } from '../../src/store/looking.ts'
import { drawn } from '../../src/store/running.ts'
import { typeField } from '../../src/store/typing.ts'
import { CLOSE } from '../../src/trace/kinds.ts'
import { atOf, kindOf } from '../../src/trace/trace.ts'
import { asked, openLab, shown } from '../support/lab.ts'

beforeEach(() => {
  openLab()
})

const latency = (ms: number, gesture?: string) => edit((scenario) => setWorld(scenario, { latency: ms }), gesture)
const root = document.documentElement.dataset

test('each accepted edit is counted on the root at once, and marked as drawn with its picture', () => {
  latency(5)
  latency(6)
  expect(root.asked).toBe('2')
  drawn(shown())
  expect(root.drawn).toBe('2')
  expect(root.ready).toBe('1')
})

test('an edit that changes nothing is none', () => {
  edit((scenario) => scenario)
  expect([lab().asked, lab().past.length]).toEqual([0, 0])
})

test('edits of one drag are undone as one, of two drags as two', () => {
  for (const ms of [5, 6, 7]) latency(ms, 'drag')
  settle()
  for (const ms of [8, 9]) latency(ms, 'drag')
  act(undo)
  expect(asked().world.latency).toBe(7)
  act(undo)
  expect(asked().world.latency).toBe(1)
  act(redo)
  act(redo)
  expect(asked().world.latency).toBe(9)
  expect(shown().scenario).toBe(asked())
})

test('a drag that is taken back leaves nothing to undo and nothing to redo', () => {
  latency(5)
  for (const ms of [6, 7]) latency(ms, 'drag')
  act(() => takeBack('drag'))
  expect([asked().world.latency, lab().past.length, lab().future.length]).toEqual([5, 1, 0])
  expect(shown().scenario).toBe(asked())
})

test.each([
  ['that changed nothing', () => undefined],
  ['that is over', () => settle()],
  ['that another has followed', () => latency(9, 'another drag')],
])('a drag %s cannot be taken back', (_, then) => {
  latency(5)
  settle()
  then()
  const before = lab().draft
  act(() => takeBack('drag'))
  expect(lab().draft).toBe(before)
})

test('a new edit after undo leaves nothing to do again', () => {
  latency(5)
  undo()
  latency(6)
  redo()
  expect(asked().world.latency).toBe(6)
})

test('a text that is no value is kept, and undone like any edit', () => {
  const run = shown()
  typeField('latency', 'world.latency', 'soon', (ms) => (scenario) => setWorld(scenario, { latency: ms }))
  expect(lab().draft.slips['world.latency']?.text).toBe('soon')
  expect(shown()).toBe(run)
  undo()
  expect(lab().draft.slips).toEqual({})
})

test('a variant that goes takes the wrong texts of its fields along', () => {
  const path = settingPath(1, 'max.block.ms')
  typeField('latency', path, 'x', () => (scenario) => scenario)
  edit((scenario) => removeVariant(scenario, 1))
  expect(lab().draft.slips).toEqual({})
})

test('the page opens on the moment at which the last variant’s client first lets go', () => {
  const place = selectedIn(lab())
  const trace = shown().answers[1]?.trace
  expect(place?.variant).toBe(1)
  expect(trace && kindOf(trace, place?.row ?? 0)).toBe(CLOSE)
  expect(cursorIn(lab())).toBe(trace && atOf(trace, place?.row ?? 0))
})

test('the selection follows the cursor to the last event before it', () => {
  seek(15_000)
  const trace = shown().answers[1]?.trace
  const place = selectedIn(lab())
  expect(trace && atOf(trace, place?.row ?? 0)).toBeLessThanOrEqual(15_000)
  expect(cursorIn(lab())).toBe(15_000)
  seek(-5)
  expect(cursorIn(lab())).toBe(0)
})

test('a selected event stays selected where an edit moves it', () => {
  const place = selectedIn(lab())
  if (place) select(place.variant, place.row)
  latency(40)
  const after = selectedIn(lab())
  const trace = shown().answers[1]?.trace
  expect(trace && kindOf(trace, after?.row ?? 0)).toBe(CLOSE)
})

test('a number typed digit by digit takes nothing away on its way', () => {
  const before = asked().world
  for (const text of ['', '1', '10'])
    typeField('nodes', 'world.nodes', text, (count) => (scenario) => setNodes(scenario, count))
  expect(asked().world.nodes).toHaveLength(10)
  expect(asked().world.faults).toEqual(before.faults)
  undo()
  expect(asked().world).toEqual(before)
})
