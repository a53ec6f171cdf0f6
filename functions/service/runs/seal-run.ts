import { timestampOf } from '@tallystick/audit/base/timestamp'
import { appendReceipt, isReceipt, type LogEntry, type Receipt } from '@tallystick/engine/log'
import type { BatchItem } from 'drizzle-orm/batch'
import { commitEntry } from '../log/commit-entry.ts'
import { rememberKeys } from '../log/key-uses.ts'
import { rememberDivergence } from '../log/log-diverged.ts'
import { headStatements, openHead, type StoredHead } from '../log/log-head.ts'
import type { LogSigner } from '../log/log-signer.ts'
import { linesToPublish, publishTogether } from '../log/publish-log.ts'
import { signOnce } from '../log/sign-once.ts'
import { openStoredReceipt } from '../log/stored-receipt.ts'
import { sha256 } from '../platform/hasher.ts'
import { pause } from '../platform/pause.ts'
import { serialize } from '../platform/serialize.ts'
import { putNewOnQueue } from '../store/delivery-queue.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { isSealConflict, logStore } from '../store/log-store.ts'
import { type ReceiptRow, receiptStore } from '../store/receipt-store.ts'
import { resultStore } from '../store/result-store.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { type Executor, LeaseLostError, leaseMilliseconds } from './executor.ts'
import { receiptFieldsOf, type SealedOutcome, saysTheSame, type UndatedFields } from './receipt-fields.ts'
import type { BodyOf } from './run-answer.ts'
import { RunError } from './run-error.ts'
import { warningsOf } from './run-record.ts'
import type { SealStart } from './store-result.ts'
import { tellOfRun } from './tell-of-run.ts'

/**
 * Stores the result of `run` and seals it: receipt, log, signed checkpoint, run and the answer for retries.
 *
 * Two round trips to D1, and one to R2, unless another isolate seals a run of the tenant at the same time; then the
 * receipt is published. Nothing is signed before the log in the database was checked against what was signed before.
 * No size is signed twice: R2 decides which entry has the next place. If that entry is not in the database yet, it is
 * stored first, even if it belongs to another run. Throws `LeaseLostError` when another executor has the run, or may
 * have it by now; `LogDivergedError` when the stored log is not the signed one, and from then on; a `RunError` when the
 * result cannot be stored at all.
 */
export async function sealRun(executor: Executor, run: RunRow, computed: ComputedResult): Promise<RunRow> {
  const { ended, publish } = await serialize(executor.isolate, run.tenantId, () =>
    rememberDivergence(executor, run.tenantId, () => storeAndSeal(executor, run, computed)),
  )
  await publish?.()
  return ended
}

interface SealedRun {
  readonly ended: RunRow
  /** Undefined where the seal had ended before, or its acknowledgement was lost. */
  readonly publish?: () => Promise<void>
}

interface ComputedResult {
  readonly outcome: SealedOutcome
  /** Stores the lines of the result unless they are stored, and reads what the seal starts from. */
  readonly store: () => Promise<SealStart>
  /** Further statements for the batch that completes the run. */
  readonly kept: readonly BatchItem<'sqlite'>[]
  readonly bodyOf: BodyOf
  readonly signer: LogSigner
}

interface Seal {
  readonly run: RunRow
  readonly computed: ComputedResult
  readonly fields: UndatedFields
  /** When the result was ready, in milliseconds since the epoch. */
  readonly readyAt: number
}

interface Found {
  readonly head: StoredHead
  readonly own: ReceiptRow | undefined
}

async function storeAndSeal(executor: Executor, run: RunRow, computed: ComputedResult): Promise<SealedRun> {
  const { datasets, ...start } = await computed.store()
  const fields = receiptFieldsOf(run, computed.outcome, datasets)
  const seal: Seal = { run, computed, fields, readyAt: executor.isolate.now() }
  let found: Found = start
  for (let tries = 1; ; tries += 1) {
    const sealed = await trySeal(executor, seal, { found, tries })
    if (sealed !== undefined) return sealed
    const now = await readAgain(executor, run)
    if (now.ended !== undefined) return { ended: now.ended }
    // Other isolates can seal hundreds of entries meanwhile: the run is left to its next executor.
    if (executor.isolate.now() >= seal.readyAt + 2 * leaseMilliseconds) throw new LeaseLostError()
    found = now
  }
}

