import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lanesOf } from '../../src/lanes/client.ts'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { setSetting, setUntil, setWorld } from '../../src/scenario/edit.ts'
import { decode, encode } from '../../src/scenario/link.ts'
import { presetOf } from '../../src/scenario/presets.ts'
import { run } from '../../src/sim/run.ts'
import { asShown, followAddress, linkOf, openAddress, visit } from '../../src/store/address.ts'
import { edit } from '../../src/store/edits.ts'
import { fileText, openFile } from '../../src/store/files.ts'
import { undo } from '../../src/store/history.ts'
import { blank, lab, setLab } from '../../src/store/lab.ts'
import { look, rangeIn, seek, select, switchAxis } from '../../src/store/looking.ts'
import { mark, zoomIntoMarked } from '../../src/store/marking.ts'
import { start } from '../../src/store/running.ts'
import type { Answer, Question } from '../../src/worker/client.ts'
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

/** From now on the worker answers only when it is told to. */
function answerLate(): () => void {
  let reply = (): void => undefined
  start((onReply) => ({
    ask: ({ id, orders }) => {
      reply = () => onReply({ kind: 'ran', id, answers: orders.map(answerTo), digest: 0, tookMs: 1 })
    },
    close: () => undefined,
  }))
  return () => reply()
}

function answerTo(order: Question['orders'][number]): Answer {
  const { trace } = run(order)
  return { trace, group: lanesOf(trace) }
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

test('an edit does not write over a link that was put into the address meanwhile', async () => {
  act(faster)
  // A browser changes the address first, and tells of it later.
  history.replaceState(null, '', '#c1.all-dead.1')
  await new Promise((done) => setTimeout(done, 500))
  expect(location.hash).toBe('#c1.all-dead.1')
  goTo('#c1.all-dead.1')
  await vi.waitFor(() => expect(asked().title).toBe(presetOf('all-dead')?.scenario.title))
  act(() => undo())
  expect(asked().variants[1]?.config).toMatchObject({ producer: { 'socket.connection.setup.timeout.ms': 3000 } })
})

test('an edit is in the address while the run plays', async () => {
  setLab({ playing: true })
  act(faster)
  const ticks = setInterval(() => seek(lab().playhead === 5 ? 6 : 5), 20)
  await vi.waitFor(() => expect(location.hash).toContain('socket.connection.setup.timeout.ms=3000'))
  clearInterval(ticks)
})

test('a link carries where its reader looks, and brings it back', async () => {
  act(() => {
    look({ from: 9000, to: 21_000 })
    switchAxis()
    select(1, 12)
    mark({ from: 9500, to: 10_200 })
    setLab({ overlay: [1, 0], only: 'differences' })
  })
  const link = await linkOf(lab())
  setLab(blank, true)
  history.replaceState(null, '', `#${link}`)
  await openAddress()
  expect(lab().range).toEqual({ from: 9000, to: 21_000 })
  expect(lab().brush).toEqual({ from: 9500, to: 10_200 })
  expect(lab().overlay).toEqual([1, 0])
  expect(lab().only).toBe('differences')
  expect(lab().axis).toBe('linear')
  expect(lab().selected).toEqual({ variant: 1, row: 12 })
  expect(asked()).toEqual(defaultPreset.scenario)
})

test('who is sent a look into what is marked can go out of it again', async () => {
  act(() => {
    mark({ from: 9500, to: 10_200 })
    zoomIntoMarked()
  })
  const link = await linkOf(lab())
  setLab(blank, true)
  history.replaceState(null, '', `#${link}`)
  await openAddress()
  expect(lab().trail).toEqual([{ from: 9500, to: 10_200 }])
})

test('a mark beyond the end of the run stays out of the link', async () => {
  act(() => mark({ from: 100_000, to: 120_000 }))
  act(() => edit((scenario) => setUntil(scenario, 110_000)))
  expect(asShown(lab()).view?.brush).toEqual([100_000, 110_000])
  act(() => edit((scenario) => setUntil(scenario, 50_000)))
  expect(asShown(lab()).view).toBeUndefined()
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

test('a link carries no view beyond the end of a run that was shortened', async () => {
  act(() => {
    look({ from: 9000, to: 21_000 })
    seek(20_000)
    edit((scenario) => setUntil(scenario, 10_000))
  })
  const { view } = asShown(lab())
  expect(view).toMatchObject({ from: 9000, to: 10_000, playhead: 10_000 })
  expect(rangeIn(lab())).toEqual({ from: 9000, to: 10_000 })
  act(() => edit((scenario) => setUntil(scenario, 5000)))
  expect(asShown(lab()).view).not.toHaveProperty('from')
  expect(decode(await linkOf(lab()))).not.toHaveProperty('problem')
})

test('a link that is opened over another question selects its own row', async () => {
  select(1, 12)
  const scenario = presetOf('dead-leader')?.scenario ?? defaultPreset.scenario
  const late = answerLate()
  goTo(`#${encode({ ...scenario, view: { selected: [1, 40] } })}`)
  await vi.waitFor(() => expect(asked()).toEqual(scenario))
  act(late)
  expect(lab().selected).toEqual({ variant: 1, row: 40 })
})
