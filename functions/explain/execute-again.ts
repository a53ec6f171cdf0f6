import { type CompiledPolicy, engineVersion, type ReconciledRun, reconcileRun } from '@tallystick/engine'
import type { Context } from 'hono'
import type { Sealed } from '../evidence/sealed.ts'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { type LoadedSide, loadSides } from '../runs/load-sides.ts'
import { type BothSides, recordCountMax } from '../runs/resolve-adapter.ts'
import { failRunIfThrows, RunError } from '../runs/run-error.ts'
import { recordCountOf } from '../runs/run-record.ts'
import { policyOf } from '../runs/stored-policy.ts'
import { brokenRun, requireReceipt } from './broken-run.ts'

/** A completed run as the engine does it once more, with all that its result alone does not tell. */
export interface Execution extends BothSides<LoadedSide>, ReconciledRun {
  readonly policy: CompiledPolicy
}

/**
 * Executes a completed run again over the datasets that it was pinned to, and stores nothing. What comes back has the
 * result root of the run. Throws `run_too_large` and, for another version of the engine, `run_not_replayable`, both with
 * the command that does it offline (`offline`: its options), and `internal_error` when what is stored gives another result.
 */
export async function executeAgain(c: Context<AppEnv>, sealed: Sealed, offline: string): Promise<Execution> {
  const { db, run } = sealed
  const recordCount = recordCountOf(run)
  if (run.engineVersion !== engineVersion) {
    const what = `This run was made by engine version ${run.engineVersion}, and this is version ${engineVersion}.`
    throw new ProblemError('run_not_replayable', { detail: `${what} ${offlineHint(offline)}` })
  }
  if (recordCount > executedRecordCountMax) {
    const what = `Got ${recordCount} records, at most ${executedRecordCountMax} are gone through in one request.`
    throw tooLarge(what, { offline })
  }
  requireReceipt(sealed)
  c.var.memory.takeForRecords(recordCount)
  try {
    const policy = failRunIfThrows('The stored rules cannot be read.', () => policyOf(run))
    const sides = await loadSides(db, { tenantId: run.tenantId, run, attributePaths: policy.attributePaths })
    const again = failRunIfThrows('The engine cannot execute it again.', () =>
      reconcileRun({ ...sides, policy, sha256 }),
    )
    if (again.outcome.resultRoot !== run.resultRoot)
      throw new RunError('The stored records and rules give another result.')
    return { ...sides, policy, ...again }
  } catch (error) {
    throw error instanceof RunError ? brokenRun(error.message) : error
  }
}

/** As many records of both sides together as a run may have. */
const executedRecordCountMax = 2 * recordCountMax

/** The problem for what is not done here, with the command that does it offline. */
export const tooLarge = (what: string, { offline }: { readonly offline: string }): ProblemError =>
  new ProblemError('run_too_large', { detail: `${what} ${offlineHint(offline)}` })

const offlineHint = (offline: string): string =>
  `Its evidence pack tells the same offline: npx tallystick explain pack.zip ${offline}`
