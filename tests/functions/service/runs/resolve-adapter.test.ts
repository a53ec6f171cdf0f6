import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../functions/service/http/problem.ts'
import { createId } from '../../../../functions/service/platform/ids.ts'
import { choiceOf, resolveSides } from '../../../../functions/service/runs/resolve-adapter.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { datasetStore } from '../../../../functions/service/store/dataset-store.ts'
import { demoDataset } from '../../../../functions/service/store/demo/demo-dataset.ts'
import { adapterOf } from '../../../../schema/adapter.ts'
import { createTestApp } from '../../../support/worker/client.ts'

const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const empty = { datasetId: null, root: sha256OfNothing, recordCount: 0, totals: {} }

describe('a side of a run', () => {
  it('is the newest dataset of exactly that adapter', async () => {
    const { put, resolve } = await createTenant()
    await put('bank:main')
    const newest = await put('bank:main')
    await put('bank:other')
    const { source } = await resolve('bank:main', 'ledger')
    expect(source).toEqual({ datasetId: newest, root: 'f'.repeat(64), recordCount: 3, totals: { EUR: '127.5' } })
  })

  it('is, without an instance, the newest of the only instance', async () => {
    const { put, resolve } = await createTenant()
    await put('bank:main')
    const newest = await put('bank:main')
    await put('ledger')
    expect((await resolve('bank', 'ledger')).source.datasetId).toBe(newest)
  })

  it('is the dataset without an instance, however many instances there are', async () => {
    const { put, resolve } = await createTenant()
    const plain = await put('bank')
    await put('bank:a')
    await put('bank:b')
    expect((await resolve('bank', 'ledger')).source.datasetId).toBe(plain)
  })

  it('is ambiguous among several instances, and all of them are listed', async () => {
    const { put, resolve } = await createTenant()
    for (const instance of ['b', 'a', 'Z', 'b']) await put(`bank:${instance}`)
    const problem = await problemOf(resolve('bank', 'ledger'))
    expect(problem.code).toBe('adapter_ambiguous')
    expect(problem.details.detail).toBe(
      'Got the adapter bank for the source, which has several instances: bank:Z, bank:a, bank:b. Wanted one of them, or dataset:<id>.',
    )
    const both = await problemOf(resolve('bank', 'bank'))
    expect(both.details.errors?.map(({ pointer }) => pointer)).toEqual(['/sourceAdapter', '/targetAdapter'])
  })

  it('lists 20 instances and says that there are more', async () => {
    const { put, resolve } = await createTenant()
    for (let instance = 10; instance < 35; instance++) await put(`bank:i${instance}`)
    const problem = await problemOf(resolve('bank', 'ledger'))
    expect(problem.details.detail).toContain('bank:i29 and more. ')
  })

  it('can be named by dataset id', async () => {
    const { put, resolve } = await createTenant()
    const id = await put('bank:main')
    await put('bank:main')
    expect((await resolve(`dataset:${id}`, 'ledger')).source.datasetId).toBe(id)
  })

  it('is not found by an id that is unknown, ill-formed, of another tenant, or not sealed yet', async () => {
    const { put, resolve } = await createTenant()
    const foreign = await (await createTenant()).put('bank')
    const receiving = await put('bank', { state: 'receiving' })
    for (const id of [createId('dat', 0), 'x', foreign, receiving])
      expect((await problemOf(resolve(`dataset:${id}`, 'ledger'))).code).toBe('dataset_not_found')
    expect((await problemOf(resolve('dataset', 'ledger'))).code).toBe('dataset_not_found')
  })

  it('names every side whose dataset is not there', async () => {
    const { resolve } = await createTenant()
    const problem = await problemOf(resolve('dataset:x', 'dataset:y'))
    expect(problem.details.errors?.map(({ pointer }) => pointer)).toEqual(['/sourceAdapter', '/targetAdapter'])
  })

  it('does not see a dataset that is still received, nor those of another tenant or kind', async () => {
    const { put, resolve } = await createTenant()
    await (await createTenant()).put('bank:main')
    await put('bank:main', { state: 'receiving' })
    await put('custom:bank')
    expect((await resolve('bank', 'ledger')).source).toEqual(empty)
    expect((await resolve('bank:main', 'ledger')).source).toEqual(empty)
  })

  it('is empty, with a warning, when there is no dataset', async () => {
    const { resolve } = await createTenant()
    const sides = await resolve('bank', 'bank')
    expect([sides.source, sides.target]).toEqual([empty, empty])
    expect(sides.warnings.map(({ code, side }) => [code, side])).toEqual([
      ['no_dataset', 'source'],
      ['no_dataset', 'target'],
    ])
  })

  it('is built in for a demo adapter, unless the tenant has a dataset of it', async () => {
    const { put, resolve } = await createTenant()
    const { root, recordCount, totals } = demoDataset('demo-bank')
    const built = await resolve('demo-bank', 'demo-ledger')
    expect(built.source).toEqual({ datasetId: 'demo-bank', root, recordCount, totals })
    expect(built.warnings).toEqual([])
    const own = await put('demo-bank')
    expect((await resolve('demo-bank', 'demo-ledger')).source.datasetId).toBe(own)
  })
})

