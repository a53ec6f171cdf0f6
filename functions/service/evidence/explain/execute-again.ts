import type { Slices } from '@tallystick/engine/base'
import { WorkLimitError } from '@tallystick/engine/match'
import { type ReconciledRun, reconcileInSlices } from '@tallystick/engine/reconcile'
import type { CompiledPolicy } from '@tallystick/engine/rules'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { ProblemError } from '../../http/problem.ts'
import { sha256 } from '../../platform/hasher.ts'
import { inlineRecordCountMaxOf } from '../../platform/record-limit.ts'
import { runLimits } from '../../platform/run-limits.ts'
import { computeInSlices } from '../../platform/slices.ts'
import { type LoadedRun, loadRun } from '../../runs/load-run.ts'
import { otherEngineOf } from '../../runs/other-engine.ts'
import { failRunIfRejects, RunError } from '../../runs/run-error.ts'
import { recordCountOf } from '../../runs/run-record.ts'
import { brokenRun, requireSealedRow } from '../../runs/sealed-row.ts'
import { loadPolicy, policyByteCountMaxOf } from '../../runs/stored-policy.ts'
import type { Sealed } from '../sealed.ts'

/** A completed run, executed again, with its state after the last rule, which the stored result lacks. */
export interface Execution extends LoadedRun, ReconciledRun {
  readonly policy: CompiledPolicy
}

/**
 * Executes a completed run again over its datasets, to the same result root, and stores nothing. `offline` are the
 * options of `tallystick explain` that answer the same question: `run_too_large` and `run_not_replayable` name that
 * command. Throws `records_altered` when records and rules give another result, or the run's row is not what its
 * receipt says.
 */
export async function executeAgain(c: Context<AppEnv>, sealed: Sealed, offline: string): Promise<Execution> {
  const { db, run } = sealed
  await requireSealedRow(c, run, sealed.receipt)
  const recordCount = recordCountOf(run)
  const otherEngine = otherEngineOf(run)
  if (otherEngine !== undefined) {
    const what = `${otherEngine} Its evidence pack tells the same offline, with the program of that version: npx tallystick explain pack.zip ${offline}`
    throw new ProblemError('run_not_replayable', { detail: what })
  }
  const { inlineByteCountMax } = c.var.isolate.runLimits
  const recordCountMax = inlineRecordCountMaxOf(c.env, c.var.isolate)
  if (recordCount > recordCountMax) {
    const what = `Got ${recordCount} records, at most ${recordCountMax} are gone through in one request.`
    throw tooLarge(what, { offline })
  }
  if (run.byteCount > inlineByteCountMax) {
    const what = `Got ${run.byteCount} bytes of lines, at most ${inlineByteCountMax} are gone through in one request.`
    throw tooLarge(what, { offline })
  }
  await c.var.memory.takeForRecords(recordCount)
  await c.var.memory.takeForBody(policyByteCountMaxOf(run))
  try {
    const policy = await loadPolicy(db, run)
    const loaded = await loadRun(sealed, run, { policy })
    const input = { ...loaded, policy, sha256, stepCountMax: runLimits.inlineStepCountMax }
    const again = await failRunIfRejects('The engine cannot execute it again.', () =>
      computeWithin(reconcileInSlices(input), offline),
    )
    if (again.outcome.resultRoot !== run.resultRoot)
      throw new RunError('The stored records and rules give another result.')
    return { ...loaded, policy, ...again }
  } catch (error) {
    if (error instanceof RunError && error.cause instanceof ProblemError) throw error.cause
    throw error instanceof RunError ? brokenRun(error.message) : error
  }
}

/** Computes in slices. Throws `run_too_large`, with the command that answers offline, for too many steps. */
export async function computeWithin<Result>(slices: Slices<Result>, offline: string): Promise<Result> {
  try {
    return await computeInSlices(slices)
  } catch (error) {
    if (!(error instanceof WorkLimitError)) throw error
    throw tooLarge(`It takes more than ${error.stepCountMax} counted steps, too many for one request.`, { offline })
  }
}

export const tooLarge = (what: string, { offline }: { readonly offline: string }): ProblemError =>
  new ProblemError('run_too_large', { detail: `${what} ${offlineHint(offline)}` })

const offlineHint = (offline: string): string =>
  `Its evidence pack tells the same offline: npx tallystick explain pack.zip ${offline}${offline.startsWith('--impact') ? '. A replay with changed rules tells what they change' : ''}`
