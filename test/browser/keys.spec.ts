import { expect, test } from '@playwright/test'
import { figure, NEW, openLab, pictured, SETUP, setting } from './lab.ts'

const clock = '.transport .clock'

test('everything is reached and done with the keyboard alone', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('Home')
  const start = await page.locator(clock).textContent()
  for (let i = 0; i < 12; i++) await page.keyboard.press('.')
  await expect(page.locator(clock)).not.toHaveText(start ?? '')

  // The search, a find, and back into the page.
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('setup timeout')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible()
  await page.keyboard.press('Tab')

  // A setting, by Tab and by arrows.
  const field = page.getByRole('textbox', { name: `${SETUP}, ${NEW}` })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await pictured(page)
  await expect(field).toHaveValue('9900')
  await expect(figure(page, NEW)).not.toHaveText(/^20\.30/)
  await page.keyboard.press('Control+z')
  await expect(field).toHaveValue(/^10.000$/)
})

test('Enter finds the words in the field, however soon it follows them', async ({ page }) => {
  await openLab(page)
  const start = await page.locator(clock).textContent()
  const search = page.getByRole('searchbox')
  await search.evaluate(async (field: HTMLInputElement) => {
    const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    typed?.call(field, 'setup timeout')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await Promise.resolve()
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  })
  await expect(page.locator(clock)).not.toHaveText(start ?? '')
  await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible()
})

test('letters zoom, pan, switch the axis, and are silent in fields', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLab(page)
  const axis = page.getByRole('button', { name: /axis/ })
  await page.keyboard.press('l')
  await expect(axis).toHaveText(/linear/)
  // Spans that are hidden keep their last text.
  const ticks = async () => (await page.locator('.timeline-strip span:visible').allTextContents()).join(' ')
  const whole = await ticks()
  for (let i = 0; i < 4; i++) await page.keyboard.press('w')
  await expect.poll(ticks).not.toBe(whole)
  const zoomed = await ticks()
  for (let i = 0; i < 4; i++) await page.keyboard.press('d')
  await expect.poll(ticks).not.toBe(zoomed)
  await page.keyboard.press('0')
  await expect.poll(ticks).toBe(whole)

  await page.getByRole('textbox', { name: 'Name of variant A' }).focus()
  await page.keyboard.type('wall')
  await expect(axis).toHaveText(/linear/)
  expect(await ticks()).toBe(whole)
})

test('space plays and pauses; the playhead says in words where it stands', async ({ page }) => {
  await openLab(page)
  await page.getByRole('heading', { name: 'World' }).click()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  await expect(page.locator('.playhead')).toHaveAttribute('aria-valuetext', /\d.* s, .*Kafka 2\.7/)
})

test('where the list stands behind a tab, the search key opens it', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openLab(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'list' }).press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'reasons' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'The reasons' })).toBeVisible()
})

test('the help lists every key, and closes with Esc', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help and keys' })
  await expect(help).toBeVisible()
  for (const key of ['+', 'W', 'S', 'A', 'D', '0', 'Home', 'L', 'F', '/', '?', 'space', 'Enter']) {
    await expect(help.locator('kbd', { hasText: new RegExp(`^${key.replace(/[+?]/, '\\$&')}$`) }).first()).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
})

test('the first tab leads to the skip link, and words in a verdict are pressed as a button is', async ({ page }) => {
  await openLab(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const words = page.getByRole('button', { name: /kernel gave up/ })
  await expect(words).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.timeline-badge')).toContainText('131')
})

test('arrow keys move a setting’s slider from any value', async ({ page }) => {
  await openLab(page)
  const slider = page.getByRole('slider', { name: new RegExp(SETUP) })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(setting(page, SETUP, NEW)).toHaveValue('11\u202f000')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowLeft')
  await expect(slider).not.toHaveAttribute('aria-valuetext', /11/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(setting(page, SETUP, NEW)).toHaveValue('10\u202f000')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})
