// Neighbours compared on the picture: the first difference, two in one group of lanes, and a link that brings both along.

import { expect, type Locator, test } from '@playwright/test'
import { NEW, OLD, openLab } from './lab.ts'

// So tall that the lanes of all variants are in sight: they follow what is selected where they are not.
test.use({ viewport: { width: 1280, height: 1100 } })

const AT_KERNEL_OR_SETTING = 'c1.leader.1'

test('X goes to where neighbours part, from pair to pair; the flag and the reasons say so', async ({ page }) => {
  await openLab(page, AT_KERNEL_OR_SETTING)
  const flags = page.getByRole('button', { name: 'first difference', exact: true })
  // The first two do not differ.
  await expect(flags.filter({ visible: true })).toHaveCount(2)
  await page.keyboard.press('x')
  await expect(page.locator('.timeline-badge')).toHaveText('30.001 s')
  await expect(page.getByText(/^First difference of B and C\. They part at\s30.001.ms\./)).toBeVisible()
  await page.keyboard.press('x')
  await expect(page.locator('.timeline-badge')).toHaveText('10.001 s')
  await expect(page.getByText(/^First difference of C and D\./)).toBeVisible()
})

test('flag and ribbon can be pressed by keys', async ({ page }) => {
  await openLab(page)
  await page.getByRole('button', { name: 'first difference', exact: true }).press('Enter')
  await expect(page.locator('.timeline-badge')).toHaveText('0.000 s')
  const ribbon = page.getByRole('button', { name: /^From A to B: 110.81 s sooner/ })
  await page.keyboard.press('0')
  await ribbon.press('Enter')
  await expect(page.locator('.timeline-badge')).toHaveText('20.302 s')
  await ribbon.press('Enter')
  await expect(page.locator('.timeline-badge')).toHaveText('131.107 s')
})

test('an overlay draws both in one group; a mark of the lower one leads to its own row', async ({ page }) => {
  await openLab(page)
  const lower = page.locator('.timeline-group', { has: page.getByRole('heading', { name: NEW }) })
  const upper = page.locator('.timeline-group', { has: page.getByRole('heading', { name: OLD }) })
  await page.getByRole('button', { name: 'Overlay A and B' }).click()
  const top = async (group: Locator) => (await group.boundingBox())?.y
  await expect.poll(async () => (await top(lower)) === (await top(upper))).toBe(true)
  const caller = await lower.getByRole('listitem').first().boundingBox()
  const plot = await page.locator('.timeline-strip').boundingBox()
  await page.mouse.click((plot?.x ?? 0) + 20, (caller?.y ?? 0) + 14)
  await expect(page.getByRole('heading', { name: new RegExp(`^${NEW}: send\\(\\)`) })).toBeVisible()
})

test('a link brings overlay and filter along', async ({ page, context }) => {
  await openLab(page)
  await page.getByRole('button', { name: 'Overlay A and B' }).click()
  await page.getByRole('button', { name: 'Only differences' }).click()
  const link = () => page.evaluate(() => location.hash.slice(1))
  await expect.poll(link).toMatch(/differences/)
  const other = await context.newPage()
  await openLab(other, await link())
  await expect(other.getByRole('button', { name: 'Overlay A and B' })).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByRole('region', { name: 'Only differences' })).toBeVisible()
  await other.getByRole('button', { name: 'Show more than differences' }).click()
  await other.getByRole('button', { name: 'Overlay A and B' }).click()
  await expect.poll(() => other.evaluate(() => location.hash)).not.toMatch(/differences/)
})
