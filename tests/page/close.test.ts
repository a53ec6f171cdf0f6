import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demo, journey, type Visitor } from '../support/page/journey.ts'
import { screenshot } from '../support/page/looks.ts'
import { chooseUpload, giveKey, nameAdapter, openAs, openWorkspace, sendUpload } from '../support/page/workspace.ts'

/** A month in the page: from the files to the second signature, and on to the next month. */

const stepTo = (page: Page, name: 'Files' | 'Breaks' | 'Balances' | 'Sign-off') =>
  page.getByRole('link', { name: new RegExp(`^\\d ${name}$`) }).click()

const group = (page: Page, title: string) => page.locator('.item-group').filter({ hasText: title })

/** Chooses the group and waits for its buttons; `Choose all` is there for groups of several items. */
const chooseGroup = (page: Page, title: string) =>
  group(page, title).getByRole('button', { name: 'Choose all' }).click()

const choose = (page: Page, text: string) =>
  page.locator('table.items tr').filter({ hasText: text }).getByRole('checkbox').check()

const summed = (page: Page) => page.locator('.decision-bar').getByRole('status')

async function openPeriod(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Bank 1200' }).first().click()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

/** Submits a period that has changed since its run. */
async function submitAnew(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByText('The period was run again').waitFor()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByText('The period waits for the approval of somebody else.').waitFor()
}

/** Each person at a browser of their own. */
async function both(visitor: Visitor): Promise<{ readonly petra: Page; readonly aron: Page }> {
  const petra = await openAs(visitor, 'Petra Lind')
  // Another scheme is another context, which shares no cookies.
  const other: Visitor = { ...visitor, open: (opening) => visitor.open({ ...opening, scheme: 'dark' }) }
  return { petra, aron: await openAs(other, 'Aron Weiss') }
}

journey('an item tells where it was first seen, who decided what, and what cleared it', async ({ visitor }) => {
  const page = await openAs(visitor, 'Petra Lind')
  await openPeriod(page, '2026-02')
  await stepTo(page, 'Breaks')
  await page.locator('.items-filter select').first().selectOption({ label: 'all' })
  await page.locator('table.items tr').filter({ hasText: 'l103~1' }).getByRole('button').click()
  const history = page.getByRole('region', { name: 'History of l103~1' })
  await history.getByText('First seen in 2026-01, 19 Jan 2026').waitFor()
  const entries = () => history.locator('ol > li').allTextContents()
  await expect.poll(entries).toHaveLength(2)
  const [january = '', february = ''] = await entries()
  expect(january).toContain('Match by Petra Lind, ')
  expect(january).toContain(': The first of two instalments')
  expect(january).toMatch(/l103 .* matched by hand with b103 of the statement/)
  expect(january).toMatch(/l103~1 .* carried until 28 Feb 2026/)
  expect(february).toMatch(/l103~1 .* cleared by the rule reference with b\d+ of the statement/)
})

journey('filters of the work list are in the address, and chips take them off', async ({ visitor }) => {
  const page = await openAs(visitor, 'Petra Lind')
  await openPeriod(page, '2026-02')
  await stepTo(page, 'Breaks')
  const rows = page.locator('table.items tr')
  const filter = page.getByRole('search', { name: 'Items' })
  await filter.locator('select').first().selectOption({ label: 'all' })
  await filter.getByLabel('Reason').selectOption({ label: 'not on the statement' })
  await expect.poll(() => rows.count()).toBe(1)
  await filter.getByRole('button', { name: 'Without the filter: not on the statement' }).click()
  await filter.getByLabel('Amount from').fill('200.00')
  await page.keyboard.press('Tab')
  await expect.poll(() => rows.count()).toBe(5)
  expect(page.url()).toMatch(/\?step=items&state=all&amountMin=200\.00$/)
  await page.reload()
  await expect.poll(() => rows.count()).toBe(5)

  for (const wrong of ['abc', '-5']) {
    await filter.getByLabel('Amount from').fill(wrong)
    await page.keyboard.press('Tab')
    await filter.getByText('Write 1000 or 1000.50, without a sign').waitFor()
  }
  expect(page.url()).toMatch(/amountMin=200\.00$/)

  await filter.getByRole('button', { name: 'All filters off' }).click()
  await expect.poll(() => page.url()).toMatch(/\?step=items$/)
})

journey('whoever signs out of a key stays signed in as a person', async ({ visitor }) => {
  const page = await visitor.open({ path: '/app' })
  await giveKey(page, demo.key)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await openAs(visitor, 'Petra Lind')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Petra Lind').first().waitFor()
  await page.reload()
  await page.getByText('Petra Lind').first().waitFor()
})

/** The figures of a row are asked for when it comes into view. */
async function seeFigures(aron: Page): Promise<void> {
  await aron.setViewportSize({ width: 1280, height: 60 })
  await aron.reload()
  const row = aron.locator('tbody tr').filter({ hasText: 'Bank 1200' })
  await row.getByText(/waits? for you/).waitFor()
  const cells = () => row.locator('td').allTextContents()
  const left = expect.stringMatching(/^811\.00 EUR \d+ items, statement588\.00 EUR \d+ items, books$/)
  expect((await cells()).slice(2)).toEqual(['20.00 %', left, '…', '…', 'Petra Lind'])
  await aron.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(async () => (await cells()).slice(2)).toEqual(['20.00 %', left, '0.00', '29 days', 'Petra Lind'])
  expect((await cells())[1]).toMatch(/^2026-03 openended 31 Mar 2026, \d+ days ago$/)
}

journey('two people close February and March, and April begins with what stayed open', async ({ visitor }) => {
  const { petra, aron } = await both(visitor)

  await seeFigures(aron)
  await aron.getByRole('region', { name: 'What waits for you' }).getByRole('link', { name: '2026-02' }).click()
  await aron.getByLabel('Or why it goes back').fill('A note is missing')
  await aron.getByRole('button', { name: 'Reject' }).click()
  await openPeriod(petra, '2026-02')
  await stepTo(petra, 'Sign-off')
  await petra.getByText('Aron Weiss rejected edition 1').waitFor()
  await submitAnew(petra)
  await aron.reload()
  await stepTo(aron, 'Sign-off')
  await aron.getByRole('button', { name: 'Approve and close' }).click()
  await aron.getByText('Aron Weiss approved edition 1').waitFor()

  await openPeriod(petra, '2026-03')
  await chooseGroup(petra, 'not in the books')
  await expect.poll(() => summed(petra).textContent()).toContain('difference -127.00 EUR')
  await petra.getByRole('button', { name: 'Accept …' }).click()
  await petra.getByLabel('To be booked as').fill('bank_fee')
  await petra.getByRole('button', { name: 'Accept it' }).click()
  await petra.getByText('This waits for the approval of somebody else').waitFor()

  await openPeriod(aron, '2026-03')
  await aron.getByText('Decisions', { exact: true }).click()
  for (const left of [1, 0]) {
    await aron.getByRole('button', { name: 'Approve' }).first().click()
    await expect.poll(() => aron.getByRole('button', { name: 'Approve' }).count()).toBe(left)
  }

  await petra.reload()
  await chooseGroup(petra, 'not on the statement')
  await petra.getByRole('button', { name: 'Carry over …' }).click()
  await petra.getByLabel('Why it is open').fill('Paid in April')
  await petra.getByLabel('Until').fill('2026-04-30')
  await petra.getByRole('button', { name: 'Carry it over' }).click()
  await petra.getByText('Nothing here').waitFor()

  await stepTo(petra, 'Balances')
  await petra.getByText('proven to the cent').waitFor()
  await stepTo(petra, 'Sign-off')
  await petra.getByText('Nothing that has to be decided').waitFor()
  await submitAnew(petra)

  await aron.reload()
  await stepTo(aron, 'Sign-off')
  await aron.getByRole('button', { name: 'Approve and close' }).click()
  await aron.getByText('Aron Weiss approved edition 1').waitFor()

  await petra.reload()
  const download = petra.waitForEvent('download')
  await petra.getByRole('button', { name: 'Journal of adjustments' }).click()
  expect((await buffer(await (await download).createReadStream())).toString()).toContain('bank_fee')

  await petra.getByRole('link', { name: 'Bank 1200' }).click()
  await petra.getByRole('button', { name: 'Begin the next period' }).click()
  await petra.getByRole('heading', { name: '2026-04', level: 1 }).waitFor()
})

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')

const columns = 'id,date,amount,currency,reference,description'
const bank = linesOf([columns, 'b1,2026-05-02,10.00,EUR,R-1,Rent', 'b2,2026-05-03,-4.50,EUR,,Account fee'])
const books = linesOf([columns, 'l1,2026-05-02,10.00,EUR,R-1,Rent'])
const moreBooks = linesOf([columns, 'l2,2026-05-04,20.00,EUR,R-2,Sale'])

const oldItems = linesOf([
  'Number,Date,Amount,Currency,Text',
  'o1,2026-04-28,20.00,EUR,Rent of March',
  'o2,2026-04-30,30.00,EUR,Rent of April',
])

const csvFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Uploads both files of the books within the period, one after another. */
async function uploadBooks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload a file' }).last().click()
  const upload = page.getByRole('region', { name: 'Upload a file' })
  await upload
    .locator('input[type="file"]')
    .setInputFiles([csvFile('ledger-may.csv', books), csvFile('ledger-late.csv', moreBooks)])
  await upload.getByText('1 file to come: ledger-late.csv').waitFor()
  for (const file of ['ledger-may.csv', 'ledger-late.csv']) {
    await upload.getByText(`${file} · `).waitFor()
    await upload.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('link', { name: file }).waitFor()
  }
  await upload.waitFor({ state: 'detached' })
}

