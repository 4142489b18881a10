// The mounted timelines: names, the playhead as a slider, what a pointer and a wheel do, and when a picture counts as drawn.

import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { layoutOf } from '../../src/timeline/layout.ts'
import type { Live, Shown } from '../../src/timeline/stage.ts'
import { Timeline, type TimelineHandle, type TimelineProps } from '../../src/timeline/Timeline.tsx'
import { groupOf } from '../support/lanes.ts'

const RUN = 1000
/** The plot is as wide in pixels as the run is long in milliseconds. */
const WIDTH = layoutOf([], [], false).left + RUN + 14

const caller = groupOf(['caller', 'waits', ['span', [0, 400, 'failed', 'blocked', 7]]])
const groups = [
  { name: 'Kafka 2.6', letter: 'A', group: caller },
  {
    name: 'Kafka 2.7',
    letter: 'B',
    group: groupOf(['broker 1', 'healthy', ['span', [0, 10, 'healthy', 'READY', 3]]]),
  },
]

/** A canvas that draws nothing: every call is taken, every text is six pixels a letter. */
function blankCanvas(): CanvasRenderingContext2D {
  const known: Record<string, unknown> = {
    measureText: (text: string) => ({ width: 6 * text.length }),
    createImageData: (width: number) => ({ width, data: new Uint8ClampedArray(4 * width) }),
    createPattern: () => null,
  }
  return new Proxy(known, {
    get: (_, name: string) => known[name] ?? (() => undefined),
  }) as unknown as CanvasRenderingContext2D
}

class Nothing {
  observe() {}
  disconnect() {}
  moveTo() {}
  lineTo() {}
  rect() {}
  closePath() {}
}

let still = false

beforeEach(() => {
  still = false
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(blankCanvas as never)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH)
  vi.stubGlobal('ResizeObserver', Nothing)
  vi.stubGlobal('Path2D', Nothing)
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: still }))
  vi.stubGlobal(
    'PointerEvent',
    class extends MouseEvent {
      pointerId = 1
      pointerType = 'mouse'
    },
  )
  HTMLElement.prototype.setPointerCapture = () => undefined
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const frame = () => act(() => new Promise((resolve) => requestAnimationFrame(resolve)))

/** A page's store, as small as can be. */
function storeOf(shown: Partial<Shown> = {}): Live & { set: (part: Partial<Shown>) => void } {
  let state: Shown = { view: { from: 0, to: RUN }, axis: 'linear', cursor: 100, selected: undefined, ...shown }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (part) => {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function mount(props: Partial<TimelineProps> = {}) {
  const live = storeOf()
  const heard = { onView: vi.fn(), onCursor: vi.fn(), onSelect: vi.fn(), onDrawn: vi.fn() }
  const all: TimelineProps = {
    groups,
    ribbons: [undefined],
    until: RUN,
    live,
    tooltip: (group, row) => ({ title: `variant ${group}`, lines: [`row ${row}`] }),
    spoken: (at) => `${at} ms, nothing happened`,
    ...heard,
    ...props,
  }
  const { rerender, unmount, container } = render(<Timeline {...all} />)
  await frame()
  const root = container.querySelector('.timeline') as HTMLElement
  const again = (changed: Partial<TimelineProps>) => rerender(<Timeline {...all} {...changed} />)
  return { live, root, again, unmount, ...heard }
}

/** Where an instant of a lane stands on the screen, in the middle of its row. */
function pointAt(at: number, group = 0): { clientX: number; clientY: number } {
  const layout = layoutOf(
    groups.map((each) => each.group),
    [false],
    false,
  )
  const box = layout.groups[group]?.lanes[0]?.tracks[0]
  return { clientX: layout.left + at, clientY: (box?.top ?? 0) + 10 }
}

function press(root: HTMLElement, from: { clientX: number; clientY: number }, to = from): void {
  fireEvent.pointerDown(root, { ...from, button: 0 })
  if (to !== from) fireEvent.pointerMove(root, to)
  fireEvent.pointerUp(root, to)
}

test('names every variant and every lane', async () => {
  await mount()
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['AKafka 2.6', 'BKafka 2.7'])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'callerwaits',
    'broker 1healthy',
  ])
})

test('the playhead is a slider that speaks', async () => {
  const { live } = await mount()
  const slider = screen.getByRole('slider', { name: 'Playhead' })
  expect(slider).toHaveAttribute('aria-valuetext', '100 ms, nothing happened')
  live.set({ cursor: 250 })
  await frame()
  expect(slider).toHaveAttribute('aria-valuenow', '250')
  expect(slider).toHaveAttribute('aria-valuemax', '1000')
})

test.each([
  ['ArrowRight', 104],
  ['ArrowLeft', 96],
  ['PageUp', 148],
])('%s moves the playhead, and the page can tell that it was meant for it', async (key, at) => {
  const { onCursor } = await mount()
  expect(fireEvent.keyDown(screen.getByRole('slider'), { key })).toBe(false)
  expect(onCursor).toHaveBeenCalledWith(at)
})

