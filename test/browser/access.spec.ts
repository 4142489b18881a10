import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { figure, NEW, openLab, pictured, SETUP, setting } from './lab.ts'

/** A window of its own, as some device has it. */
async function pageOf(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, baseURL: test.info().project.use.baseURL ?? '' })
  return context.newPage()
}

const sizes = [
  ['1440 × 900', { width: 1440, height: 900 }],
  ['1024 × 768', { width: 1024, height: 768 }],
  ['390 × 844', { width: 390, height: 844 }],
] as const

for (const [name, viewport] of sizes) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`at ${name}, ${colorScheme}: no fault for assistive tools, nothing scrolls sideways`, async ({ browser }) => {
      const page = await pageOf(browser, { viewport, colorScheme })
      await openLab(page)
      if (viewport.width < 500) await page.getByRole('button', { name: 'more', exact: true }).click()
      await expect(page.locator('.seeds').first()).toHaveText(/50 seeds/)
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(wide).toBeLessThanOrEqual(0)
      await page.context().close()
    })

    test(`at ${name}, ${colorScheme}: every button and field is 24 px or more`, async ({ browser }) => {
      const page = await pageOf(browser, { viewport, colorScheme })
      await openLab(page)
      const small = await page.evaluate(() => {
        // Links within sentences are as high as their line; all else has 24 px to itself, its margin counted.
        const targets = document.querySelectorAll('button:not(p button, .chain button), input, select, summary')
        return [...targets].flatMap((element) => {
          const { width, height } = element.getBoundingClientRect()
          const { marginTop, marginBottom, marginLeft, marginRight } = getComputedStyle(element)
          const across = width + Number.parseFloat(marginLeft) + Number.parseFloat(marginRight)
          const down = height + Number.parseFloat(marginTop) + Number.parseFloat(marginBottom)
          return width > 1 && (across < 24 || down < 24) ? [element.outerHTML.slice(0, 120)] : []
        })
      })
      expect(small).toEqual([])
      await page.context().close()
    })
  }
}

test('with the help, the questions, an error and an open fault on the screen there is no fault either', async ({
  page,
}) => {
  await openLab(page)
  await setting(page, SETUP, NEW).fill('soon')
  await page.getByRole('button', { name: 'broker 1 black hole, from 0', exact: true }).click()
  await page.getByText(/^More/).click()
  await page.getByRole('button', { name: /^Question:/ }).click()
  const open = await new AxeBuilder({ page }).analyze()
  expect(open.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Help and keys' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const help = await new AxeBuilder({ page }).analyze()
  expect(help.violations.map(({ id }) => id)).toEqual([])
})

test('on a telephone the question opens as a sheet, and the verdicts stay in sight while one edits', async ({
  browser,
}) => {
  const page = await pageOf(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await openLab(page)
  await page.getByRole('button', { name: 'Question', exact: true }).tap()
  const sheet = page.getByRole('dialog', { name: 'The question' })
  await expect(sheet).toBeVisible()
  await setting(page, SETUP, NEW).fill('3000')
  await pictured(page)
  await page.getByRole('button', { name: 'Done' }).tap()
  await expect(sheet).toBeHidden()
  await figure(page, NEW).scrollIntoViewIfNeeded()
  await expect(figure(page, NEW)).not.toHaveText(/^20\.\d\d s$/)
  const verdicts = await page.getByRole('region', { name: 'Verdicts' }).boundingBox()
  const picture = await page.locator('.timeline').boundingBox()
  expect(verdicts?.y).toBeLessThan(picture?.y ?? 0)
  await page.context().close()
})

test('a reader who has chosen larger letters gets them, in as many columns as they leave room for', async ({
  playwright,
  baseURL,
  launchOptions,
}) => {
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=24']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  for (const [width, columns] of [
    [1440, /middle/],
    [390, /narrow/],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, ...(baseURL && { baseURL }) })
    await openLab(page)
    await expect(page.locator('.page')).toHaveClass(columns)
    const { body, wide, right } = await page.evaluate(() => ({
      body: getComputedStyle(document.body).fontSize,
      wide: document.documentElement.scrollWidth - window.innerWidth,
      right: document.querySelector('.pace')?.getBoundingClientRect().right,
    }))
    expect(body).toBe('19.5px')
    expect(wide).toBeLessThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(width)
    await page.close()
  }
  await browser.close()
})
