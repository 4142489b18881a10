// Marking a stretch, looking into it, the way back out, and playing within it.

import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Crumbs } from '../../src/panels/Crumbs.tsx'
import { followPlayhead } from '../../src/panels/following.ts'
import { startKeys } from '../../src/panels/keys.ts'
import Overview from '../../src/panels/Overview.tsx'
import { Transcript } from '../../src/panels/Transcript.tsx'
import { setUntil } from '../../src/scenario/edit.ts'
import { edit } from '../../src/store/edits.ts'
import { lab, setLab } from '../../src/store/lab.ts'
import { brushIn, cursorIn, look, rangeIn, seek } from '../../src/store/looking.ts'
import { goOutTo, mark, zoomIntoMarked } from '../../src/store/marking.ts'
import { playOrPause, setPace } from '../../src/store/playing.ts'
import { axisOf, stretchOf } from '../../src/timeline/axis.ts'
import type { Layer, Under } from '../../src/timeline/layer.ts'
import type { TimelineHandle } from '../../src/timeline/Timeline.tsx'
import { openLab, shown } from '../support/lab.ts'

let endKeys: () => void

class Nothing {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', Nothing)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  openLab()
  endKeys = startKeys(() => undefined)
})

afterEach(() => {
  endKeys()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const until = () => shown().scenario.until
const axis = () => axisOf(stretchOf([], until()), rangeIn(lab()), 1000)
const layout = { narrow: false, left: 140, groups: [], ribbons: [], height: 100 }

/** A picture that layers can join; `place` lets them do what they do in a frame. */
function pictureOf(root: HTMLElement): TimelineHandle & { place: () => void } {
  const layers = new Set<Layer>()
  const under: Under = {
    root,
    body: root,
    axis,
    layout: () => layout,
    groups: () => [],
    point: () => ({ x: 0, y: 0 }),
    toPlayhead: () => undefined,
    redraw: () => undefined,
  }
  return {
    axis,
    reveal: () => undefined,
    focus: vi.fn(),
    bring: () => undefined,
    join: (make) => {
      const layer = make(under)
      layers.add(layer)
      return () => {
        layers.delete(layer)
        layer.leave()
      }
    },
    place: () => {
      for (const layer of layers) layer.place(axis(), layout)
    },
  }
}

const live = {
  get: () => ({
    view: rangeIn(lab()),
    axis: 'linear' as const,
    cursor: cursorIn(lab()),
    selected: undefined,
    marked: brushIn(lab()),
  }),
  subscribe: () => () => undefined,
}

const placeInPage = (): HTMLElement => document.body.appendChild(document.createElement('div'))

function mount() {
  const [root, way, tool] = [placeInPage(), placeInPage(), placeInPage()]
  const picture = pictureOf(root)
  const { unmount } = render(<Overview run={shown()} live={live} picture={picture} way={way} tool={tool} />)
  act(() => picture.place())
  afterEachTest.push(followPlayhead(picture), () => {
    unmount()
    for (const each of [root, way, tool]) each.remove()
  })
  return { root, picture }
}

const afterEachTest: (() => void)[] = []
afterEach(() => {
  for (const end of afterEachTest.splice(0)) end()
})

const press = (key: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...more })
const brush = () => brushIn(lab())

test('the brackets set its ends at the playhead', () => {
  mount()
  act(() => seek(10_000))
  press('[')
  expect(brush()).toEqual({ from: 10_000, to: until() })
  act(() => seek(14_000))
  press(']')
  expect(brush()).toEqual({ from: 10_000, to: 14_000 })
  act(() => seek(9000))
  press(']')
  expect(brush()).toEqual({ from: 0, to: 9000 })
})

test('they do so where a keyboard needs AltGr or option for them', () => {
  mount()
  act(() => seek(10_000))
  press('[', { ctrlKey: true, altKey: true })
  act(() => seek(12_000))
  press(']', { altKey: true })
  expect(brush()).toEqual({ from: 10_000, to: 12_000 })
  press('[', { ctrlKey: true })
  expect(brush()).toEqual({ from: 10_000, to: 12_000 })
})

test('at the ends of the run, too, something is marked', () => {
  mount()
  act(() => seek(until()))
  press('[')
  expect(brush()).toEqual({ from: until() - 1, to: until() })
  act(() => mark(undefined))
  act(() => seek(0))
  press(']')
  expect(brush()).toEqual({ from: 0, to: 1 })
})

test('Enter looks into it, and then steps as ever; Escape takes it away', () => {
  mount()
  act(() => mark({ from: 10_000, to: 14_000 }))
  press('Enter')
  expect(lab().range).toEqual({ from: 10_000, to: 14_000 })
  const before = cursorIn(lab())
  press('Enter')
  expect(cursorIn(lab())).toBeGreaterThanOrEqual(before)
  expect(lab().selected).toBeDefined()
  press('Escape')
  expect(brush()).toBeUndefined()
  expect(lab().range).toEqual({ from: 10_000, to: 14_000 })
})

test('it says how long it is and what happens in each variant', () => {
  const { root } = mount()
  act(() => mark({ from: 900, to: 4100 }))
  const card = document.querySelector('.marked-card')
  expect(card).toHaveTextContent('3.2 s')
  expect(card).toHaveTextContent(/Kafka 2\.7, KIP-601: 4 events · 4 SYNs lost/)
  expect(root).not.toContainElement(card as HTMLElement)
})

test('its ends are sliders: arrows move them, and they do not pass each other', () => {
  const { picture } = mount()
  act(() => mark({ from: 10_000, to: 14_000 }))
  act(() => picture.place())
  const end = screen.getByRole('slider', { name: 'End of the marked stretch' })
  expect(end).toHaveAttribute('aria-valuetext', '14 s')
  fireEvent.keyDown(end, { key: 'ArrowRight' })
  expect(brush()).toEqual({ from: 10_000, to: 14_600 })
  for (let i = 0; i < 3; i++) fireEvent.keyDown(end, { key: 'PageDown' })
  expect(brush()?.to).toBeGreaterThan(10_000)
  const start = screen.getByRole('slider', { name: 'Start of the marked stretch' })
  fireEvent.keyDown(start, { key: 'ArrowLeft' })
  expect(brush()?.from).toBe(9400)
})

test('the tool marks what stands in the middle of the view, and takes the mark away', async () => {
  const user = userEvent.setup()
  mount()
  const tool = screen.getByRole('button', { name: 'Mark a stretch' })
  await user.click(tool)
  expect(brush()).toEqual({ from: until() / 4, to: (until() * 3) / 4 })
  expect(tool).toHaveAttribute('aria-pressed', 'true')
  await user.click(tool)
  expect(brush()).toBeUndefined()
})

test('one leads out of a zoom by the stretches that one came in by', async () => {
  const user = userEvent.setup()
  const picture = pictureOf(document.body)
  render(<Crumbs picture={picture} />)
  expect(screen.queryByRole('navigation')).toBeNull()
  const into = (from: number, to: number) =>
    act(() => {
      mark({ from, to })
      zoomIntoMarked()
    })
  into(10_000, 14_000)
  into(11_000, 11_500)
  const steps = () => screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(steps()).toEqual(['whole run', '10 s to 14 s', '11 s to 11.5 s'])
  expect(screen.getByRole('button', { current: 'location' })).toHaveTextContent('11 s to 11.5 s')
  act(() => look({ from: 11_100, to: 11_300 }))
  expect(screen.queryByRole('button', { current: 'location' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '10 s to 14 s' }))
  expect(rangeIn(lab())).toEqual({ from: 10_000, to: 14_000 })
  expect(steps()).toEqual(['whole run', '10 s to 14 s'])
  expect(picture.focus).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'whole run' }))
  expect(lab().range).toBeUndefined()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a stretch that does not lie within the last one begins the way anew', () => {
  act(() => {
    mark({ from: 10_000, to: 14_000 })
    zoomIntoMarked()
    mark({ from: 20_000, to: 21_000 })
    zoomIntoMarked()
  })
  expect(lab().trail).toEqual([{ from: 20_000, to: 21_000 }])
  act(() => goOutTo(0))
  expect(lab().trail).toEqual([])
})

