import { expect, test } from '@playwright/test'
import { figure, NEW, OLD, openLab, pictured, pixels, SETUP, setting } from './lab.ts'

test('opens finished: the verdicts, their gap and its owners, without a click', async ({ page }) => {
  await openLab(page)
  await expect(figure(page, OLD)).toHaveText(/^131\.\d\d s$/)
  await expect(figure(page, NEW)).toHaveText(/^20\.\d\d s$/)
  const gap = page.getByRole('article', { name: 'The difference' })
  await expect(gap).toContainText(/110\.\d\d s sooner/)
  await expect(gap).toContainText('tcp_syn_retries = 6')
  await expect(gap).toContainText(SETUP)
  await expect(page.locator('.seeds')).toHaveText([/50 seeds/, /50 seeds/])
})

test('a changed timeout changes picture, verdict and sentence', async ({ page }) => {
  await openLab(page)
  const before = await pixels(page)
  await setting(page, SETUP, NEW).fill('3000')
  await pictured(page)
  await expect(figure(page, NEW)).toHaveText(/^6\.\d\d s$|^6\d\d\d ms$/)
  expect(await pixels(page)).not.toBe(before)
  await page.keyboard.press('Control+z')
  await pictured(page)
  await expect(figure(page, NEW)).toHaveText(/^20\.\d\d s$/)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect(figure(page, NEW)).not.toHaveText(/^20\.\d\d s$/)
})

test('the slider of the setting in hand moves the picture at each step, and is undone as one', async ({ page }) => {
  await openLab(page)
  const slider = page.getByRole('slider', { name: `${SETUP}, ${NEW}` })
  await slider.scrollIntoViewIfNeeded()
  const box = await slider.boundingBox()
  if (box === null) throw new Error('no slider')
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2)
  await page.mouse.down()
  for (const share of [0.55, 0.5, 0.45, 0.4, 0.3])
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2)
  await page.mouse.up()
  await pictured(page)
  await expect(figure(page, NEW)).not.toHaveText(/^20\.\d\d s$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(figure(page, NEW)).toHaveText(/^20\.\d\d s$/)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('a value that is none, or that Kafka refuses, stays at its field; the last good run stays on the screen', async ({
  page,
}) => {
  await openLab(page)
  const backoff = setting(page, 'reconnect.backoff.ms', NEW)
  for (const text of ['', 'soon', '1.5', '-1', '99999999999999999999']) {
    await backoff.fill(text)
    await expect(backoff).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(figure(page, NEW)).toHaveText(/^20\.\d\d s$/)
    await expect(backoff).toHaveValue(text)
  }
  await page.getByRole('button', { name: 'Back to the last good value' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a click on a mark shows why it happened, down to the fault', async ({ page }) => {
  await openLab(page)
  await expect(page.getByText(/A setting decides/)).toContainText(`${SETUP} = `)
  await expect(page.getByRole('list', { name: 'Because' })).toContainText('Your fault')
  await page
    .getByRole('article', { name: OLD })
    .getByRole('button', { name: /kernel gave up/ })
    .click()
  await expect(page.getByText(/The kernel decides/)).toContainText('tcp_syn_retries = 6')
})

test('plays at the labelled pace and stops at the end', async ({ page }) => {
  await openLab(page)
  await page.getByRole('combobox', { name: 'A second of the run takes' }).selectOption('10')
  const playhead = page.locator('.playhead')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(playhead).toHaveValue('150000')
})

test('a fault taken away heals the client, and a fourth variant is the last', async ({ page }) => {
  await openLab(page)
  for (const name of ['broker 1', 'broker 2']) {
    await page.getByRole('checkbox', { name: `${name} black hole, from 0: on` }).uncheck()
  }
  await pictured(page)
  await expect(figure(page, OLD)).toHaveText(/^\d+ ms$/)
  const add = page.getByRole('button', { name: 'Add a variant' })
  await add.click()
  await expect(page.getByRole('region', { name: 'Verdicts' }).getByRole('article')).toHaveCount(4)
  await add.click()
  await expect(add).toBeDisabled()
})

test('a run that never ends stops at its limit, and the page says so', async ({ page }) => {
  test.slow()
  await openLab(page, 'c1.all-dead.1')
  await page.getByText(/^More/).click()
  await setting(page, 'reconnect.backoff.ms', 'Kafka 2.6').fill('1')
  await page.getByRole('textbox', { name: 'Length of the run' }).fill('86400000')
  await expect(page.getByText(/Kafka 2\.6: the run was stopped at .* limit of 1.000.000 rows/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByRole('listbox', { name: 'Events' }).getByRole('option').first()).toBeVisible()
})

test('asks nobody else for anything, and nothing goes wrong in the console', async ({ page, context }) => {
  const others: string[] = []
  const noise: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(test.info().project.use.baseURL ?? 'http://127.0.0.1')) others.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(error.message))
  await openLab(page)
  await setting(page, SETUP, NEW).fill('2000')
  await pictured(page)
  await page.getByRole('button', { name: 'Help and keys' }).click()
  await expect(page.getByRole('dialog', { name: 'Help and keys' })).toBeVisible()
  expect(page.workers()).toHaveLength(1)
  expect(others).toEqual([])
  expect(noise).toEqual([])
})

test('on paper the picture is whole and as it was on the screen, light, with nothing to press', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 700 }, colorScheme: 'dark' })
  const page = await context.newPage()
  await openLab(page, 'c1.leader.1')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1047 })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await expect(page.locator('.page')).toHaveClass(/wide/)
  for (const name of ['.transport', '.tools', '.header .actions']) await expect(page.locator(name)).toBeHidden()
  // What is fetched behind the picture may still come in above it: all is measured at one moment, until it stands.
  await expect(async () => {
    const { width, right, bottom, lowest } = await page.locator('canvas.timeline-marks').evaluate((canvas) => {
      const { right, bottom, width } = canvas.getBoundingClientRect()
      const lowest = [...document.querySelectorAll('.timeline-name')].at(-1)?.getBoundingClientRect().top
      return { right, bottom, width, lowest }
    })
    expect(right).toBeLessThanOrEqual(718)
    expect(width).toBeGreaterThan(500)
    expect(lowest).toBeLessThan(bottom)
  }).toPass()
  // The last lane is far below what the window had shown.
  const drawn = await page.locator('canvas.timeline-marks').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, canvas.height - 60, canvas.width, 50) ?? { data: [] }
    return data.some((value) => value > 0)
  })
  expect(drawn).toBe(true)
  await context.close()
})

for (const width of [1024, 1280, 1440])
  test(`at ${width} pixels an edited question leaves the page as wide as its window`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 })
    await openLab(page)
    await page.getByRole('textbox', { name: 'Latency, one way' }).fill('3')
    await expect(page.getByText('edited', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  })
