import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { violationsIn } from '../support/page/accessibility.ts'
import { journey } from '../support/page/journey.ts'
import { schemes, screenshot, sidewaysRoom, sizeOf } from '../support/page/looks.ts'
import { addFeeAgain, beginMarch, openStep, prepareMarch } from '../support/page/own-close-places.ts'
import { runTallystick } from '../support/page/roots.ts'

/** A month closed without an account: kept in the browser, signed by two keys, and the next one begun with its pack. */

const ownKey = async (page: Page): Promise<string> =>
  (await page.getByRole('region', { name: 'Who signs' }).locator('code').textContent()) ?? ''

/** Makes a key, and signs with it from now on. */
async function signAs(page: Page, name: string): Promise<string> {
  const bar = page.getByRole('region', { name: 'Who signs' })
  await bar.getByText('Another key').click()
  await bar.getByLabel('Your name').fill(name)
  await bar.getByRole('button', { name: 'Make the key' }).click()
  await expect.poll(() => bar.getByLabel('You sign as').locator('option:checked').textContent()).toBe(name)
  return ownKey(page)
}

/** Axe in both schemes, no room to scroll to, and screenshots. */
async function looksWell(page: Page, name: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    expect({ colorScheme, violations: await violationsIn(page) }).toEqual({ colorScheme, violations: [] })
  }
  for (const width of [360, 1280] as const) {
    await page.setViewportSize(sizeOf(width))
    expect({ width, sideways: await sidewaysRoom(page) }).toEqual({ width, sideways: 0 })
  }
  await screenshot(page, name)
}

/** Saves the pack of the month that is shown. */
async function savePack(page: Page, path: string): Promise<void> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Pack of the period' }).click()
  await (await download).saveAs(path)
}

