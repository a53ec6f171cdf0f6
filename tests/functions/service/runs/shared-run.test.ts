import { env } from 'cloudflare:workers'
import type { CanonicalRecord } from '@tallystick/engine/record'
import { expect, it } from 'vitest'
import type { LargeRunParameters } from '../../../../functions/service/env.ts'
import type { RunLimits } from '../../../../functions/service/platform/run-limits.ts'
import { sweepLargeRuns } from '../../../../functions/service/runs/sweep-large-runs.ts'
import { databaseOf, queries } from '../../../../functions/service/store/database.ts'
import type { Readiness } from '../../../../schema/meta.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { eachOf, isLong } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import {
  createRunApp,
  type ExecutionOptions,
  executeInstance,
  filesOfRun,
  queueRun,
  readRunRecord,
  smallLimits,
} from '../../../support/worker/large-runs.ts'
import { makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const shareCount = 3

/** Limits under which each phase has several tasks. */
const runLimits: RunLimits = {
  ...smallLimits,
  pieces: {
    partByteCount: 700,
    partitionByteCount: 1_500,
    pieceByteCountMax: 2_000,
    mergedLineCountMax: 100,
    mergedFileCountMax: 64,
    chunkByteCountMax: 3_000,
    explain: { sliceByteCountMax: 1_000, sliceCountAtOnce: 1, pieceByteCount: 600, sampleEvery: 2 },
  },
}

const oneRule = [{ id: 'reference', match: [{ field: 'reference' }, { field: 'amount' }] }]
/** The built-in rules in the long form: each has tasks of its own. */
const adapters = { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a', rules: isLong ? [] : oneRule }

/** Of every kind: equal, off by an amount, without a counterpart. */
async function seed(tenantId: string): Promise<void> {
  const change = (record: CanonicalRecord, index: number): CanonicalRecord => ({
    ...record,
    id: `t${index}`,
    ...(index % 4 === 0 && { amount: `${index}.30` }),
    ...(index % 5 === 0 && { reference: `X-${index}` }),
  })
  await seedDataset(tenantId, { adapter: adapters.sourceAdapter, records: manyRecords(16), recordsOfChunk: 5 })
  await seedDataset(tenantId, { adapter: adapters.targetAdapter, records: manyRecords(14, change), recordsOfChunk: 5 })
}

interface SharedOptions {
  /** How the instances of the shares are executed. */
  readonly ofShares?: ExecutionOptions
  /** Which shares are executed at all, by their places among those that were started. */
  readonly isExecuted?: (index: number) => boolean
  readonly now?: () => number
}

/** A large run that is queued, whose tasks are shared among instances that are executed whenever their parent waits. */
async function sharedRun({ ofShares = {}, isExecuted = () => true, now }: SharedOptions = {}) {
  const app = createRunApp({ runLimits, env: { RUN_INSTANCES: String(shareCount) }, ...(now && { now }) })
  const { client, tenantId } = await app.newTenant()
  await seed(tenantId)
  const { id } = await queueRun(client, adapters)
  const executed = new Set<string>()
  const executeShares = async (): Promise<void> => {
    for (const [index, { id: instance, params }] of app.started.entries()) {
      if (params.share === undefined || executed.has(instance) || !isExecuted(index)) continue
      executed.add(instance)
      await executeInstance(app, params, ofShares)
      app.states.set(instance, 'complete')
    }
  }
  const execute = (options: ExecutionOptions = {}, parameters: Partial<LargeRunParameters> = {}) =>
    executeInstance(app, { tenantId, runId: id, attempt: 1, ...parameters }, { waiting: executeShares, ...options })
  return { ...app, client, tenantId, id, execute, executeShares, state: () => readRunRecord(client, id) }
}

let inRequest: Promise<RunRecord> | undefined
/** The same run as a request executes it: once for all tests. */
const inline = (): Promise<RunRecord> => {
  inRequest ??= createTestApp()
    .newTenant()
    .then(async ({ client, tenantId }) => {
      await seed(tenantId)
      return makeRun(client, adapters)
    })
  return inRequest
}

it('is shared among instances, and ends as in one', async () => {
  const { execute, state, started, id } = await sharedRun()
  const steps = await execute()
  const ended = await state()
  expect([ended.status, ended.resultRoot, ended.summary]).toEqual([
    'completed',
    (await inline()).resultRoot,
    (await inline()).summary,
  ])
  const shares = started.flatMap(({ params: { share } }) => share ?? [])
  expect(new Set(shares.map(({ of }) => of))).toContain(shareCount)
  expect(new Set(shares.map(({ phase }) => phase.replace(/-?\d+$/, '')))).toEqual(
    new Set(['read', 'claims', 'explain-surveys', 'explain-passes', 'explain-searches']),
  )
  expect(started.filter(({ params }) => params.share?.phase === 'read').map((each) => each.id)).toEqual(
    [0, 1, 2].map((index) => `${id}-1-read-${index}`),
  )
  expect(steps.filter((name) => /^read-/.test(name))).toEqual([])
  expect((await filesOfRun(id)).filter((name) => !/^\d+\/result\//.test(name))).toEqual([])
})

it.each(eachOf(2, [{ killedAfter: 'share' }, { isTwice: true }]))(
  'ends the same when instances have to repeat steps: %o',
  async (ofShares) => {
    const { execute, state } = await sharedRun({ ofShares })
    await execute({ killedAfter: 'look-read-0' })
    expect((await state()).resultRoot).toBe((await inline()).resultRoot)
  },
)

it('fails with the reason of the share that failed', async () => {
  const { execute, state, id, tenantId } = await sharedRun()
  await env.DB.prepare(`UPDATE dataset_chunks SET text = replace(text, '"id":', '"id";') WHERE tenant_id = ?`)
    .bind(tenantId)
    .run()
  await execute()
  const { status, failure } = await state()
  expect([status, failure?.code]).toEqual(['failed', 'records_altered'])
  expect(failure?.detail).toMatch(/pinned to\. Chunk 0 of the dataset dat_\w+ has other lines than were stored\.$/)
  expect(await filesOfRun(id)).toEqual([])
})

it('is executed anew when the instance of a share died', async () => {
  let now = Date.now()
  let isDead = true
  const {
    execute,
    state,
    states,
    started,
    isolate,
    env: bindings,
    id,
    tenantId,
  } = await sharedRun({
    now: () => now,
    isExecuted: (index) => !isDead || index > 1,
  })
  const die = async () => states.set(`${id}-1-read-0`, 'errored')
  await expect(execute({ waiting: async () => void (await die()) })).rejects.toThrow('has ended and left nothing')
  expect((await state()).status).toBe('running')
  isDead = false
  states.set(`${id}-1`, 'errored')
  now += 10 * 60_000
  await sweepLargeRuns({ db: queries(databaseOf(bindings, tenantId)), env: bindings, isolate })
  expect(started.at(-1)?.id).toBe(`${id}-2`)
  await execute({}, { attempt: 2 })
  expect((await state()).resultRoot).toBe((await inline()).resultRoot)
})

it('waits for instances that the platform has not begun, and is not taken for dead meanwhile', async () => {
  let now = Date.now()
  const {
    execute,
    state,
    states,
    started,
    isolate,
    env: bindings,
    tenantId,
    executeShares,
  } = await sharedRun({
    now: () => now,
  })
  let looks = 0
  const waiting = async (): Promise<void> => {
    looks += 1
    if (looks > 4) return executeShares()
    for (const { id, params } of started) if (params.share !== undefined) states.set(id, 'queued')
    now += 4 * 60_000
    await sweepLargeRuns({ db: queries(databaseOf(bindings, tenantId)), env: bindings, isolate })
  }
  await execute({ waiting })
  expect([(await state()).status, new Set(started.map(({ params }) => params.attempt))]).toEqual([
    'completed',
    new Set([1]),
  ])
})

it('does nothing more in any instance once it is cancelled', async () => {
  const { execute, state, client, id } = await sharedRun()
  await execute({
    before: async (step) => void (step === 'look-read-0' && (await client.delete(`/api/v1/runs/${id}`))),
  })
  expect((await state()).status).toBe('cancelled')
})

it.each(['0', '101', 'many'])('is said not to be ready when RUN_INSTANCES is %s', async (count) => {
  const { client } = createTestApp({ env: { RUN_INSTANCES: count }, runLimits: smallLimits })
  const readiness = await client.get('/api/v1/ready')
  expect((await readiness.json<Readiness>()).missing).toEqual(['RUN_INSTANCES'])
})

it('is shared among eight where the deployment says nothing', async () => {
  const app = createRunApp({ runLimits, env: { RUN_INSTANCES: '' } })
  const { client, tenantId } = await app.newTenant()
  await seed(tenantId)
  const { id } = await queueRun(client, adapters)
  const waiting = async (): Promise<void> => {
    throw new Error('It waits')
  }
  await expect(executeInstance(app, { tenantId, runId: id, attempt: 1 }, { waiting })).rejects.toThrow('It waits')
  const shares = app.started.flatMap(({ params: { share } }) => share ?? [])
  expect(shares.length).toBeGreaterThan(3)
  expect(shares.length).toBeLessThanOrEqual(8)
})
