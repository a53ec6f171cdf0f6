import { env } from 'cloudflare:workers'
import type { CanonicalRecord } from '@tallystick/engine/record'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLimits } from '../../../../functions/service/platform/run-limits.ts'
import { type RunRecord, runPhases } from '../../../../schema/run.ts'
import {
  createRunApp,
  type ExecutionOptions,
  executeInstance,
  queueRun,
  readRunRecord,
} from '../../../support/worker/large-runs.ts'
import { manyRecords, seedDataset } from '../../../support/worker/runs.ts'

const recordCount = 20_000

const adapters = {
  sourceAdapter: 'bank:a',
  targetAdapter: 'ledger:a',
  rules: [
    { id: 'exact', match: [{ field: 'reference' }, { field: 'amount' }] },
    { id: 'near', match: [{ field: 'reference' }, { field: 'amount', tolerance: '0.10' }] },
  ],
}

/** Keeps every progress that is stored. Other tests share the database. */
beforeAll(() =>
  env.DB.batch([
    env.DB.prepare('CREATE TABLE noted (run TEXT, progress TEXT) STRICT'),
    env.DB.prepare(`CREATE TRIGGER notes AFTER UPDATE OF progress ON runs WHEN new.progress IS NOT NULL
      BEGIN INSERT INTO noted VALUES (new.id, new.progress); END`),
  ]),
)

afterAll(() => env.DB.batch([env.DB.prepare('DROP TRIGGER notes'), env.DB.prepare('DROP TABLE noted')]))

interface NotedProgress {
  readonly phase: string
  readonly rule: string | null
  readonly order: number
  readonly done: { readonly [instance: string]: number }
}

/** A run that a client does not wait for, and every progress that is stored of it. */
async function queuedRun(instanceCount: number, pieces = runLimits.pieces) {
  const limits = { ...runLimits, noteMilliseconds: 0, ...(pieces && { pieces }) }
  const app = createRunApp({ runLimits: limits, env: { RUN_INSTANCES: String(instanceCount) } })
  const { client, tenantId } = await app.newTenant()
  const change = (record: CanonicalRecord, index: number): CanonicalRecord => ({
    ...record,
    ...(index % 10 === 0 && { amount: `${index + 1}.30` }),
    ...(index % 50 === 1 && { reference: `X-${index}` }),
  })
  await seedDataset(tenantId, {
    adapter: adapters.sourceAdapter,
    records: manyRecords(recordCount),
    recordsOfChunk: 5_000,
  })
  await seedDataset(tenantId, {
    adapter: adapters.targetAdapter,
    records: manyRecords(recordCount, change),
    recordsOfChunk: 5_000,
  })
  const { id } = await queueRun(client, adapters, { Prefer: 'respond-async' })
  const noted = async (): Promise<readonly NotedProgress[]> => {
    const { results } = await env.DB.prepare('SELECT progress FROM noted WHERE run = ? ORDER BY rowid')
      .bind(id)
      .all<{ progress: string }>()
    return results.map(({ progress }) => JSON.parse(progress))
  }
  const executeOthers = async (): Promise<void> => {
    for (const { id: instance, params } of app.started) {
      if (params.tasks === undefined || app.states.get(instance) === 'complete') continue
      await executeInstance(app, params)
      app.states.set(instance, 'complete')
    }
  }
  const execute = (options: ExecutionOptions = {}) =>
    executeInstance(app, { tenantId, runId: id, attempt: 1 }, { waiting: executeOthers, ...options })
  const mark = async (step: string): Promise<void> => {
    await env.DB.prepare('INSERT INTO noted VALUES (?, ?)').bind(`${id}-steps`, JSON.stringify({ step })).run()
  }
  return { id, execute, noted, mark, state: () => readRunRecord(client, id) }
}

const doneOf = ({ done }: NotedProgress): number => Object.values(done).reduce((sum, each) => sum + each, 0)

const stageOf = ({ phase, rule }: Pick<NotedProgress, 'phase' | 'rule'>): string => rule ?? phase

/** The counts of each stage, in the order of the notes. */
function countsByStage(noted: readonly NotedProgress[]): ReadonlyMap<string, readonly number[]> {
  const stages = noted.map(stageOf)
  const changes = stages.filter((stage, index) => stage !== stages[index - 1])
  expect(changes).toEqual(['reading', 'exact', 'near', 'explaining', 'writing', 'sealing'])
  return new Map(changes.map((stage) => [stage, noted.filter((each) => stageOf(each) === stage).map(doneOf)]))
}

const isGrowing = (counts: readonly number[]): boolean =>
  counts.every((count, index) => index === 0 || count >= (counts[index - 1] ?? 0))

