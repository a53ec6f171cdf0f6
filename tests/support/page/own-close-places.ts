import type { Page } from 'playwright-core'
import { chooseFile, takeBuiltIn } from './places.ts'

/** A close without an account, as a visitor goes through it. */

const columns = 'id,date,amount,currency,reference,description\n'

const bank = `${columns}b1,2026-03-02,100.00,EUR,INV-1,Rent\nb2,2026-03-10,-2.50,EUR,,Account fee\nb3,2026-04-02,40.00,EUR,INV-3,Sale\n`
const books = `${columns}l1,2026-03-02,100.00,EUR,INV-1,Rent\nl2,2026-03-31,-30.00,EUR,7,Cheque 7\n`

interface Beginning {
  /** Under one, the browser saves a copy of the key. */
  readonly passphrase?: string
  readonly undecidedUpTo?: string
  readonly adjustmentsAbove?: string
}

/** Begins March with two files, as Ada. */
export async function beginMarch(
  page: Page,
  { passphrase = '', undecidedUpTo = '', adjustmentsAbove = '' }: Beginning = {},
): Promise<void> {
  await chooseFile(page, 'source', { name: 'bank.csv', text: bank })
  await chooseFile(page, 'target', { name: 'books.csv', text: books })
  await takeBuiltIn(page)
  await page.getByRole('link', { name: 'Close a month with them' }).click()
  await page.getByLabel('Name of the account').fill('Bank 1200')
  await page.getByLabel('Month, such as 2026-03').fill('2026-03')
  await page.getByLabel('May stay undecided up to').fill(undecidedUpTo)
  await page.getByLabel('Adjustments need approval above').fill(adjustmentsAbove)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Passphrase, to save a copy of your key').fill(passphrase)
  await page.getByLabel('Balance by the statement').fill('1000.00')
  await page.getByLabel('Balance by your books').fill('1000.00')
  await page.getByRole('button', { name: 'Begin the month' }).click()
  await page.getByRole('heading', { name: '2026-03', level: 1 }).waitFor()
  await page.locator('.item-group').first().waitFor()
}

export const openStep = (page: Page, name: 'Files' | 'Breaks' | 'Balances' | 'Sign-off'): Promise<void> =>
  page.getByRole('link', { name: new RegExp(`^\\d ${name}$`) }).click()

/** Adds a file of the bank with the account fee as it was read before, and another one of the same day and amount. */
export async function addFeeAgain(page: Page): Promise<void> {
  await openStep(page, 'Files')
  const text = `${columns}c1,2026-03-10,-2.50,EUR,,Account fee\nc2,2026-03-11,-4.00,EUR,,Card fee\n`
  const file = { name: 'bank-2.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('.app-part input[type="file"]').first().setInputFiles(file)
  await page.getByRole('button', { name: 'Add it and run the month' }).click()
  await page.locator('table.items tr').filter({ hasText: 'Card fee' }).waitFor()
}

/** Accepts the fee, carries the cheque, and types the closing balances. */
export async function prepareMarch(page: Page): Promise<void> {
  const choose = (text: string) =>
    page.locator('table.items tr').filter({ hasText: text }).getByRole('checkbox').check()
  await choose('Account fee')
  await page.getByRole('button', { name: 'Accept …' }).click()
  await page.getByLabel('To be booked as').fill('bank_fee')
  await page.getByRole('button', { name: 'Accept it' }).click()
  await page.locator('table.items tr').filter({ hasText: 'Account fee' }).waitFor({ state: 'detached' })
  await choose('Cheque 7')
  await page.getByRole('button', { name: 'Carry over …' }).click()
  await page.getByLabel('Why it is open').fill('Not cashed yet')
  await page.getByLabel('Until').fill('2026-05-31')
  await page.getByRole('button', { name: 'Carry it over' }).click()
  await page.getByText('Nothing here').waitFor()
  await openStep(page, 'Balances')
  await page.getByLabel('Closing balance by the statement').fill('1097.50')
  await page.getByLabel('Closing balance by your books').fill('1070.00')
  await page.getByRole('button', { name: 'Keep the balances' }).click()
  await page.getByText('proven to the cent').waitFor()
}
