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
import { problemOfParameters } from './refused-parameters.ts'

/** The limit of bodies that may bring tables, rates and calendars. */
export const policyBodyByteCountMax = 8 * 1024 * 1024

const limit = { bytesMax: policyBodyByteCountMax }

/** The parameters of a run: policy compiled, adapters parsed. */
export interface RunParameters {
  readonly name: string
  readonly adapters: BySide<Adapter>
  readonly policy: CompiledPolicy
  /** Whether a side whose adapter names an instance without a dataset is taken as empty. */
  readonly allowEmpty: boolean
  /** Whether the rules were sent as rules, or as the criteria of one. */
  readonly form: RuleSetInput['form']
  /** The members as they were sent, for the fingerprint. */
  readonly asSent: JsonValue
}

/**
 * The parameters in the body. Throws `validation_failed` with every fault of its members and adapters, and with those of
 * its policy (all of shape, else all of meaning, beside which the datasets are looked at for years that a calendar does
 * not know); `unknown_adapter` when only adapters are at fault.
 */
export async function readRunParameters(c: Context<AppEnv>): Promise<RunParameters> {
  const body = await readAnyJson(c, limit)
  const result = check(schema, body)
  if (!result.ok) throw await problemOfParameters(c, body, result.faults)
  const { name, sourceAdapter, targetAdapter, allowEmpty, policy, ...members } = result.value
  const adapters = { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) }
  const { form } = members.rules
  const sent = { name, sourceAdapter, targetAdapter, ...(allowEmpty !== undefined && { allowEmpty }) }
  return { name, adapters, policy, allowEmpty: allowEmpty ?? false, form, asSent: { ...sent, ...asSent(members) } }
}

const schema = withPolicy(runRequest, compileRules)

/** The parameters of a replay: what takes the place of members of the original's policy. */
export interface ReplayParameters {
  readonly changes: PolicyChanges
  readonly asSent: JsonValue
}

/** The parameters in the body; no body counts as `{}`. Throws `validation_failed` with the faults of shape. */
export async function readReplayParameters(c: Context<AppEnv>): Promise<ReplayParameters> {
  const changes = await readOptionalJson(c, replayRequest, limit)
  return { changes, asSent: asSent(changes) }
}

/** JSON text has no members that are undefined. */
const asSent = (members: PolicyChanges): { readonly [name: string]: JsonValue } => JSON.parse(JSON.stringify(members))
