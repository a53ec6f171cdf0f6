import type { BySide } from '@tallystick/engine/record'
import type { RunWarningRecord } from '@tallystick/schema/run'
import type { Context } from 'hono'
import { readStored, recordsAltered } from '../http/altered.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
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
import { missingRunOf } from './missing-run.ts'
import { openRunRequest, type RunRequest, readClaim } from './open-run-request.ts'
import { queuedRun } from './queued-run.ts'
import { policyOfReplay } from './replay-policy.ts'
import { type PinnedSide, refuseTooLarge, sideWarningCodes } from './resolve-adapter.ts'
import { readReplayParameters } from './run-parameters.ts'
import { failedAfterSeal, hasEnded, sidesOf } from './run-record.ts'
import { answerExistingRun, createAndExecute } from './run-request.ts'
import { requireSealedRow } from './sealed-row.ts'
import { type PolicyColumns, policyByteCountMaxOf } from './stored-policy.ts'

/**
 * Executes a run again over the datasets that it was pinned to, as a run of its own, and answers with the new run and
 * with the comparison of the two results. When the request's idempotency key already stands for a replay, answers with
 * that replay instead. Throws `run_not_found`, `run_not_replayable` before the run has ended, `run_too_large`, the
 * problems of `policyOfReplay`, `records_deleted`, `records_lost`, `records_altered` when the run is not what its receipt says, and `validation_failed` when a calendar does not know the years of the records.
 */
export async function replayRun(c: Context<AppEnv>, runId: string): Promise<Response> {
  const keyHash = readKeyHash(c)
  const { changes, asSent } = await readReplayParameters(c)
  const request = await openRunRequest(c, { keyHash, body: asSent })
  const { tenantId, executor } = request
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
  await requireKeptRecords(c, original, deletions)
  const pinned = sidesOf(original)
  refuseTooLarge(pinned, { source: '', target: '' }, runRecordCountMaxOf(c.env))
  await c.var.memory.takeForBody(policyByteCountMaxOf(original))
  const { stored, changed } = await policyOfReplay(executor.db, original, changes)
  if (changed && readsCalendar(changed.policy)) refuseUnknownYears(changed, pinned, await datasetsOf(request, pinned))
  return createAndExecute(request, replayOf(c, original, stored.columns), stored)
}

/** The datasets of both sides; none for records that are built in. */
async function datasetsOf({ tenantId, executor }: RunRequest, { source, target }: BySide<PinnedSide>) {
  const datasets = datasetStore(executor.db)
  const [own, other] = await executor.db.batch([
    datasets.find(tenantId, source.datasetId ?? ''),
    datasets.find(tenantId, target.datasetId ?? ''),
  ])
  return [...own, ...other]
}

/** The replay has the pinned sides of the original, and those of its warnings that are about the sides. */
function replayOf(c: Context<AppEnv>, original: RunRow, policy: PolicyColumns): RunRow {
  const { id, name, sourceAdapter, targetAdapter, source, target } = original
  const warnings = readStored('What the run warns of', (): readonly RunWarningRecord[] => JSON.parse(original.warnings))
  const ofSides = readStored('What the run warns of', () =>
    JSON.stringify(warnings.filter(({ code }) => sideWarningCodes.some((each) => each === code))),
  )
  return queuedRun(c, {
    name,
    sourceAdapter,
    targetAdapter,
    source,
    target,
    warnings: ofSides,
    ...policy,
    replayOf: id,
    byteCount: original.byteCount,
  })
}
