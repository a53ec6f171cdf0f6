import type { Locator, Page } from 'playwright-core'
import type { FilesAndRules } from './command-line.ts'
import { chooseFile, reconcileButton, shownRoot } from './places.ts'

/** Where the lines of a result are in the page. */

/** Writes the rules of the next run in the editor of the first page. */
export async function writeRules(page: Page, rules: string): Promise<void> {
  await page.getByRole('radio', { name: /^Rules as JSON/ }).check()
  const editor = page.locator('.cm-content')
  await editor.click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(rules)
}

/** Chooses files and rules on the first page, and reconciles; resolves with the root that is shown. */
export async function reconcileByRules(page: Page, { source, target, rules }: FilesAndRules): Promise<string> {
  await chooseFile(page, 'source', source)
  await chooseFile(page, 'target', target)
  await writeRules(page, rules)
  await reconcileButton(page).click()
  return shownRoot(page)
}

export type Tab = 'Overview' | 'Breaks' | 'Matches' | 'Suggestions' | 'Excluded' | 'Netted'

const tabOf = (page: Page, tab: Tab): Locator => page.getByRole('tab', { name: new RegExp(`^${tab}`) })

export const openTab = (page: Page, tab: Tab): Promise<void> => tabOf(page, tab).click()

/** The lines that a tab counts. */
export async function countOfTab(page: Page, tab: Tab): Promise<number> {
  return Number((await tabOf(page, tab).locator('.tab-count').textContent())?.replaceAll(',', ''))
}

/** The panel of the line that is open. */
export const panelOf = (page: Page): Locator => page.locator('.line-panel')

export const titleOfPanel = (page: Page): Locator => panelOf(page).getByRole('heading', { level: 2 })

/** The lines of a table that are drawn, without the headings of their groups. */
export const rowsOf = (page: Page): Locator => page.locator('.line-row:not(.group-row)')

/** Opens the line of a table that has this text. */
export async function openLine(page: Page, text: string): Promise<Locator> {
  await rowsOf(page).filter({ hasText: text }).first().click()
  await panelOf(page).locator('.line-detail').waitFor()
  return panelOf(page)
}

/** Resolves once a line is open with the trial of a change of its rule. */
export const trialIsOpen = (page: Page): Promise<void> => panelOf(page).locator('.trial-figures').first().waitFor()

/** Resolves once a line is open with its evidence. */
export const evidenceIsOpen = (page: Page): Promise<void> => panelOf(page).locator('.criteria').waitFor()
