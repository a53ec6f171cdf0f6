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
import type { WorkflowFault } from '../../../support/worker/memory-workflow.ts'
import { makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const instanceCount = 3

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
    explain: { segmentByteCountMax: 1_000, segmentCountAtOnce: 1, pieceByteCount: 600, cohortByteCount: 600 },
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

interface DealtOptions {
  /** How the instances that do some of the tasks are executed. */
  readonly ofOthers?: ExecutionOptions
  /** Which instances are executed at all, by their places among those that were started. */
  readonly isExecuted?: (index: number) => boolean
  readonly now?: () => number
  readonly faults?: readonly WorkflowFault[]
}

/** A large run that is queued, whose tasks are dealt to instances that are executed whenever their parent waits. */
async function dealtRun({ ofOthers = {}, isExecuted = () => true, now, faults = [] }: DealtOptions = {}) {
  const app = createRunApp({ runLimits, faults, env: { RUN_INSTANCES: String(instanceCount) }, ...(now && { now }) })
  const { client, tenantId } = await app.newTenant()
  await seed(tenantId)
  const { id } = await queueRun(client, adapters)
  const executed = new Set<string>()
  const executeOthers = async (): Promise<void> => {
    for (const [index, { id: instance, params }] of app.started.entries()) {
      if (params.tasks === undefined || executed.has(instance) || !isExecuted(index)) continue
      executed.add(instance)
      await executeInstance(app, params, ofOthers)
      app.states.set(instance, 'complete')
    }
  }
  const execute = (options: ExecutionOptions = {}, parameters: Partial<LargeRunParameters> = {}) =>
    executeInstance(app, { tenantId, runId: id, attempt: 1, ...parameters }, { waiting: executeOthers, ...options })
  return { ...app, client, tenantId, id, execute, executeOthers, state: () => readRunRecord(client, id) }
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

it('is dealt to instances, and ends as in one', async () => {
  const { execute, state, started, id } = await dealtRun()
  const steps = await execute()
  const ended = await state()
  expect([ended.status, ended.resultRoot, ended.summary]).toEqual([
    'completed',
    (await inline()).resultRoot,
    (await inline()).summary,
  ])
  const dealt = started.flatMap(({ params: { tasks } }) => tasks ?? [])
  expect(Math.max(...dealt.map(({ index }) => index))).toBe(instanceCount - 1)
  expect(new Set(dealt.map(({ phase }) => phase.replace(/-?\d+$/, '')))).toEqual(
    new Set(['read', 'claims', 'reasons-causes', 'reasons-cohorts', 'reasons-passes', 'reasons-searches']),
  )
  expect(started.filter(({ params }) => params.tasks?.phase === 'read').map((each) => each.id)).toEqual(
    [0, 1, 2].map((index) => `${id}-1-read-${index}`),
  )
  expect(steps.filter((name) => /^(read|look)-/.test(name))).toEqual([])
  expect((await filesOfRun(id)).filter((name) => !/^\d+\/result\//.test(name))).toEqual([])
})

it.each(eachOf(2, [{ killedAfter: 'leave-outcome' }, { isTwice: true }]))(
  'ends the same when instances have to repeat steps: %o',
  async (ofOthers) => {
    const { execute, state } = await dealtRun({ ofOthers })
    await execute({ killedAfter: 'start-read' })
    expect((await state()).resultRoot).toBe((await inline()).resultRoot)
  },
)

it('looks for what instances have left when their events are lost', async () => {
  const { execute, executeOthers, state, events } = await dealtRun()
  const waiting = async () => {
    await executeOthers()
    events.length = 0
  }
  const steps = await execute({ waiting })
  expect((await state()).resultRoot).toBe((await inline()).resultRoot)
  expect(steps.filter((name) => /^look-read-/.test(name))).toEqual(['look-read-0-0', 'look-read-1-0', 'look-read-2-0'])
})

it('is told again when the platform refused an event at first', async () => {
  const { execute, state } = await dealtRun({ faults: [{ method: 'sendEvent', when: 'before' }] })
  const steps = await execute()
  expect((await state()).resultRoot).toBe((await inline()).resultRoot)
  expect(steps.filter((name) => /^look-/.test(name))).toEqual([])
})

it('fails with the reason of the instance that failed', async () => {
  const { execute, state, id, tenantId } = await dealtRun()
  await env.DB.prepare(`UPDATE dataset_chunks SET text = replace(text, '"id":', '"id";') WHERE tenant_id = ?`)
    .bind(tenantId)
    .run()
  await execute()
  const { status, failure } = await state()
  expect([status, failure?.code]).toEqual(['failed', 'records_altered'])
  expect(failure?.detail).toMatch(/pinned to\. Chunk 0 of the dataset dat_\w+ has other lines than were stored\.$/)
  expect(await filesOfRun(id)).toEqual([])
})

it('is executed anew when an instance with some of the tasks died', async () => {
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
  } = await dealtRun({
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
    executeOthers,
  } = await dealtRun({
    now: () => now,
  })
  let looks = 0
  const waiting = async (milliseconds: number): Promise<void> => {
    looks += 1
    if (looks > 8) return executeOthers()
    for (const { id, params } of started) if (params.tasks !== undefined) states.set(id, 'queued')
    now += milliseconds
    await sweepLargeRuns({ db: queries(databaseOf(bindings, tenantId)), env: bindings, isolate })
  }
  await execute({ waiting })
  expect([(await state()).status, new Set(started.map(({ params }) => params.attempt))]).toEqual([
    'completed',
    new Set([1]),
  ])
})

it('does nothing more in any instance once it is cancelled', async () => {
  const { execute, state, client, id } = await dealtRun()
  await execute({ waiting: async () => void (await client.delete(`/api/v1/runs/${id}`)) })
  expect((await state()).status).toBe('cancelled')
})

it.each(['0', '101', 'many'])('is said not to be ready when RUN_INSTANCES is %s', async (count) => {
  const { client } = createTestApp({ env: { RUN_INSTANCES: count }, runLimits: smallLimits })
  const readiness = await client.get('/api/v1/ready')
  expect((await readiness.json<Readiness>()).missing).toEqual(['RUN_INSTANCES'])
})

it('is dealt to eight instances where the deployment says nothing', async () => {
  const app = createRunApp({ runLimits, env: { RUN_INSTANCES: '' } })
  const { client, tenantId } = await app.newTenant()
  await seed(tenantId)
  const { id } = await queueRun(client, adapters)
  const waiting = async (): Promise<void> => {
    throw new Error('It waits')
  }
  await expect(executeInstance(app, { tenantId, runId: id, attempt: 1 }, { waiting })).rejects.toThrow('It waits')
  const dealt = app.started.flatMap(({ params: { tasks } }) => tasks ?? [])
  expect(dealt.length).toBeGreaterThan(3)
  expect(dealt.length).toBeLessThanOrEqual(8)
})
