import { type CompiledPolicy, compileRules, type JsonValue, type RuleSetInput } from '@tallystick/engine'
import type { Context } from 'hono'
import { type Adapter, adapterOf } from '../../schema/adapter.ts'
import { rulesSchema } from '../../schema/rule-set.ts'
import { replayRequestWith, runRequestWith } from '../../schema/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson, readOptionalJson } from '../http/body.ts'
import type { BothSides } from './resolve-adapter.ts'

/** The parameters of a run: rules compiled, adapters parsed. */
export interface RunParameters {
  readonly name: string
  readonly adapters: BothSides<Adapter>
  readonly policy: CompiledPolicy
  /** Whether the rules were sent as rules, or as the criteria of one. */
  readonly form: RuleSetInput['form']
  /** The members as they were sent, for the fingerprint. */
  readonly asSent: JsonValue
}

/**
 * The parameters in the body. Throws `validation_failed` with every fault of its members and adapters, and with those of
 * its rules (all of shape, else all of meaning); `unknown_adapter` when only adapters are at fault.
 */
export async function readRunParameters(c: Context<AppEnv>): Promise<RunParameters> {
  const { name, sourceAdapter, targetAdapter, rules } = await readJson(c, schema)
  const adapters = { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) }
  const asSent = { name, sourceAdapter, targetAdapter, rules: toJson(rules.input) }
  return { name, adapters, policy: rules.policy, form: rules.input.form, asSent }
}

/** The parameters of a replay: rules of its own, or undefined for those of the original run. */
export interface ReplayParameters {
  readonly policy: CompiledPolicy | undefined
  readonly form: RuleSetInput['form']
  readonly asSent: JsonValue
}

/** The parameters in the body; no body counts as `{}`. Throws `validation_failed` with the faults of the rules: shape, else meaning. */
export async function readReplayParameters(c: Context<AppEnv>): Promise<ReplayParameters> {
  const { rules } = await readOptionalJson(c, replaySchema)
  const asSent = rules === undefined ? {} : { rules: toJson(rules.input) }
  return { policy: rules?.policy, form: rules?.input.form ?? 'rules', asSent }
}

const rules = rulesSchema((input) => {
  const result = compileRules(input)
  return result.ok ? { ok: true, policy: { input, policy: result.policy } } : result
})
const schema = runRequestWith(rules)
const replaySchema = replayRequestWith(rules)

/** JSON text has no members that are undefined. */
const toJson = (input: RuleSetInput): JsonValue => JSON.parse(JSON.stringify(input))
