import { expect, type Page, test } from '@playwright/test'
import { framesLater, openLab } from './lab.ts'

const minimap = (page: Page) => page.getByRole('scrollbar', { name: /Minimap/ })
/** What the minimap says is in view. */
const inView = async (page: Page) => (await minimap(page).getAttribute('aria-valuetext')) ?? ''
const ends = async (page: Page) => {
  const [, from = '', to = ''] = /^([\d.]+ m?s) to ([\d.]+ m?s) of/.exec(await inView(page)) ?? []
  return { from: Number.parseFloat(from), to: Number.parseFloat(to) }
}

/** Drags within an element, from one share of its width to another. */
async function drag(page: Page, selector: string, from: number, to: number, shift = false): Promise<void> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`no ${selector}`)
  const y = box.y + Math.min(box.height / 2, 200)
  if (shift) await page.keyboard.down('Shift')
  await page.mouse.move(box.x + box.width * from, y)
  await page.mouse.down()
  for (const share of [0.25, 0.5, 0.75, 1]) await page.mouse.move(box.x + box.width * (from + (to - from) * share), y)
  await page.mouse.up()
  if (shift) await page.keyboard.up('Shift')
}

const strip = '.minimap-strip'

test('the minimap: a drag draws a view, its box pans, its edges zoom, a click centres', async ({ page }) => {
  await openLab(page)
  await expect(minimap(page)).toHaveAttribute('aria-valuetext', 'the whole run, 150 s')
  await drag(page, strip, 0.2, 0.4)
  await expect.poll(() => ends(page)).toMatchObject({ from: expect.closeTo(30, 0), to: expect.closeTo(60, 0) })
  await drag(page, strip, 0.3, 0.5)
  await expect.poll(() => ends(page)).toMatchObject({ from: expect.closeTo(60, 0), to: expect.closeTo(90, 0) })
  await drag(page, strip, 0.6, 0.8)
  await expect.poll(() => ends(page)).toMatchObject({ from: expect.closeTo(60, 0), to: expect.closeTo(120, 0) })
  await drag(page, strip, 0.2, 0.2)
  await expect.poll(() => ends(page)).toMatchObject({ from: expect.closeTo(0, 0), to: expect.closeTo(60, 0) })
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => ends(page)).toMatchObject({ from: expect.closeTo(6, 0), to: expect.closeTo(66, 0) })
  await page.keyboard.press('Home')
  await expect(minimap(page)).toHaveAttribute('aria-valuetext', 'the whole run, 150 s')
})

test('Escape takes a drag on the minimap back', async ({ page }) => {
  await openLab(page)
  await drag(page, strip, 0.2, 0.4)
  const before = await inView(page)
  const box = await page.locator(strip).boundingBox()
  if (box === null) throw new Error('no minimap')
  await page.mouse.move(box.x + box.width * 0.3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + 10)
  await expect.poll(() => inView(page)).not.toBe(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => inView(page)).toBe(before)
  await page.mouse.up()
  await framesLater(page)
  expect(await inView(page)).toBe(before)
})

test('shift and a drag mark; the mark is dragged by its ends, looked into, and left by the way out', async ({
  page,
}) => {
  await openLab(page)
  await expect(minimap(page)).toBeVisible()
  await drag(page, '.timeline-body', 0.4, 0.7, true)
  const note = page.locator('.marked-card')
  await expect(note).toContainText(/events · \d+ SYNs? lost/)
  const length = await note.locator('strong').textContent()
  const end = page.getByRole('slider', { name: 'End of the marked stretch' })
  await expect(end).toBeFocused()
  await page.keyboard.press('PageUp')
  await expect(note.locator('strong')).not.toHaveText(length ?? '')

  await page.keyboard.press('Enter')
  const way = page.getByRole('navigation', { name: 'The way out of the zoom' })
  await expect(way.getByRole('button')).toHaveCount(2)
  await drag(page, '.timeline-body', 0.5, 0.6, true)
  await note.getByRole('button', { name: 'zoom in' }).click()
  await expect(way.getByRole('button')).toHaveCount(3)
  await way.getByRole('button').nth(1).click()
  await expect(way.getByRole('button')).toHaveCount(2)
  await way.getByRole('button', { name: 'whole run' }).click()
  await expect(way).toHaveCount(0)
  await expect(minimap(page)).toHaveAttribute('aria-valuetext', 'the whole run, 150 s')
  await note.getByRole('button', { name: 'Take the mark away' }).click()
  await expect(note).toHaveCount(0)
})

test('who opens a link sees the sender’s view: part, mark, playhead, selection', async ({ page, context }) => {
  await openLab(page)
  await expect(minimap(page)).toBeVisible()
  await drag(page, strip, 0.05, 0.2)
  await drag(page, '.timeline-body', 0.4, 0.6, true)
  await page.keyboard.press('.')
  await page.keyboard.press('.')
  await expect(page).toHaveURL(/&from=\d+&to=\d+.*&brush=\d+,\d+/)
  const seen = async (by: Page) => [
    await by.locator('.marked-card strong').textContent(),
    await inView(by),
    await by.locator('.timeline-badge').textContent(),
    await by.locator('#reasons h3, .reasons h3').first().textContent(),
  ]

  const other = await context.newPage()
  // The address follows the last step after a pause.
  await expect(async () => {
    await openLab(other, new URL(page.url()).hash.slice(1))
    expect(await seen(other)).toEqual(await seen(page))
  }).toPass()
})

test('while playing in a zoom the view follows the playhead, and a mark is played round and round', async ({
  page,
}) => {
  await openLab(page)
  await page.getByRole('combobox', { name: 'A second of the run takes' }).selectOption('20')
  await page.keyboard.press('Home')
  await drag(page, strip, 0.03, 0.1)
  await page.getByRole('heading', { name: 'World' }).click()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await ends(page)).from).toBeGreaterThan(20)
  await page.keyboard.press('Space')

  await drag(page, strip, 0.05, 0.1, true)
  await page.keyboard.press('Space')
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Pause' }).click()
  const at = Number(await page.locator('.transport .playhead').inputValue())
  expect(at).toBeGreaterThanOrEqual(7400)
  expect(at).toBeLessThanOrEqual(15_100)
})

test('by touch and on a narrow screen: the tool marks, and its end is dragged', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openLab(page)
  await page.getByRole('button', { name: 'Mark a stretch' }).click()
  const note = page.locator('.marked-card')
  await expect(note).toContainText('75 s')
  await page.getByRole('slider', { name: 'End of the marked stretch' }).press('ArrowLeft')
  await expect(note).not.toContainText('75 s')
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
})
