import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsIn } from '../support/page/accessibility.ts'
import { journey, type Visitor } from '../support/page/journey.ts'
import { schemes, screenshot } from '../support/page/looks.ts'
import { startReceiver } from '../support/page/receiver.ts'
import { openWorkspace, serviceOf } from '../support/page/workspace.ts'

/** Webhooks in the page: made, tested, told of events, and told again. */

/** Stores a dataset, which the webhooks are told of. */
const storeDataset = (visitor: Visitor, id: string) =>
  serviceOf(visitor).datasets.upload({
    name: id,
    adapter: 'bank:hooks',
    records: [{ id, date: '2026-03-01', amount: '1.00', currency: 'EUR' }],
  })

const deliveries = (page: Page) => page.locator('.delivery-list > li')

const askAgain = async (page: Page): Promise<readonly string[]> => {
  await page.getByRole('button', { name: 'Look again' }).click()
  return deliveries(page).locator('.state').allTextContents()
}

/** Asks for the deliveries until one of them is in this state. */
const seeState = (page: Page, state: string) => expect.poll(() => askAgain(page)).toContain(state)

/** Asks for the deliveries until they are in these states. */
const seeStates = (page: Page, states: readonly string[]) => expect.poll(() => askAgain(page)).toEqual(states)

async function makeWebhook(page: Page, url: string): Promise<void> {
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill('http://10.0.0.1/')
  await page.getByRole('button', { name: 'Make the webhook' }).click()
  await page.getByText('Got http:, wanted https:').waitFor()
  expect(await page.getByLabel('Address').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('a dataset is stored').check()
  await page.getByRole('button', { name: 'Make the webhook' }).click()
  const shown = page.getByRole('status', { name: 'The new secret' })
  const secret = (await shown.locator('.secret').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'I have it, hide it' }).click()
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('row').filter({ hasText: url }).getByText('untested').waitFor()
}

/** No journey waits for three days of tries: a delivery that failed once is listed among those given up. */
const showFailedAsGivenUp = (page: Page) =>
  page.route(/deliveries\?.*state=dead/, async (route) => {
    const answer = await route.fetch({ url: route.request().url().replace('state=dead', '') })
    const { data, ...rest }: { data: { fault: string | null }[] } = await answer.json()
    const failed = data
      .filter(({ fault }) => fault !== null)
      .map((each) => ({ ...each, state: 'dead', nextTryAt: null }))
    await route.fulfill({ json: { ...rest, data: failed } })
  })

/** What axe finds in light and dark. */
async function seenBy(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await violationsIn(page)))
  }
  return found
}

journey('a webhook is tested, told of events, and sent again what its receiver refused', async ({ visitor }) => {
  visitor.expectFault(/status of 422/)
  await using receiver = await startReceiver()
  const page = await visitor.open()
  await openWorkspace(page)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await makeWebhook(page, receiver.url)
  await page.getByRole('link', { name: receiver.url }).click()
  receiver.answerWith(500, 'not yet')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('alert', { name: 'The test' }).getByText('The endpoint refused it.').waitFor()
  receiver.answerWith(200, 'taken')
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('status', { name: 'The test' }).getByText('The test arrived').waitFor()
  await page.getByText('tested', { exact: true }).waitFor()

  await storeDataset(visitor, 'hook-1')
  await seeState(page, 'delivered')
  expect(receiver.bodies.at(-1)).toContain('dataset.sealed')

  receiver.answerWith(503, 'The receiver is being mended')
  await storeDataset(visitor, 'hook-2')
  await seeState(page, 'failed, is tried again')
  await page.getByText('failing', { exact: true }).waitFor()
  const failed = deliveries(page).filter({ hasText: 'failed, is tried again' })
  await failed.getByText('Request and answer').click()
  await failed.getByText('"type": "dataset.sealed"').waitFor()
  await failed.getByText('Answer 503').waitFor()
  await failed.getByText('The receiver is being mended').waitFor()
  expect(await seenBy(page)).toEqual([])
  await screenshot(page, 'webhook')

  await page.getByLabel('Show').selectOption('those given up')
  await page.getByRole('heading', { name: 'Nothing was given up' }).waitFor()
  expect(new URL(page.url()).search).toBe('?state=dead')
  await showFailedAsGivenUp(page)
  await seeState(page, 'dead')
  receiver.answerWith(200, 'taken')
  await deliveries(page).getByRole('button', { name: 'Send again' }).click()
  await seeStates(page, [])
  await page.getByRole('heading', { name: 'Nothing was given up' }).waitFor()
  await page.getByLabel('Show').selectOption('all deliveries')
  await seeStates(page, ['delivered', 'delivered'])

  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  await page.getByRole('button', { name: 'Rotate it' }).click()
  await page.getByText('The one before signs as well until').waitFor()
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByLabel('Address').fill(`${receiver.url}/other`)
  await page.getByRole('button', { name: 'Keep the change' }).click()
  await page.getByText('untested', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('heading', { name: 'No webhooks' }).waitFor()
})

journey('whoever may not manage webhooks sees no entry for them', async ({ visitor }) => {
  const { secret } = await serviceOf(visitor).keys.create({ name: 'Reads', scopes: ['runs:read'], expiresAt: null })
  const page = await visitor.open()
  await openWorkspace(page, '/app', secret)
  await page.getByRole('link', { name: 'Usage' }).waitFor()
  expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0)
  await page.goto('/app/webhooks')
  await page.getByText('webhooks:manage', { exact: true }).waitFor()
})
