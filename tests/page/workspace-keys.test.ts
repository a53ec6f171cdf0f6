import { expect } from 'vitest'
import type { Scope } from '../../functions/client/index.ts'
import { demo, journey, type Visitor } from '../support/page/journey.ts'
import { giveKey, openWorkspace, serviceOf } from '../support/page/workspace.ts'

/** Keys that do not hold, hold no more, or may not do everything; keys made in the page, and what is left of a quota. */

const makeKey = (visitor: Visitor, scopes: readonly Scope[]) =>
  serviceOf(visitor).keys.create({ name: `Journey: ${scopes.join(' ')}`, scopes, expiresAt: null })

const refusedByService = /status of 401/

journey('a wrong key is refused with what to do, and not kept', async ({ visitor }) => {
  visitor.expectFault(refusedByService)
  const page = await visitor.open({ path: '/app' })
  await giveKey(page, `${demo.key.slice(0, -4)}0000`)
  const alert = page.getByRole('alert')
  await alert.getByText('Copy the whole key again').waitFor()
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
  await giveKey(page, demo.key)
  await page.getByRole('heading', { name: 'Workspace', exact: true }).waitFor()
  expect(await alert.count()).toBe(0)
})

journey('a key that may only read is offered nothing else, and told which scope is missing', async ({ visitor }) => {
  const { secret } = await makeKey(visitor, ['runs:read'])
  const page = await visitor.open()
  await openWorkspace(page, '/app/datasets', secret)
  for (const scope of ['datasets:read', 'datasets:write']) await page.getByText(scope, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Upload a file' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Keys' }).click()
  await page.getByText('keys:admin', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByText('runs:write', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Start a run' }).count()).toBe(0)
  await page.getByRole('link', { name: 'March bank against ledger' }).first().click()
  await page.getByText('datasets:read', { exact: true }).waitFor()
  await page.getByText('92.93 %').waitFor()
  await page.getByRole('link', { name: 'Evidence' }).click()
  await page.getByText('evidence:read', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Verify the chain' }).count()).toBe(0)
})

journey('a key that is revoked on the way signs the tab out and says why', async ({ visitor }) => {
  visitor.expectFault(refusedByService)
  const { id, secret } = await makeKey(visitor, ['runs:read', 'datasets:read'])
  const page = await visitor.open()
  await openWorkspace(page, '/app/runs', secret)
  await page.getByRole('link', { name: 'March bank against ledger' }).first().waitFor()
  await serviceOf(visitor).keys.revoke(id)
  await page.getByRole('link', { name: 'Datasets' }).click()
  await page.getByRole('alert').getByText('API key revoked').waitFor()
  await page.getByText('Ask whoever manages your keys').waitFor()
  expect(await page.evaluate(() => ({ ...sessionStorage }))).toEqual({})
})

journey('a run that is on its way when the visitor signs out is not opened', async ({ visitor }) => {
  const page = await visitor.open()
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.context().route(/\/policy$/, async (route) => {
    asked.resolve()
    await released.promise
    await route.continue()
  })
  await openWorkspace(page, `/app/runs/${demo.runId}`)
  await asked.promise
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByLabel('API key').waitFor()
  const answered = page.waitForResponse(/\/policy$/)
  released.resolve()
  await answered
  await page.evaluate((id) => {
    history.pushState(null, '', `/result/${id}`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, demo.runId)
  // As long as the opening would take.
  await page.waitForTimeout(1_000)
  await page.getByRole('heading', { name: 'This result is gone' }).waitFor()
})

journey('a key is made, its secret shown once, and revoked', async ({ visitor }) => {
  const page = await visitor.open()
  await openWorkspace(page, '/app/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('Nightly journey')
  await page.getByLabel('upload datasets').check()
  await page.getByRole('button', { name: 'Make the key' }).click()
  const shown = page.getByRole('status', { name: 'The new key' })
  const secret = (await shown.locator('.secret').textContent()) ?? ''
  const { key } = await serviceOf(visitor, secret).usage.get()
  expect(key?.scopes).toContain('datasets:write')
  await shown.getByRole('button', { name: 'I have it, hide it' }).click()
  expect(await page.content()).not.toContain(secret)

  const row = page.getByRole('row').filter({ hasText: 'Nightly journey' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke it' }).click()
  await row.getByText('revoked').waitFor()
  await expect(serviceOf(visitor, secret).usage.get()).rejects.toMatchObject({ code: 'api_key_revoked' })
})

journey('the page of usage shows the plan, the quota and what the key may do', async ({ visitor }) => {
  const { plan, requests } = await serviceOf(visitor).usage.get()
  const page = await visitor.open()
  await openWorkspace(page, '/app/usage')
  const hour = page.locator('section').filter({ hasText: 'Requests this hour' })
  expect(await hour.textContent()).toContain(`of ${requests.quota.limit.toLocaleString('en-GB')}`)
  expect(await page.locator('main').textContent()).toContain(`Your plan is ${plan}.`)
  await page.getByText('make, rotate and revoke keys').waitFor()
})
