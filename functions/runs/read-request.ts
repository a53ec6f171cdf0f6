import { compileRules, type JsonValue, type Plan, type RuleSetInput } from '@tallystick/engine'
import type { Context } from 'hono'
import { type Adapter, adapterOf } from '../../schema/adapter.ts'
import { rulesSchema } from '../../schema/rule.ts'
import { replayRequestWith, runRequestWith } from '../../schema/run.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson, readOptionalJson } from '../http/body.ts'
import type { BothSides } from './resolve-adapter.ts'

/** A run as it was asked for, its rules made ready and its adapters known. */
export interface RunRequest {
  readonly name: string
  readonly adapters: BothSides<Adapter>
  readonly plan: Plan
  /** What identifies the request: its members as they were sent. */
  readonly asSent: JsonValue
}

/**
 * The request in the body. Throws `validation_failed` with every fault of its members, adapters and rules at once, or
 * `unknown_adapter` when nothing else is wrong with it.
 */
export async function readRunRequest(c: Context<AppEnv>): Promise<RunRequest> {
  const { name, sourceAdapter, targetAdapter, rules } = await readJson(c, schema)
  const adapters = { source: adapterOf(sourceAdapter), target: adapterOf(targetAdapter) }
  const asSent = { name, sourceAdapter, targetAdapter, rules: toJson(rules.input) }
  return { name, adapters, plan: rules.plan, asSent }
}

/** A replay as it was asked for: with these rules, or with those of the run when there are none. */
export interface ReplayRequest {
  readonly plan: Plan | undefined
  readonly asSent: JsonValue
}

/** The request in the body; none is `{}`. Throws `validation_failed` with every fault of the rules at once. */
export async function readReplayRequest(c: Context<AppEnv>): Promise<ReplayRequest> {
  const { rules } = await readOptionalJson(c, replaySchema)
  return { plan: rules?.plan, asSent: rules === undefined ? {} : { rules: toJson(rules.input) } }
}

const rules = rulesSchema((input) => {
  const result = compileRules(input)
  return result.ok ? { ok: true, plan: { input, plan: result.plan } } : result
})
const schema = runRequestWith(rules)
const replaySchema = replayRequestWith(rules)

/** Members that were left out are undefined in the type, and absent in the text. */
const toJson = (input: RuleSetInput): JsonValue => JSON.parse(JSON.stringify(input))
