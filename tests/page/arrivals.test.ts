import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsIn } from '../support/page/accessibility.ts'
import { journey } from '../support/page/journey.ts'
import { schemes, screenshot } from '../support/page/looks.ts'
import { openWorkspace, serviceOf } from '../support/page/workspace.ts'

/** Files that others send by a link, in the page of their reconciliation. */

const put = (url: string, body: string) =>
  fetch(url, { method: 'PUT', body, headers: { 'Content-Type': 'text/csv' } }).then(({ status }) => status)

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make a link' }).click()
  const shown = page.getByRole('status', { name: 'The new link' })
  const url = (await shown.locator('.secret').textContent()) ?? ''
  await shown.getByRole('button', { name: 'I have it, hide it' }).click()
  return url
}

journey('a link takes a file, tells what became of it, and takes none once it is revoked', async ({ visitor }) => {
  const { id } = await serviceOf(visitor).reconciliations.create({
    ...{ name: 'Bank 99', rules: [], calendar: 'month' },
    source: { adapter: 'bank:99', currency: 'EUR' },
    target: { adapter: 'ledger:99', currency: 'EUR' },
  })
  const page = await visitor.open()
  await openWorkspace(page, `/app/reconciliations/${id}`)
  await page.getByText('Files that arrive').click()
  await page.getByRole('heading', { name: 'No links' }).waitFor()
  await page.getByLabel('For').selectOption({ label: 'until it is revoked' })
  const url = await makeLink(page)
  expect(await page.content()).not.toContain(url)

  const file = 'id,date,amount\na,2026-03-02,10.00\n'
  expect([await put(url, file), await put(url, file)]).toEqual([202, 202])
  await page.reload()
  await page.getByText('Files that arrive').click()
  await page.getByText('an earlier file').waitFor()
  expect(await page.getByRole('row').filter({ hasText: 'of the statement' }).count()).toBe(3)
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect(await violationsIn(page)).toEqual([])
  }
  await screenshot(page, 'arrivals')

  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  await page.getByText(/^revoked /).waitFor()
  expect(await put(url, file)).toBe(404)
})
