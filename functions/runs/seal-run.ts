import {
  appendReceipt,
  type LogState,
  type ReconcileResult,
  type ResultChunk,
  type SealedReceipt,
  toBase64,
} from '@tallystick/engine'
import { voucherOf } from '../keys/key-hash.ts'
import { engineBuild } from '../platform/engine-build.ts'
import { sha256 } from '../platform/hasher.ts'
import { timestampOf } from '../platform/timestamp.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { isSealConflict, type LogRow, logStateOf, logStore } from '../store/log-store.ts'
import { resultStore } from '../store/result-store.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { runTransitions } from '../store/run-transitions.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { type LogSigner, tenantHashOf } from './log-signer.ts'
import type { BodyOf } from './run-answer.ts'
import { RunError } from './run-error.ts'
import { serialize } from './serialize.ts'

/** The longest pause between two tries: long enough for many isolates to seal in turn, and a small part of the lease. */
const pauseMillisecondsMax = 1_000
/** A row of D1 has at most 2,000,000 bytes, the other columns included. */
const chunkByteCountMax = 1_900_000
/** D1 takes larger batches, but a batch is held in memory on both ends. */
const batchByteCountMax = 4_000_000

/**
 * Stores the result of `run` and seals it in one batch: receipt, log, signed checkpoint, run and the answer for retries.
 *
 * Two round trips, unless another isolate seals a run of the tenant at the same time. Seals contend for the one row of
 * the tenant's log: the loser signs a new checkpoint for the log as the winner left it, and tries again until its lease
 * ends. Nobody sees a checkpoint whose batch failed. Throws `LeaseLostError` when another executor has the run, or may
 * have it by now; nothing of this attempt is stored then. Throws a `RunError` when the result cannot be stored at all.
 */
export const sealRun = (executor: Executor, run: RunRow, computed: ComputedResult): Promise<RunRow> =>
  serialize(executor.isolate, run.tenantId, async () => {
    let log = await storeChunks(executor, run, computed.outcome)
    const completedAt = executor.isolate.now()
    for (let tries = 1; ; tries += 1) {
      const seal = await buildSeal(run, computed, { log, completedAt })
      try {
        await storeSeal(executor, seal, computed)
        return seal.run
      } catch (error) {
        const isContended = isSealConflict(error)
        // A pause after reading would give other seals time to move the log on again.
        if (isContended) await pause(tries)
        const found = await readAgain(executor, run)
        if (found.isSealed) return seal.run
        if (!isContended) throw error
        if (executor.isolate.now() >= run.leaseUntil) throw new LeaseLostError()
        log = found.log
      }
    }
  })

/** A run's computed result, with what makes the answer and what signs the tenant's log. */
export interface ComputedResult {
  readonly outcome: ReconcileResult
  readonly bodyOf: BodyOf
  readonly signer: LogSigner
}

interface Seal {
  readonly receipt: SealedReceipt
  readonly run: RunRow & {
    readonly sequence: number
    readonly resultRoot: string
    readonly summary: string
    readonly checkpoint: string
    readonly completedAt: number
  }
}

interface SealTime {
  readonly log: LogState
  readonly completedAt: number
}

/** Stores the result chunks, and reads the log in their last batch. Only a chunk of a single line can be too large. */
async function storeChunks({ db, isolate }: Executor, run: RunRow, outcome: ReconcileResult): Promise<LogState> {
  const results = resultStore(db)
  const createdAt = isolate.now()
  if (outcome.chunks.some(({ bytes }) => bytes.length > chunkByteCountMax))
    throw new RunError('A line of the result names so many records that no row can hold it.')
  const batches = batchesOf(outcome.chunks)
  const last = batches.pop()
  if (last === undefined) throw new Error('A result has no chunks')
  // The text of a chunk is made as the chunk is stored: all texts together would take the memory of the result again.
  const inserts = (batch: readonly ResultChunk[]) =>
    batch.map(({ view, seq, firstLeaf, count, text, counts }) => {
      const row = { view, seq, firstLeaf, count, text, counts: JSON.stringify(counts), createdAt }
      return results.insert(run.tenantId, { runId: run.id, attempt: run.attempt }, row)
    })
  for (const batch of batches) {
    const [first, ...others] = inserts(batch)
    if (first) await db.batch([first, ...others])
  }
  const [logs] = await db.batch([logStore(db).find(run.tenantId), ...inserts(last)])
  return logStateIn(logs)
}

