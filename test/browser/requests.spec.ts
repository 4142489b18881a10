import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { variant, world } from '../../src/scenario/defaultPreset.ts'
import { encode } from '../../src/scenario/link.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import { openLab, pictured } from './lab.ts'

/** Goes from the page's first question to the first one about records. */
async function openRequests(page: Page): Promise<void> {
  await openLab(page)
  const inHeader = page.getByRole('banner').getByRole('navigation', { name: 'Labs' })
  if ((await inHeader.count()) === 0) await page.getByRole('button', { name: /^Question:/ }).click()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await expect(page.getByRole('region', { name: 'Where the time went', exact: true })).toBeVisible()
  await pictured(page)
}

const time = (page: Page) => page.getByRole('region', { name: 'Where the time went', exact: true })
const question = (page: Page) => page.getByRole('region', { name: 'The question' })
const fault = ({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
  `${id}: ${nodes.map(({ html }) => html).join(' ')}`

const sizes = [
  ['1440 × 900', { width: 1440, height: 900 }],
  ['1024 × 768', { width: 1024, height: 768 }],
  ['390 × 844', { width: 390, height: 844 }],
] as const

for (const [name, viewport] of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`records at ${name}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('no fault for assistive tools, nothing scrolls sideways, every button is 24 px high', async ({ page }) => {
        await openRequests(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(fault)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
          0,
        )
        // A stretch is as wide as it lasted; what it tells can be had from the sum below it, too.
        const low = await page.evaluate(() =>
          [...document.querySelectorAll('.lives button:not(p button), .labs button')].flatMap((button) => {
            const { height } = button.getBoundingClientRect()
            return height > 0 && height < 24 ? [button.outerHTML.slice(0, 120)] : []
          }),
        )
        expect(low).toEqual([])
      })
    })
  }
}

test('as a table it has no fault for assistive tools either, nor has an open call', async ({ page }) => {
  await openRequests(page)
  await page.getByRole('button', { name: 'as a table' }).click()
  await question(page)
    .getByRole('button', { name: /^at 0: send/ })
    .click()
  const { violations } = await new AxeBuilder({ page }).include('.lives').include('.question').analyze()
  expect(violations.map(fault)).toEqual([])
})

test('from one lab to the other and back, by the header, the browser and undo', async ({ page }) => {
  await openLab(page)
  const title = page.getByRole('textbox', { name: 'Title of the question' })
  const first = await title.inputValue()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await expect(time(page)).toBeVisible()
  await expect(title).not.toHaveValue(first)
  await page.goBack()
  await expect(title).toHaveValue(first)
  await expect(time(page)).toBeHidden()
  await page.getByRole('button', { name: /^Requests/ }).click()
  await expect(time(page)).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(title).toHaveValue(first)
  await expect(time(page)).toBeHidden()
})

test('a link brings a question about records back', async ({ page }) => {
  await openRequests(page)
  await question(page).getByRole('button', { name: '+ add a call' }).click()
  await question(page).getByRole('textbox', { name: 'Records' }).fill('3')
  await expect(question(page).getByText(/^4 records/)).toBeVisible()
  await pictured(page)
  await expect.poll(() => new URL(page.url()).hash).toContain('c2.count=3')
  const { hash } = new URL(page.url())
  await page.goto('about:blank')
  await openLab(page, hash.slice(1))
  await expect(question(page).getByText(/^4 records/)).toBeVisible()
  await expect(time(page)).toBeVisible()
})

test('a call is added, moved in time and taken away by keyboard, and the picture follows', async ({ page }) => {
  await openRequests(page)
  await question(page).getByRole('button', { name: '+ add a call' }).focus()
  await page.keyboard.press('Enter')
  const added = page.locator('.calls [aria-expanded="true"]')
  await expect(added).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.locator('.calls .fault-name').first()).toBeFocused()
  await pictured(page)
  // Both are sent at once, and live alike.
  await expect(time(page).getByRole('button', { name: 'records 0 to 1' }).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await pictured(page)
  await expect(time(page).getByRole('button', { name: 'records 0 to 1' })).toHaveCount(0)
  await expect(time(page).getByRole('button', { name: 'record 0' }).first()).toBeVisible()
})

test('a stretch of a life leads to its reasons; the arrows go to the next one', async ({ page }) => {
  await openRequests(page)
  const bars = time(page).getByRole('group')
  const stretches = bars.last().getByRole('button')
  await stretches.first().focus()
  await page.keyboard.press('End')
  await expect(stretches.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stretches.last()).toHaveAttribute('aria-current', 'true')
  await expect(
    page.getByRole('region', { name: 'The reasons' }).getByRole('heading', { level: 3 }).first(),
  ).toContainText('C')
})

test('what Kafka refuses across settings keeps the last run on the screen', async ({ page }) => {
  await openRequests(page)
  const field = (key: string) => page.getByRole('textbox', { name: `${key}, Kafka 3.9` })
  const figure = page.getByRole('article', { name: 'Kafka 3.9' }).getByTitle('Show the moment')
  const before = await figure.textContent()
  await field('delivery.timeout.ms').fill('20000')
  await expect(page.getByRole('alert').first()).toContainText('Kafka refuses')
  await expect(figure).toHaveText(before ?? '')
  await field('delivery.timeout.ms').fill('40000')
  await pictured(page)
  await expect(figure).toHaveText('40.00 s')
})

test('a rule of the producer is turned alone, and the link brings it back', async ({ page }) => {
  await openRequests(page)
  const rules = page.getByRole('dialog', { name: 'Rules of each release' })
  const batches = rules.getByRole('combobox', { name: 'When a batch is too old, variant C' })
  const figure = page.getByRole('article', { name: 'Kafka 3.9' }).getByTitle('Show the moment')
  await expect(figure).toHaveText('120.00 s')
  await question(page).getByRole('button', { name: 'Rules of variant C' }).click()
  await expect(batches).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).include('dialog.rules').analyze()
  expect(violations.map(fault)).toEqual([])
  await batches.selectOption('none')
  await pictured(page)
  await rules.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('article', { name: 'Kafka 3.9' })).toContainText('not within')
  await expect.poll(() => new URL(page.url()).hash).toContain('v3.knob.producer.batchExpiry=none')
  const { hash } = new URL(page.url())
  await page.goto('about:blank')
  await openLab(page, hash.slice(1))
  await expect(page.getByRole('article', { name: 'Kafka 3.9' })).toContainText('not within')
  await question(page)
    .getByRole('button', { name: /^Drop: When a batch is too old: none/ })
    .click()
  await pictured(page)
  await expect(figure).toHaveText('120.00 s')
})

/** Two hundred batches of one partition, one each 10 ms, opened at the fifty-first. */
const opened: Scenario = {
  v: 1,
  lab: 'requests',
  title: 'Many batches',
  seed: 1,
  until: 3000,
  world: world(1, 0, {
    workload: {
      kind: 'produce',
      partitions: 1,
      topicKnown: true,
      calls: [{ at: 0, what: 'send', count: 200, every: 10 }],
    },
  }),
  variants: [variant('Kafka 3.9', '3.9')],
  view: { opened: ['partition 0', 50] },
}

test('a link opens a partition batch by batch, where its sender had turned to', async ({ page }) => {
  await openLab(page, encode(opened))
  await expect(page.getByText('51–100')).toBeVisible()
  await expect(page.getByText('batch 50', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Later batches' }).click()
  await expect(page.getByText('batch 100', { exact: true })).toBeVisible()
  await expect.poll(() => new URL(page.url()).hash).toContain('opened=partition+0,101')
})