async function defineReconciliation(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'New reconciliation' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Account of May')
  await page.getByLabel('Statement of the other party').fill('bank:may')
  await page.getByLabel('Your own books').fill('ledger:may')
  await page.getByLabel('Due, in days').fill('5')
  await page.getByRole('button', { name: 'Define it' }).click()
}

async function changeSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Account of May' }).click()
  await page.getByText('Settings', { exact: true }).click()
  const due = page.getByLabel('Due, in days')
  expect(await due.inputValue()).toBe('5')
  await due.fill('')
  await page.getByLabel('May stay undecided up to, EUR').fill('1,50')
  await page.getByLabel('Adjustments need approval above, EUR').fill('x')
  await page.getByRole('button', { name: 'Keep the settings' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Adjustments need approval above, EUR').fill('1000')
  await page.getByRole('button', { name: 'Keep the settings' }).click()
  await page.getByText('Items of up to 1.50 EUR may stay undecided.').waitFor()
  await screenshot(page, 'close-settings')
  await page.reload()
  expect(await due.inputValue()).toBe('')
}

async function keepBalance(page: Page, name: string, amount: string): Promise<void> {
  await page.getByLabel(name).fill(amount)
  await page.getByRole('button', { name: 'Keep the balances' }).click()
}

journey('from nothing to a proven first month, decided by the keyboard', async ({ visitor }) => {
  const page = await visitor.open({ path: '/app' })
  await openWorkspace(page)
  await page.getByRole('link', { name: 'Datasets' }).first().click()
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await chooseUpload(page, { name: 'bank-may.csv', text: bank })
  await nameAdapter(page, 'bank:may')
  await sendUpload(page)

  await defineReconciliation(page)
  await page.getByLabel('Balance by the statement').fill('1,000.00')
  await page.getByLabel('Balance by your books').fill('1,050.00')
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Keep the opening' }) })
  expect(await form.getByLabel('Currency').inputValue()).toBe('EUR')
  await form.locator('input[type="file"]').nth(1).setInputFiles(csvFile('old.csv', oldItems))
  await form.getByLabel('Read a column as another field').selectOption('reference Text')
  await form.getByText('old.csv: 2 open items, 50.00 EUR').waitFor()
  await page.getByRole('button', { name: 'Keep the opening' }).click()
  await page.getByText('The opening is given.').waitFor()
  await page.getByLabel('Its first day').fill('2026-05-01')
  await page.getByRole('button', { name: 'Begin the first period' }).click()

  await page.getByRole('button', { name: 'Add the file' }).click()
  await page.getByRole('link', { name: 'bank-may.csv' }).waitFor()
  await uploadBooks(page)
  await page.getByRole('button', { name: 'Run the period' }).click()
  await page.locator('table.items tr').filter({ hasText: 'Account fee' }).waitFor()
  expect(await page.locator('table.items tr').count()).toBe(4)
  await page.locator('table.items tr').filter({ hasText: 'Rent of April' }).getByText('30 Apr 2026').waitFor()

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Accept it' }).click()
  await expect.poll(() => page.locator('table.items tr').count()).toBe(3)
  await page.locator('body').click({ position: { x: 1, y: 1 } })
  await page.keyboard.press('z')
  await expect.poll(() => page.locator('table.items tr').count()).toBe(4)
  await choose(page, 'Account fee')
  await page.getByRole('button', { name: 'Account fee', exact: true }).click()
  const history = page.getByRole('region', { name: 'History of b2' })
  await history.getByText('First seen in 2026-05').waitFor()
  await page.keyboard.press('n')
  await page.getByLabel('Note').fill('Asked the bank')
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await page.getByText('1 note').waitFor()
  await history.getByText('Asked the bank').waitFor()

  await stepTo(page, 'Balances')
  await keepBalance(page, 'Closing balance by the statement', '1005.50')
  await page.getByText('The closing balance by the statement is missing').waitFor({ state: 'hidden' })
  await page.getByText('The closing balance by your books is missing, and counts as 0 below.').waitFor()
  expect(await page.getByRole('heading', { level: 2, name: /^EUR/ }).textContent()).toBe('EUR a balance is missing')
  await keepBalance(page, 'Closing balance by your books', '1080')
  await page.getByText('proven to the cent').waitFor()
  await stepTo(page, 'Sign-off')
  await page.getByRole('link', { name: '4 items undecided' }).waitFor()
  await changeSettings(page)
})