function batchesOf(chunks: readonly ResultChunk[]): ResultChunk[][] {
  const batches: ResultChunk[][] = []
  let batch: ResultChunk[] = []
  let byteCount = 0
  for (const chunk of chunks) {
    if (batch.length > 0 && byteCount + chunk.bytes.length > batchByteCountMax) {
      batches.push(batch)
      batch = []
      byteCount = 0
    }
    batch.push(chunk)
    byteCount += chunk.bytes.length
  }
  return batch.length > 0 ? [...batches, batch] : batches
}

function logStateIn(logs: readonly LogRow[]): LogState {
  const [row] = logs
  if (row === undefined) throw new Error('A tenant has no log')
  return logStateOf(row)
}

async function buildSeal(run: RunRow, { outcome, signer }: ComputedResult, at: SealTime): Promise<Seal> {
  const { root: source }: { root: string } = JSON.parse(run.source)
  const { root: target }: { root: string } = JSON.parse(run.target)
  const receipt = appendReceipt(sha256, at.log, {
    actor: null,
    build: engineBuild,
    completedAt: timestampOf(at.completedAt),
    createdAt: timestampOf(run.createdAt),
    engine: run.engineVersion,
    leaves: outcome.leafCount,
    policy: run.policyHash,
    received: { source: null, target: null },
    replayOf: run.replayOf,
    result: outcome.resultRoot,
    run: run.id,
    source,
    target,
    tenant: tenantHashOf(run.tenantId),
  })
  return {
    receipt,
    run: {
      ...run,
      status: 'completed',
      summary: JSON.stringify(outcome.summary),
      warnings: JSON.stringify([...JSON.parse(run.warnings), ...outcome.warnings]),
      resultRoot: outcome.resultRoot,
      sequence: at.log.size,
      checkpoint: await signer.sign(receipt.log),
      completedAt: at.completedAt,
    },
  }
}

/** The batch that seals. Its first statement fails, and the batch with it, unless log and run are still as read. */
async function storeSeal(
  { db, env }: Executor,
  { receipt, run }: Seal,
  { signer, bodyOf }: ComputedResult,
): Promise<void> {
  const { tenantId, id, summary, warnings, resultRoot, sequence, checkpoint, completedAt } = run
  const attempt = { runId: id, attempt: run.attempt }
  const log = logStore(db)
  await db.batch([
    log.advance(tenantId, attempt, receipt.log),
    log.append(tenantId, id, { ...receipt, checkpoint }),
    runTransitions(db).complete(tenantId, { ...attempt, summary, warnings, resultRoot, sequence, completedAt }),
    idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body: bodyOf(run) }),
    resultStore(db).discardOthers(tenantId, attempt),
    ...signer.publicKeys
      .map(toBase64)
      .map((publicKey) => signingKeyStore(db).remember({ publicKey, voucher: voucherOf(env, publicKey) }, completedAt)),
  ])
}

/**
 * The log, and whether the run is sealed, after a seal has failed: perhaps it was stored and only its acknowledgement
 * lost. Throws `LeaseLostError` when another executor has the run.
 */
async function readAgain({ db }: Executor, run: RunRow): Promise<{ log: LogState; isSealed: boolean }> {
  const [logs, [found]] = await db.batch([logStore(db).find(run.tenantId), runStore(db).find(run.tenantId, run.id)])
  if (found?.attempt !== run.attempt) throw new LeaseLostError()
  if (found.status !== 'running' && found.status !== 'completed') throw new LeaseLostError()
  return { log: logStateIn(logs), isSealed: found.status === 'completed' }
}

/** Random, so that isolates that contended once do not contend again. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(pauseMillisecondsMax, 20 * 2 ** tries)))
