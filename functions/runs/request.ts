import { compileRules, type JsonValue, type Plan, type RuleSetInput } from '@tallystick/engine'
import type { Context } from 'hono'
import { rulesSchema } from '../../schema/rule.ts'
import { runRequestWith } from '../../schema/run.ts'
import type { AppEnv } from '../app-env.ts'
import { readJson } from '../body.ts'
import type { Adapter } from './adapters.ts'
import { type BothSides, readAdapters } from './resolve-adapter.ts'

/** A run as it was asked for, its rules made ready and its adapters known. */
export interface RunRequest {
  readonly name: string
  readonly adapters: BothSides<Adapter>
  readonly plan: Plan
  /** What identifies the request: its members as they were sent. */
  readonly asSent: JsonValue
}

/**
 * The request in the body. Throws `validation_failed` with every fault of its members and rules at once, then
 * `unknown_adapter`.
 */
export async function readRunRequest(c: Context<AppEnv>): Promise<RunRequest> {
  const { name, sourceAdapter, targetAdapter, rules } = await readJson(c, schema)
  const adapters = readAdapters({ source: sourceAdapter, target: targetAdapter })
  const asSent = { name, sourceAdapter, targetAdapter, rules: toJson(rules.input) }
  return { name, adapters, plan: rules.plan, asSent }
}

const schema = runRequestWith(
  rulesSchema((input) => {
    const result = compileRules(input)
    return result.ok ? { ok: true, plan: { input, plan: result.plan } } : result
  }),
)

/** Members that were left out are undefined in the type, and absent in the text. */
const toJson = (input: RuleSetInput): JsonValue => JSON.parse(JSON.stringify(input))
