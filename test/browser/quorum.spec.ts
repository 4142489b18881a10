import { expect, type Locator, type Page, test } from '@playwright/test'
import { openLab, pictured } from './lab.ts'

/** One lost answer, and who asks again: n1 loses its first Fetch answer to n2. */
const ANSWER = 'c1.answer.1'

/** A lane of the first variant, by its name. */
const lane = (page: Page, name: string): Locator =>
  page.locator('.timeline-group').first().locator('.timeline-name', { hasText: name })

const holds = (page: Page, name: string | RegExp): Locator => page.locator('.timeline').getByRole('button', { name })

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

test.beforeEach(async ({ page }) => {
  // So tall that the lanes of all variants are in sight: they follow what is selected where they are not.
  await page.setViewportSize({ width: 1440, height: 3000 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page, ANSWER)
})

test('the picture of a quorum has a lane that says who leads, and one for each node', async ({ page }) => {
  const names = page.locator('.timeline-group').first().locator('.timeline-name > span')
  await expect(names).toHaveText(['who leads', 'n1', 'n2', 'n3'])
})

test('a message between two nodes can be pointed at', async ({ page }) => {
  const { y } = await boxOf(lane(page, 'n2'))
  const canvas = await boxOf(page.locator('canvas.timeline-marks'))
  const tip = page.locator('.timeline-tip')
  // The first answers arrive at 520 ms, and the run opens with its first 2323 ms: right above the states of n2, 10 ms are some pixels.
  const plot = { left: canvas.x + 140, width: canvas.width - 154 }
  let tried = 0
  await expect(async () => {
    await page.mouse.move(plot.left + plot.width * (517 / 2323) + (tried++ % 7) - 3, y - 6)
    await expect(tip).toContainText(/Fetch/, { timeout: 500 })
  }).toPass()
  await expect(tip.locator('strong')).toHaveText(/n[123] (sends|answers)/)
})

test('a fault between two nodes is on the lanes of both, and moves on both', async ({ page }) => {
  const both = holds(page, /^lose message Fetch answer .*n1/)
  await expect(both).toHaveCount(8)
  const peers = both.nth(1)
  const before = await boxOf(both.first())
  expect((await boxOf(peers)).y).toBeGreaterThan(before.y + before.height - 1)
  await peers.focus()
  const held = await boxOf(peers)
  await page.mouse.move(held.x + 2, held.y + held.height - 8)
  await page.mouse.down()
  await page.mouse.move(held.x + 100, held.y + held.height - 8, { steps: 6 })
  await page.mouse.up()
  await pictured(page)
  await expect(peers).toBeFocused()
  const after = await boxOf(both.first())
  expect(after.x).toBeGreaterThan(before.x + 50)
  expect((await boxOf(peers)).x).toBe(after.x)
})

test('a fault is drawn on the lane of a node', async ({ page }) => {
  const { y, height } = await boxOf(lane(page, 'n3'))
  const canvas = await boxOf(page.locator('canvas.timeline-marks'))
  await page.getByRole('button', { name: 'Add a fault', exact: true }).click()
  await page.mouse.move(canvas.x + canvas.width * 0.5, y + height + 20)
  await page.mouse.down()
  await page.mouse.move(canvas.x + canvas.width * 0.7, y + height + 20, { steps: 6 })
  await page.mouse.up()
  await pictured(page)
  await expect(holds(page, /^cut link .*n3, /).first()).toBeVisible()
})