/** A match by hand is found to be wrong; `z` takes that back, and then the match. */
async function matchAndUnmatch(page: Page): Promise<void> {
  const rows = page.locator('table.items tr')
  const show = (state: string) => page.locator('.items-filter select').first().selectOption({ label: state })
  for (const text of ['Account fee', 'Cheque 7']) await rows.filter({ hasText: text }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Match, the rest stays open' }).click()
  await page.locator('.decision-bar').waitFor({ state: 'detached' })
  await show('matched by hand')
  await page.getByRole('button', { name: 'Cheque 7' }).click()
  const history = page.getByRole('region', { name: 'History of l2' })
  await history.getByText('Where this is wrong: the 2 items are open again').waitFor()
  await looksWell(page, 'own-close-unmatch')
  await history.getByRole('button', { name: 'Unmatch' }).click()
  await page.getByText('Nothing here').waitFor()
  await page.keyboard.press('z')
  await expect.poll(() => rows.count()).toBe(2)
  await page.keyboard.press('z')
  await page.getByText('Nothing here').waitFor()
  await show('undecided')
  await expect.poll(() => rows.count()).toBe(2)
}

/** What whoever sent it took back counts in no total only under another key; `z` takes the decision back. */
async function withdrawAndTakeBack(page: Page): Promise<void> {
  const row = page.locator('table.items tr').filter({ hasText: 'Cheque 7' })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Withdraw …' }).click()
  await page.getByLabel('Why it is taken back').fill('Written by mistake')
  await page.getByRole('button', { name: 'Withdraw it' }).click()
  await page.getByText('This waits for the approval of somebody else').waitFor()
  await page.getByText('Decisions', { exact: true }).click()
  await page.getByText('Written by mistake').waitFor()
  await page.keyboard.press('z')
  await page.getByRole('listitem').filter({ hasText: 'Written by mistake' }).getByText('reopened').waitFor()
}

journey('a month is closed under two keys, verified, and followed by the next', async ({ visitor }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-page-'))
  const pack = join(folder, '2026-03.zip')
  try {
    const page = await visitor.open()
    await beginMarch(page)
    expect(await page.locator('table.items tr').count()).toBe(2)
    await looksWell(page, 'own-close-items')
    const ada = await ownKey(page)
    await matchAndUnmatch(page)
    await withdrawAndTakeBack(page)
    await prepareMarch(page)

    await page.reload()
    await page.getByText('proven to the cent').waitFor()
    await openStep(page, 'Sign-off')
    await looksWell(page, 'own-close-signoff')
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByRole('button', { name: 'Take the submission back' }).click()
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByRole('button', { name: 'Approve and close' }).click()
    await page.getByText('Got the key that submitted the period, wanted another one').waitFor()
    const bob = await signAs(page, 'Bob')
    await page.getByLabel('Or why it goes back').fill('The fee has no voucher')
    await looksWell(page, 'own-close-reject')
    await page.getByRole('button', { name: 'Reject' }).click()
    await page.getByText('Bob rejected edition 1').waitFor()
    await page.getByLabel('You sign as').selectOption({ label: 'Ada' })
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByRole('button', { name: 'Approve and close' }).waitFor()
    await page.getByLabel('You sign as').selectOption({ label: 'Bob' })
    await page.getByRole('button', { name: 'Approve and close' }).click()
    await page.getByText('Bob approved edition 1').waitFor()
    await savePack(page, pack)
    const verified = await runTallystick('close', 'verify', pack, '--key', ada, '--key', bob)
    expect(verified).toContain('two keys')

    const other = await visitor.open({ scheme: 'dark' })
    await other.locator('input[type="file"]').last().setInputFiles(pack)
    await other.getByRole('heading', { name: '2026-04', level: 1 }).waitFor()
    await other.locator('table.items tr').filter({ hasText: 'Sale' }).waitFor()

    await page.getByRole('link', { name: 'Bank 1200' }).click()
    await page.getByRole('button', { name: 'Begin the next period' }).click()
    await page.getByRole('heading', { name: '2026-04', level: 1 }).waitFor()
    await page.locator('.items-filter select').first().selectOption({ label: 'all' })
    await page.getByRole('button', { name: 'Cheque 7' }).click()
    await page.getByText('First seen in 2026-03').waitFor()

    await page.goto('/')
    await page.getByRole('link', { name: 'Bank 1200' }).waitFor()
    await page.getByRole('button', { name: 'Forget Bank 1200' }).click()
    await page.getByRole('link', { name: 'Bank 1200' }).waitFor({ state: 'detached' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

journey(
  'a line that was read twice is kept as a record of its own, from the list and from its history',
  async ({ visitor }) => {
    const page = await visitor.open()
    await beginMarch(page)
    await addFeeAgain(page)
    const rows = page.locator('table.items tr')
    const show = (state: string) => page.locator('.items-filter select').first().selectOption({ label: state })
    await expect.poll(() => rows.count()).toBe(3)
    await show('read twice')
    await rows.filter({ hasText: 'Account fee' }).getByRole('checkbox').check()
    expect(await page.locator('.decision-bar').getByRole('button', { name: 'Match' }).count()).toBe(0)
    await looksWell(page, 'own-close-keep')
    await page.getByRole('button', { name: 'Keep it: a record of its own' }).click()
    await page.getByText('Nothing here').waitFor()
    await page.keyboard.press('z')
    await page.getByRole('button', { name: 'Account fee' }).click()
    const history = page.getByRole('region', { name: 'History of c1' })
    await history.getByText('Where this happened twice').waitFor()
    await history.getByRole('button', { name: 'Keep' }).click()
    await page.getByText('Nothing here').waitFor()
    await show('undecided')
    await expect.poll(() => rows.filter({ hasText: 'Account fee' }).count()).toBe(2)
  },
)

journey('a first month says what may stay undecided, and what another key approves', async ({ visitor }) => {
  const page = await visitor.open()
  await beginMarch(page, { undecidedUpTo: '30,00', adjustmentsAbove: '2' })
  await openStep(page, 'Sign-off')
  await page.getByRole('link', { name: '2 closing balances missing' }).waitFor()
  expect(await page.getByText('undecided', { exact: false }).count()).toBe(0)
  await openStep(page, 'Breaks')
  await page.locator('table.items tr').filter({ hasText: 'Account fee' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Accept …' }).click()
  await page.getByRole('button', { name: 'Accept it' }).click()
  await page.getByText('This waits for the approval of somebody else').waitFor()
  await signAs(page, 'Bob')
  await page.getByText('Decisions', { exact: true }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.locator('table.items tr').filter({ hasText: 'Account fee' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bank 1200' }).click()
  await page.getByText('Items of up to 30.00 EUR may stay undecided.').waitFor()
  await looksWell(page, 'own-close-bounds')
})

journey('a key is saved under a passphrase, and signs in another browser', async ({ visitor }) => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-page-'))
  const [copy, pack] = [join(folder, 'ada.pem'), join(folder, '2026-03.zip')]
  try {
    const page = await visitor.open()
    const download = page.waitForEvent('download')
    await beginMarch(page, { passphrase: 'the stick was split in two' })
    await (await download).saveAs(copy)
    const ada = await ownKey(page)
    await openStep(page, 'Sign-off')
    await savePack(page, pack)

    // Another browser, since each scheme has a context of its own.
    const other = await visitor.open({ scheme: 'dark' })
    await other.locator('input[type="file"]').last().setInputFiles(pack)
    await other.getByRole('heading', { name: '2026-03', level: 1 }).waitFor()
    const bar = other.getByRole('region', { name: 'Who signs' })
    await bar.getByLabel('Or a copy of your key').setInputFiles(copy)
    await bar.getByLabel('Its passphrase').fill('another one')
    await bar.getByRole('button', { name: 'Take the key' }).click()
    await bar.getByText('ada.pem is no copy of a key, or has another passphrase').waitFor()
    await looksWell(other, 'own-close-key-copy')
    await bar.getByLabel('Its passphrase').fill('the stick was split in two')
    await bar.getByRole('button', { name: 'Take the key' }).click()
    await expect.poll(() => bar.locator('option:checked').textContent()).toBe('Ada')
    expect(await ownKey(other)).toBe(ada)
    await prepareMarch(other)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
