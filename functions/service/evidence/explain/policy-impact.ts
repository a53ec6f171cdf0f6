import { findImpactInSlices, leaveOneOutRecordCountMax } from '@tallystick/engine/explain'
import { explainSchemaVersion } from '@tallystick/schema/explain'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { answerImmutable } from '../../http/immutable-answer.ts'
import { ProblemError } from '../../http/problem.ts'
import { sha256 } from '../../platform/hasher.ts'
import { nextEvent } from '../../platform/slices.ts'
import { recordCountOf } from '../../runs/run-record.ts'
import { loadWithRecords } from '../sealed.ts'
import { computeWithin, type Execution, executeAgain, tooLarge } from './execute-again.ts'

/** What each rule of a run, or only `rule`, did, and how the run would have ended without it. */
export async function answerImpact(c: Context<AppEnv>, runId: string, rule: string | undefined): Promise<Response> {
  const sealed = await loadWithRecords(c, runId)
  const parts = {
    root: sealed.receipt.leafHash,
    query: [['rule', rule]] as const,
    schemaVersion: explainSchemaVersion,
  }
  return answerImmutable(c, parts, async () => {
    const offline = rule === undefined ? '--impact' : `--impact ${rule}`
    const startedAt = c.var.isolate.now()
    const execution = await executeAgain(c, sealed, offline)
    await nextEvent()
    refuseTooLong(execution, { milliseconds: c.var.isolate.now() - startedAt, rule, offline })
    // The run and the run without a rule are in memory at the same time.
    await c.var.memory.takeForRecords(recordCountOf(sealed.run))
    const input = { ...execution, rule, stepCountMax: impactStepCountMax }
    const impact = await computeWithin(findImpactInSlices(sha256, input), offline)
    if (impact === undefined)
      throw new ProblemError('artifact_not_found', { detail: 'The run has no rule of that id.' })
    return c.json(impact, 200)
  })
}

/** The most counted steps for leaving out rules, all together: ten times those of a run in one request. */
const impactStepCountMax = 10_000_000_000

/** Well below the CPU time of a request, which is `limits.cpu_ms` in wrangler.toml. */
const computedMillisecondsMax = 120_000

/**
 * Throws `run_too_large` when leaving out rules would take too long, estimated from the time that the run just took.
 */
function refuseTooLong(
  { policy, source, target }: Execution,
  once: { readonly milliseconds: number; readonly rule: string | undefined; readonly offline: string },
): void {
  const recordCount = source.table.rowCount + target.table.rowCount
  if (once.rule === undefined && recordCount > leaveOneOutRecordCountMax) return
  const passCount = policy.rules.filter(({ enabled }) => enabled).length
  // The passes before the omitted rule are not repeated: on average half of all passes.
  const times = once.rule === undefined ? passCount / 2 : 1
  if (once.milliseconds * times <= computedMillisecondsMax) return
  throw tooLarge('To leave out each of its rules would take too long here; one can be asked for by `rule`.', once)
}
