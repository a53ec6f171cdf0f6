import type { Database } from '../store/database.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { isCompleted } from './completed-run.ts'
import { loadSides } from './load-sides.ts'
import { type RunResult, reportReplay, storedResultOf } from './replay-report.ts'
import { runBodyOf, runRecordOf } from './run-record.ts'
import { loadPolicy } from './stored-policy.ts'

/** A run that has ended, and the body of the answer to the request that made it. */
export interface EndedRun {
  readonly run: RunRow
  readonly body: string
}

/** Makes the body of the answer from the ended run. */
export type BodyOf = (ended: RunRow) => string

/**
 * How the request that made `run` is answered: with the run, and for a replay also with the comparison of its result to
 * the original's. `result` is undefined when the run failed. The same result gives the same bytes, whichever executor
 * computed it. For a replay with another result, the original's result is read twice, a few chunks at a time.
 */
export async function prepareBody(db: Database, run: RunRow, result: RunResult | undefined): Promise<BodyOf> {
  if (run.replayOf === null) return runBodyOf
  const [original] = await runStore(db).find(run.tenantId, run.replayOf)
  if (original === undefined) throw new Error('A replay has no original')
  const replay = await reportReplay(db, original, result)
  return (ended) => JSON.stringify({ run: runRecordOf(ended), replay })
}

/** The body of the answer to the request that made `run`, which has ended, from its stored rows. */
export async function storedBodyOf(db: Database, run: RunRow): Promise<string> {
  const bodyOf = await prepareBody(db, run, run.replayOf === null ? undefined : await resultOf(db, run))
  return bodyOf(run)
}

async function resultOf(db: Database, run: RunRow): Promise<RunResult | undefined> {
  if (!isCompleted(run)) return undefined
  const { attributePaths } = await loadPolicy(db, run)
  const sides = await loadSides(db, { tenantId: run.tenantId, run, attributePaths })
  return { resultRoot: run.resultRoot, open: await storedResultOf(db, run), source: sides.source.table }
}
