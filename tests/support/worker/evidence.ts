import type { CanonicalRecord } from '@tallystick/engine/record'
import { type ChainReport, readPack, verifyProofChain } from '@tallystick/engine/verify'
import { verifySignature } from '../../../functions/audit/base/verify-signature.ts'
import { sha256 } from '../../../functions/service/platform/hasher.ts'
import { type Client, createTestApp, type TestAppOptions } from './client.ts'
import type { ReadZipFile } from './read-zip.ts'
import { emptyRun, makeRun, manyRecords } from './runs.ts'
import { uploadJson } from './uploads.ts'

/** Sealed runs over datasets that were uploaded, so that every stored row is as the service wrote it. */

const bank: readonly CanonicalRecord[] = [
  { id: 's1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
  { id: 's2', amount: '20.5', currency: 'EUR', date: '2026-03-02', reference: 'INV-8' },
  { id: 's3', amount: '7', currency: 'EUR', date: '2026-03-03', reference: 'INV-9', description: 'Müller & “Söhne”' },
  { id: 's4', amount: '5', currency: 'EUR', date: '2026-03-04', reference: 'INV-10', attributes: { id: 's1' } },
  { id: 's5', amount: '1000', currency: 'EUR', date: '2026-03-01', type: 'opening' },
]
const ledger: readonly CanonicalRecord[] = [
  { id: 't1', amount: '100', currency: 'EUR', date: '2026-03-01', reference: 'INV-7' },
  { id: 't2', amount: '20.5', currency: 'EUR', date: '2026-03-03', reference: 'INV-8' },
  { id: 't3', amount: '7.07', currency: 'EUR', date: '2026-03-03', reference: 'INV-9' },
]
const rules = [
  { id: 'opening', action: 'exclude', where: { source: [{ field: 'type', op: 'eq', value: 'opening' }] } },
  { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date' }] },
  { id: 'near', match: [{ field: 'reference' }, { field: 'amount' }, { field: 'date', days: 2 }] },
]

export interface Sides {
  readonly source?: readonly CanonicalRecord[]
  readonly target?: readonly CanonicalRecord[]
  readonly tables?: { readonly [name: string]: { readonly [key: string]: string } }
}

/**
 * A tenant whose log holds three runs: one before and one after `run`, which has two matches, two breaks and an
 * exclusion unless other records are given.
 */
export async function sealedRun({ source = bank, target = ledger, tables }: Sides = {}, options: TestAppOptions = {}) {
  const app = createTestApp(options)
  const tenant = await app.newTenant()
  await makeRun(tenant.client, emptyRun)
  await uploadJson(tenant.client, { name: 'Bank', adapter: 'bank:a', records: source })
  await uploadJson(tenant.client, { name: 'Ledger', adapter: 'ledger:a', records: target })
  const run = await makeRun(tenant.client, {
    sourceAdapter: 'bank:a',
    targetAdapter: 'ledger:a',
    rules,
    ...(tables && { tables }),
  })
  await makeRun(tenant.client, emptyRun)
  app.recorder.reset()
  return { ...app, ...tenant, run }
}

/** A run of `count` records a side that differ in one of ten. */
export const largeRun = (count: number) =>
  sealedRun({
    source: manyRecords(count),
    target: manyRecords(count, (record, index) => (index % 10 === 9 ? { ...record, amount: `${index}.5` } : record)),
  })

/** What `verifyProofChain` says of a run; fails the test on any answer but 200. */
export async function readChain(client: Client, runId: string): Promise<ChainReport> {
  const response = await client.get(`/api/v1/runs/${runId}/trust-explorer/verifyProofChain`)
  if (response.status !== 200) throw new Error(`The chain answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** What the chain of a pack says, with nothing but the files that were in it. */
export async function verifyOffline(files: readonly ReadZipFile[]): Promise<ChainReport> {
  const bytesByName = new Map(files.map(({ name, bytes }) => [name, bytes]))
  const small = new Map([...bytesByName].filter(([name]) => !artifactNames.has(name)))
  const artifact = (name: string) => {
    const bytes = bytesByName.get(name)
    return bytes === undefined ? undefined : onePart(bytes)
  }
  const pack = readPack({ small, artifact })
  if (!pack.ok) throw new Error(pack.faults.join(', '))
  return verifyProofChain({ sha256, verify: verifySignature }, pack.value)
}

const artifactNames: ReadonlySet<string> = new Set(['source.ndjson', 'target.ndjson', 'result.ndjson'])

async function* onePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
