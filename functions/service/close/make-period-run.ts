import { at } from '@tallystick/engine/base'
import {
  addDataset,
  findRepeatable,
  type PeriodFiles,
  type SettledPeriod,
  totalsOfSide,
} from '@tallystick/engine/close'
import type { BySide, Side } from '@tallystick/engine/record'
import type { PinnedSide, RunPeriod } from '@tallystick/schema/json-columns'
import type { Context } from 'hono'
import { recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf } from '../http/audit-event.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { ProblemError } from '../http/problem.ts'
import { storageProblem } from '../http/usage/storage-quota.ts'
import { requireUndiverged } from '../log/log-diverged.ts'
import { sha256 } from '../platform/hasher.ts'
import { computeInSlices } from '../platform/slices.ts'
import type { Executor } from '../runs/executor.ts'
import { answerExistingRun, makeRun } from '../runs/make-run.ts'
import type { RunContent } from '../runs/queued-run.ts'
import { openRequest, readClaim } from '../runs/run-request.ts'
import { auditStore } from '../store/audit-store.ts'
import { keepRooted, type RootedLines, rootedLines } from '../store/close-line-store.ts'
import { decisionStore } from '../store/decision-store.ts'
import { logStore } from '../store/log-store.ts'
import { type PeriodRow, periodStore } from '../store/period-store.ts'
import { reconciliationStore } from '../store/reconciliation-store.ts'
import { isStorageConflict } from '../store/storage-store.ts'
import { decidedFiles } from './decided-files.ts'
import { earlierAfter, type GatheredEarlier, gatherEarlier } from './earlier-lines.ts'
import { refuseUnlessOpen } from './period-change.ts'
import { earlierTaker, takeMemory } from './period-limits.ts'
import { datasetsOf, linesOfDatasets, type ReadDataset, statementsOf } from './period-lines.ts'
import { withEarlier } from './period-run-files.ts'
import { settingsOf } from './reconciliation-record.ts'
import { settleStored } from './settle-stored.ts'
import { begunAfter, periodBefore } from './stored-period.ts'

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
  const byteCount = await takeMemory(c, begun, { datasets, addedCount: earlier.added.length })
  const rows = await decisionStore(db).all(tenantId, periodId)
  const read = await linesOfDatasets(executor, tenantId, datasets)
  const files = {
    ...read.reduce((all, dataset) => addDataset(sha256, all, dataset), withEarlier(begun, '')),
    ...decidedFiles(row, { rows, statements: statementsOf(datasets) }),
  }
  const isRepeatable = await computeInSlices(findRepeatable(sha256, files))
  const take = earlierTaker(c)
  const gathered = await gatherEarlier(executor, earlier, { periodId, isRepeatable, take })
  const settled = await settleStored(executor, withEarlier(files, gathered.repeatable))
  // The run reads its records anew.
  c.var.memory.release()
  const lines = await linesOfPeriod(settled.files)
  try {
    await keepRooted(db, tenantId, { periodId, lines: [...gathered.kept, ...Object.values(lines)] })
  } catch (error) {
    throw isStorageConflict(error) ? await storageProblem(db, tenantId, 0) : error
  }
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
    ...pinnedSides(settled, datasets),
    warnings: [],
    byteCount,
    policy: { columns: { rules, policyId, policyHash, policyParts }, parts: [] },
    replayOf: null,
    period: runPeriodOf(row, settled, { ...lines, earlier: gathered }),
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

/** The period before is no longer in memory then. */
async function begunWith(executor: Executor, row: PeriodRow) {
  const before = await periodBefore(executor, row)
  return { begun: await begunAfter(executor, row, before), earlier: earlierAfter(before, row) }
}

type Lines = { readonly [name in 'opening' | 'aside' | 'instructions']: RootedLines }

const linesOfPeriod = async (files: PeriodFiles): Promise<Lines> => ({
  opening: await rootedLines(files['opening.ndjson']),
  aside: await rootedLines(files['aside.ndjson']),
  instructions: await rootedLines(files['instructions.ndjson']),
})

const runPeriodOf = (
  { id, revision }: PeriodRow,
  { period }: SettledPeriod,
  { opening, earlier, aside, instructions }: Lines & { readonly earlier: GatheredEarlier },
): RunPeriod => ({
  ...{ id, revision, opening: opening.root, earlier: earlier.root, earlierParts: earlier.parts, aside: aside.root },
  instructions: period.instructions.length === 0 ? null : instructions.root,
  instructionCount: period.instructions.length,
})

function pinnedSides({ period }: SettledPeriod, datasets: readonly ReadDataset[]): BySide<PinnedSide> {
  const [header] = period.result
  if (header?.kind !== 'tallystick/result@1') throw new Error('A result begins with its header')
  const sideOf = (side: Side): PinnedSide => {
    const { count, root, parts = [] } = header[side]
    const ids = datasets.filter((dataset) => dataset.side === side).map(({ id }) => id)
    const wholes = period.manifest.parts[side]
    return {
      datasetId: null,
      root,
      recordCount: count,
      totals: totalsOfSide(period.records[side]),
      parts: parts.map(({ kind, count: taken }, index) => ({
        ...{ kind, root: at(wholes, index).root, count: taken, lineCount: at(wholes, index).count },
        datasetId: kind === 'dataset' ? at(ids, index - 1) : null,
      })),
    }
  }
  return { source: sideOf('source'), target: sideOf('target') }
}