test('the minimap is the scroll bar of the picture: keys pan, zoom and show all', () => {
  mount()
  const minimap = screen.getByRole('scrollbar', { name: /Minimap/ })
  fireEvent.keyDown(minimap, { key: '+' })
  expect(rangeIn(lab())).toEqual({ from: 25_000, to: 125_000 })
  fireEvent.keyDown(minimap, { key: 'ArrowRight' })
  expect(rangeIn(lab())).toEqual({ from: 35_000, to: 135_000 })
  fireEvent.keyDown(minimap, { key: 'PageUp' })
  expect(rangeIn(lab())).toEqual({ from: 0, to: 100_000 })
  fireEvent.keyDown(minimap, { key: 'Home' })
  expect(lab().range).toBeUndefined()
})

test('the end of the run moves before the mark: nothing is marked, until it moves back', () => {
  mount()
  act(() => mark({ from: 100_000, to: 120_000 }))
  act(() => edit((scenario) => setUntil(scenario, 110_000)))
  expect(brush()).toEqual({ from: 100_000, to: 110_000 })
  act(() => edit((scenario) => setUntil(scenario, 50_000)))
  expect(brush()).toBeUndefined()
  expect(rangeIn(lab())).toEqual({ from: 0, to: 50_000 })
  act(() => edit((scenario) => setUntil(scenario, 150_000)))
  expect(brush()).toEqual({ from: 100_000, to: 120_000 })
})

