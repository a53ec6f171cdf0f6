import { type CompiledPolicy, compileRules, type JsonValue, type RuleSetInput } from '@tallystick/engine'
import type { Context } from 'hono'
import { type Adapter, adapterOf } from '../../schema/adapter.ts'
import { rulesSchema } from '../../schema/rule-set.ts'
import { replayRequestWith, runRequestWith } from '../../schema/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson, readOptionalJson } from '../http/body.ts'
import type { BothSides } from './resolve-adapter.ts'

/** A run as it was asked for, its rules made ready and its adapters known. */
export interface RunParameters {
  readonly name: string
  readonly adapters: BothSides<Adapter>
  readonly policy: CompiledPolicy
  /** What identifies the request: its members as they were sent. */
  readonly asSent: JsonValue
}

/**
 * The request in the body. Throws `validation_failed` with every fault of its members and adapters, and with those of its
 * rules (all of shape, else all of meaning); `unknown_adapter` when only adapters are at fault.
 */
export async function readRunParameters(c: Context<AppEnv>): Promise<RunParameters> {
  const { name, sourceAdapter, targetAdapter, rules } = await readJson(c, schema)
  const adapters = { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) }
  const asSent = { name, sourceAdapter, targetAdapter, rules: toJson(rules.input) }
  return { name, adapters, policy: rules.policy, asSent }
}

/** A replay as it was asked for: with these rules, or with those of the run when there are none. */
export interface ReplayParameters {
  readonly policy: CompiledPolicy | undefined
  readonly asSent: JsonValue
}

/** The request in the body; none is `{}`. Throws `validation_failed` with all faults of the rules: of shape, else of meaning. */
export async function readReplayParameters(c: Context<AppEnv>): Promise<ReplayParameters> {
  const { rules } = await readOptionalJson(c, replaySchema)
  return { policy: rules?.policy, asSent: rules === undefined ? {} : { rules: toJson(rules.input) } }
}

const rules = rulesSchema((input) => {
  const result = compileRules(input)
  return result.ok ? { ok: true, policy: { input, policy: result.policy } } : result
})
const schema = runRequestWith(rules)
const replaySchema = replayRequestWith(rules)

/** Members that were left out are undefined in the type, and absent in the text. */
const toJson = (input: RuleSetInput): JsonValue => JSON.parse(JSON.stringify(input))
