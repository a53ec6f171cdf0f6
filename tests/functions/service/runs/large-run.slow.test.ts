import { introspectWorkflow } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { CanonicalRecord } from '@tallystick/engine/record'
import type { CriterionInput, RuleInput } from '@tallystick/engine/rules'
import { describe, expect, it } from 'vitest'
import type { RunRecord } from '../../../../schema/run.ts'
import { isLong } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { failingDatabase } from '../../../support/worker/faulty-database.ts'
import {
  createRunApp,
  type ExecutionOptions,
  executeInstance,
  filesOfRun,
  largeRun,
  queueRun,
  type RunAppOptions,
  readRunRecord,
  seedLargeRun,
  smallestLimits,
} from '../../../support/worker/large-runs.ts'
import { demoRun, makeRun, manyRecords, seedDataset } from '../../../support/worker/runs.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { changeObject, linesKeyOf } from '../../../support/worker/stored-objects.ts'

/** A large run that is queued. */
async function queued(options: RunAppOptions = {}, body: object = {}) {
  const app = createRunApp(options)
  const { client, tenantId } = await app.newTenant()
  const { id } = await queueRun(client, body)
  const execute = (options: ExecutionOptions = {}) => executeInstance(app, { tenantId, runId: id, attempt: 1 }, options)
  const state = () => readRunRecord(client, id)
  return { ...app, client, tenantId, id, execute, state }
}

let inRequest: Promise<RunRecord> | undefined
/** The run as a request executes it: once for all tests. */
const inline = (): Promise<RunRecord> => {
  inRequest ??= createTestApp()
    .newTenant()
    .then(async ({ client, tenantId }) => {
      await seedLargeRun(tenantId)
      return makeRun(client, largeRun)
    })
  return inRequest
}

/** Objects of a run that are none of its result, and folders that are not kept. */
async function leftovers(id: string) {
  const { results } = await env.DB.prepare(`SELECT folder FROM line_folders WHERE owner = ? AND state <> 'kept'`)
    .bind(id)
    .all<{ folder: string }>()
  return [...results, ...(await filesOfRun(id)).filter((name) => !/^\d+\/result\//.test(name))]
}

describe('a run that is too large for a request', () => {
  it('is queued, executed in pieces, and ends as the same run in a request', async () => {
    const { client, id, tenantId, started, execute, state, recorder } = await queued(
      { runLimits: smallestLimits },
      demoRun,
    )
    expect(started).toEqual([{ id: `${id}-1`, params: { tenantId, runId: id, attempt: 1 } }])
    const before = await state()
    expect([before.status, before.startedAt]).toEqual(['queued', null])
    expect(before.progress).toMatchObject({ recordsRead: 0, phase: null, recordsDone: 0 })
    recorder.reset()
    await execute()
    const [ended, expected] = [await state(), await makeRun((await createTestApp().newTenant()).client)]
    expect([ended.status, ended.resultRoot, ended.failure]).toEqual(['completed', expected.resultRoot, null])
    expect(ended.summary).toEqual(expected.summary)
    expect(ended.warnings).toEqual(expected.warnings)
    expect(ended.progress).toMatchObject({ recordsRead: 400, phase: null, recordsDone: 400 })
    expect(await leftovers(id)).toEqual([])
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    const page = await client.get(`/api/v1/runs/${id}/results?limit=5`)
    expect(page.status).toBe(200)
    const chain = await client.get(`/api/v1/runs/${id}/trust-explorer/verifyProofChain`)
    expect(await chain.json()).toMatchObject({ verified: true })
  })

  it('is answered with 202, where it is and when to look', async () => {
    const { client } = await createRunApp().newTenant()
    const response = await client.post('/api/v1/runs', demoRun)
    const { id } = await response.json<RunRecord>()
    expect([response.status, response.headers.get('Location'), response.headers.get('Retry-After')]).toEqual([
      202,
      `/api/v1/runs/${id}`,
      '5',
    ])
    expect(response.headers.get('Preference-Applied')).toBe(null)
  })

  it('shows how far it is while it is executed', async () => {
    const { execute, state } = await queued()
    const seen: RunRecord[] = []
    await execute({ before: async () => void seen.push(await state()) })
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['queued', 'running', 'completed']))
    const read = seen.map(({ progress }) => progress.recordsRead)
    expect(read).toEqual([...read].sort((left, right) => left - right))
    expect(new Set(read).size).toBe(3)
    const rules = (await state()).rules.map((rule) => rule.id)
    expect(rules).toEqual(expect.arrayContaining(seen.flatMap(({ progress }) => progress.rule ?? [])))
    // Reading, the rules, the rest: each is begun once.
    const ruleStates = seen.filter(({ status }) => status === 'running').map(({ progress }) => progress.rule !== null)
    expect(ruleStates.filter((has, index) => has !== ruleStates[index - 1])).toEqual([false, true, false])
  })

  it('is executed through the Workflow of the platform, as a small run is that prefers it', async () => {
    const workflow = await introspectWorkflow(env.RUNS)
    const { client, tenantId } = await createTestApp().newTenant()
    await seedLargeRun(tenantId)
    const response = await client.post('/api/v1/runs', largeRun, { Prefer: 'respond-async, wait=10' })
    expect([response.status, response.headers.get('Preference-Applied')]).toEqual([202, 'respond-async'])
    const { id } = await response.json<RunRecord>()
    const [instance] = await workflow.get()
    await instance?.waitForStatus('complete')
    expect((await readRunRecord(client, id)).resultRoot).toBe((await inline()).resultRoot)
    await workflow.dispose()
  })
})

