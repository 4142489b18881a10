import { deflateRawSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { figure, NEW, openLab, pictured, SETUP, setting } from './lab.ts'

test('what is shared is what opens: the question, and where its reader looks', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openLab(page)
  await setting(page, SETUP, NEW).fill('4000')
  await pictured(page)
  await page.getByRole('heading', { name: 'World' }).click()
  await page.keyboard.press('l')
  await page.keyboard.press('+')
  await page.keyboard.press('.')
  const shown = await figure(page, NEW).textContent()
  const playhead = await page.locator('.timeline-badge').textContent()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText(/^Copied\./)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('#c1.e.two-dead.')
  expect(link.length).toBeLessThan(300)

  const other = await context.newPage()
  await other.goto(link)
  await expect(other.locator('html')).toHaveAttribute('data-ready', '1')
  await expect(figure(other, NEW)).toHaveText(shown ?? '')
  await expect(other.locator('.timeline-badge')).toHaveText(playhead ?? '')
  await expect(other.getByRole('button', { name: /^linear axis/ })).toBeVisible()
  await expect(setting(other, SETUP, NEW)).toHaveValue('4000')
})

test('the address bar follows an edit; back and forward go between questions', async ({ page }) => {
  await openLab(page)
  await setting(page, SETUP, NEW).fill('4000')
  await expect(page).toHaveURL(/setup\.timeout\.ms=4000/)
  await page.getByRole('button', { name: /^Question:/ }).click()
  await page.getByRole('button', { name: /The tick that sees a timeout late/ }).click()
  await expect(page).toHaveURL(/#c1\.tick\.1$/)
  await expect(page.getByRole('article', { name: '2.7, looks every 1000 ms' })).toBeVisible()
  await page.goBack()
  await expect(setting(page, SETUP, NEW)).toHaveValue('4000')
  await page.goForward()
  await expect(page.getByRole('article', { name: '2.7, looks every 1000 ms' })).toBeVisible()
})

test('two tabs are two questions', async ({ page, context }) => {
  await openLab(page)
  const other = await context.newPage()
  await openLab(other, 'c1.leader.1')
  await setting(page, SETUP, NEW).fill('4000')
  await pictured(page)
  await expect(other.getByRole('article', { name: 'KIP-601 draft' })).toBeVisible()
  await expect(other).toHaveURL(/#c1\.leader\.1$/)
})

const bomb = `c1.z.${deflateRawSync(Buffer.alloc(20_000_000)).toString('base64url').slice(0, 15_000)}.00000000`

const bad: readonly (readonly [name: string, link: string])[] = [
  ['that was cut', 'c1.e.two-dead.1&v2.socket.connection.setup.timeout.ms=40'],
  ['of garbage', '%%%%~~~~not-a-link'],
  ['of a future version', 'c9.something'],
  ['of an unknown question', 'c1.nobody-knows.1'],
  ['that is far too long', `c1.z.${'A'.repeat(50_000)}`],
  ['that is a bomb', bomb],
  ['with a broken checksum', 'c1.e.two-dead.1&latency=7.00000000'],
]

for (const [name, link] of bad) {
  test(`a link ${name} is said in one sentence, and the page works`, async ({ page }) => {
    await openLab(page, link)
    const notice = page.getByRole('alert')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText(/Nothing of it was kept|was kept/)
    await expect(figure(page, NEW)).toBeVisible()
    await page.getByRole('button', { name: 'Close this notice' }).click()
    await expect(notice).toHaveCount(0)
    await setting(page, SETUP, NEW).fill('5000')
    await pictured(page)
  })
}
