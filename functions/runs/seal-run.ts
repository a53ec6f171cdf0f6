import {
  appendReceipt,
  type LogState,
  type ReconcileResult,
  type SealedReceipt,
  toBase64,
  utf8,
} from '@tallystick/engine'
import { voucherOf } from '../keys/key-hash.ts'
import { sha256 } from '../platform/hasher.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { isSealConflict, logStateOf, logStore } from '../store/log-store.ts'
import { resultStore } from '../store/result-store.ts'
import { runMoves } from '../store/run-moves.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { signingKeyStore } from '../store/signing-key-store.ts'
import type { BodyOf } from './ended-run.ts'
import { type Executor, LeaseLostError } from './executor.ts'
import { type LogSigner, tenantHashOf } from './log-signer.ts'
import { RunError } from './run-error.ts'
import { timestampOf } from './run-record.ts'
import { withWarnings } from './run-warnings.ts'
import { serialize } from './serialize.ts'

/** Between two tries at most: enough for many isolates to pass by each other, a small part of the lease. */
const pauseMillisecondsMax = 1_000
/** A row of D1 has at most 2,000,000 bytes, the other columns included. */
const chunkByteCountMax = 1_900_000
/** D1 takes more, but a batch is held in memory on both ends. */
const batchCharactersMax = 4_000_000

/**
 * Stores what `run` came to and seals it in one batch: receipt, log, signed checkpoint, run and the answer for retries.
 * Throws `LeaseLost` when another executor has the run, or may have it by now; then nothing of this attempt is stored.
 * A checkpoint that was signed for a batch that failed is seen by nobody. Two round trips, unless another isolate seals
 * a run of the tenant at the same time: seals contend for one row of the tenant, and each loser goes on from where the
 * winner left the log, for as long as it has its lease. Throws a `RunFault` when the result cannot be stored at all.
 */
export const sealRun = (executor: Executor, run: RunRow, made: Made): Promise<RunRow> =>
  serialize(executor.isolate, run.tenantId, async () => {
    let log = await storeChunks(executor, run, made.outcome)
    const completedAt = executor.isolate.now()
    for (let tries = 1; ; tries += 1) {
      const seal = await buildSeal(run, made, { log, completedAt })
      try {
        await storeSeal(executor, seal, made)
        return seal.run
      } catch (error) {
        const isContended = isSealConflict(error)
        // Not after reading: the log would have moved on once more by the end of a pause.
        if (isContended) await pause(tries)
        const found = await readAgain(executor, run)
        if (found.isSealed) return seal.run
        if (!isContended) throw error
        if (executor.isolate.now() >= run.leaseUntil) throw new LeaseLostError()
        log = found.log
      }
    }
  })

/** What a run came to, what it is answered with, and what its tenant's log is signed with. */
export interface Made {
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
  }
}

interface SealTime {
  readonly log: LogState
  readonly completedAt: number
}

/** Stores the result chunks, of which only a single line can be too large, and reads the log in their last batch. */
async function storeChunks({ db, isolate }: Executor, run: RunRow, outcome: ReconcileResult): Promise<LogState> {
  const results = resultStore(db)
  const createdAt = isolate.now()
  if (outcome.chunks.some(isTooLarge))
    throw new RunError('A line of the result names so many records that no row can hold it.')
  const batches = batchesOf(
    outcome.chunks.map(({ counts, ...chunk }) => ({ ...chunk, counts: JSON.stringify(counts), createdAt })),
  )
  const last = batches.pop() ?? []
  const inserts = (batch: typeof last) =>
    batch.map((chunk) => results.insert(run.tenantId, { runId: run.id, attempt: run.attempt }, chunk))
  for (const batch of batches) {
    const [first, ...others] = inserts(batch)
    if (first) await db.batch([first, ...others])
  }
  const [logs] = await db.batch([logStore(db).find(run.tenantId), ...inserts(last)])
  return stateOf(logs)
}

/** No text has more than three bytes of UTF-8 for each of its units, so that few have to be counted. */
const isTooLarge = ({ text }: { readonly text: string }): boolean =>
  text.length * 3 > chunkByteCountMax && utf8(text).length > chunkByteCountMax

function batchesOf<Chunk extends { readonly text: string }>(chunks: readonly Chunk[]): Chunk[][] {
  const batches: Chunk[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const chunk of chunks) {
    size += chunk.text.length
    if (size > batchCharactersMax) {
      batches.push([])
      size = chunk.text.length
    }
    batches.at(-1)?.push(chunk)
  }
  return batches
}

function stateOf(logs: readonly Parameters<typeof logStateOf>[0][]): LogState {
  const [row] = logs
  if (row === undefined) throw new Error('A tenant has no log')
  return logStateOf(row)
}

async function buildSeal(run: RunRow, { outcome, signer }: Made, at: SealTime): Promise<Seal> {
  const { root: source }: { root: string } = JSON.parse(run.source)
  const { root: target }: { root: string } = JSON.parse(run.target)
  const receipt = appendReceipt(sha256, at.log, {
    completedAt: timestampOf(at.completedAt),
    createdAt: timestampOf(run.createdAt),
    engine: run.engineVersion,
    leaves: outcome.leafCount,
    policy: run.policyHash,
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
      warnings: withWarnings(run.warnings, outcome.warnings),
      resultRoot: outcome.resultRoot,
      sequence: at.log.size,
      checkpoint: await signer.sign(receipt.log),
      completedAt: at.completedAt,
    },
  }
}

/** The seal batch. Its first statement fails, and everything with it, unless the log and the run are as they were. */
async function storeSeal({ db, env }: Executor, { receipt, run }: Seal, { signer, bodyOf }: Made): Promise<void> {
  const { tenantId, id, summary, warnings, resultRoot, sequence, checkpoint } = run
  const attempt = { runId: id, attempt: run.attempt }
  const completedAt = run.completedAt ?? 0
  const log = logStore(db)
  await db.batch([
    log.advance(tenantId, attempt, receipt.log),
    log.append(tenantId, id, { ...receipt, checkpoint }),
    runMoves(db).complete(tenantId, { ...attempt, summary, warnings, resultRoot, sequence, completedAt }),
    idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body: bodyOf(run) }),
    resultStore(db).discardOthers(tenantId, attempt),
    ...signer.publicKeys
      .map(toBase64)
      .map((publicKey) => signingKeyStore(db).remember({ publicKey, voucher: voucherOf(env, publicKey) }, completedAt)),
  ])
}

/**
 * Where the log and the run stand after a seal did not come back well. It may have been stored all the same, its
 * acknowledgement lost.
 */
async function readAgain({ db }: Executor, run: RunRow): Promise<{ log: LogState; isSealed: boolean }> {
  const [logs, [found]] = await db.batch([logStore(db).find(run.tenantId), runStore(db).find(run.tenantId, run.id)])
  if (found?.attempt !== run.attempt) throw new LeaseLostError()
  if (found.status !== 'running' && found.status !== 'completed') throw new LeaseLostError()
  return { log: stateOf(logs), isSealed: found.status === 'completed' }
}

/** With jitter, so that isolates that collided do not collide again. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(pauseMillisecondsMax, 20 * 2 ** tries)))