const change = (record: CanonicalRecord, index: number): CanonicalRecord => ({
  ...record,
  id: `t${index}`,
  ...(index % 5 === 0 && { amount: `${index}.30` }),
  ...(index % 7 === 0 && { reference: 'INV-1' }),
  ...(index % 11 === 0 && { date: '2026-03-28' }),
})

const cases: readonly (readonly [string, readonly RuleInput[] | readonly CriterionInput[]])[] = [
  ['the built-in rules', []],
  ['one key', [{ field: 'reference' }, { field: 'amount' }]],
  [
    'a tolerance',
    [
      { field: 'amount', tolerance: '0.10' },
      { field: 'date', days: 3 },
    ] as never,
  ],
]

describe('a generated run in pieces', () => {
  it.each(cases)('has the root that it has in a request, with %s', async (_, rules) => {
    const app = createRunApp({ runLimits: smallestLimits })
    const { client, tenantId, secret } = await app.newTenant()
    const source = manyRecords(90)
    await seedDataset(tenantId, { adapter: 'bank:a', records: source, recordsOfChunk: 7 })
    await seedDataset(tenantId, {
      adapter: 'ledger:a',
      records: [...manyRecords(80, change), ...manyRecords(4, (record) => ({ ...record, id: `x${record.id}` }))],
      recordsOfChunk: 9,
    })
    const body = { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a', rules }
    const inRequest = await makeRun(createTestApp().clientWith({ 'X-API-Key': secret }), body)
    const { id } = await queueRun(client, body)
    await executeInstance(app, { tenantId, runId: id, attempt: 1 })
    const ended = await readRunRecord(client, id)
    expect([ended.failure, ended.resultRoot]).toEqual([null, inRequest.resultRoot])
    expect(ended.summary).toEqual(inRequest.summary)
  })
})

describe('the steps of a run', () => {
  it('may each be executed twice', async () => {
    const { id, execute, state } = await queued()
    await execute({ isTwice: true })
    expect((await state()).resultRoot).toBe((await inline()).resultRoot)
    expect(await leftovers(id)).toEqual([])
  })

  it('may each be killed when it has been executed', async () => {
    const once = await queued()
    const names = await once.execute()
    const { resultRoot } = await once.state()
    const every = isLong ? 9 : Math.ceil(names.length / 2)
    for (const killedAfter of names.filter(
      (_, index) => index % every === (isLong ? 1 : every - 1) || index > names.length - (isLong ? 5 : 2),
    )) {
      const { id, execute, state } = await queued()
      await execute({ killedAfter })
      expect([killedAfter, (await state()).resultRoot, await leftovers(id)]).toEqual([killedAfter, resultRoot, []])
    }
  })

  it.each(['before', 'after'] as const)('get over a call of D1 that fails once, %s it is done', async (when) => {
    const { resultRoot } = await inline()
    const short = when === 'before' ? [40] : [13]
    for (const number of isLong ? [1, 2, 3, 5, 8, 13, 40, 70] : short) {
      const { id, execute, state } = await queued()
      const failing = failingDatabase(env.DB, { number, when })
      // Between the steps nothing is repeated but the whole instance.
      await execute({ env: { DB: failing.database } }).catch(() => execute())
      expect([number, (await state()).resultRoot, await leftovers(id)]).toEqual([number, resultRoot, []])
    }
  })

  const faults = [
    ['put', 'after'],
    ['get', 'before'],
    ['put', 'before'],
    ['delete', 'after'],
  ] as const
  it.each(isLong ? faults : faults.slice(0, 1))(
    'get over calls of R2 that fail: %s, %s it is done',
    async (method, when) => {
      const { id, execute, state } = await queued()
      const bucket = faultyBucket(env.BUCKET, [{ method, when, matches: /runs\//, times: 4 }])
      await execute({ env: { BUCKET: bucket } })
      expect((await state()).resultRoot).toBe((await inline()).resultRoot)
      expect(await leftovers(id)).toEqual([])
    },
  )

  it.each(['', ', also when killed as it removes the files'])(
    'end the run as failed when the lines of a dataset were changed%s',
    async (killed) => {
      const app = createRunApp()
      const { client, tenantId } = await app.newTenant()
      const source = await seedDataset(tenantId, { adapter: 'bank:a', records: manyRecords(9), recordsOfChunk: 3 })
      await seedDataset(tenantId, { adapter: 'ledger:a', records: manyRecords(9) })
      const { id } = await queueRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a' })
      await env.DB.prepare(`UPDATE dataset_chunks SET text = replace(text, 'INV-5', 'INV-6') WHERE dataset_id = ?`)
        .bind(source)
        .run()
      await executeInstance(app, { tenantId, runId: id, attempt: 1 }, killed === '' ? {} : { killedAfter: 'discard' })
      const { status, failure } = await readRunRecord(client, id)
      expect([status, failure?.code]).toEqual(['failed', 'records_altered'])
      expect(failure?.detail).toMatch(/pinned to\. Chunk 1 of the dataset dat_\w+ has other lines than were stored\.$/)
      expect(await filesOfRun(id)).toEqual([])
      expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    },
  )

  it('end the run as failed when the lines of a dataset were changed in R2', async () => {
    const app = createRunApp()
    const { client, tenantId } = await app.newTenant()
    const rows = Array.from({ length: 3_400 }, (_, index) => `r${index},${index + 1}.01,EUR,${'x'.repeat(1_300)}`)
    const large = await client.post(
      '/api/v1/datasets?name=Large&adapter=bank:a&mapping={"id":"id","amount":"amount","currency":"currency"}',
      `id,amount,currency,description\n${rows.join('\n')}`,
      { 'Content-Type': 'text/csv' },
    )
    const { id: dataset } = await large.json<{ id: string }>()
    await seedDataset(tenantId, { adapter: 'ledger:a', records: manyRecords(9) })
    const { id } = await queueRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a' })
    await changeObject(linesKeyOf(tenantId, dataset), (bytes) =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"17.01"', '"18.01"')),
    )
    await executeInstance(app, { tenantId, runId: id, attempt: 1 })
    const { status, failure } = await readRunRecord(client, id)
    expect([status, failure?.code]).toEqual(['failed', 'records_altered'])
    expect(failure?.detail).toMatch(/pinned to\. Chunk 0 of the dataset dat_\w+ has other lines than were stored\.$/)
    expect(await filesOfRun(id)).toEqual([])
  })

  it('leave a run of another version of the engine as failed', async () => {
    const { id, execute, state } = await queued()
    await env.DB.prepare(`UPDATE runs SET engine_version = '0.9.0' WHERE id = ?`).bind(id).run()
    await execute()
    expect((await state()).failure?.detail).toMatch(/made for engine 0\.9\.0/)
    expect(await filesOfRun(id)).toEqual([])
  })
})
