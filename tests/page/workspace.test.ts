import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { demo, journey, type Visitor } from '../support/page/journey.ts'
import { brokenLinks, chooseEvidence, shownRoot, shownVerdict } from '../support/page/places.ts'
import {
  chooseUpload,
  idIn,
  keptText,
  nameAdapter,
  openWorkspace,
  rootOfRun,
  sendUpload,
  serviceOf,
  uploadButton,
  writeRules,
} from '../support/page/workspace.ts'

/** The workspace with a key that may do everything: from two files to a run, and to other rules for it. */

/** The references are in the column that a reader would take for a note. */
const bank = {
  name: 'bank.csv',
  text: [
    'id,date,amount,currency,reference,purpose',
    'a1,2026-03-01,10.00,EUR,0001,INV-1',
    'a2,2026-03-02,20.50,EUR,0002,INV-2',
    'a3,2026-03-03,30.00,EUR,0003,INV-3',
    '',
  ].join('\n'),
}
const ledger = {
  name: 'ledger.csv',
  text: [
    'id,date,amount,currency,reference',
    'b1,2026-03-01,10.00,EUR,INV-1',
    'b2,2026-03-02,20.00,EUR,INV-2',
    'b3,2026-03-03,30.00,EUR,INV-3',
    '',
  ].join('\n'),
}
const faultyLedger = { ...ledger, text: ledger.text.replace('2026-03-02', '2026-13-02') }
const mapping = { source: { reference: 'purpose' }, target: {} }
const otherRules = [
  {
    id: 'reference',
    match: [{ field: 'reference' }, { field: 'currency' }, { field: 'amount', tolerance: '0.50' }],
  },
]

const openUpload = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'Datasets' }).first().click()
  await page.getByRole('button', { name: 'Upload a file' }).click()
}

/** The upload whose mapping is put right in the preview. */
async function uploadBank(page: Page): Promise<string> {
  await openUpload(page)
  await chooseUpload(page, bank)
  const column = page.getByLabel('Column of Reference')
  expect(await column.inputValue()).toBe('reference')
  await column.selectOption('purpose')
  await page.getByText('INV-1').first().waitFor()
  await nameAdapter(page, 'bank:journey')
  return sendUpload(page)
}

/** The upload of a file that has to be mended first. */
async function uploadLedger(page: Page, visitor: Visitor): Promise<string> {
  await openUpload(page)
  await chooseUpload(page, faultyLedger)
  await nameAdapter(page, 'ledger:journey')
  expect(await page.getByRole('alert').textContent()).toContain('Line 3, date')
  expect(await page.getByRole('button', { name: uploadButton, exact: true }).isDisabled()).toBe(true)
  const stored = await serviceOf(visitor).datasets.list({ adapter: 'ledger:journey' }).pages().next()
  expect(stored.value?.items).toEqual([])
  await chooseUpload(page, ledger)
  await page.getByLabel('Column of Reference').waitFor()
  return sendUpload(page)
}

