import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ResultResponse } from '../../schema/result.ts'
import type { ResultBreak } from '../../schema/result-item.ts'
import type { RunRecord } from '../../schema/run.ts'
import { type Client, createClient } from './api-client.ts'
import { writePrivateFile } from './secrets.ts'
import { root } from './tool-environment.ts'

/** The file that keeps the demo tenant's first key from one start to the next. */
export const demoKeyPath = join(root, '.wrangler/demo-key')

const samplesPath = join(root, 'tests/samples')

export interface DemoRun {
  readonly run: RunRecord
  readonly breaks: readonly ResultBreak[]
}

/** The demo tenant's API key: the saved key as long as the service accepts it, otherwise the first key of a new tenant. */
export async function ensureDemoKey(origin: string, adminKey: string): Promise<string> {
  const saved = readSavedKey()
  if (saved !== undefined && (await isAccepted(origin, saved))) return saved
  const admin = createClient(origin, { 'X-Admin-Key': adminKey })
  const { key } = await admin.post<{ key: { secret: string } }>('/admin/tenants', {
    json: { name: 'Demo', plan: 'enterprise' },
  })
  mkdirSync(dirname(demoKeyPath), { recursive: true })
  writePrivateFile(demoKeyPath, key.secret)
  return key.secret
}

/** Uploads both samples and reconciles them with the samples' rules, over the API like any client. */
export async function runDemo(client: Client): Promise<DemoRun> {
  await uploadSample(client, 'bank-statement.csv', 'bank:main')
  await uploadSample(client, 'ledger.csv', 'ledger')
  const run = await client.post<RunRecord>('/runs', {
    json: {
      name: 'March bank against ledger',
      sourceAdapter: 'bank:main',
      targetAdapter: 'ledger',
      rules: JSON.parse(readFileSync(join(samplesPath, 'rules.json'), 'utf8')),
    },
  })
  const { breaks } = await client.get<ResultResponse>(`/runs/${run.id}/results?view=breaks&limit=1000`)
  return { run, breaks }
}

async function uploadSample(client: Client, file: string, adapter: string): Promise<void> {
  const query = new URLSearchParams({ name: file, adapter, format: 'csv' })
  const bytes = new Uint8Array(readFileSync(join(samplesPath, file)))
  await client.post(`/datasets?${query}`, { mediaType: 'text/csv', bytes })
}

async function isAccepted(origin: string, key: string): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/runs?limit=1`, { headers: { 'X-API-Key': key } })
  await response.body?.cancel()
  return response.ok
}

function readSavedKey(): string | undefined {
  try {
    return readFileSync(demoKeyPath, 'utf8')
  } catch {
    return undefined
  }
}
