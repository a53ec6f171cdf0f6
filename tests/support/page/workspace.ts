import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Client, createClient } from '../../../functions/client/index.ts'
import { demo, type Visitor } from './journey.ts'
import type { ChosenFile } from './places.ts'
import { rootOf } from './roots.ts'

/** The workspace as a visitor uses it, and the service behind it as a program does. */

/** The service, asked with the key of the demo or with another one. */
export const serviceOf = ({ origin }: Visitor, apiKey: string = demo.key): Client =>
  createClient({ baseUrl: origin, apiKey })

/** Pastes a key into the form that is shown, and sends it. */
export async function giveKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in with the key' }).click()
}

/** Opens the workspace and signs in, with the key of the demo unless it is another one; then goes to the path. */
export async function openWorkspace(page: Page, path = '/app', key: string = demo.key): Promise<void> {
  await page.goto('/app')
  await giveKey(page, key)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  if (path !== '/app') await page.goto(path)
}

/** Opens the workspace as a member of the demo, who signs in at its issuer in this browser. */
export async function openAs({ open, expectFault }: Visitor, name: string): Promise<Page> {
  // The issuer is another program of this machine, at a port of its own.
  expectFault(/^request to another host: http:\/\/127\.0\.0\.1:\d+\//)
  expectFault(/^console: .*status of 404/)
  const page = await open({ path: '/app' })
  await page.getByRole('button', { name: 'Sign in with your account' }).click()
  await page.getByText(name).click()
  await page.getByRole('link', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Bank 1200' }).first().waitFor()
  return page
}

/** Chooses the file of the upload that is open. */
export const chooseUpload = (page: Page, { name, text }: ChosenFile): Promise<void> =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** Names where the records come from, and leaves the field as a keyboard does. */
export async function nameAdapter(page: Page, adapter: string): Promise<void> {
  await page.getByLabel('Adapter').fill(adapter)
  await page.keyboard.press('Tab')
}

export const uploadButton = 'Upload'

/** Uploads the file that was chosen; resolves with the id of the dataset whose page is shown then. */
export async function sendUpload(page: Page): Promise<string> {
  await page.getByRole('button', { name: uploadButton, exact: true }).click()
  await page.getByRole('link', { name: 'Use in a run' }).waitFor()
  return idIn(page)
}

/** The last part of the address: the id of the dataset or run that is shown. */
export const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Writes rules into the editor in place of those that are there. */
export async function writeRules(page: Page, rules: unknown): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(JSON.stringify(rules))
}

/** What the page keeps in places that outlive the tab or that others see, as one text. */
export const keptText = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const stores = databases.map(({ name }) => name)
    return JSON.stringify([{ ...localStorage }, document.cookie, location.href, history.state, stores, name])
  })

/** A folder of files for the command line, which is gone once `use` has ended. */
async function inFolder<Value>(use: (path: (name: string, text: string) => string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-workspace-'))
  try {
    return await use((name, text) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Two files, and how the command line is to reconcile them. */
export interface FilesOfRun {
  readonly source: ChosenFile
  readonly target: ChosenFile
  readonly mapping: object
  /** The built-in rules when left out. */
  readonly rules?: unknown
}

/** The root that the command line comes to. */
export const rootOfRun = ({ source, target, mapping, rules }: FilesOfRun): Promise<string> =>
  inFolder((file) => {
    const named = rules === undefined ? [] : ['--rules', file('rules.json', JSON.stringify(rules))]
    const mapped = ['--mapping', file('mapping.json', JSON.stringify(mapping))]
    return rootOf(file(source.name, source.text), file(target.name, target.text), ...mapped, ...named)
  })
