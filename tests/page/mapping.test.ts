import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import { chooseFile, reconcileButton, shownRoot, takeBuiltIn } from '../support/page/places.ts'
import { rootOfTwo } from '../support/page/roots.ts'

/** Own files whose columns have to be told: a mapping that the reader offers, and columns that a visitor chooses. */

const bank = {
  name: 'umsaetze.csv',
  text: 'Nr;Gebucht am;Soll;Haben;Zweck;Kennung\n1;02.03.2026;;10,00;Rechnung 1;INV-1\n2;03.03.2026;20,50;;Rechnung 2;INV-2\n',
}
const ledger = {
  name: 'ledger.csv',
  text: 'id,date,amount,currency,reference\nb1,2026-03-02,10.00,EUR,INV-1\nb2,2026-03-03,-20.50,EUR,INV-2\n',
}
const mapping = {
  id: 'Nr',
  date: 'Gebucht am',
  amount: { debit: 'Soll', credit: 'Haben' },
  description: 'Zweck',
  reference: 'Kennung',
}

const place = (page: Page) => page.getByRole('region', { name: 'Source file' })

journey('a file is read by a mapping, and comes to the root of the same in other words', async ({ visitor }) => {
  const page = await visitor.open()
  await chooseFile(page, 'source', bank)
  await chooseFile(page, 'target', ledger)
  await place(page).getByText('How this file is read').click()
  await place(page).getByText('Columns as JSON').click()
  await place(page).getByLabel('Mapping of columns, as JSON').fill(JSON.stringify(mapping))
  await place(page).getByRole('button', { name: 'Read the file with this mapping' }).click()
  await place(page).getByText('How this file is read').click()
  await place(page).getByLabel('Currency of records without one').fill('EUR')
  await place(page).getByLabel('Currency of records without one').press('Enter')
  await place(page).getByText('-10.50 EUR').waitFor()
  await takeBuiltIn(page)
  await reconcileButton(page).click()
  const same =
    'id,date,amount,currency,reference,description\n1,2026-03-02,10.00,EUR,INV-1,Rechnung 1\n2,2026-03-03,-20.50,EUR,INV-2,Rechnung 2\n'
  expect(await shownRoot(page)).toBe(await rootOfTwo(same, ledger.text))
})

journey('a column that was chosen by mistake is given back', async ({ visitor }) => {
  const page = await visitor.open()
  const file = { name: 'bank.csv', text: 'id,date,amount,currency,reference\na1,2026-03-01,10.00,EUR,INV-1\n' }
  await chooseFile(page, 'source', file)
  await place(page).getByLabel('Column of Amount').selectOption('reference')
  await place(page).getByRole('alert').getByText('This file cannot be read as csv yet.').waitFor()
  await place(page).getByRole('button', { name: 'Back to the columns as they were recognised' }).click()
  await place(page).getByText('10.00 EUR').waitFor()
  expect(await place(page).getByLabel('Column of Amount').inputValue()).toBe('amount')
})
