import { findImpact, leaveOneOutRecordCountMax } from '@tallystick/engine'
import type { Context } from 'hono'
import { explainSchemaVersion } from '../../schema/explain.ts'
import { loadSealed } from '../evidence/sealed.ts'
import type { AppEnv } from '../http/app-env.ts'
import { answerImmutable } from '../http/immutable-answer.ts'
import { ProblemError } from '../http/problem.ts'
import { sha256 } from '../platform/hasher.ts'
import { recordCountOf } from '../runs/run-record.ts'
import { type Execution, executeAgain, tooLarge } from './execute-again.ts'

/**
 * What each rule of a run is worth, or the one that is named. Throws `run_not_found`, `run_not_finished`,
 * `artifact_not_found` for a rule that the run does not have, and what `executeAgain` does; executes the run once, and
 * what follows a rule once more for each rule that is left out.
 */
export async function answerImpact(c: Context<AppEnv>, runId: string, rule: string | undefined): Promise<Response> {
  const sealed = await loadSealed(c, runId)
  const parts = {
    root: sealed.receipt.leafHash,
    query: [['rule', rule]] as const,
    schemaVersion: explainSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    const offline = rule === undefined ? '--impact' : `--impact ${rule}`
    const startedAt = c.var.isolate.now()
    const execution = await executeAgain(c, sealed, offline)
    await clockMoves()
    refuseTooLong(execution, { milliseconds: c.var.isolate.now() - startedAt, rule, offline })
    // The run and the one without a rule are there at once.
    c.var.memory.takeForRecords(recordCountOf(sealed.run))
    const impact = findImpact(sha256, { ...execution, rule })
    if (impact === undefined)
      throw new ProblemError('artifact_not_found', { detail: 'The run has no rule of that id.' })
    return c.json(impact, 200)
  })
}

/** A Worker's clock stands still while it computes, and moves on with the next event. */
const clockMoves = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))

/** Well below what a request may compute in all, which `limits.cpu_ms` of wrangler.toml says. */
const computedMillisecondsMax = 120_000

/** Throws `run_too_large` when leaving rules out would take too long, going by how long the run itself just took. */
function refuseTooLong(
  { policy, source, target }: Execution,
  once: { readonly milliseconds: number; readonly rule: string | undefined; readonly offline: string },
): void {
  const recordCount = source.table.rowCount + target.table.rowCount
  if (once.rule === undefined && recordCount > leaveOneOutRecordCountMax) return
  const passCount = policy.rules.filter(({ enabled }) => enabled).length
  // What comes before a rule is not done again without it: half of the passes on average.
  const times = once.rule === undefined ? passCount / 2 : 1
  if (once.milliseconds * times <= computedMillisecondsMax) return
  throw tooLarge('To leave out each of its rules would take too long here; one can be asked for by `rule`.', once)
}
