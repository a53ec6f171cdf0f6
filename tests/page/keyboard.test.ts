import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { isFocusShown, tabTo } from '../support/page/accessibility.ts'
import { journey, type Visitor } from '../support/page/journey.ts'
import { shownRoot, shownWorth } from '../support/page/places.ts'

/** Whoever has a keyboard alone: nothing here is clicked, and what has the focus is seen at each step. */

/** Goes to what has this name, and sees that it is there. */
async function reach(page: Page, name: string): Promise<void> {
  await tabTo(page, name)
  expect([name, await isFocusShown(page)]).toEqual([name, true])
}

async function openSample(visitor: Visitor): Promise<Page> {
  const page = await visitor.open()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await reach(page, 'Try it with sample files')
  await page.keyboard.press('Enter')
  expect(await shownRoot(page)).toMatch(/^[0-9a-f]{64}$/)
  return page
}

/** Opens the breaks from the overview: the tabs are one stop, and arrows go from one to the next. */
async function openBreaks(page: Page): Promise<void> {
  await reach(page, 'Overview')
  await page.keyboard.press('ArrowRight')
  expect(await isFocusShown(page)).toBe(true)
  await page.getByRole('grid', { name: 'Breaks' }).waitFor()
}

const heading = (page: Page) => page.locator('#line-heading')

journey('the first stop leads past the header', async ({ visitor }) => {
  const page = await visitor.open()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await reach(page, 'Skip to the content')
  await page.keyboard.press('Enter')
  await reach(page, 'Try it with sample files')
})

journey('the first stop after a run is in its result', async ({ visitor }) => {
  const page = await openSample(visitor)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Export')
})

journey('a break is opened, and j and k go from one to the next', async ({ visitor }) => {
  const page = await openSample(visitor)
  await openBreaks(page)
  await reach(page, 'Breaks')
  await page.keyboard.press('Enter')
  const first = await heading(page).textContent()
  await page.keyboard.press('j')
  await expect.poll(() => heading(page).textContent()).not.toBe(first)
  await page.keyboard.press('k')
  await expect.poll(() => heading(page).textContent()).toBe(first)
  await page.keyboard.press('Escape')
  await heading(page).waitFor({ state: 'detached' })
  expect(await isFocusShown(page)).toBe(true)
})

journey('a result is exported', async ({ visitor }) => {
  const page = await openSample(visitor)
  await reach(page, 'Export')
  await page.keyboard.press('Enter')
  await reach(page, 'Breaks (CSV)All open items')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

journey('the menu of exports closes by Escape, and gives the focus back', async ({ visitor }) => {
  const page = await openSample(visitor)
  await reach(page, 'Export')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  expect(await page.locator('.menu').getAttribute('open')).toBeNull()
  expect(await isFocusShown(page)).toBe(true)
})

journey(
  'the menu of exports closes where the focus leaves it, and where somebody points elsewhere',
  async ({ visitor }) => {
    const page = await openSample(visitor)
    const menu = page.locator('.menu')
    await reach(page, 'Export')
    await page.keyboard.press('Enter')
    await expect.poll(() => menu.getAttribute('open')).not.toBeNull()
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => menu.getAttribute('open')).toBeNull()
    await page.getByText('Export', { exact: true }).click()
    await expect.poll(() => menu.getAttribute('open')).not.toBeNull()
    await page.getByRole('heading', { level: 1 }).click()
    await expect.poll(() => menu.getAttribute('open')).toBeNull()
  },
)

journey('the flow leads to the lines of a rule, and back', async ({ visitor }) => {
  const page = await openSample(visitor)
  await reach(page, 'Overview')
  // The last tab is before the first.
  await page.keyboard.press('ArrowLeft')
  await shownWorth(page)
  await reach(page, '3 Our payment reference, same day')
  await page.keyboard.press('Enter')
  await page.getByRole('grid', { name: 'Matches' }).waitFor()
  await page.getByText('67 of 217 lines').waitFor()
  await page.goBack()
  await shownWorth(page)
})
