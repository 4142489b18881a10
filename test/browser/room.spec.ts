import { expect, type Locator, type Page, test } from '@playwright/test'
import { framesLater, openLab, pictured, setting } from './lab.ts'

/** Four variants; the first thing to see is of the last one. */
const FOUR = 'c1.enough.1'

const header = (page: Page, letter: string): Locator =>
  page.locator('.timeline-header', { has: page.locator('.badge', { hasText: letter }) })

const lanes = (page: Page): Locator => page.locator('.timelines > .column-body')

async function boxOf(of: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await of.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

/** The outline of the selected mark stands within the window of the lanes, under their axis. */
async function expectSelectedInSight(page: Page): Promise<void> {
  await expect(async () => {
    const [mark, frame] = await Promise.all([boxOf(page.locator('.timeline-selected')), boxOf(lanes(page))])
    expect(mark.y).toBeGreaterThanOrEqual(frame.y + 32)
    expect(mark.y + mark.height).toBeLessThanOrEqual(frame.y + frame.height + 3)
  }).toPass()
}

test.describe('on a desk', () => {
  test.beforeEach(async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openLab(page, FOUR)
  })

  test('it opens with the lanes of what the reasons speak of', async ({ page }) => {
    await expect(header(page, 'B')).toBeInViewport()
    await expectSelectedInSight(page)
  })

  test('it opens with the group that the reasons speak of on top, though its mark had been in sight below', async ({
    page,
  }) => {
    for (const preset of ['c1.beacon.1', FOUR]) {
      await openLab(page, preset)
      await expect(async () => {
        const [frame, group] = await Promise.all([boxOf(lanes(page)), boxOf(header(page, 'B'))])
        expect(group.y - frame.y, preset).toBeLessThanOrEqual(33)
      }).toPass()
      await expectSelectedInSight(page)
    }
  })

  test('the lanes go to what is chosen in a card, the reasons or the margins, and stay where one scrolls to', async ({
    page,
  }) => {
    await page.getByRole('article', { name: '3.9.1, one answer lost' }).getByTitle('Show the moment').click()
    await expect(header(page, 'B')).toBeInViewport()
    await expectSelectedInSight(page)
    await lanes(page).evaluate((element) => element.scrollTo(0, 0))
    await page.getByRole('slider', { name: 'Playhead' }).last().focus()
    await page.keyboard.press('ArrowRight')
    await framesLater(page)
    expect(await lanes(page).evaluate((element) => element.scrollTop)).toBe(0)
    await page
      .getByRole('list', { name: 'Because' })
      .getByRole('button', { name: /^Go to/ })
      .first()
      .click()
    await expect(header(page, 'B')).toBeInViewport()
    await page.getByRole('button', { name: 'Margins and elections' }).click()
    await page
      .getByRole('button', { name: /^100 ms left on the fetch timer of n2 at 900 ms/ })
      .first()
      .click()
    await expectSelectedInSight(page)
    await expect(header(page, 'A')).toBeInViewport()
  })

  test('a card has two lines, and all of them on demand or for the key that comes to them', async ({ page }) => {
    const card = page.getByRole('article', { name: '3.9.1, one answer lost' })
    const short = (await boxOf(card)).height
    expect(short).toBeLessThan(130)
    await card.getByRole('button', { name: 'more', exact: true }).click()
    expect((await boxOf(card)).height).toBeGreaterThan(short)
    await card.getByRole('button', { name: 'less', exact: true }).click()
    expect((await boxOf(card)).height).toBe(short)
  })

  test('a new fault of a quorum comes at the playhead and goes again', async ({ page }) => {
    await page.getByRole('button', { name: '+ add a fault' }).click()
    await pictured(page)
    await expect(page.getByRole('button', { name: 'n2 cut link, 1 s to 1.333 s', exact: true })).toBeVisible()
  })

  test('past all that stands before them, the tab key leads to timelines, reasons, list and settings', async ({
    page,
  }) => {
    for (const [presses, part] of [
      [2, 'timelines'],
      [3, 'reasons'],
      [4, 'list'],
      [5, 'settings'],
    ] as const) {
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('data-ready', '1')
      await expect(page.locator('#list')).toBeVisible()
      for (let i = 0; i < presses; i++) await page.keyboard.press('Tab')
      await expect(page.getByRole('button', { name: `Skip to the ${part}` })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.locator(`#${part}`)).toBeFocused()
    }
  })
})

