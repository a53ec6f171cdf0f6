import type { BySide } from '@tallystick/engine/record'
import type { PinnedSide } from '@tallystick/schema/json-columns'
import type { RunWarningRecord } from '@tallystick/schema/run'
import type { Context } from 'hono'
import { readStored, recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { requireUndiverged } from '../log/log-diverged.ts'
import { runRecordCountMaxOf } from '../platform/record-limit.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { logStore } from '../store/log-store.ts'
import { receiptStore } from '../store/receipt-store.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { readsCalendar, refuseUnknownYears } from './calendar-years.ts'
import { isCompleted } from './completed-run.ts'
import { requireKeptRecords } from './deleted-sides.ts'
import { answerExistingRun, makeRun } from './make-run.ts'
import { missingRunOf } from './missing-run.ts'
import { policyOfReplay } from './replay-policy.ts'
import { refuseTooLarge, sideWarningCodes } from './resolve-adapter.ts'
import { failedAfterSeal, hasEnded, sidesOf, warningsOf } from './run-record.ts'
import { type RunRequest, readClaim, readReplayRequest } from './run-request.ts'
import { requireSealedRow } from './sealed-row.ts'
import { policyByteCountMaxOf } from './stored-policy.ts'

/**
 * Executes a run again over the datasets that it was pinned to, as a run of its own, and answers with the new run and
 * the comparison of both results, or with the replay for which the request's idempotency key already stands. Throws
 * `run_not_found`, `run_not_replayable` before the run has ended, `run_too_large`, the problems of `policyOfReplay`,
 * `records_deleted`, `records_lost`, `records_altered` when the run is not what its receipt says, and
 * `validation_failed` when a calendar does not know the years of the records.
 */
export async function replayRun(c: Context<AppEnv>, runId: string): Promise<Response> {
  const request = await readReplayRequest(c)
  const { tenantId, executor, changes } = request
  const [[claim], [log], [original], [receipt], deletions] = await executor.db.batch([
    readClaim(request),
    logStore(executor.db).find(tenantId),
    runStore(executor.db).find(tenantId, runId),
    receiptStore(executor.db).ofRun(tenantId, runId),
    receiptStore(executor.db).deletionsAround(tenantId, runId),
  ])
  const answered = await answerExistingRun(request, claim)
  if (answered) return answered
  requireUndiverged(log)
  if (original === undefined) throw await missingRunOf(c, receipt, deletions)
  if (!hasEnded(original)) throw new ProblemError('run_not_replayable', { headers: { 'Retry-After': '1' } })
  if (isCompleted(original)) {
    if (receipt === undefined) throw recordsAltered('The receipt of the run is gone from the log.')
    await requireSealedRow(c, original, receipt)
  } else if (receipt !== undefined) throw failedAfterSeal()
  requireSize(original)
  await requireKeptRecords(c, original, deletions)
  const pinned = sidesOf(original)
  refuseTooLarge(pinned, { source: '', target: '' }, runRecordCountMaxOf(c.env))
  await c.var.memory.takeForBody(policyByteCountMaxOf(original))
  const { stored, changed } = await policyOfReplay(executor.db, original, changes)
  if (changed && readsCalendar(changed.policy)) refuseUnknownYears(changed, pinned, await datasetsOf(request, pinned))
  const { name, sourceAdapter, targetAdapter, byteCount, period } = original
  return makeRun(request, {
    ...pinned,
    name,
    sourceAdapter,
    targetAdapter,
    warnings: warningsOfSides(original),
    byteCount,
    policy: stored,
    replayOf: runId,
    period,
  })
}

/** A replay is stored with the size of its original, which no receipt names. */
function requireSize({ byteCount }: RunRow): void {
  if (!Number.isSafeInteger(byteCount) || byteCount < 0)
    throw recordsAltered('The size of the run is no number of bytes.')
}

/** The stored datasets of both sides. */
async function datasetsOf({ tenantId, executor }: RunRequest, { source, target }: BySide<PinnedSide>) {
  const datasets = datasetStore(executor.db)
  const [own, other] = await executor.db.batch([
    datasets.find(tenantId, source.datasetId ?? ''),
    datasets.find(tenantId, target.datasetId ?? ''),
  ])
  return [...own, ...other]
}

/** The original's warnings about its sides, which apply to the replay too. */
const warningsOfSides = (original: RunRow): readonly RunWarningRecord[] =>
  readStored('What the run warns of', () =>
    warningsOf(original).filter(({ code }) => sideWarningCodes.some((each) => each === code)),
  )
