import { appendReceipt, type LogState, type Outcome, type SealedReceipt, toHex, utf8 } from '@tallystick/engine'
import { sha256 } from '../hasher.ts'
import { idempotencyStore } from '../store/idempotency.ts'
import { isSealConflict, logStateOf, logStore } from '../store/log.ts'
import { resultStore } from '../store/results.ts'
import { runMoves } from '../store/run-moves.ts'
import { type RunRow, runStore } from '../store/runs.ts'
import { type Executor, LeaseLost } from './executor.ts'
import { runBodyOf, timestampOf } from './record.ts'
import { inTurn } from './turns.ts'

/** Seals contend for one row of the tenant; each loser goes on from where the winner left the log. */
const tryCountMax = 12
/** D1 takes more, but a batch is held in memory on both ends. */
const batchCharactersMax = 4_000_000

/**
 * Stores what `run` came to and seals it in one batch: receipt, log, run and the answer for retries. Throws
 * `LeaseLost` when another executor has the run; then nothing of this attempt is stored. Two round trips, unless
 * another isolate seals a run of the tenant at the same time.
 */
export const sealRun = (executor: Executor, run: RunRow, outcome: Outcome): Promise<RunRow> =>
  inTurn(executor.isolate, run.tenantId, async () => {
    let log = await storeChunks(executor, run, outcome)
    const completedAt = executor.isolate.now()
    for (let tries = 1; ; tries += 1) {
      const seal = buildSeal(run, outcome, { log, completedAt })
      try {
        await storeSeal(executor, seal)
        return seal.run
      } catch (error) {
        const found = await readAgain(executor, run)
        if (found.isSealed) return seal.run
        if (!isSealConflict(error) || tries === tryCountMax) throw error
        log = found.log
        await pause(tries)
      }
    }
  })

interface Seal {
  readonly receipt: SealedReceipt
  readonly run: RunRow & { readonly sequence: number; readonly resultRoot: string; readonly summary: string }
}

/** Stores the result chunks, and reads the log's state in the last batch of them. */
async function storeChunks({ db, isolate }: Executor, run: RunRow, outcome: Outcome): Promise<LogState> {
  const results = resultStore(db)
  const createdAt = isolate.now()
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

function buildSeal(run: RunRow, outcome: Outcome, at: { log: LogState; completedAt: number }): Seal {
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
    tenant: toHex(sha256(utf8(run.tenantId))),
  })
  return {
    receipt,
    run: {
      ...run,
      status: 'completed',
      summary: JSON.stringify(outcome.summary),
      resultRoot: outcome.resultRoot,
      sequence: at.log.size,
      completedAt: at.completedAt,
    },
  }
}

/** The seal batch. Its first statement fails, and everything with it, unless the log and the run are as they were. */
async function storeSeal({ db }: Executor, { receipt, run }: Seal): Promise<void> {
  const { tenantId, id, summary, resultRoot, sequence } = run
  const attempt = { runId: id, attempt: run.attempt }
  const completedAt = run.completedAt ?? 0
  const log = logStore(db)
  await db.batch([
    log.advance(tenantId, attempt, receipt.log),
    log.append(tenantId, id, receipt),
    runMoves(db).complete(tenantId, { ...attempt, summary, resultRoot, sequence, completedAt }),
    idempotencyStore(db).finish(tenantId, { resource: id, status: 201, body: runBodyOf(run) }),
    resultStore(db).discardOthers(tenantId, attempt),
  ])
}

/**
 * Where the log and the run stand after a seal did not come back well. It may have been stored all the same, its
 * acknowledgement lost.
 */
async function readAgain({ db }: Executor, run: RunRow): Promise<{ log: LogState; isSealed: boolean }> {
  const [logs, [found]] = await db.batch([logStore(db).find(run.tenantId), runStore(db).find(run.tenantId, run.id)])
  if (found?.attempt !== run.attempt) throw new LeaseLost()
  if (found.status !== 'running' && found.status !== 'completed') throw new LeaseLost()
  return { log: stateOf(logs), isSealed: found.status === 'completed' }
}

/** With jitter, so that isolates that collided do not collide again. */
const pause = (tries: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(400, 20 * 2 ** tries)))