test('a key that is not the slider’s is left to the page', async () => {
  const { onCursor } = await mount()
  expect(fireEvent.keyDown(screen.getByRole('slider'), { key: '.' })).toBe(true)
  expect(onCursor).not.toHaveBeenCalled()
})

test('a run is drawn once, however the view moves', async () => {
  const { live, again, onDrawn } = await mount()
  live.set({ view: { from: 0, to: 500 } })
  await frame()
  expect(onDrawn).toHaveBeenCalledTimes(1)
  again({ groups: [...groups] })
  await frame()
  expect(onDrawn).toHaveBeenCalledTimes(2)
})

test('a click on a mark selects its row and keeps its tooltip until Escape', async () => {
  const { root, live, onSelect } = await mount()
  press(root, pointAt(50))
  expect(onSelect).toHaveBeenCalledWith(0, 7)
  live.set({ selected: { group: 0, row: 7 } })
  await frame()
  expect(screen.getByRole('tooltip')).toHaveTextContent('variant 0row 7')
  fireEvent.keyDown(root, { key: 'Escape' })
  await frame()
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('a click on empty ground calls the playhead', async () => {
  const { root, onCursor, onSelect } = await mount()
  press(root, pointAt(700))
  expect(onCursor).toHaveBeenCalledWith(700)
  expect(onSelect).not.toHaveBeenCalled()
})

test('where the reasons are out of sight, a kept tooltip leads to them', async () => {
  const onWhy = vi.fn()
  const { root, onSelect, live } = await mount({ onWhy })
  press(root, pointAt(50))
  live.set({ selected: { group: 0, row: 7 } })
  await frame()
  const why = screen.getByRole('button', { name: 'why?' })
  press(why, pointAt(50))
  fireEvent.click(why)
  expect(onWhy).toHaveBeenCalledOnce()
  expect(onSelect).toHaveBeenCalledOnce()
})

test('hovering shows the tooltip at once', async () => {
  const { root } = await mount()
  fireEvent.pointerMove(root, pointAt(50))
  await frame()
  expect(screen.getByRole('tooltip')).toHaveTextContent('row 7')
})

test('a drag on empty ground pans and selects nothing', async () => {
  const store = storeOf({ view: { from: 0, to: 500 } })
  const { root, onView, onCursor } = await mount({ live: store })
  press(root, pointAt(700), pointAt(600))
  expect(onView.mock.lastCall?.[0].from).toBeCloseTo(50, 6)
  expect(onCursor).not.toHaveBeenCalled()
})

test('of steps the playhead names the last one where its room ends', async () => {
  const live = storeOf({ view: { from: 0, to: 3000 }, cursor: 3000 })
  const stepped = groups.map((each) => ({ ...each, group: { ...each.group, step: 1000 } }))
  const { root } = await mount({ live, groups: stepped, until: 3000 })
  const badge = root.querySelector('.timeline-badge') as HTMLElement
  expect(badge).toHaveTextContent('step 2')
  act(() => live.set({ cursor: 1500 }))
  await frame()
  expect(badge).toHaveTextContent('step 1')
})

test('the playhead can be dragged', async () => {
  const { root, onCursor, onView } = await mount()
  const cursor = root.querySelector('.timeline-badge') as HTMLElement
  fireEvent.pointerDown(cursor, { ...pointAt(100), button: 0 })
  fireEvent.pointerMove(root, pointAt(300))
  fireEvent.pointerUp(root, pointAt(300))
  expect(onCursor).toHaveBeenLastCalledWith(300)
  expect(onView).not.toHaveBeenCalled()
})

/** A layer that takes every press, and tells what it is told. */
async function mountWithLayer(props: Partial<TimelineProps> = {}) {
  const told: string[] = []
  const ref = createRef<TimelineHandle>()
  const mounted = await mount({ ...props, ref })
  const leave = ref.current?.join(() => ({
    grab: () => ({
      cursor: 'move',
      move: ({ x }) => told.push(`at ${x}`),
      end: () => told.push('end'),
      cancel: () => told.push('cancel'),
    }),
    clicked: (_, spot) => told.push(`clicked ${spot?.row}`),
    place: () => undefined,
    leave: () => told.push('left'),
  }))
  return { told, ref, leave, ...mounted }
}

test.each<readonly [name: string, act: (root: HTMLElement) => void, told: string[]]>([
  ['a drag goes to what took the press', (root) => press(root, pointAt(100), pointAt(300)), ['at 300', 'end']],
  ['a press that does not move is a click', (root) => press(root, pointAt(50)), ['cancel', 'clicked 7']],
  [
    'Escape ends a drag, and what the pointer does then is nothing',
    (root) => {
      fireEvent.pointerDown(root, { ...pointAt(100), button: 0 })
      fireEvent.pointerMove(root, pointAt(200))
      fireEvent.keyDown(root, { key: 'Escape' })
      fireEvent.pointerMove(root, pointAt(300))
      fireEvent.pointerUp(root, pointAt(300))
    },
    ['at 200', 'cancel'],
  ],
  [
    'undo in the middle of a drag takes back the drag, and nothing before it',
    (root) => {
      fireEvent.pointerDown(root, { ...pointAt(100), button: 0 })
      fireEvent.pointerMove(root, pointAt(200))
      expect(fireEvent.keyDown(root, { key: 'z', ctrlKey: true })).toBe(false)
      fireEvent.pointerMove(root, pointAt(300))
      fireEvent.pointerUp(root, pointAt(300))
    },
    ['at 200', 'cancel'],
  ],
  [
    'a drag that the page takes over is taken back',
    (root) => {
      fireEvent.pointerDown(root, { ...pointAt(100), button: 0 })
      fireEvent.pointerMove(root, pointAt(200))
      fireEvent.pointerCancel(root, pointAt(200))
    },
    ['at 200', 'cancel'],
  ],
])('%s', async (_, act, expected) => {
  const { root, told, onView, leave } = await mountWithLayer()
  act(root)
  expect(told).toEqual(expected)
  expect(onView).not.toHaveBeenCalled()
  leave?.()
  press(root, pointAt(100), pointAt(300))
  expect(told).toEqual([...expected, 'left'])
  expect(onView).toHaveBeenCalled()
})

test('while something is dragged, a new run does not move the ground under it', async () => {
  const folded = groups.map((each) => ({
    ...each,
    group: groupOf(['caller', 'waits', ['dot', [0, 0, 'failed', 'x', 1], [999, 999, 'failed', 'y', 2]]]),
  }))
  const { root, ref, again } = await mountWithLayer({ live: storeOf({ axis: 'elastic' }) })
  const x = () => Math.round(ref.current?.axis().x(300) ?? 0)
  const before = x()
  fireEvent.pointerDown(root, { ...pointAt(100), button: 0 })
  again({ groups: folded })
  await frame()
  expect(x()).toBe(before)
  fireEvent.pointerUp(root, pointAt(100))
  expect(x()).not.toBe(before)
})

test.each<readonly [name: string, wheel: WheelEventInit, prevented: boolean]>([
  ['a plain wheel scrolls the page', { deltaY: 100 }, false],
  ['ctrl and wheel zoom', { deltaY: -100, ctrlKey: true }, true],
  ['shift and wheel pan', { deltaY: 100, shiftKey: true }, true],
  ['a sideways wheel pans', { deltaX: 100, deltaY: 3 }, true],
])('%s', async (_, wheel, prevented) => {
  const { root, onView } = await mount({ live: storeOf({ view: { from: 0, to: 500 } }) })
  expect(fireEvent.wheel(root, { ...wheel, ...pointAt(500) })).toBe(!prevented)
  expect(onView).toHaveBeenCalledTimes(prevented ? 1 : 0)
})

test('reduced motion switches the axis in one frame', async () => {
  still = true
  const { live } = await mount()
  const frames = vi.spyOn(window, 'requestAnimationFrame')
  live.set({ axis: 'elastic' })
  await frame()
  await frame()
  expect(frames.mock.calls.length).toBeLessThanOrEqual(3)
})

test('a timeline that is gone listens to nothing', async () => {
  const { live, unmount, onDrawn } = await mount()
  unmount()
  live.set({ cursor: 3 })
  await frame()
  expect(onDrawn).toHaveBeenCalledTimes(1)
})

test('of several marks that lead to one row, the one that was pressed is outlined', async () => {
  const group = groupOf(
    ['batch 0', '', ['span', [0, 400, 'failed', 'in flight', 7]]],
    ['broker 1', '', ['span', [0, 400, 'setting', 'READY', 7]]],
  )
  const { root, live } = await mount({ groups: [{ name: 'Kafka 3.9', letter: 'A', group }], ribbons: [] })
  const layout = layoutOf([group], [], false)
  const box = layout.groups[0]?.lanes[1]?.tracks[0]
  press(root, { clientX: layout.left + 100, clientY: (box?.top ?? 0) + 10 })
  live.set({ selected: { group: 0, row: 7 } })
  await frame()
  const outline = root.querySelector('.timeline-selected') as HTMLElement
  expect(outline.style.transform).toContain(`${(box?.top ?? 0) - 2}px`)
})

test('a lane’s tool stands with its name', async () => {
  await mount({ tool: (lane) => lane.id === 'caller' && <button type="button">open {lane.name}</button> })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['open caller'])
})

test('stacks are drawn as soon as what draws them is here', async () => {
  const group = groupOf(['partition 0', '', ['density', [0, 400, 'plain', 'waits', 7]]])
  const ref = createRef<TimelineHandle>()
  await mount({ groups: [{ name: 'Kafka 3.9', letter: 'A', group }], ribbons: [], ref })
  const draw = vi.fn()
  const pick = vi.fn(() => 0)
  act(() => ref.current?.bring({ drawStacks: draw, pickStacked: pick }))
  await frame()
  expect(draw).toHaveBeenCalledTimes(1)
})
