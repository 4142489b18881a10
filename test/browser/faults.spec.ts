import { expect, type Locator, type Page, test } from '@playwright/test'
import { defaultPreset } from '../../src/scenario/defaultPreset.ts'
import { encode } from '../../src/scenario/link.ts'
import { limits, type Scenario } from '../../src/scenario/scenario.ts'
import { framesLater, openLab, pictured } from './lab.ts'

// So tall that the lanes of all variants are in sight: they follow what is selected where they are not.
test.use({ viewport: { width: 1280, height: 1100 } })

/** A fault on the picture, in the first variant. */
const band = (page: Page, name: string | RegExp): Locator =>
  page.locator('.timeline').getByRole('button', { name, exact: true }).first()
/** A fault in the list. */
const listed = (page: Page, name: string): Locator => page.locator('.faults').getByRole('button', { name, exact: true })
const said = (page: Page): Locator => page.locator('.timeline-body > [role=status]')

type Pixels = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

async function boxOf(of: Locator): Promise<Pixels> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

/** Presses at a pixel and moves along, the button still down. */
async function pull(page: Page, x: number, y: number, by: number): Promise<void> {
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + by, y, { steps: 6 })
}

const BROKER_1 = 'black hole on broker 1, from 0'

/** Opens the lab on a true axis, where a pixel is worth the same everywhere: a run of 150 s on some 600 pixels. */
async function open(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await expect(band(page, BROKER_1)).toBeVisible()
  await page.getByRole('button', { name: /axis/ }).click()
}

