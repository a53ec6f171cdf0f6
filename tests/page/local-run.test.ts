import { expect } from 'vitest'
import { journey } from '../support/page/journey.ts'
import { reconcileSample, reconcileTwo } from '../support/page/places.ts'
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
