import { expect, type Page, test } from '@playwright/test'
import { openLab, pictured } from './lab.ts'

/** A preset of the replication lab: eligible leader replicas. */
const ELR = 'c1.elr.1'

const schedule = (page: Page) => page.getByRole('textbox', { name: 'The schedule' })
const table = (page: Page) => page.getByRole('dialog', { name: 'What each release promises' })

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1400 })
  await openLab(page, ELR)
  await expect(page.getByRole('region', { name: /^The partition, / }).first()).toBeVisible()
})

test('a schedule is played by keyboard alone, and what came after gives way', async ({ page }) => {
  await page.getByRole('button', { name: 'One step on' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.where')).toContainText('after step 1 of')
  await page.getByRole('button', { name: 'B: fetch', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('button', { name: 'A: fetch', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(schedule(page)).toHaveValue('p; f C')
  await pictured(page)
  await expect(page.locator('.where')).toContainText('after step 2 of 2')
  await page.keyboard.press('Control+z')
  await expect(schedule(page)).not.toHaveValue('p; f C')
})

test('the table is searched through in workers, stops, goes on, and opens a story that breaks a promise', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'What each release promises' }).click()
  const cell = table(page).locator('button[aria-label^="Case 2, acks=2, Kafka 0.8.1: R1 in H1 "]')
  await cell.click()
  await expect(cell).toHaveAttribute('aria-label', /is broken: an acknowledged record is lost in 5 steps/)
  await table(page).getByRole('button', { name: 'Stop' }).click()
  await table(page).getByRole('button', { name: 'Go on' }).click()
  await table(page).getByRole('button', { name: 'Stop' }).click()
  await cell.click()
  await expect(table(page)).toBeHidden()
  await expect(page.getByText('An acknowledged record is lost.')).toBeVisible()
  await expect(page.locator('.where')).toContainText('after step 5 of 5')
})
