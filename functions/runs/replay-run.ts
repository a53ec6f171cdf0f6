import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { readKeyHash } from '../idempotency/resolve-claim.ts'
import { type RunRow, runStore } from '../store/run-store.ts'
import { queuedRun, rulesOf } from './queued-run.ts'
import { refuseTooLarge } from './resolve-adapter.ts'
import { readReplayParameters } from './run-parameters.ts'
import { hasEnded } from './run-record.ts'
import { answerCached, answerExistingRun, createAndExecute, openRunRequest, readClaim } from './run-request.ts'
import { warningsOfSides } from './run-warnings.ts'
import { policyOf } from './stored-policy.ts'

/**
 * Executes a run again over the datasets that it was pinned to, as a run of its own, and answers with that and with how
 * the two results compare; or answers again, when the request's key already stands for a replay. Throws `run_not_found`,
 * `run_not_replayable` before the run has ended, and `run_too_large`.
 */
export async function replayRun(c: Context<AppEnv>, runId: string): Promise<Response> {
  const keyHash = readKeyHash(c)
  const { policy, asSent } = await readReplayParameters(c)
  const request = await openRunRequest(c, { keyHash, body: asSent })
  const cached = await answerCached(request)
  if (cached) return cached
  const { tenantId, executor } = request
  const [[claim], [original]] = await executor.db.batch([
    readClaim(request),
    runStore(executor.db).find(tenantId, runId),
  ])
  const held = await answerExistingRun(request, claim)
  if (held) return held
  if (original === undefined) throw new ProblemError('run_not_found')
  if (!hasEnded(original)) throw new ProblemError('run_not_replayable', { headers: { 'Retry-After': '1' } })
  const pinned = { source: JSON.parse(original.source), target: JSON.parse(original.target) }
  refuseTooLarge(pinned, { source: '', target: '' })
  return createAndExecute(
    request,
    replayOf(c, original, policy === undefined ? storedRulesOf(original) : rulesOf(policy)),
  )
}

type Rules = ReturnType<typeof rulesOf>

/** Nothing is resolved anew: the sides are those that were pinned, by dataset and root. */
function replayOf(c: Context<AppEnv>, original: RunRow, rules: Rules): RunRow {
  const { id, name, sourceAdapter, targetAdapter, source, target } = original
  const warnings = warningsOfSides(original.warnings)
  return queuedRun(c, { name, sourceAdapter, targetAdapter, source, target, warnings, ...rules, replayOf: id })
}

/** The effective rules, hashed anew: the replay is sealed with what it is executed by, whatever the row says by now. */
function storedRulesOf(original: RunRow): Rules {
  const { rules, policyId, policyHash } = original
  try {
    return rulesOf(policyOf(original))
  } catch {
    // The replay fails by them, and says so.
    return { rules, policyId, policyHash }
  }
}