test('the list can be limited to the mark, and says so', async () => {
  const user = userEvent.setup()
  render(<Transcript />)
  const count = () => Number(screen.getByText(/The same run as a list of/).textContent?.replace(/\D/g, ''))
  const all = count()
  expect(screen.queryByRole('checkbox')).toBeNull()
  act(() => mark({ from: 900, to: 2100 }))
  await user.click(screen.getByRole('checkbox', { name: 'only in the marked stretch' }))
  expect(count()).toBeLessThan(all)
  expect(count()).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'clear' }))
  expect(count()).toBe(all)
  await user.click(screen.getByRole('checkbox', { name: 'only in the marked stretch' }))
  act(() => mark(undefined))
  expect(count()).toBe(all)
})

/** Frames that come when they are told to, so many milliseconds after the one before. */
function framesByHand(): (length: number) => void {
  let next: FrameRequestCallback | undefined
  let now = 0
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    next = callback
    return 1
  })
  return (length) => {
    now += length
    const callback = next
    next = undefined
    act(() => callback?.(now))
  }
}

test('playing goes round and round within the mark', () => {
  const frame = framesByHand()
  act(() => {
    setPace(1000)
    mark({ from: 10_000, to: 10_100 })
    seek(50_000)
    playOrPause()
  })
  frame(0)
  expect(cursorIn(lab())).toBe(10_000)
  frame(60)
  expect(cursorIn(lab())).toBe(10_060)
  frame(60)
  expect(cursorIn(lab())).toBe(10_020)
  frame(1010)
  expect(cursorIn(lab())).toBe(10_030)
  expect(lab().playing).toBe(true)
})

test('who takes the playhead elsewhere is followed, and the run ends the playing', () => {
  const frame = framesByHand()
  act(() => {
    setPace(1000)
    seek(0)
    playOrPause()
  })
  frame(0)
  frame(40)
  act(() => seek(until() - 10))
  frame(5)
  expect(cursorIn(lab())).toBe(until() - 5)
  frame(100)
  expect(cursorIn(lab())).toBe(until())
  expect(lab().playing).toBe(false)
})

test('a slow pace loses no fraction of a millisecond', () => {
  const frame = framesByHand()
  act(() => {
    setPace(10_000)
    seek(0)
    playOrPause()
  })
  frame(0)
  for (let i = 0; i < 100; i++) frame(3)
  expect(cursorIn(lab())).toBe(30)
})

test('with less motion wished for, the playhead goes from event to event', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
  const frame = framesByHand()
  act(() => {
    setPace(1000)
    seek(1500)
    playOrPause()
  })
  frame(0)
  const seen = new Set<number>()
  for (let i = 0; i < 100; i++) {
    frame(50)
    seen.add(cursorIn(lab()))
  }
  const events = new Set([1500, ...lossesUntil(6500)])
  expect([...seen].every((at) => events.has(at))).toBe(true)
  expect(seen.size).toBeGreaterThan(2)
})

/** All instants of events in any variant until then. */
function lossesUntil(at: number): number[] {
  const marks = shown().answers.flatMap(({ group }) => group.lanes.flatMap(({ tracks }) => tracks))
  return marks.flatMap(({ from, to }) => [...from, ...to]).filter((instant) => instant <= at)
}

test('a zoom that shows all is none', () => {
  act(() => look({ from: 100, to: 200 }))
  setLab({ trail: [{ from: 100, to: 200 }] })
  act(() => look({ from: 0, to: until() }))
  expect(lab().range).toBeUndefined()
  expect(lab().trail).toEqual([])
})

test('a step out of the view brings what it leads to into the middle; a new run and a drag move nothing', () => {
  mount()
  act(() => look({ from: 500, to: 1100 }))
  act(() => seek(1050))
  press('.')
  press('.')
  const at = cursorIn(lab())
  expect(at).toBeGreaterThan(1100)
  const { from, to } = rangeIn(lab())
  expect((from + to) / 2).toBeCloseTo(at, 0)
  act(() => look({ from: 500, to: 1100 }))
  fireEvent.pointerDown(document.body)
  act(() => seek(50_000))
  expect(rangeIn(lab())).toEqual({ from: 500, to: 1100 })
  fireEvent.pointerUp(document.body)
  act(() => edit((scenario) => setUntil(scenario, 140_000)))
  expect(rangeIn(lab())).toEqual({ from: 500, to: 1100 })
})