it('tells phase after phase, with counts that grow within a task', async () => {
  const { execute, noted, state } = await queuedRun(1)
  const seen: RunRecord[] = []
  let isRunning = true
  const watching = (async () => {
    while (isRunning) {
      seen.push(await state())
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  await execute()
  isRunning = false
  await watching
  const counts = countsByStage(await noted())
  expect([...counts.values()].filter((each) => !isGrowing(each))).toEqual([])
  const all = 2 * recordCount
  // What the second rule gets is what the first rule left: a tenth of either side.
  const most = (stage: string) => counts.get(stage)?.at(-1)
  expect([most('reading'), most('exact'), most('writing')]).toEqual([all, all, all])
  expect(most('explaining')).toBeGreaterThan(0.8 * all)
  expect(new Set(counts.get('explaining')).size).toBeGreaterThan(3)
  expect(most('near')).toBeGreaterThanOrEqual((2 * recordCount) / 10)
  expect(most('near')).toBeLessThan(all / 2)
  // One task reads a side, and one task applies a rule to both: there are counts between its beginning and its end.
  expect(new Set(counts.get('reading')).size).toBeGreaterThan(3)
  expect(new Set(counts.get('exact')).size).toBeGreaterThan(3)
  expect(seen.filter(({ progress }) => progress.recordsDone > all || progress.recordsRead > all)).toEqual([])
  const shown = seen.flatMap(({ status, progress }) => (status === 'running' ? (progress.phase ?? []) : []))
  const places = shown.map((phase) => runPhases.indexOf(phase))
  expect(isGrowing(places)).toBe(true)
  expect((await state()).progress).toEqual({
    recordsRead: all,
    recordCount: all,
    rule: null,
    phase: null,
    recordsDone: all,
  })
})

const smallPieces = {
  partByteCount: 400_000,
  partitionByteCount: 800_000,
  pieceByteCountMax: 1_200_000,
  mergedLineCountMax: 10_000,
  mergedFileCountMax: 64,
  chunkByteCountMax: 200_000,
}

it('adds the counts of all instances, and counts no task again after an instance was killed', async () => {
  const { execute, noted } = await queuedRun(3, smallPieces)
  await execute({ killedAfter: 'check' })
  const all = await noted()
  const counts = countsByStage(all)
  expect([...counts.values()].filter((each) => !isGrowing(each))).toEqual([])
  expect(counts.get('reading')?.at(-1)).toBe(2 * recordCount)
  expect(counts.get('exact')?.at(-1)).toBe(2 * recordCount)
  // Each phase of this stage has instances of its own, which count from 0.
  expect(counts.get('explaining')?.at(-1)).toBeGreaterThan(recordCount)
  const instances = Object.keys(all.findLast(({ phase }) => phase === 'reading')?.done ?? {})
  expect(instances).toEqual(['own', 'read-0', 'read-1', 'read-2'])
})

it('counts a task once that was repeated after its isolate died', async () => {
  const { execute, noted } = await queuedRun(1, smallPieces)
  await execute({ killedAfter: 'read-source-2', isTwice: true })
  const counts = countsByStage(await noted())
  expect([...counts.values()].filter((each) => !isGrowing(each))).toEqual([])
  expect(counts.get('reading')?.at(-1)).toBe(2 * recordCount)
  expect(counts.get('writing')?.at(-1)).toBe(2 * recordCount)
})

/** Steps of lists and whole files, which take no time for each record. All other steps count records. */
const uncounted =
  /^(begin|plan|check|facts|groups|sorted|explain-slices|reasons-(begin|kept|matched|settle)|search-costs|leftover|broken|covered|outcome|reserve|seal|clean|merge-(header|totals|suggestions))/

it('counts records in each step that goes through some, so that no count stands while work goes on', async () => {
  const { id, execute, mark } = await queuedRun(1, smallPieces)
  await execute({ before: mark })
  const { results } = await env.DB.prepare('SELECT progress FROM noted WHERE run IN (?, ?) ORDER BY rowid')
    .bind(id, `${id}-steps`)
    .all<{ progress: string }>()
  const told: { step: string; at: string }[] = []
  let step = ''
  for (const each of results.map(({ progress }) => JSON.parse(progress))) {
    if (each.step !== undefined) step = each.step
    // The first note of a step has the counts with which the step begins.
    else if (told.at(-1)?.step !== step) told.push({ step, at: `${stageOf(each)} ${doneOf(each)}` })
  }
  const stood = told.filter(({ at }, index) => at === told[index + 1]?.at).map((each) => each.step)
  expect(told.length).toBeGreaterThan(50)
  expect(stood.filter((each) => !uncounted.test(each))).toEqual([])
})
