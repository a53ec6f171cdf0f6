import { addPart } from '@tallystick/engine/close'
import type { Side } from '@tallystick/engine/record'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { ProblemError } from '../http/problem.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { requireUndiverged } from '../log/log-diverged.ts'
import type { Executor } from '../runs/executor.ts'
import { answerExistingRun, makeRun } from '../runs/make-run.ts'
import type { RunContent } from '../runs/queued-run.ts'
import { openRequest, readClaim } from '../runs/run-request.ts'
import { auditStore } from '../store/audit-store.ts'
import { keepRooted, type RootedLines } from '../store/close-line-store.ts'
import { decisionStore } from '../store/decision-store.ts'
import { logStore } from '../store/log-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import { isStorageConflict } from '../store/storage-store.ts'
import { decidedFiles } from './decided-files.ts'
import { type EarlierLines, earlierAfter } from './earlier-lines.ts'
import { gatherEarlier } from './gather-earlier.ts'
import type { DatasetsToRead } from './long-lines.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { type EarlierBounds, earlierBounds, takeMemory } from './period-limits.ts'
import { datasetsOf, type ReadDataset, statementsOf } from './period-lines.ts'
import { type StoredFiles, withEarlier } from './period-run-files.ts'
import { linesOfPeriod, pinnedSides, runPeriodOf } from './pinned-period.ts'
import { settingsOf } from './reconciliation-record.ts'
import { settleStored } from './settle-stored.ts'
import { begunAfter, linesOfBegun, periodBefore } from './stored-period.ts'

/**
 * Runs the rules of a period and the instructions of its decisions over all that it reads, as a run of its own, from
 * which the items of the period come once it is completed. Throws `run_too_large`, `period_not_run` where the period
 * before was not run, and the problems of a period that is not open.
 */
export async function makePeriodRun(c: Context<AppEnv>, periodId: string): Promise<Response> {
  const request = await openRequest(c, readKeyHash(c), {})
  const { executor, tenantId } = request
  const { db } = executor
  const [[claim], [log], [row]] = await db.batch([
    readClaim(request),
    logStore(db).find(tenantId),
    periodStore(db).find(tenantId, periodId),
  ])
  const answered = await answerExistingRun(request, claim)
  if (answered) return answered
  requireUndiverged(log)
  if (row === undefined) throw new ProblemError('period_not_found')
  refuseUnlessOpen(row)
  const content = await settledContent(c, executor, row)
  const event = eventOf(c, { action: 'period.run', subject: periodId })
  return makeRun(request, content, [auditStore(db).insert(event)])
}

/** Finds what the run reads, and what decisions ask of it. Stores what no dataset has. */
async function settledContent(c: Context<AppEnv>, executor: Executor, row: PeriodRow): Promise<RunContent> {
  const { tenantId, id: periodId, reconciliationId } = row
  const { db } = executor
  await requireRunBefore(executor, row)
  const datasets = await datasetsOf(executor, row)
  const { begun, earlier } = await begunWith(executor, row)
  const { byteCount, recordCount } = await takeMemory(c, begun, datasets)
  const { kept, ...settled } = await settle(executor, row, {
    begun,
    earlier,
    datasets,
    bounds: earlierBounds(c, recordCount),
  })
  try {
    await keepRooted(db, tenantId, { periodId, lines: kept })
  } catch (error) {
    throw isStorageConflict(error) ? await storageProblem(db, tenantId, 0) : error
  }
  // The run reads its records anew.
  c.var.memory.release()
  const [[settings], [policy]] = await db.batch([
    reconciliationStore(db).settings(tenantId, reconciliationId, row.settingsVersion),
    reconciliationStore(db).policy(tenantId, reconciliationId, row.policyVersion),
  ])
  if (settings === undefined || policy === undefined) throw recordsAltered('The settings of the period are gone.')
  const { name, source, target } = settingsOf(settings.settings)
  const { rules, policyId, policyHash, policyParts } = policy
  return {
    name: `${name} ${row.name}`.slice(0, nameLengthMax),
    sourceAdapter: source.adapter,
    targetAdapter: target.adapter,
    ...settled,
    warnings: [],
    byteCount,
    policy: { columns: { rules, policyId, policyHash, policyParts }, parts: [] },
    replayOf: null,
  }
}

interface ToSettle {
  readonly begun: StoredFiles
  readonly earlier: EarlierLines
  readonly datasets: readonly ReadDataset[]
  readonly bounds: EarlierBounds
}

interface SettledRun extends Pick<RunContent, 'period' | 'source' | 'target'> {
  /** What no dataset has. */
  readonly kept: readonly RootedLines[]
}

/** Afterwards no record is in memory. */
async function settle(executor: Executor, row: PeriodRow, given: ToSettle): Promise<SettledRun> {
  const { begun, earlier, datasets, bounds } = given
  const rows = await decisionStore(executor.db).all(row.tenantId, row.id)
  const files = { ...begun, ...decidedFiles(row, { rows, statements: statementsOf(datasets) }) }
  const lines = linesOfBegun(executor, row, { files, read: bySide(datasets) })
  const gathered = await gatherEarlier(executor, earlier, { periodId: row.id, lines, bounds })
  const all = withEarlier(datasets.reduce(withDataset, files), gathered.repeatable)
  // The lines of the result are let go of.
  const { asked, period } = await settleStored(executor, { files: all, lines })
  const rooted = await linesOfPeriod({ ...files, ...asked }, period)
  return {
    ...pinnedSides(period, datasets),
    period: runPeriodOf(row, period, { ...rooted, earlier: gathered }),
    kept: [...gathered.kept, ...Object.values(rooted)],
  }
}

const nameLengthMax = 200

/** What a run begins with depends on that of the period before. */
async function requireRunBefore({ db }: Executor, { tenantId, reconciliationId, number }: PeriodRow): Promise<void> {
  if (number === 1) return
  const [before] = await periodStore(db).page(tenantId, reconciliationId, { before: number, limit: 1 })
  if (before?.runId == null)
    throw new ProblemError('period_not_run', { detail: 'The period before has to be run first.' })
}

const bySide = (datasets: readonly ReadDataset[]) => {
  const of = (side: Side): DatasetsToRead =>
    datasets.flatMap((each) =>
      each.side === side && each.recordCount > 0 ? [{ datasetId: each.id, recordCount: each.recordCount }] : [],
    )
  return { source: of('source'), target: of('target') }
}

const withDataset = (files: StoredFiles, { side, name: file, root, recordCount: count }: ReadDataset): StoredFiles =>
  addPart(files, side, { kind: 'dataset', root, count, file })

/** Of the period before only its lines are at hand then. */
async function begunWith(executor: Executor, row: PeriodRow) {
  const before = await periodBefore(executor, row)
  return { begun: await begunAfter(executor, row, before), earlier: earlierAfter(before, row) }
}
