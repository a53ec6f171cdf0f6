import { join } from 'node:path'
import type { Side } from '@tallystick/engine/record'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { root } from '../support/node/step.ts'
import { violationsIn } from '../support/page/accessibility.ts'
import { journey } from '../support/page/journey.ts'
import { screenshot, sidewaysRoom } from '../support/page/looks.ts'
import { chooseFile, fileInput, reconcileButton, shownRoot, takeBuiltIn } from '../support/page/places.ts'

/** Files as they come, with lines of totals and the rest: read and reconciled by buttons, without JSON. */

const sample = (name: string) => join(root, 'tests/samples/messy', name)
const place = (page: Page, side: Side) =>
  page.getByRole('region', { name: side === 'source' ? 'Source file' : 'Target file' })

/** Whoever clicks here counts: each file takes one click besides, and one in the dialog of the browser. */
function createClicks(page: Page) {
  let count = 0
  return {
    count: () => count,
    async file(side: Side, name: string): Promise<void> {
      count += 1
      await fileInput(page, side).setInputFiles(sample(name))
    },
    async button(side: Side, name: string): Promise<void> {
      count += 1
      await place(page, side).getByRole('button', { name, exact: true }).click()
    },
  }
}

journey('a bank’s CSV and a ledger with totals come to a true answer in seven clicks', async ({ visitor }) => {
  const page = await visitor.open()
  const clicks = createClicks(page)
  await clicks.file('source', 'umsaetze.csv')
  await clicks.button('source', 'Leave out line 78')
  await clicks.file('target', 'konto-1200.xlsx')
  const refused = place(page, 'target').getByRole('alert')
  await refused.getByText('Got a debit of').first().waitFor()
  await refused.getByRole('row', { name: /Summe/ }).getByText('left out').waitFor()
  await screenshot(page, 'messy-refused')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await violationsIn(page)).toEqual([])
  }
  expect(await sidewaysRoom(page)).toBe(0)
  await clicks.button('target', 'Leave out line 87')
  await clicks.button('target', 'Read as EUR')
  await clicks.button('target', 'Leave out line 6')
  await page.getByText('Looking for what relates the two files').waitFor({ state: 'detached' })
  expect(await page.locator('.rule-list strong').first().textContent()).toMatch(/^Same [a-z]/)
  await reconcileButton(page).click()
  await shownRoot(page)
  expect(clicks.count() + 1).toBe(7)
  await page.getByText('45 matches').waitFor()
  await page.getByText(/^\d lines? of konto-1200.xlsx left out$/).click()
  const leftOut = page.getByRole('region', { name: 'Lines of konto-1200.xlsx that were left out' })
  await leftOut.getByText('Left out by the columns that you chose').first().waitFor()
  expect(await leftOut.locator('li[value="87"]').textContent()).toContain('Summe')
})

journey('dates that may be day first or month first are read as a person says', async ({ visitor }) => {
  const page = await visitor.open()
  const text = 'Date,Amount,Currency\n03/04/2026,10.00,EUR\n05/04/2026,20.00,EUR\n'
  await chooseFile(page, 'source', { name: 'bank.csv', text })
  const own = place(page, 'source')
  await own.getByRole('radio', { name: 'Dates are month first' }).check()
  await own.getByText('4 Mar 2026').first().waitFor()
  await own.getByRole('button', { name: 'Dates are month first' }).click()
  await own.getByText('4 Mar 2026 – 4 May 2026').waitFor()
})

journey('a header that is not found is shown by a click on its row', async ({ visitor }) => {
  const page = await visitor.open()
  const text = 'Bank;of;x\n\nTag;Wert;Zweck\n01.03.2026;10,00;Rent\n'
  await chooseFile(page, 'source', { name: 'bank.csv', text })
  const own = place(page, 'source')
  await own.getByRole('button', { name: 'Header is here, line 3' }).click()
  await own.getByText('1 Mar 2026', { exact: true }).waitFor()
  expect(await own.getByLabel('Column of Amount').inputValue()).toBe('Wert')
})

journey('two files that nothing relates are reconciled by the usual rules', async ({ visitor }) => {
  const page = await visitor.open()
  const head = 'id,date,amount,currency,reference\n'
  await chooseFile(page, 'source', { name: 'a.csv', text: `${head}a1,2026-03-01,10.00,EUR,A\n` })
  await chooseFile(page, 'target', { name: 'b.csv', text: `${head}b1,2027-03-01,99.00,EUR,B\n` })
  await page.getByText('Nothing relates these two files.').waitFor()
  await reconcileButton(page).click()
  const suggested = await shownRoot(page)
  await page.goBack()
  await takeBuiltIn(page)
  await reconcileButton(page).click()
  expect(await shownRoot(page)).toBe(suggested)
})

journey(
  'statements show their balances, and the next files of the kind are read as the last ones',
  async ({ visitor }) => {
    const page = await visitor.open()
    const clicks = createClicks(page)
    await clicks.file('source', 'kontoauszug.xml')
    await place(page, 'source').getByText('adds up').waitFor()
    await clicks.file('target', 'konto-1200.xlsx')
    for (const name of ['Leave out line 87', 'Read as EUR', 'Leave out line 6']) await clicks.button('target', name)
    await page.getByText('What led to it').first().waitFor()
    await reconcileButton(page).click()
    const root = await shownRoot(page)
    await page.getByRole('row', { name: /Balance that konto-1200.xlsx should have/ }).waitFor()
    await page.goto('/')
    await clicks.file('source', 'kontoauszug.xml')
    await clicks.file('target', 'konto-1200.xlsx')
    await place(page, 'target').getByText('2 kinds of lines are left out, amounts are EUR').waitFor()
    await page.getByRole('radio', { name: /^As with your last files of this kind/, checked: true }).waitFor()
    await reconcileButton(page).click()
    expect(await shownRoot(page)).toBe(root)
    await page.goto('/')
    await page.getByText('How files of 2 kinds are read').click()
    await page.getByRole('button', { name: 'Forget how files like konto-1200.xlsx are read' }).click()
    await page.getByText('How files of 1 kind are read').waitFor()
  },
)