test('a fault is stretched by its end; one undo brings it back', async ({ page }) => {
  await open(page)
  const { x, y, width, height } = await boxOf(band(page, BROKER_1))
  await pull(page, x + width - 2, y + height - 5, -width / 3)
  await page.mouse.up()
  await pictured(page)
  const short = band(page, /^black hole on broker 1, 0 to 1?\d\d(\.\d+)? s$/)
  await expect(short).toBeFocused()
  await expect(said(page)).toHaveText(/black hole on broker 1, 0 to/)
  await expect.poll(async () => (await boxOf(short)).width / width).toBeCloseTo(2 / 3, 1)

  await page.keyboard.press('Control+z')
  await expect(listed(page, 'broker 1 black hole, from 0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('an end that is pulled to the end of the run is none', async ({ page }) => {
  await open(page)
  const { x, y, width, height } = await boxOf(band(page, BROKER_1))
  await pull(page, x + width - 2, y + height - 5, -200)
  await page.mouse.up()
  await pull(page, x + width - 200, y + height - 5, 205)
  await page.mouse.up()
  await expect(band(page, BROKER_1)).toBeFocused()
})

test('Escape puts back what was, and leaves nothing to undo', async ({ page }) => {
  await open(page)
  const { x, y, height } = await boxOf(band(page, BROKER_1))
  await pull(page, x + 2, y + height - 5, 120)
  await expect(listed(page, 'broker 1 black hole, from 0')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(listed(page, 'broker 1 black hole, from 0')).toBeVisible()
  await page.mouse.move(x + 300, y + height - 5)
  await page.mouse.up()
  await expect(listed(page, 'broker 1 black hole, from 0')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('an edge snaps to what happens there and says what; ctrl lets it go by', async ({ page }) => {
  await open(page)
  const { x, y, width, height } = await boxOf(band(page, BROKER_1))
  const at = (seconds: number) => x + (width * seconds) / 150
  // Within 6 pixels of the 60 s after which send() gives up.
  await pull(page, x + 2, y + height - 5, at(60) - x + 3)
  await expect(page.locator('.timeline-snap')).toHaveText('TimeoutException at 60 s')
  await expect(listed(page, 'broker 1 black hole, from 60 s')).toBeVisible()
  await page.keyboard.down('Control')
  await page.mouse.move(at(60) + 4, y + height - 5)
  await expect(page.locator('.timeline-snap')).toBeHidden()
  await page.keyboard.up('Control')
  await page.mouse.up()
  await expect(listed(page, 'broker 1 black hole, from 60 s')).toHaveCount(0)
})

test('a fault with two ends is moved as a whole, and with alt a copy of it', async ({ page }) => {
  await open(page)
  const first = await boxOf(band(page, BROKER_1))
  await pull(page, first.x + first.width - 2, first.y + first.height - 5, -first.width * 0.8)
  await page.mouse.up()
  const short = band(page, /^black hole on broker 1, 0 to/)
  const { x, y, width, height } = await boxOf(short)
  await pull(page, x + width / 2, y + height - 2, 150)
  await page.mouse.up()
  const moved = band(page, /^black hole on broker 1, [1-9]/)
  await expect(moved).toBeFocused()
  await expect.poll(async () => (await boxOf(moved)).width).toBeCloseTo(width, -1)

  await page.keyboard.down('Alt')
  await pull(page, x + 150 + width / 2, y + height - 2, 140)
  await page.mouse.up()
  await page.keyboard.up('Alt')
  await expect(page.locator('.faults > li')).toHaveCount(3)
  await page.keyboard.press('Control+z')
  await expect(page.locator('.faults > li')).toHaveCount(2)
})

test('a new fault is drawn on a lane, and its kind chosen at once', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Add a fault', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const lane = await boxOf(page.locator('.timeline-name', { hasText: 'broker 3' }).first())
  await pull(page, lane.x + 250, lane.y + 20, 120)
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Add a fault', exact: true })).toHaveAttribute('aria-pressed', 'false')
  await expect(page.locator('.timeline').getByRole('combobox', { name: 'What happens' })).toBeFocused()
  await page.keyboard.type('mute')
  await expect(band(page, /^mute on broker 3, /)).toBeVisible()
  await pictured(page)

  await page.mouse.dblclick(lane.x + 500, lane.y + 30)
  await expect(said(page)).toHaveText(/^added: black hole on broker 3, /)
  await expect(page.locator('.faults > li')).toHaveCount(4)
})

test('an armed tool says what it waits for and stretches the axis evenly; undo of what it drew keeps the focus', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  await expect(page.locator('.timeline-cut').first()).toBeVisible()
  await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
  await expect(page.getByText(/^Press on a broker’s lane and drag; Esc ends/)).toBeVisible()
  await expect(said(page)).toHaveText(/^Press on a broker’s lane and drag/)
  await expect(page.locator('.timeline-cut:visible')).toHaveCount(0)
  const lane = await boxOf(page.locator('.timeline-name', { hasText: 'broker 3' }).first())
  await pull(page, lane.x + 250, lane.y + 20, 120)
  await page.mouse.up()
  await expect(page.locator('.timeline-cut').first()).toBeVisible()
  await expect(page.locator('.timeline').getByRole('combobox', { name: 'What happens' })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(band(page, 'black hole on broker 2, from 0')).toBeFocused()
  await expect(page.getByText(/^undone: black hole on broker 3, .* removed$/)).toBeAttached()
})

test('N puts a fault down at the playhead, and no tooltip covers its tools', async ({ page }) => {
  await open(page)
  await page.getByRole('heading', { name: 'World' }).click()
  await page.keyboard.press('n')
  await expect(said(page)).toHaveText(/^added: black hole on broker 3, /)
  const tools = await boxOf(page.locator('.timeline-fault-tools'))
  const tip = page.locator('.timeline-tip')
  for (const [x, y] of [
    [tools.x + 20, tools.y - 8],
    [tools.x + 20, tools.y + tools.height / 2],
    [tools.x + 60, tools.y - 24],
  ] as const) {
    await page.mouse.move(x, y)
    await framesLater(page)
    const shown = await tip.boundingBox()
    const isClear = !shown || shown.y + shown.height <= tools.y || shown.y >= tools.y + tools.height
    expect(isClear).toBe(true)
  }
})

test('by keys alone: reach a fault, move it, stretch it, copy it, switch it, see its parts, remove it', async ({
  page,
}) => {
  await open(page)
  const focused = page.locator('.timeline-fault-hold:focus')
  await page.getByRole('slider', { name: 'Playhead' }).first().focus()
  for (let i = 0; i < 8 && (await focused.count()) === 0; i++) await page.keyboard.press('Shift+Tab')
  await expect(focused).toHaveAccessibleName(BROKER_1)
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName('black hole on broker 2, from 0')

  await page.keyboard.press('ArrowRight')
  await expect(said(page)).toHaveText(/^black hole on broker 2, from \d00 ms$/)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(said(page)).toHaveText(/^black hole on broker 2, \d00 ms to 149\.\d s$/)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(said(page)).toHaveText(/^black hole on broker 2, 0 to 149\.\d s$/)

  await page.keyboard.press('Control+d')
  await expect(said(page)).toHaveText(/^copied: black hole on broker 2, 149\.\d s to /)
  await page.keyboard.press('Space')
  await expect(said(page)).toHaveText(/^switched off: black hole on broker 2/)
  await expect(focused).toHaveAccessibleName(/, off$/)
  await page.keyboard.press('Delete')
  await expect(said(page)).toHaveText(/^removed: black hole on broker 2, 149/)
  await expect(focused).toHaveAccessibleName(/^black hole on broker 2, 0 to/)

  await page.keyboard.press('Enter')
  await expect(page.locator('.fault-name:focus')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('.fault-name:focus')).toContainText('broker 2')
})

test('the button puts a fault down at the playhead for who presses it by key', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Add a fault', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText(/^added: black hole on broker 3, /)
  await expect(page.locator('.timeline-fault-hold:focus')).toHaveAccessibleName(/^black hole on broker 3, /)
})

test('where the list stands behind a tab, Enter on a fault opens that first', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await open(page)
  await page.getByRole('tab', { name: 'reasons' }).click()
  await band(page, BROKER_1).focus()
  await page.keyboard.press('Enter')
  await expect(listed(page, 'broker 1 black hole, from 0')).toBeFocused()
})

test('where two variants are overlaid, the faults of both can be taken hold of', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Overlay A and B' }).click()
  const holds = page.locator('.timeline').getByRole('button', { name: BROKER_1, exact: true })
  const [upper, lower] = [await boxOf(holds.nth(0)), await boxOf(holds.nth(1))]
  expect(lower.y).toBeGreaterThanOrEqual(upper.y + upper.height)
  await pull(page, lower.x + lower.width - 2, lower.y + lower.height - 4, -100)
  await page.mouse.up()
  await expect(page.locator('.timeline-fault-hold:focus')).toHaveAccessibleName(/^black hole on broker 1, 0 to/)
})

/** 200 faults, one after another on each broker in turn. */
const crowd: Scenario = {
  ...defaultPreset.scenario,
  world: {
    ...defaultPreset.scenario.world,
    faults: Array.from({ length: limits.faults }, (_, i) => ({
      at: i * 700,
      until: i * 700 + 500,
      kind: 'black hole' as const,
      node: i % 3,
      on: true,
    })),
  },
}

test('200 faults can still be dragged, and the picture follows', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page, encode(crowd))
  await expect(page.getByText(/^200 of at most 200/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a fault', exact: true })).toBeDisabled()
  const last = band(page, /^black hole on broker 2, 139\.3 s/)
  await last.focus()
  const { x, y, width, height } = await boxOf(last)
  await pull(page, x + width / 2, y + height - 3, -40)
  await page.mouse.up()
  await pictured(page)
  // More than one step was drawn, and the last one; how long that takes is no test's to say.
  expect(Number(await page.locator('html').getAttribute('data-drawn'))).toBeGreaterThan(1)
  await expect(page.locator('.timeline-fault-hold:focus')).toHaveAccessibleName(/^black hole on broker 2, 1[23]/)
})

test('a finger that rests on an empty lane puts a fault down; one that swipes moves none', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await openLab(page)
  await expect(page.locator('.timeline-fault').first()).toBeAttached()
  const touch = await context.newCDPSession(page)
  const at = (type: string, x?: number, y?: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type: type as 'touchStart',
      touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
    })
  const fault = page.locator('.timeline-fault').first()
  await fault.scrollIntoViewIfNeeded()
  const { x, y, height } = await boxOf(fault)
  await at('touchStart', x + 4, y + height - 4)
  for (let i = 1; i < 8; i++) await at('touchMove', x + 4 + 15 * i, y + height - 4)
  await at('touchEnd')
  await framesLater(page)
  await expect(page.locator('html')).not.toHaveAttribute('data-asked')

  const lane = page.locator('.timeline-name', { hasText: 'broker 3' }).first()
  await lane.scrollIntoViewIfNeeded()
  const empty = await boxOf(lane)
  await at('touchStart', empty.x + 60, empty.y + 34)
  await expect(said(page)).toHaveText(/^added: black hole on broker 3/)
  await at('touchEnd')
  const chosen = page.locator('.timeline-fault-hold:focus')
  await expect(chosen).toHaveAccessibleName(/^black hole on broker 3/)

  // The one that is chosen shows its handles, and can be pulled by them.
  const handle = await boxOf(page.locator('.timeline-fault.chosen > .timeline-fault-end.start'))
  await at('touchStart', handle.x + 3, handle.y + 10)
  for (let i = 1; i < 8; i++) await at('touchMove', handle.x + 3 + 8 * i, handle.y + 10)
  await at('touchEnd')
  await expect(said(page)).toHaveText(/^black hole on broker 3/)
  await expect(chosen).toBeVisible()

  // Left alone, it is chosen again by a finger that comes down on its end, and pulled at once.
  await page.keyboard.press('Escape')
  await expect(chosen).toHaveCount(0)
  const before = await boxOf(band(page, /^black hole on broker 3/))
  const end = { x: before.x + before.width, y: before.y + before.height - 6 }
  await at('touchStart', end.x, end.y)
  for (let i = 1; i < 8; i++) await at('touchMove', end.x + 6 * i, end.y)
  await at('touchEnd')
  await expect(chosen).toHaveAccessibleName(/^black hole on broker 3/)
  await expect.poll(async () => (await boxOf(chosen)).width).toBeGreaterThan(before.width)
  await context.close()
})
