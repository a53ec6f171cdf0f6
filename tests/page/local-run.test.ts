import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import {
  chooseFile,
  fileInput,
  reconcileButton,
  reconcileSample,
  reconcileTwo,
  shownRoot,
  takeBuiltIn,
} from '../support/page/places.ts'
import { rootOfSamples, rootOfTwo } from '../support/page/roots.ts'

/** A run on the visitor's own machine, from the first page to the root. */

const source = 'id,date,amount,currency,reference\na1,2026-03-01,10.00,EUR,INV-1\na2,2026-03-02,20.50,EUR,INV-2\n'
const target = 'id,date,amount,currency,reference\nb1,2026-03-01,10.00,EUR,INV-1\nb2,2026-03-02,20.00,EUR,INV-2\n'

journey('the sample files come to the root that the command line comes to', async ({ visitor }) => {
  const page = await visitor.open()
  expect(await reconcileSample(page)).toBe(await rootOfSamples())
})

const files = { source: { name: 'bank.csv', text: source }, target: { name: 'ledger.csv', text: target } }

journey('two files of the visitor come to the root that the command line comes to', async ({ visitor }) => {
  const page = await visitor.open()
  expect(await reconcileTwo(page, files)).toBe(await rootOfTwo(source, target))
})

journey('whoever has reconciled once goes on without a network', async ({ visitor }) => {
  const page = await visitor.open()
  await reconcileSample(page)
  await visitor.goOffline()
  await page.goBack()
  expect(await reconcileTwo(page, files)).toBe(await rootOfTwo(source, target))
})

const columns = 'id,date,amount,currency,reference\n'
const csv = (name: string, lines: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(columns + lines) })

journey(
  'several files of a side are read in the order of their days, and what two of them have is told',
  async ({ visitor }) => {
    const page = await visitor.open()
    const own = page.getByRole('region', { name: 'Source file' })
    await fileInput(page, 'source').setInputFiles([
      csv('march.csv', 'm1,2026-02-27,20.50,EUR,INV-2\nm2,2026-03-03,x,EUR,INV-3\n'),
      csv('february.csv', 'f1,2026-02-27,20.50,EUR,INV-2\n'),
      csv('january.csv', 'j1,2026-01-03,10.00,EUR,INV-1\n'),
    ])
    await own.getByRole('alert').getByText('3-march.csv, line 3, amount').waitFor()
    expect(await own.locator('.file-parts li').allTextContents()).toEqual([
      '1-january.csv 1 record · 3 Jan 2026',
      '2-february.csv 1 record · 27 Feb 2026',
      '3-march.csv 1 record · 27 Feb 2026 · 1 place to look at',
    ])
    await own.getByText('2-february.csv and 3-march.csv both have 27 Feb 2026').waitFor()
    expect(await own.getByRole('row').count()).toBe(3)
    await own.getByRole('button', { name: 'Leave out line 3' }).click()
    await own.getByText('3 records').waitFor()
    await chooseFile(page, 'target', { name: 'ledger.csv', text: target })
    await takeBuiltIn(page)
    await reconcileButton(page).click()
    await shownRoot(page)
    await page.getByRole('heading', { name: 'january.csv and 2 more against ledger.csv' }).waitFor()
    await page.getByText('1 line of january.csv and 2 more left out').waitFor()
  },
)