for (const preset of [FOUR, 'c1.answer.1', 'c1.five.1', 'c1.mute.1', 'c1.call.1', '']) {
  test(`between, the lanes have half of the height below the header: ${preset || 'the first question'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await openLab(page, preset)
    await expect(page.locator('.figure').first()).toBeVisible()
    expect((await boxOf(lanes(page))).height).toBeGreaterThanOrEqual((768 - 48) / 2)
  })
}

/** Two variants whose figures say in words what they count, four, and two whose figures are a length of time. */
const ALL_SIZES = ['c1.below.1', FOUR, 'c1.unclean.1', ''] as const

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`the page is as high as its window and the cards leave it to the lanes: ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const preset of ALL_SIZES) {
      await openLab(page, preset)
      await page.reload()
      await expect(page.locator('#list').or(page.getByRole('tab', { name: 'List' }))).toBeVisible()
      await expect(page.getByRole('region', { name: 'What is asked' })).toBeVisible()
      await page.mouse.move(width / 2, 90)
      await page.mouse.wheel(0, 600)
      await page.keyboard.press('End')
      await framesLater(page)
      const { scrolled, tall } = await page.evaluate(() => ({
        scrolled: window.scrollY,
        tall: document.documentElement.scrollHeight,
      }))
      expect({ preset, scrolled, tall }).toEqual({ preset, scrolled: 0, tall: height })
      expect((await boxOf(page.locator('.verdicts'))).height).toBeLessThan(140)
      await expectWithinCards(page)
    }
  })
}

