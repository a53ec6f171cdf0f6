import type { JsonValue } from '@tallystick/engine/base'
import type { BySide } from '@tallystick/engine/record'
import { type CompiledPolicy, compileRules, type RuleSetInput } from '@tallystick/engine/rules'
import { type Adapter, adapterOf } from '@tallystick/schema/adapter'
import { type PolicyChanges, withPolicy } from '@tallystick/schema/policy'
import { check } from '@tallystick/schema/problem'
import { replayRequest, runRequest } from '@tallystick/schema/run'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readAnyJson, readOptionalJson } from '../http/body.ts'
import { type Claim, fingerprintOf, openClaim } from '../http/idempotency/claim.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { idempotencyStore } from '../store/idempotency-store.ts'
import { type Executor, executorOf } from './executor.ts'
import { problemOfParameters } from './refused-parameters.ts'

/** The most bytes of a body that may contain tables, rates and calendars. */
export const policyBodyByteCountMax = 8 * 1024 * 1024

const limit = { bytesMax: policyBodyByteCountMax }

/** A request that makes a run. */
export interface RunRequest {
  readonly c: Context<AppEnv>
  readonly executor: Executor
  readonly tenantId: string
  readonly claim: Claim | undefined
}

export interface NewRunRequest extends RunRequest {
  readonly name: string
  readonly adapters: BySide<Adapter>
  readonly policy: CompiledPolicy
  /** Whether a side whose adapter names an instance without a dataset is taken as empty. */
  readonly allowEmpty: boolean
  readonly form: RuleSetInput['form']
}

/** A request for a replay: `changes` replace members of the original's policy. */
export interface ReplayRequest extends RunRequest {
  readonly changes: PolicyChanges
}

/**
 * The request for a run in `c`. Throws `validation_failed` with the faults of its members, adapters and policy,
 * `unknown_adapter` when only adapters are at fault, and the problems of `openClaim`.
 */
export async function readRunRequest(c: Context<AppEnv>): Promise<NewRunRequest> {
  const keyHash = readKeyHash(c)
  const body = await readAnyJson(c, limit)
  const result = check(schema, body)
  if (!result.ok) throw await problemOfParameters(c, body, result.faults)
  const { policy, ...sent } = result.value
  const { name, sourceAdapter, targetAdapter, allowEmpty = false, rules } = sent
  const adapters = { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) }
  return { ...(await openRequest(c, keyHash, sent)), name, adapters, policy, allowEmpty, form: rules.form }
}

const schema = withPolicy(runRequest, compileRules)

/** The request for a replay in `c`; no body counts as `{}`. Throws `validation_failed` with the faults of shape. */
export async function readReplayRequest(c: Context<AppEnv>): Promise<ReplayRequest> {
  const keyHash = readKeyHash(c)
  const changes = await readOptionalJson(c, replayRequest, limit)
  return { ...(await openRequest(c, keyHash, changes)), changes }
}

/** `sent` holds the members of the body, for the fingerprint. */
export async function openRequest(c: Context<AppEnv>, keyHash: string | undefined, sent: object): Promise<RunRequest> {
  // Drops members that are undefined, which JSON does not have.
  const body: JsonValue = JSON.parse(JSON.stringify(sent))
  const fingerprint = await fingerprintOf({ method: c.req.method, path: c.req.path, body })
  const { tenantId } = c.var.identity
  return { c, executor: executorOf(c), tenantId, claim: await openClaim(c, keyHash, fingerprint) }
}

/** The statement that reads the claim on the request's key, for the caller's batch. It finds no row without a key. */
export function readClaim({ executor, tenantId, claim }: RunRequest) {
  const keys = idempotencyStore(executor.db)
  return claim ? keys.find(tenantId, claim.keyHash) : keys.findNone(tenantId)
}
