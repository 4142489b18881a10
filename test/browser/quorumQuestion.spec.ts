import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { framesLater, openLab, pictured } from './lab.ts'

// So tall that all of the form is in sight.
test.use({ viewport: { width: 1280, height: 1100 } })

const question = (page: Page) => page.getByRole('region', { name: 'The question' })
const fault = ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
  `${id}: ${nodes.map(({ html }) => html).join(' ')}`

/** All that the question of a quorum has, unfolded, and a fault opened. */
async function unfold(page: Page): Promise<void> {
  const form = question(page)
  await form.getByText(/^Each node/).click()
  await form.getByText(/^Latency by direction/).click()
  await form
    .getByRole('button', { name: /lose message/ })
    .first()
    .click()
  await expect(form.getByRole('combobox', { name: 'Which message' })).toBeVisible()
}

const sizes = [
  ['1440 × 900', { width: 1440, height: 900 }],
  ['390 × 844', { width: 390, height: 844 }],
] as const

for (const [name, viewport] of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`the question of a quorum at ${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('no fault for assistive tools, and nothing scrolls sideways', async ({ page }) => {
        await openLab(page, 'c1.answer.1')
        if (viewport.width < 500) await page.getByRole('button', { name: 'Question', exact: true }).click()
        await unfold(page)
        const { violations } = await new AxeBuilder({ page }).include('.question').analyze()
        expect(violations.map(fault)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        )
      })
    })
  }
}

test('nodes, latencies and the start are edits like any other, in the link and undone', async ({ page }) => {
  await openLab(page, 'c1.answer.1')
  await unfold(page)
  const form = question(page)
  await form.getByRole('button', { name: '+ add an observer' }).click()
  await form.getByRole('textbox', { name: 'Latency from n2 to n1' }).fill('300')
  await form.getByRole('combobox', { name: 'It begins' }).selectOption('elected')
  await pictured(page)
  await expect(page).toHaveURL(/#c1\.e\.answer\.1&nodes=4&n4\.observer=yes&start=elected&links=2-1-300\.\w+$/)
  await page.reload()
  await expect(form.getByRole('combobox', { name: 'It begins' })).toHaveValue('elected')
  await expect(form.getByText('3 voters, 1 observer')).toBeVisible()
  await form.getByText(/^Each node/).click()
  await form.getByRole('button', { name: 'Remove n4' }).click()
  await pictured(page)
  await expect(form.getByText('3 voters', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(form.getByText('3 voters, 1 observer')).toBeVisible()
})

test('by keyboard alone a request timeout is found that saves the leader', async ({ page }) => {
  await openLab(page, 'c1.answer.1')
  const field = page.getByRole('textbox', { name: 'controller.quorum.request.timeout.ms, 3.9.0, Q = F = 2000' })
  await field.focus()
  await field.press('ControlOrMeta+a')
  await page.keyboard.type('1479')
  await pictured(page)
  const card = page.getByRole('article', { name: '3.9.0, Q = F = 2000' })
  await expect(card).toContainText('no election')
  await field.press('ControlOrMeta+a')
  await page.keyboard.type('1480')
  await pictured(page)
  await expect(card).toContainText(/election/)
  await expect(card).not.toContainText('no election')
})

test('the proposed bound is marked beside the settings, and runs nothing anew', async ({ page }) => {
  await openLab(page, 'c1.below.1')
  const form = question(page)
  await expect(form.getByText('KIP-1236 refuses')).toBeVisible()
  await form.getByRole('checkbox', { name: /proposed bound/ }).click()
  await framesLater(page)
  await expect(form.getByText('KIP-1236 refuses')).toHaveCount(0)
})
