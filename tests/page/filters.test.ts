import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demo, journey, type Visitor } from '../support/page/journey.ts'
import { rowsOf } from '../support/page/line-places.ts'
import { chooseFile, reconcileButton, shownRoot, takeBuiltIn } from '../support/page/places.ts'

/** What a link holds of a result, and what it never does. */

const count = (page: Page) => page.locator('.line-count').textContent()
/** The count once the lines that are asked for have come: until then, dots follow it. */
async function settledCount(page: Page): Promise<string> {
  await expect.poll(() => count(page)).toMatch(/ lines$/)
  return (await count(page)) ?? ''
}
const reason = (page: Page) => page.getByRole('combobox', { name: 'Reason', exact: true })
const amountHead = (page: Page) => page.getByRole('columnheader', { name: 'Difference' }).first()

async function openFiltered(visitor: Visitor): Promise<Page> {
  const page = await visitor.open({ path: '/result/sample?view=breaks' })
  await shownRoot(page)
  await page.getByText('21 of 21 lines').waitFor()
  await reason(page).selectOption('missing_in_target')
  await expect.poll(() => count(page)).toMatch(/^(?!21 )\d+ of 21 lines$/)
  await amountHead(page).getByRole('button').click()
  await expect.poll(() => amountHead(page).getAttribute('aria-sort')).toBe('descending')
  return page
}

journey('a filter and an order are in the address, and survive loading it again', async ({ visitor }) => {
  const page = await openFiltered(visitor)
  const [url, before] = [page.url(), await settledCount(page)]
  expect(new URL(url).search).toBe('?view=breaks&reason=missing_in_target&sort=-amount')
  await page.reload()
  await shownRoot(page)
  await expect.poll(() => count(page)).toBe(before)
  expect(await reason(page).inputValue()).toBe('missing_in_target')
  expect(await amountHead(page).getAttribute('aria-sort')).toBe('descending')
})

journey('an amount is read as each country writes it, and one that is none says so', async ({ visitor }) => {
  const page = await visitor.open({ path: '/result/sample?view=breaks' })
  await shownRoot(page)
  const from = page.getByRole('searchbox', { name: 'Amount from', exact: true })
  await from.fill('1.000,50')
  await expect.poll(() => count(page)).toMatch(/^(?!21 )\d+ of 21 lines$/)
  const filtered = await settledCount(page)
  expect(await from.getAttribute('aria-invalid')).toBe('false')
  await from.fill('€1,000.50')
  await expect.poll(() => new URL(page.url()).searchParams.get('min')).toBe('€1,000.50')
  expect(await settledCount(page)).toBe(filtered)
  await from.fill('abc')
  await page.getByText('No amount: write 1000 or 1000.50').waitFor()
  expect(await from.getAttribute('aria-invalid')).toBe('true')
  expect(await from.getAttribute('aria-describedby')).not.toBeNull()
})

journey('going back closes the line that was opened, and keeps the filter', async ({ visitor }) => {
  const page = await openFiltered(visitor)
  const url = page.url()
  await rowsOf(page).first().click()
  await page.locator('#line-heading').waitFor()
  expect(new URL(page.url()).searchParams.has('line')).toBe(true)
  await page.goBack()
  await page.locator('#line-heading').waitFor({ state: 'detached' })
  expect(page.url()).toBe(url)
})

journey('breaks are filtered by their cause, and a part of a set links to its whole', async ({ visitor }) => {
  const page = await visitor.open()
  const head = 'id,date,amount,currency,reference,counterparty,type\n'
  const sales = (side: string) =>
    Array.from({ length: 9 }, (_, day) => `${side}${day},2026-03-0${day + 1},1.00,EUR,R${day},,sale\n`).join('')
  const fees = ['F1', 'F2', 'F3'].map((id) => `${id},2026-03-05,7.00,EUR,${id},,FEE\n`).join('')
  const parts = [95, 98, 102].map((amount) => `p${amount},2026-03-05,${amount}.00,EUR,,ACME,sale\n`).join('')
  const deposit = 'D-17,2026-03-05,300.00,EUR,,ACME,sale\n'
  await chooseFile(page, 'source', { name: 'bank.csv', text: `${head}${sales('s')}${deposit}${fees}` })
  await chooseFile(page, 'target', { name: 'ledger.csv', text: `${head}${sales('t')}${parts}` })
  await page.getByText('Rules as JSON').click()
  await page.getByRole('textbox', { name: 'Rules as JSON' }).click()
  await page.keyboard.press('ControlOrMeta+A')
  const rules = [
    { id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] },
    { id: 'deposit', cardinality: '1:n', select: 'subset', match: [{ field: 'counterparty' }], sum: {} },
  ]
  await page.keyboard.insertText(JSON.stringify(rules))
  await reconcileButton(page).click()
  await shownRoot(page)
  await page.getByRole('tab', { name: /Breaks/ }).click()
  await page.getByText('7 of 7 lines').waitFor()
  await page.getByRole('combobox', { name: 'Cause', exact: true }).selectOption('one_side')
  await page.getByText('3 of 7 lines').waitFor()
  await rowsOf(page).first().click()
  await page.getByText('3 records of the type FEE have no partner on the other side.').waitFor()
  await page.getByRole('button', { name: 'Clear the filter' }).click()
  await page.getByText('7 of 7 lines').waitFor()
  await page.getByRole('checkbox', { name: 'By cause' }).uncheck()
  await rowsOf(page).filter({ hasText: '98.00 EUR' }).first().click()
  await page.getByText('this and 2 more make 295.00 EUR, 5.00 EUR short').waitFor()
  await page.getByRole('link', { name: 'D-17' }).click()
  await page.getByRole('heading', { name: '5.00 EUR short in target' }).waitFor()
  await page.getByText('in sum, equal amounts. Here: 5.00 EUR less in target.').waitFor()
  await page.getByRole('heading', { name: '3 records together came near' }).waitFor()
})

/** Every address that a page has had, and what it keeps for later. */
async function keptBy(page: Page, addresses: readonly string[]): Promise<string> {
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  return [...addresses, stored].join('\n')
}

function addressesOf(page: Page): readonly string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  return addresses
}

journey('no text of a file is in an address or in local storage', async ({ visitor }) => {
  const page = await visitor.open()
  const addresses = addressesOf(page)
  const file = (side: string) => ({
    name: `${side}-zebra.csv`,
    text: `id,date,amount,currency,reference\n${side}-giraffe,2026-03-01,4711.99,EUR,okapi-${side}\n`,
  })
  await chooseFile(page, 'source', file('left'))
  await chooseFile(page, 'target', file('right'))
  await takeBuiltIn(page)
  await reconcileButton(page).click()
  await shownRoot(page)
  await page.getByRole('tab', { name: /Breaks/ }).click()
  await rowsOf(page).first().click()
  await page.locator('#line-heading').waitFor()
  expect(addresses.length).toBeGreaterThan(2)
  expect(await keptBy(page, addresses)).not.toMatch(/zebra|giraffe|okapi|4711/)
})

journey('no key is in an address or kept beyond the tab', async ({ visitor }) => {
  const page = await visitor.open({ path: '/app' })
  const addresses = addressesOf(page)
  await page.getByLabel('API key').fill(demo.key)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Runs' }).first().click()
  await page.getByRole('heading', { name: 'Runs' }).first().waitFor()
  expect(addresses.length).toBeGreaterThan(0)
  expect(await keptBy(page, addresses)).not.toContain(demo.key)
  expect(await page.evaluate(() => document.cookie)).toBe('')
})
