import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Client, createClient, TallystickError } from '@tallystick/client'
import type { ResultBreak } from '@tallystick/schema/result-item'
import type { RunRecord } from '@tallystick/schema/run'
import { writePrivateFile } from './secrets.ts'
import { root } from './tool-environment.ts'

export const demoKeyPath = join(root, '.wrangler/demo-key')

const samplesPath = join(root, 'tests/samples')

export interface DemoRun {
  readonly run: RunRecord
  readonly breaks: readonly ResultBreak[]
}

/** The saved key if the service accepts it, else the first key of a new demo tenant. */
export async function ensureDemoKey(origin: string, adminKey: string): Promise<string> {
  const saved = readSavedKey()
  if (saved !== undefined && (await isAccepted(origin, saved))) return saved
  const { admin } = createClient({ baseUrl: origin, adminKey })
  const { key } = await admin.createTenant({ name: 'Demo', plan: 'enterprise' })
  mkdirSync(dirname(demoKeyPath), { recursive: true })
  writePrivateFile(demoKeyPath, key.secret)
  return key.secret
}

/** Uploads both samples and reconciles them by the samples' rules, over the API. */
export async function runDemo(client: Client): Promise<DemoRun> {
  await uploadSample(client, 'bank-statement.csv', 'bank:main')
  await uploadSample(client, 'ledger.csv', 'ledger')
  const run = await client.runs.create({
    name: 'March bank against ledger',
    sourceAdapter: 'bank:main',
    targetAdapter: 'ledger',
    rules: JSON.parse(readFileSync(join(samplesPath, 'rules.json'), 'utf8')),
  })
  return { run, breaks: await client.runs.results(run.id, { view: 'breaks', limit: 1000 }).toArray() }
}

async function uploadSample({ datasets }: Client, file: string, adapter: string): Promise<void> {
  const content = new Uint8Array(readFileSync(join(samplesPath, file)))
  await datasets.uploadExport({ name: file, adapter, mediaType: 'text/csv', content })
}

/** Throws where the service is down, since then the key may still be valid. */
async function isAccepted(origin: string, apiKey: string): Promise<boolean> {
  const client = createClient({ baseUrl: origin, apiKey, tries: 1 })
  try {
    await client.runs.list({ limit: 1 }).pages().next()
    return true
  } catch (error) {
    if (error instanceof TallystickError && error.failure.kind === 'problem') return false
    throw error
  }
}

function readSavedKey(): string | undefined {
  try {
    return readFileSync(demoKeyPath, 'utf8')
  } catch {
    return undefined
  }
}