/** Other rules are tried, and made a run. */
async function tryOtherRules(page: Page): Promise<{ readonly tried: string; readonly made: string }> {
  await page.getByRole('link', { name: 'What if' }).click()
  await writeRules(page, [{ id: 'reference', match: [], also: true }])
  await page.getByRole('button', { name: '/0/also' }).waitFor()
  await writeRules(page, otherRules)
  await page.getByRole('button', { name: 'Try them' }).click()
  const gained = page.locator('.differences')
  await gained.getByText('Matches gained: 1').waitFor()
  const tried = /[0-9a-f]{64}/.exec((await gained.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Make a run of these rules' }).click()
  await page.getByText('It is the root that this page came to.').waitFor()
  await page.getByRole('link', { name: 'Open the new run' }).click()
  return { tried, made: await shownRoot(page) }
}

journey('two files are uploaded, run, explained, run under other rules and replayed', async ({ visitor }) => {
  const service = serviceOf(visitor)
  const page = await visitor.open()
  await openWorkspace(page)
  await uploadLedger(page, visitor)
  const bankId = await uploadBank(page)
  expect(await service.datasets.get(bankId)).toMatchObject({ recordCount: 3, adapter: 'bank:journey' })

  await page.getByRole('link', { name: 'Use in a run' }).click()
  await page.getByLabel('Target').fill('ledger:journey')
  await page.getByRole('button', { name: 'Start the run' }).click()
  const root = await shownRoot(page)
  const runId = idIn(page)
  expect((await service.runs.get(runId)).resultRoot).toBe(root)
  expect(await rootOfRun({ source: bank, target: ledger, mapping })).toBe(root)

  await page.getByRole('tab', { name: /^Breaks/ }).click()
  await page.getByRole('row').filter({ hasText: 'INV-2' }).first().click()
  await page.locator('.line-panel').getByText('20.50').first().waitFor()

  const { tried, made } = await tryOtherRules(page)
  expect(tried).toBe(made)
  expect((await service.runs.get(idIn(page))).resultRoot).toBe(made)
  expect(await rootOfRun({ source: bank, target: ledger, mapping, rules: otherRules })).toBe(made)

  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'Replay it' }).click()
  await page.getByText('The same result, byte for byte').waitFor()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

journey('the proof of a line of a run is saved, and holds on the page that verifies', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, `/app/runs/${demo.runId}?view=matches&line=0`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the proof of this line' }).click(),
  ])
  const bytes = await buffer(await download.createReadStream())
  await page.goto('/verify')
  await chooseEvidence(page, { name: download.suggestedFilename(), bytes })
  expect(await shownVerdict(page)).toContain('Every check holds')
  expect(await brokenLinks(page)).toEqual([])
})

journey('the key is in no address, no store that outlives the tab, and no other tab', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, `/app/runs/${demo.runId}`)
  await shownRoot(page)
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByRole('button', { name: 'New key' }).waitFor()
  expect(await keptText(page)).not.toContain(demo.key)
  expect(visitor.requests().filter((request) => request.includes(demo.key))).toEqual([])
  expect(await page.content()).not.toContain(demo.key)
  const other = await visitor.open({ path: '/app' })
  await other.getByLabel('API key').waitFor()
  expect(await other.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

journey('whoever loses the service on the way is told so, and goes on once it is back', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, '/app/runs')
  await page.getByRole('link', { name: 'March bank against ledger' }).first().waitFor()
  await visitor.goOffline()
  await page.getByRole('link', { name: 'Datasets' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText('The service cannot be reached.').waitFor()
  await page.getByText('You are offline.').waitFor()
  await page.context().setOffline(false)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'ledger.csv' }).first().waitFor()
})

journey('another file begins with settings of its own, a mended one with those it had', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, '/app/datasets')
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await chooseUpload(page, faultyLedger)
  await page.getByRole('alert').waitFor()
  const [currency, mappingText] = [
    page.getByLabel('Currency of records'),
    page.getByLabel('Mapping of columns, as JSON'),
  ]
  await currency.fill('CHF')
  await page.getByText('Columns as JSON').click()
  await mappingText.fill('{ "reference": ')
  await page.getByRole('button', { name: 'Read the file with this mapping' }).click()
  await page.locator('.mapping-field').getByRole('alert').waitFor()
  expect(await mappingText.inputValue()).toBe('{ "reference": ')
  await chooseUpload(page, ledger)
  await page.getByLabel('Column of Reference').waitFor()
  expect(await currency.inputValue()).toBe('CHF')
  await chooseUpload(page, bank)
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('bank.csv')
  await page.getByText('How this file is read').click()
  expect([await currency.inputValue(), await mappingText.inputValue()]).toEqual(['', ''])
})

journey(
  'a file whose columns are not recognised is read with the mapping that the reader offers',
  async ({ visitor }) => {
    const page = await visitor.open()
    await openWorkspace(page, '/app/datasets')
    await page.getByRole('button', { name: 'Upload a file' }).click()
    await chooseUpload(page, { name: 'strange.csv', text: 'Nr,Am,Wieviel\n1,2026-03-01,10.00\n2,2026-03-02,20.00\n' })
    await page.getByLabel('Currency of records').fill('EUR')
    await page.getByRole('button', { name: 'Read date from Am, amount from Wieviel' }).click()
    const column = page.getByLabel('Column of Amount')
    await column.waitFor()
    expect(await column.inputValue()).toBe('Wieviel')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await column.waitFor({ state: 'detached' })
  },
)
