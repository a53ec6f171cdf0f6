import type { Side } from '@tallystick/engine/record'
import type { Locator, Page } from 'playwright-core'

/** Where things are in the page: by role and name, each in this one place. */

/** The input of a file of the first page. */
export const fileInput = (page: Page, side: Side): Locator =>
  page.locator('input[type="file"]').nth(side === 'source' ? 0 : 1)

export const sampleButton = (page: Page): Locator => page.getByRole('button', { name: 'Try it with sample files' })

export const reconcileButton = (page: Page): Locator => page.getByRole('button', { name: 'Reconcile', exact: true })

/** Takes the built-in rules, in the place of those that the files suggest. */
export const takeBuiltIn = (page: Page): Promise<void> => page.getByRole('radio', { name: /^Built-in/ }).check()

/** The root of the result that is shown, once it is: 64 hexadecimal digits. */
export async function shownRoot(page: Page): Promise<string> {
  const text = await page.locator('.root').first().textContent()
  return /[0-9a-f]{64}/.exec(text ?? '')?.[0] ?? `no root in ${text}`
}

/** A file as a visitor chooses it. */
export interface ChosenFile {
  readonly name: string
  readonly text: string
}

/** Chooses the file of a side. */
export const chooseFile = (page: Page, side: Side, { name, text }: ChosenFile): Promise<void> =>
  fileInput(page, side).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Chooses both files, and reconciles them by the built-in rules; resolves with the root that is shown. */
export async function reconcileTwo(
  page: Page,
  files: { readonly source: ChosenFile; readonly target: ChosenFile },
): Promise<string> {
  for (const side of ['source', 'target'] as const) await chooseFile(page, side, files[side])
  await takeBuiltIn(page)
  await reconcileButton(page).click()
  return shownRoot(page)
}

/** Reconciles the sample files from the first page; resolves with the root that is shown. */
export async function reconcileSample(page: Page): Promise<string> {
  await sampleButton(page).click()
  return shownRoot(page)
}

/** Opens the reference of the API from the list of its calls; resolves once its frame shows. */
export async function referenceIsOpen(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Open the whole reference' }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Tallystick' }).first().waitFor()
}

/** A file of evidence as a visitor chooses it. */
export interface EvidenceChoice {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Chooses a file on the page that verifies. */
export const chooseEvidence = (page: Page, { name, bytes }: EvidenceChoice): Promise<void> =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })

/** What the page says of the evidence as a whole, once it does. */
export const shownVerdict = async (page: Page): Promise<string> =>
  (await page.locator('#verdict-heading').textContent()) ?? ''

/** Each link in the order of the page: its name and its verdict. */
export const shownLinks = (page: Page): Promise<readonly (readonly [string, string])[]> =>
  page
    .locator('.links > li')
    .evaluateAll((items) =>
      items.map((item) => [
        item.querySelector('code')?.textContent ?? '',
        item.querySelector('.link-verdict')?.textContent ?? '',
      ]),
    )

/** Names of the links that do not hold. */
export const brokenLinks = async (page: Page): Promise<readonly string[]> =>
  (await shownLinks(page)).filter(([, verdict]) => verdict === 'does not hold').map(([name]) => name)

/** Resolves once the flow of a result tells what each rule is worth. */
export const shownWorth = (page: Page): Promise<void> =>
  page.getByRole('columnheader', { name: 'Matches lost' }).waitFor()
