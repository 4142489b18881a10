import { expect, type Page, test } from '@playwright/test'
import { figure, NEW, OLD, openLab, pictured, SETUP, setting } from './lab.ts'

/** Serves the worker with a trap: at this latency it does something that it should not. */
async function trap(page: Page, latency: number, slip: string): Promise<void> {
  const sprung = `JSON.stringify(event.data.orders).includes('"latencyOut":${latency}')`
  const code = `
    const real = self.onmessage
    self.onmessage = (event) => {
      if (event.data.kind === 'run' && ${sprung}) { ${slip} }
      real(event)
    }`
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ contentType: 'text/javascript', body: `${await response.text()}\n{${code}}` })
  })
}

const latency = (page: Page) => page.getByRole('textbox', { name: 'Latency, one way' })

test('a core that fails is caught: message, link, last good run; the next edit works', async ({ page }) => {
  await trap(page, 666, "Object.defineProperty(event, 'data', { value: { ...event.data, orders: [{}] } })")
  await openLab(page)
  await latency(page).fill('666')
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('The lab itself failed')
  await expect(notice.getByRole('link')).toHaveAttribute('href', /latency=666/)
  await expect(figure(page, OLD)).toHaveText(/^131\.\d\d s$/)
  await expect(latency(page)).toHaveValue('666')
  await latency(page).fill('5')
  await expect(notice).toHaveCount(0)
  await setting(page, SETUP, NEW).fill('3000')
  await pictured(page)
  await expect(figure(page, NEW)).not.toHaveText(/^20\.\d\d s$/)
})

test('a worker that dies is replaced', async ({ page }) => {
  await trap(page, 667, "throw new Error('gone')")
  await openLab(page)
  await latency(page).fill('667')
  await expect(page.getByRole('alert')).toContainText('gone')
  await latency(page).fill('5')
  await pictured(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
