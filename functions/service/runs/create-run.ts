import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { requireUndiverged } from '../log/log-diverged.ts'
import { runRecordCountMaxOf } from '../platform/record-limit.ts'
import { datasetStore } from '../store/dataset-store.ts'
import { logStore } from '../store/log-store.ts'
import type { RunRow } from '../store/run-store.ts'
import { refuseUnknownYears } from './calendar-years.ts'
import { openRunRequest, readClaim } from './open-run-request.ts'
import { queuedRun } from './queued-run.ts'
import { choiceOf, type ResolvedSides, resolveSides } from './resolve-adapter.ts'
import { type RunParameters, readRunParameters } from './run-parameters.ts'
import { answerExistingRun, createAndExecute } from './run-request.ts'
import { type PolicyColumns, storedPolicyOf } from './stored-policy.ts'
import { refuseUnknownInstances } from './unknown-instance.ts'
import { refuseUnsealedSides } from './unsealed-sides.ts'

/**
 * Creates the run of a request, executes it and answers with it. When the request's idempotency key already stands for
 * a run, answers with that run instead. Creating takes two round trips: one reads the claim of the key and the datasets
 * of the adapters, one stores the run with its claim. Tables, rates and calendars are stored before.
 */
export async function createRun(c: Context<AppEnv>): Promise<Response> {
  const keyHash = readKeyHash(c)
  const parameters = await readRunParameters(c)
  const request = await openRunRequest(c, { keyHash, body: parameters.asSent })
  const { tenantId, executor } = request
  const datasets = datasetStore(executor.db)
  const [[claim], [log], source, target] = await executor.db.batch([
    readClaim(request),
    logStore(executor.db).find(tenantId),
    datasets.candidates(tenantId, choiceOf(parameters.adapters.source)),
    datasets.candidates(tenantId, choiceOf(parameters.adapters.target)),
  ])
  const answered = await answerExistingRun(request, claim)
  if (answered) return answered
  requireUndiverged(log)
  const candidates = { source, target }
  await refuseUnsealedSides(executor.db, tenantId, { adapters: parameters.adapters, candidates })
  const sides = resolveSides({
    adapters: parameters.adapters,
    candidates,
    recordCountMax: runRecordCountMaxOf(c.env),
  })
  if (!parameters.allowEmpty)
    await refuseUnknownInstances(executor.db, tenantId, {
      adapters: parameters.adapters,
      resolved: sides,
      mayBeEmpty: true,
    })
  refuseUnknownYears(parameters, sides, [...source, ...target])
  const stored = storedPolicyOf(parameters.policy)
  const run = runOf(c, parameters, { sides, policy: stored.columns })
  return createAndExecute(request, run, stored)
}

interface RunChoices {
  readonly sides: ResolvedSides
  readonly policy: PolicyColumns
}

const runOf = (c: Context<AppEnv>, { name, adapters }: RunParameters, { sides, policy }: RunChoices): RunRow =>
  queuedRun(c, {
    name,
    sourceAdapter: adapters.source.text,
    targetAdapter: adapters.target.text,
    source: JSON.stringify(sides.source),
    target: JSON.stringify(sides.target),
    warnings: JSON.stringify(sides.warnings),
    ...policy,
    replayOf: null,
    byteCount: sides.byteCount,
  })
