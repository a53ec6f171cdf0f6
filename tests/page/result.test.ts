import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import { openTab, rowsOf } from '../support/page/line-places.ts'
import { reconcileButton, reconcileTwo, shownRoot } from '../support/page/places.ts'
import { rootOfTwo } from '../support/page/roots.ts'

/** What a person meets first on a result: its warnings with their cures, and its breaks by cause. */

const head = 'id,date,amount,currency,reference,counterparty,type\n'

const payments = (side: string, sign: '' | '-') =>
  Array.from(
    { length: 12 },
    (_, day) => `${side}${day},2026-03-0${1 + (day % 9)},${sign}${day + 1}1.50,EUR,R${day},,sale\n`,
  )

const mirrored = {
  source: { name: 'bank.csv', text: `${head}${payments('s', '').join('')}` },
  target: { name: 'ledger.csv', text: `${head}${payments('t', '-').join('')}` },
}

/** How far the top of an element is from the top of the page, in pixels. */
const topOf = async (page: Page, selector: string): Promise<number> =>
  (await page.locator(selector).first().boundingBox())?.y ?? Number.NaN

journey('a result with opposite signs begins with that warning, whose button turns them', async ({ visitor }) => {
  const page = await visitor.open()
  const root = await reconcileTwo(page, mirrored)
  const warning = page.getByRole('alert').filter({ hasText: 'Only 0.00 % is matched.' })
  await warning.waitFor()
  expect(await topOf(page, '.run-warning')).toBeLessThan(await topOf(page, '.run-facts'))
  await warning.getByRole('button', { name: 'Turn the signs of ledger.csv' }).click()
  await page.getByText('12 matches').waitFor()
  expect(await shownRoot(page)).not.toBe(root)
  expect(await page.locator('.run-warning').count()).toBe(0)
})

journey('a side without a currency is read in that of the other by one click', async ({ visitor }) => {
  const page = await visitor.open()
  const target = 'id,date,amount,reference\nt1,2026-03-01,10.00,R1\nt2,2026-03-02,20.00,R2\n'
  const source = 'id,date,amount,currency,reference\ns1,2026-03-01,10.00,EUR,R1\ns2,2026-03-02,20.00,EUR,R2\n'
  const files = { source: { name: 'bank.csv', text: source }, target: { name: 'ledger.csv', text: target } }
  await reconcileTwo(page, files)
  await page.getByRole('button', { name: 'Read ledger.csv as EUR' }).click()
  await page.getByText('2 matches').waitFor()
  const read = 'id,date,amount,currency,reference\nt1,2026-03-01,10.00,EUR,R1\nt2,2026-03-02,20.00,EUR,R2\n'
  expect(await shownRoot(page)).toBe(await rootOfTwo(source, read))
})

const fees = ['F3', 'F1', 'F2']
  .map((id, place) => `${id},2026-03-0${5 - place},-7.00,EUR,${id},Bank Mitte,FEE\n`)
  .join('')
const withFees = {
  source: {
    name: 'bank.csv',
    text: `${head}${payments('s', '').join('')}${fees}s99,2026-03-09,1234.50,EUR,R99,Brandt Maschinenbau GmbH,sale\n`,
  },
  target: {
    name: 'ledger.csv',
    text: `${head}${payments('t', '').join('')}t99,2026-03-09,1243.50,EUR,R99,Brandt Maschinenbau GmbH,sale\n`,
  },
}

journey('breaks stand by cause with number and sum, and a group opens to its lines by date', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileTwo(page, withFees)
  await openTab(page, 'Breaks')
  const group = page.getByRole('row').filter({ hasText: 'of the type FEE' })
  await expect.poll(() => group.textContent()).toContain('-21.00 EUR')
  const feeDays = () =>
    rowsOf(page)
      .filter({ hasText: '-7.00 EUR' })
      .evaluateAll((rows) => rows.map((row) => row.querySelectorAll('td')[2]?.textContent))
  await expect.poll(feeDays).toEqual(['3 Mar 2026', '4 Mar 2026', '5 Mar 2026'])
  await group.getByRole('button').click()
  await expect.poll(feeDays).toEqual([])
  await page.getByRole('row').filter({ hasText: 'two characters are swapped' }).waitFor()
  const brandt = rowsOf(page).filter({ hasText: 'Brandt Maschinenbau GmbH' }).first()
  expect(await brandt.textContent()).toContain('9.00 EUR more')
})

journey.for([1280, 390])('the first break is on the first screen, at %i px', async (width, { visitor }) => {
  const page = await visitor.open()
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  await reconcileTwo(page, withFees)
  await openTab(page, 'Breaks')
  await rowsOf(page).first().waitFor()
  expect(await topOf(page, '.line-row')).toBeLessThan(width === 390 ? 800 : 360)
})

journey('j and k go from line to line wherever the focus is', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileTwo(page, withFees)
  await page.getByRole('heading', { name: 'Totals' }).waitFor()
  await page.keyboard.press('j')
  await rowsOf(page).first().waitFor()
  await page.locator('body').press('j')
  await page.keyboard.press('Enter')
  const place = page.locator('.panel-title > p')
  await place.filter({ hasText: 'Bank Mitte' }).waitFor()
  const first = await page.locator('#line-heading').textContent()
  await page.getByRole('button', { name: 'Close', exact: true }).focus()
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('line')).not.toBeNull()
  await page.keyboard.press('k')
  await expect.poll(() => page.locator('#line-heading').textContent()).toBe(first)
})

journey('the palette leads to a filter and to a guide by the keyboard alone', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileTwo(page, withFees)
  await page.getByRole('heading', { name: 'Totals' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const command = page.getByRole('combobox', { name: 'Command' })
  await command.fill('filter amount')
  await page.getByRole('option', { name: 'Filter breaks: Amount mismatch', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 4 lines').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await command.fill('guide rules')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Rules/ }).waitFor()
})

journey('a result survives a reload and is forgotten by one click', async ({ visitor }) => {
  const page = await visitor.open()
  const root = await reconcileTwo(page, withFees)
  const address = page.url()
  const kept = page.getByRole('region', { name: 'Kept on this machine' })
  await page.getByRole('link', { name: 'Reconcile', exact: true }).click()
  await kept.getByRole('link', { name: 'bank.csv against ledger.csv' }).waitFor()
  await page.reload()
  await kept.getByRole('link', { name: 'bank.csv against ledger.csv' }).click()
  expect(await shownRoot(page)).toBe(root)
  expect(page.url()).toBe(address)
  await page.goto('/')
  await kept.getByRole('button', { name: /^Forget/ }).click()
  await kept.getByRole('link', { name: 'bank.csv against ledger.csv' }).waitFor({ state: 'detached' })
  await page.goto(address)
  await page.getByRole('heading', { name: 'This result is gone' }).waitFor()
})

journey('leaving a result that the browser does not keep asks', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileTwo(page, withFees)
  await page.getByText('· kept on this machine').waitFor()
  await page.evaluate(holdFile, new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByRole('link', { name: 'Reconcile', exact: true }).click()
  await reconcileButton(page).click()
  await page.getByText('not kept: leaving this page loses it').waitFor()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})

/** Writes to the source file of a kept result without an end, so that nobody else can write it. Runs in the page. */
async function holdFile(id: string): Promise<void> {
  const results = await (await navigator.storage.getDirectory()).getDirectoryHandle('results')
  const file = await (await results.getDirectoryHandle(id)).getFileHandle('source')
  Object.assign(window, { held: await file.createWritable() })
}
