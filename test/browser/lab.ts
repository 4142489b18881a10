// What every browser test does with the page.

import { expect, type Page } from '@playwright/test'

/** Opens the lab at a link and waits for its first finished picture. */
export async function openLab(page: Page, link = ''): Promise<void> {
  // Another fragment alone would open nothing: what was asked before would still be there for a moment.
  if (page.url() !== 'about:blank') await page.goto('about:blank')
  await page.goto(link === '' ? '/' : `/#${link}`)
  await expect(page.locator('html')).toHaveAttribute('data-ready', '1')
  await expect(page.getByRole('region', { name: 'Verdicts' }).getByRole('article').first()).toBeVisible()
}

/** Waits until the picture holds every edit that was accepted. */
export async function pictured(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { asked, drawn } = document.documentElement.dataset
    return asked === undefined || asked === drawn
  })
}

/** Lets the page do all that it does by its next frame but one: for what must not happen. */
export const framesLater = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** The figure of a variant's verdict, such as `20.30 s`. */
export const figure = (page: Page, variant: string) =>
  page.getByRole('article', { name: variant }).getByTitle('Show the moment')

/** A setting's field of a variant. */
export const setting = (page: Page, key: string, variant: string) =>
  page.getByRole('textbox', { name: `${key}, ${variant}` })

export const SETUP = 'socket.connection.setup.timeout.ms'
export const OLD = 'Kafka 2.6, kernel-bound'
export const NEW = 'Kafka 2.7, KIP-601'

/** The picture's pixels, as a text that changes when they do. */
export const pixels = (page: Page) =>
  page.locator('canvas.timeline-marks').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