/** No figure, name or line of a card stands out of it. */
async function expectWithinCards(page: Page): Promise<void> {
  const out = await page.locator('.verdict').evaluateAll((cards) =>
    cards.flatMap((card) => {
      const { right, bottom } = card.getBoundingClientRect()
      return [...card.querySelectorAll('.figure, .figure small, h2, .story, .seeds, .outcome, .gap-sentence')]
        .filter((part) => {
          const box = part.getBoundingClientRect()
          return box.right > right + 1 || box.bottom > bottom + 1
        })
        .map((part) => part.textContent)
    }),
  )
  expect(out).toEqual([])
}

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
] as const) {
  test(`what an edit did to a variant is told whole in its card, and nothing lies over it: ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openLab(page, FOUR)
    const field = setting(page, 'controller.quorum.fetch.timeout.ms', '3.9.1, nothing is lost')
    await field.fill('900')
    await field.press('Enter')
    await pictured(page)
    const changes = page.locator('.verdict > .change')
    await expect(changes.first()).toHaveText(/^before: tightest margin, 100/)
    const cut = await changes.evaluateAll((all) =>
      all
        .filter((change) => {
          const { left, right, top, bottom } = change.getBoundingClientRect()
          const isUnder = [left + 2, right - 2].some((x) => document.elementFromPoint(x, (top + bottom) / 2) !== change)
          const isShort = change.parentElement?.matches(':not(.gap)') && change.scrollWidth > change.clientWidth
          return isUnder || isShort
        })
        .map((change) => change.textContent),
    )
    expect(cut).toEqual([])
  })
}

test('whoever opens the next steps of a partition still sees its picture', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 640 })
  await openLab(page, 'c1.elr.1')
  await page.getByRole('button', { name: 'What happens next' }).click()
  await expect(page.getByRole('button', { name: 'Produce a record' })).toBeInViewport({ ratio: 1 })
  expect((await boxOf(page.locator('.partition > .column-body'))).height).toBeGreaterThanOrEqual(120)
})

test('where the settings stand behind a tab, the way to them opens it', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await openLab(page)
  await page.getByRole('tab', { name: 'reasons' }).click()
  await page.getByRole('button', { name: 'Skip to the settings' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('#settings')).toBeFocused()
  await expect(page.locator('#settings')).toBeInViewport()
})

for (const [width, height] of [
  [844, 390],
  [932, 430],
  [1024, 500],
] as const) {
  test(`a low window stacks and scrolls, and its lanes have room: ${width} x ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    for (const preset of [FOUR, '', 'c1.elr.1']) {
      await openLab(page, preset)
      await page.evaluate(() => window.scrollTo(0, 0))
      await expect(page.getByRole('button', { name: 'Help' })).toBeInViewport({ ratio: 1 })
      await page.locator('.timeline-axis').evaluate((axis) => axis.scrollIntoView())
      const strip = await boxOf(page.locator('.verdicts'))
      expect(height - 56 - strip.height, preset).toBeGreaterThanOrEqual(160)
      expect((await boxOf(lanes(page))).height, preset).toBeGreaterThanOrEqual(160)
    }
  })
}

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('all figures are seen at once and stay, the axis under them; labs and undo are in reach', async ({ page }) => {
    await openLab(page, FOUR)
    const figures = page.getByRole('region', { name: 'Verdicts' }).getByTitle('Show the moment')
    await expect(figures).toHaveCount(4)
    for (const figure of await figures.all()) await expect(figure).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Requests' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 })
    await page.mouse.wheel(0, 900)
    await expect(figures.last()).toBeInViewport({ ratio: 1 })
    await expect(async () => {
      const [strip, axis] = await Promise.all([boxOf(page.locator('.verdicts')), boxOf(page.locator('.timeline-axis'))])
      expect(strip.y).toBe(0)
      expect(Math.abs(axis.y - strip.height)).toBeLessThanOrEqual(1)
    }).toPass()
  })

  test('each card says in a word what came of it; the bar below fits, and leads to the reasons', async ({ page }) => {
    await openLab(page, FOUR)
    const answer = page.getByText('Enough by 100 ms, and not for one lost answer.')
    await expect(answer).toBeInViewport({ ratio: 1 })
    expect((await boxOf(answer)).y).toBeLessThan((await boxOf(page.locator('.verdicts'))).y)
    await expectWithinCards(page)
    const outcomes = page.locator('.verdicts .outcome')
    await expect(outcomes).toHaveText([/no election/, /one election, needless/, /no election/, /no election/])
    expect(await outcomes.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1))).toEqual(
      [],
    )
    const pace = await boxOf(page.getByRole('combobox', { name: 'A second of the run takes' }))
    expect(pace.x + pace.width).toBeLessThanOrEqual(390)
    await page.getByRole('button', { name: 'Why: to the reasons' }).tap()
    await expect(page.locator('#reasons')).toBeInViewport()
    const [heading, strip] = await Promise.all([boxOf(page.locator('#reasons')), boxOf(page.locator('.verdicts'))])
    expect(heading.y).toBeGreaterThanOrEqual(strip.height)
  })

  test('a loss is told in its card before a standstill, and what is kept is told as such', async ({ page }) => {
    const outcomes = page.locator('.verdicts .outcome')
    await openLab(page, 'c1.unclean2.1')
    await expect(outcomes.first()).toHaveText('✕ m0 lost at step 10')
    await expect(outcomes.first()).toHaveClass(/bad/)
    await openLab(page, 'c1.k1555-1.1')
    await expect(outcomes.last()).toHaveText('✓ m1 acknowledged')
  })

  test('names that differ in their last word are not cut before it', async ({ page }) => {
    for (const preset of ['c1.unclean2.1', 'c1.beacon.1']) {
      await openLab(page, preset)
      const names = page.locator('.verdicts h2 > span:last-child')
      const cut = await names.evaluateAll((all) =>
        all
          .slice(0, 2)
          .filter((name) => name.scrollHeight > name.clientHeight + 2 || name.scrollWidth > name.clientWidth),
      )
      expect(cut, preset).toEqual([])
      await expectWithinCards(page)
    }
  })

  test('a figure leads down to its lanes; the words of all come on demand', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openLab(page, FOUR)
    await page.getByRole('article', { name: '4.4, one answer lost' }).getByTitle('Show the moment').tap()
    await expect(header(page, 'D')).toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: 'more', exact: true }).tap()
    await expect(page.getByRole('article', { name: /in words$/ })).toHaveCount(4)
  })
})
