import type { Page } from 'playwright-core'
import { demo } from './journey.ts'
import { shownRoot } from './places.ts'
import { chooseUpload, giveKey, writeRules } from './workspace.ts'

/** A page of the workspace as it is looked at: with the key of the demo, and once it shows what it is for. */
interface SignedInPlace {
  readonly name: string
  readonly path: string
  readonly isReady: (page: Page) => Promise<unknown>
}

const run = `/app/runs/${demo.runId}`

const file = 'id,date,amount,currency,reference\na1,2026-03-01,10.00,EUR,INV-1\na2,2026-03-02,20.50,EUR,INV-2\n'

/** Opens the upload and chooses a file. */
async function beginUpload(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Upload a file' }).click()
  await chooseUpload(page, { name: 'bank.csv', text })
}

/** Has the chain of the run verified. */
async function verifyChain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Verify the chain' }).click()
  await page.getByText('Every link holds.').waitFor()
}

/** Tries rules that match otherwise. */
async function tryRules(page: Page): Promise<void> {
  await writeRules(page, [{ id: 'amount', match: [{ field: 'amount' }, { field: 'currency' }] }])
  await page.getByRole('button', { name: 'Try them' }).click()
  await page.getByText('Matches lost').waitFor()
}

/** Shows the secret of a key that is made. */
async function showSecret(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Looked at')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.locator('.secret').waitFor()
}

/** Opens March of the demo's account at a step. */
async function openMarch(page: Page, step: string): Promise<void> {
  await page.getByRole('link', { name: 'Bank 1200' }).first().click()
  await page.getByRole('link', { name: '2026-03', exact: true }).click()
  await page.getByRole('link', { name: step }).click()
}

const places: readonly SignedInPlace[] = [
  {
    name: 'close',
    path: '/app/reconciliations',
    isReady: (page) => page.getByRole('link', { name: 'Bank 1200' }).first().waitFor(),
  },
  {
    name: 'close-new',
    path: '/app/reconciliations#new',
    isReady: async (page) => {
      await page.getByRole('button', { name: 'New reconciliation' }).click()
      await page.getByText('In plain sentences').waitFor()
    },
  },
  {
    name: 'period-files',
    path: '/app/reconciliations#files',
    isReady: async (page) => {
      await openMarch(page, 'Files')
      await page.getByRole('link', { name: 'bank-2026-03.csv' }).waitFor()
    },
  },
  {
    name: 'period-items',
    path: '/app/reconciliations#items',
    isReady: async (page) => {
      await openMarch(page, 'Breaks')
      // Another journey may have decided and closed the month.
      await page.locator('.items-filter select').first().selectOption({ label: 'all' })
      await page.locator('.item-group').first().waitFor()
      await page.getByText('Decisions', { exact: true }).click()
    },
  },
  {
    name: 'period-balances',
    path: '/app/reconciliations#balances',
    isReady: async (page) => {
      await openMarch(page, 'Balances')
      await page.getByRole('heading', { name: 'From opening to closing' }).waitFor()
    },
  },
  {
    name: 'period-signoff',
    path: '/app/reconciliations#signoff',
    isReady: async (page) => {
      await openMarch(page, 'Sign-off')
      await page.getByRole('button', { name: 'Report for print' }).waitFor()
    },
  },
  {
    name: 'workspace-start',
    path: '/app',
    // Of the reconciliations, and of the newest runs.
    isReady: (page) => page.getByRole('table').nth(1).waitFor(),
  },
  { name: 'datasets', path: '/app/datasets', isReady: (page) => page.getByRole('table').waitFor() },
  {
    name: 'upload-preview',
    path: '/app/datasets#preview',
    isReady: async (page) => {
      await beginUpload(page, file)
      await page.getByLabel('Column of Reference').waitFor()
    },
  },
  {
    name: 'upload-fault',
    path: '/app/datasets#fault',
    isReady: async (page) => {
      await beginUpload(page, file.replace('20.50', '20,5O'))
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'dataset',
    path: '/app/datasets#one',
    isReady: async (page) => {
      await page.getByRole('link', { name: 'ledger.csv' }).first().click()
      await page.getByRole('heading', { name: 'Records' }).waitFor()
      await page.getByRole('table').waitFor()
    },
  },
  { name: 'runs', path: '/app/runs', isReady: (page) => page.getByRole('table').waitFor() },
  {
    name: 'run-form',
    path: '/app/runs?source=bank:main',
    isReady: (page) => page.getByText('In plain sentences').waitFor(),
  },
  { name: 'stored-result', path: run, isReady: shownRoot },
  { name: 'what-if', path: `${run}?tab=what-if`, isReady: tryRules },
  { name: 'evidence', path: `${run}?tab=evidence`, isReady: verifyChain },
  { name: 'run-details', path: `${run}?tab=details`, isReady: (page) => page.getByText('Result root').waitFor() },
  {
    name: 'webhooks',
    path: '/app/webhooks',
    isReady: async (page) => {
      await page.getByRole('button', { name: 'New webhook' }).click()
      await page.getByLabel('Address').fill('http://10.0.0.1/')
      await page.getByRole('button', { name: 'Make the webhook' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'keys', path: '/app/keys', isReady: showSecret },
  { name: 'usage', path: '/app/usage', isReady: (page) => page.getByText('What your key may do').waitFor() },
]

/** The pages of the workspace, each of which signs in before it is shown. */
export const signedInPlaces = places.map(({ name, path, isReady }) => ({
  name,
  path,
  isReady: async (page: Page) => {
    await giveKey(page, demo.key)
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await isReady(page)
  },
}))
