import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSetting, setWorld } from '../../src/scenario/edit.ts'
import { encode } from '../../src/scenario/link.ts'
import { defaultPreset, presetOf } from '../../src/scenario/presets.ts'
import { followAddress, linkOf, openAddress, visit } from '../../src/store/address.ts'
import { edit, undo } from '../../src/store/edits.ts'
import { fileText, openFile } from '../../src/store/files.ts'
import { blank, lab, setLab } from '../../src/store/lab.ts'
import { look, select, switchAxis } from '../../src/store/looking.ts'
import { asked, openLab, shown } from '../support/lab.ts'

let stop: () => void

beforeEach(async () => {
  history.replaceState(null, '', location.pathname)
  openLab()
  await openAddress()
  stop = followAddress()
})

afterEach(() => stop())

/** What somebody does who edits the address bar, or goes back. */
function goTo(hash: string): void {
  history.replaceState(null, '', hash)
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

const faster = () => edit((scenario) => setSetting(scenario, 1, 'socket.connection.setup.timeout.ms', 3000))

test('an empty address opens the first preset, which nobody has edited', () => {
  expect(asked()).toEqual(defaultPreset.scenario)
  expect(lab().past).toEqual([])
})

test('the address follows an edit after a pause, and opening it again gives the same question', async () => {
  act(faster)
  expect(location.hash).toBe('')
  await vi.waitFor(() => expect(location.hash).toContain('socket.connection.setup.timeout.ms=3000'))
  const before = asked()
  setLab(blank, true)
  await openAddress()
  expect(asked()).toEqual(before)
})

test('a link carries where its reader looks, and brings it back', async () => {
  act(() => {
    look({ from: 9000, to: 21_000 })
    switchAxis()
    select(1, 12)
  })
  const link = await linkOf(lab())
  setLab(blank, true)
  history.replaceState(null, '', `#${link}`)
  await openAddress()
  expect(lab().range).toEqual({ from: 9000, to: 21_000 })
  expect(lab().axis).toBe('linear')
  expect(lab().selected).toEqual({ variant: 1, row: 12 })
  expect(asked()).toEqual(defaultPreset.scenario)
})

test('a link put into the address bar is opened, and can be undone', async () => {
  const other = presetOf('dead-leader')?.scenario
  goTo('#c1.leader.1')
  await vi.waitFor(() => expect(asked()).toEqual(other))
  expect(shown().answers).toHaveLength(4)
  act(undo)
  expect(asked()).toEqual(defaultPreset.scenario)
})

test('a bad link leaves the question as it is, and says so', async () => {
  goTo('#c1.z.cut')
  await vi.waitFor(() => expect(lab().trouble?.kind).toBe('link'))
  expect(asked()).toEqual(defaultPreset.scenario)
})

test('choosing another question is a place of its own in the history', async () => {
  const length = history.length
  const other = presetOf('tick')?.scenario ?? defaultPreset.scenario
  await act(() => visit(other))
  expect(history.length).toBe(length + 1)
  expect(location.hash).toBe('#c1.tick.1')
})

test('a question saved as a file opens as the same question', async () => {
  act(faster)
  const text = await fileText()
  const before = asked()
  act(undo)
  await act(() => openFile(new File([text], 'question.json')))
  expect(asked()).toEqual(before)
})

test.each([
  ['no JSON', 'hello'],
  ['another shape', '{"v":1,"variants":7}'],
  ['a newer version', '{"v":9}'],
])('a file with %s is said', async (_, text) => {
  await act(() => openFile(new File([text], 'question.json')))
  expect(lab().trouble).toMatchObject({
    kind: 'link',
    what: expect.stringContaining('Nothing of this file was opened'),
  })
})

test('a link of what is on the screen needs no worker and no answer', async () => {
  act(() => edit((scenario) => setWorld(scenario, { latency: 30 })))
  expect(await linkOf(lab())).toBe(encode(asked()))
})