/** Undefined when another entry took the next place, so that the log has to be read again. */
async function trySeal(
  executor: Executor,
  seal: Seal,
  { found, tries }: { readonly found: Found; readonly tries: number },
): Promise<SealedRun | undefined> {
  try {
    return await sealNext(executor, seal, found)
  } catch (error) {
    // Pauses before the log is read: other seals go on during the pause.
    if (isSealConflict(error)) return void (await pause(tries))
    if (error instanceof RunError || error instanceof UnavailableError) throw error
    // The batch may have been stored, and only its acknowledgement lost.
    const { ended } = await readAgain(executor, seal.run)
    if (ended !== undefined) return { ended }
    throw error
  }
}

async function sealNext(executor: Executor, seal: Seal, { head: stored, own }: Found): Promise<SealedRun | undefined> {
  const { run, computed, fields, readyAt } = seal
  const { tenantId } = run
  const { signer } = computed
  if (own !== undefined) {
    const sealed = { checkpoint: own.checkpoint, fields: await openStoredReceipt(executor, signer, own) }
    const ended = completedRun(seal, sealed)
    const [told] = await executor.db.batch([
      tellOfRun(executor, ended, 'run.completed'),
      ...completion(executor, ended, computed),
    ])
    await putNewOnQueue(executor.env, told)
    return { ended }
  }
  const head = await openHead(executor, { tenantId, signer }, stored)
  const completedAt = timestampOf(Math.max(readyAt, run.createdAt, head.completedAt))
  const receipt = appendReceipt(sha256, head.state, { ...fields, completedAt })
  const signed = await signOnce(executor, { tenantId, signer, head, receipt })
  const { fields: sealed } = signed
  if (!isReceiptOf(sealed, run.id)) {
    await commitEntry(executor, tenantId, { signer, from: head.state, signed })
    return undefined
  }
  const ended = completedRun(seal, { ...signed, fields: sealed })
  const log = logStore(executor.db)
  const [, , lines, told] = await executor.db.batch([
    log.advance(tenantId, head.state, signed.log),
    log.append(tenantId, run.id, signed),
    linesToPublish(executor, { tenantId, signer, size: signed.log.size }),
    tellOfRun(executor, ended, 'run.completed'),
    ...rememberKeys(executor, signer, [signed]),
    ...completion(executor, ended, computed),
  ])
  await putNewOnQueue(executor.env, told)
  return { ended, publish: publishTogether(executor, { tenantId, signer, lines }, signed) }
}

const isReceiptOf = (entry: LogEntry, runId: string): entry is Receipt => isReceipt(entry) && entry.run === runId

type EndedRow = RunRow & {
  readonly sequence: number
  readonly resultRoot: string
  readonly summary: string
  readonly completedAt: number
}

/** The completed run of a receipt. Throws a `RunError` when the receipt is of another result. */
function completedRun(
  { run, computed: { outcome }, fields }: Seal,
  sealed: { readonly checkpoint: string | null; readonly fields: Receipt },
): EndedRow {
  if (!saysTheSame(sealed.fields, fields))
    throw new RunError('The log has a receipt of this run that says something else of it.')
  return {
    ...run,
    status: 'completed',
    summary: JSON.stringify(outcome.summary),
    warnings: [...warningsOf(run), ...outcome.warnings],
    resultRoot: outcome.resultRoot,
    sequence: sealed.fields.sequence,
    checkpoint: sealed.checkpoint,
    completedAt: Date.parse(sealed.fields.completedAt),
  }
}

/** The statements that complete a run. The first fails, and its batch with it, unless the run is running as started. */
function completion({ db }: Executor, run: EndedRow, { bodyOf, kept }: ComputedResult) {
  const { tenantId, id, summary, warnings, resultRoot, sequence, completedAt } = run
  const attempt = { runId: id, attempt: run.attempt }
  return [
    runTransitions(db).complete(tenantId, { ...attempt, summary, warnings, resultRoot, sequence, completedAt }),
    idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body: bodyOf(run) }),
    resultStore(db).discardOthers(tenantId, attempt),
    ...kept,
  ] as const
}

/** Reads the log and the run again. Throws `LeaseLostError`. */
async function readAgain({ db }: Executor, run: RunRow): Promise<Found & { readonly ended: RunRow | undefined }> {
  const [[row], newest, [own], [found]] = await db.batch([
    ...headStatements({ db }, run.tenantId),
    receiptStore(db).ofRun(run.tenantId, run.id),
    runStore(db).find(run.tenantId, run.id),
  ])
  if (found?.attempt !== run.attempt) throw new LeaseLostError()
  if (found.status !== 'running' && found.status !== 'completed') throw new LeaseLostError()
  return { head: { row, newest }, own, ended: found.status === 'completed' ? found : undefined }
}
