import type { ReplayReport } from '@tallystick/schema/replay'
import { readStored, recordsAltered } from '../http/altered.ts'
import type { Database } from '../store/database.ts'
import type { LineAccess } from '../store/line-access.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { isCompleted } from './completed-run.ts'
import { loadRun } from './load-run.ts'
import { type RunResult, reportReplay, storedResultOf } from './replay-report.ts'
import { RunError } from './run-error.ts'
import { runBodyOf, runRecordOf } from './run-record.ts'
import { loadPolicy } from './stored-policy.ts'

export interface EndedRun {
  readonly run: RunRow
  readonly body: string
}

export type BodyOf = (ended: RunRow) => string

/**
 * Prepares the answer to the request that created `run`: the run, and for a replay the comparison with the original's
 * result. `result` is undefined when the run failed. Every executor gives the same bytes for the same result.
 */
export async function prepareBody(access: LineAccess, run: RunRow, result: RunResult | undefined): Promise<BodyOf> {
  if (run.replayOf === null) return runBodyOf
  const [original] = await runStore(access.db).find(run.tenantId, run.replayOf)
  const replay = original === undefined ? incomparable(result) : await reportReplay(access, original, result)
  return (ended) => JSON.stringify({ run: runRecordOf(ended), replay })
}

/** As `prepareBody`, for results that do not fit into memory: a replay is compared by the roots only. */
export async function bodyOfLarge(db: Database, run: RunRow, resultRoot: string | null): Promise<BodyOf> {
  if (run.replayOf === null) return runBodyOf
  const [original] = await runStore(db).find(run.tenantId, run.replayOf)
  const expected = original?.resultRoot ?? null
  const identical = resultRoot !== null && resultRoot === expected
  const replay: ReplayReport = { identical, expected, actual: resultRoot, differences: null }
  return (ended) => JSON.stringify({ run: runRecordOf(ended), replay })
}

const incomparable = (result: RunResult | undefined): ReplayReport => ({
  identical: false,
  expected: null,
  actual: result?.resultRoot ?? null,
  differences: null,
})

/** The answer from the stored rows of an ended run. Throws `records_altered` when they cannot be read. */
export async function storedBodyOf(access: LineAccess, run: RunRow): Promise<string> {
  try {
    const bodyOf = run.inPieces
      ? await bodyOfLarge(access.db, run, run.resultRoot)
      : await prepareBody(access, run, run.replayOf === null ? undefined : await resultOf(access, run))
    return readStored('The row of the run', () => bodyOf(run))
  } catch (error) {
    throw error instanceof RunError ? recordsAltered(error.message) : error
  }
}

async function resultOf(access: LineAccess, run: RunRow): Promise<RunResult | undefined> {
  if (!isCompleted(run)) return undefined
  const { source } = await loadRun(access, run, { policy: await loadPolicy(access.db, run) })
  return { resultRoot: run.resultRoot, open: await storedResultOf(access, run), source: source.table }
}