describe('both sides of a run', () => {
  it('may not be the same dataset', async () => {
    const { put, resolve } = await createTenant()
    const id = await put('bank:main')
    expect((await problemOf(resolve('bank', `dataset:${id}`))).code).toBe('same_dataset')
    expect((await problemOf(resolve('demo-bank', 'demo-bank'))).code).toBe('same_dataset')
  })

  it('may hold 50,000 records together and not one more', async () => {
    const { put, resolve } = await createTenant()
    await put('bank', { recordCount: 20_000 })
    await put('ledger', { recordCount: 30_001 })
    await put('erp', { recordCount: 30_000 })
    expect((await resolve('bank', 'erp')).target.recordCount).toBe(30_000)
    const problem = await problemOf(resolve('bank', 'ledger'))
    expect(problem.code).toBe('run_too_large')
    expect(problem.details.errors?.map(({ pointer }) => pointer)).toEqual(['/targetAdapter'])
    const swapped = await problemOf(resolve('ledger', 'bank'))
    expect(swapped.details.errors?.map(({ pointer }) => pointer)).toEqual(['/sourceAdapter'])
  })

  it('are found by reading a few rows, however many datasets there are', async () => {
    const { put, resolve, recorder } = await createTenant()
    for (let count = 0; count < 60; count++) await put('bank:main')
    recorder.reset()
    await resolve('bank', 'ledger')
    expect(recorder.roundTrips).toBe(1)
    expect(await recorder.rowsRead()).toBeLessThan(30)
  })
})

async function createTenant() {
  const { newTenant, recorder, env } = createTestApp()
  const { tenantId } = await newTenant()
  const db = queries(env.DB)
  const store = datasetStore(db)
  let made = 0
  return {
    recorder,
    async put(adapter: string, fields: { state?: string; recordCount?: number } = {}) {
      const id = createId('dat', ++made)
      await store.insert({ ...sample, tenantId, id, adapter, ...fields })
      return id
    },
    async resolve(source: string, target: string) {
      const adapters = { source: adapterOf(source), target: adapterOf(target) }
      const [sources, targets] = await db.batch([
        store.candidates(tenantId, choiceOf(adapters.source)),
        store.candidates(tenantId, choiceOf(adapters.target)),
      ])
      return resolveSides({ adapters, candidates: { source: sources, target: targets }, recordCountMax: 50_000 })
    },
  }
}

const sample = {
  name: 'Sample',
  format: 'csv',
  state: 'sealed',
  recordCount: 3,
  byteCount: 300,
  root: 'f'.repeat(64),
  totals: '{"EUR":"127.5"}',
  periodFrom: null,
  periodTo: null,
  warnings: '[]',
  createdBy: null,
  statements: null,
  received: null,
  createdAt: 0,
}

async function problemOf(attempt: Promise<unknown>): Promise<ProblemError> {
  const error = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ProblemError) return error
  throw new Error('No problem was thrown', { cause: error })
}
