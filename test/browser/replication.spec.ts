import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { partitionPresets } from '../../src/scenario/partitionPresets.ts'
import { openLab, pictured } from './lab.ts'

/** Presets of the replication lab: eligible leader replicas, four variants; one message behind, three. */
const ELR = 'c1.elr.1'
const THREE = 'c1.lag-one.1'

const schedule = (page: Page) => page.getByRole('textbox', { name: 'The schedule' })
const table = (page: Page) => page.getByRole('dialog', { name: 'What each release promises' })
const pictures = (page: Page) => page.getByRole('region', { name: /^The partition, / })

async function open(page: Page, link: string): Promise<void> {
  await openLab(page, link)
  await expect(pictures(page).first()).toBeVisible()
}

/** All of it stands within the window of the partition, which may scroll by itself. */
async function expectWhole(page: Page, part: Locator): Promise<void> {
  const frame = page.locator('.partition > .column-body')
  await expect(async () => {
    const [own, seen] = await Promise.all([part.boundingBox(), frame.boundingBox()])
    if (!own || !seen) throw new Error('it is not on the screen')
    expect(own.y).toBeGreaterThanOrEqual(seen.y - 1)
    expect(own.y + own.height).toBeLessThanOrEqual(seen.y + seen.height + 1)
  }).toPass()
}

/** What the eye must meet first of a variant: logs and ledger. */
async function expectInSight(page: Page, picture: Locator): Promise<void> {
  await expectWhole(page, picture.locator('.logs'))
  await expectWhole(page, picture.locator('.ledger'))
}

test('the table of promises stays open when the window gets narrow, and wide again', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await open(page, ELR)
  await page.getByRole('button', { name: 'What each release promises' }).click()
  await expect(table(page)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Question', exact: true })).toBeAttached()
  await expect(table(page)).toBeVisible()
  await page.setViewportSize({ width: 1400, height: 900 })
  await expect(page.getByRole('button', { name: 'Question', exact: true })).not.toBeAttached()
  await expect(table(page)).toBeVisible()
})

test('played to its end it stands at its last step, and nowhere behind', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, ELR)
  await page.getByLabel('A second of the run takes').selectOption('10')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.locator('.where')).toContainText('after step 9 of 9')
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(page.locator('.transport .clock')).toHaveText('step 9')
  await expect(page.locator('.transport .end')).toHaveText('of step 9')
  await expect(page.locator('.timeline-badge')).toHaveText('step 9')
})

test.describe('played', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 1400 })
    await open(page, ELR)
  })

  test('a schedule is played by keyboard alone, and what came after gives way', async ({ page }) => {
    // It opens on the election out of the eligible leader replicas.
    await expect(page.locator('.where')).toContainText('after step 5 of 9')
    await page.getByRole('button', { name: 'One step back' }).focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Enter')
    await expect(page.locator('.where')).toContainText('after step 1 of')
    await page.getByRole('button', { name: 'What happens next' }).focus()
    await page.keyboard.press('Enter')
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

  test('the table is searched through in workers, stops, goes on, and opens a story that breaks a promise; it is there after a reload', async ({
    page,
  }) => {
    const open = () => page.getByRole('button', { name: 'What each release promises' }).click()
    await open()
    const cell = table(page).locator('button[aria-label^="Case 2, acks=2, Kafka 0.8.1: R1 in H1 "]')
    await cell.click()
    await expect(cell).toHaveAttribute('aria-label', /is broken: an acknowledged record is lost in 5 steps/)
    await table(page).getByRole('button', { name: 'Search all' }).click()
    await table(page).getByRole('button', { name: 'Stop' }).click()
    await table(page).getByRole('button', { name: 'Go on' }).click()
    await table(page).getByRole('button', { name: 'Stop' }).click()
    await page.reload()
    await open()
    await expect(cell).toHaveAttribute('aria-label', /is broken: an acknowledged record is lost in 5 steps/)
    await cell.click()
    await expect(table(page)).toBeHidden()
    await expect(page.getByText('m0 ✓ acknowledged, ✕ lost')).toBeVisible()
    await expect(page.locator('.where')).toContainText('after step 5 of 5')
  })

  test('past all that stands before it, the tab key leads to the partition', async ({ page }) => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to the partition' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#partition')).toBeFocused()
  })

  test('folded away it leaves its room to the timelines', async ({ page }) => {
    const lanes = page.locator('.timelines > .column-body')
    const before = (await lanes.boundingBox())?.height ?? 0
    await page.getByRole('button', { name: 'The partition', exact: true }).click()
    await expect(async () => expect((await lanes.boundingBox())?.height).toBeGreaterThan(before + 300)).toPass()
  })
})

test('at 1440x900 logs and ledger of two variants are in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, THREE)
  await page.getByRole('button', { name: 'Remove variant C' }).click()
  await expect(pictures(page)).toHaveCount(2)
  for (const picture of await pictures(page).all()) await expectInSight(page, picture)
})

for (const height of [768, 900]) {
  test(`at ${height === 768 ? 1024 : 1440}x${height} logs and ledger of the selected variant are in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: height === 768 ? 1024 : 1440, height })
    await open(page, 'c1.kip101.1')
    await expectInSight(page, pictures(page).nth(1))
    await page.getByRole('article', { name: '0.11, the recipe' }).getByTitle('Show the moment').click()
    await expectInSight(page, pictures(page).nth(3))
  })
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`at ${viewport.width}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('no fault for assistive tools', async ({ page }) => {
        await open(page, 'c1.kip101.1')
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      })
    })
  }
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('every figure of every preset is whole, and nothing but the lanes goes sideways', async ({ page }) => {
    for (const { link, revision } of partitionPresets) {
      await open(page, `c1.${link}.${revision}`)
      const figures = page.getByRole('region', { name: 'Verdicts' }).locator('.figure')
      const cut = await figures.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)
      expect([link, cut]).toEqual([link, 0])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect([link, wide]).toEqual([link, 0])
    }
  })

  test('logs and ledger come after the verdicts, before the lanes', async ({ page }) => {
    await open(page, ELR)
    const tops = await Promise.all(
      [
        page.getByRole('region', { name: 'Verdicts' }),
        page.locator('.logs').first(),
        page.locator('.ledger').first(),
        page.locator('.timelines'),
      ].map(async (part) => (await part.boundingBox())?.y ?? Number.NaN),
    )
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    await expect(page.locator('.logs').first()).toBeInViewport({ ratio: 1 })
  })
})
