import { timestampOf } from '@tallystick/audit/base/timestamp'
import { type CompiledPolicy, compileRules } from '@tallystick/engine/rules'
import { adapterOf } from '@tallystick/schema/adapter'
import type { PricingPlan } from '@tallystick/schema/key'
import { type PlaygroundFlag, type PlaygroundRequest, playgroundRequest } from '@tallystick/schema/playground'
import type { Context } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { readJson } from '../../http/body.ts'
import { ProblemError } from '../../http/problem.ts'
import { reconcileDemo } from './demo-result.ts'
import { pointerInRequest, rulesOf } from './playground-rules.ts'

const recordCountByPlan: { readonly [tier in PricingPlan]: number } = {
  free: 10,
  starter: 25,
  growth: 50,
  scale: 100,
  enterprise: 200,
}

export interface PlaygroundOptions {
  readonly tier: PricingPlan
  readonly flags: readonly PlaygroundFlag[]
}

/**
 * Reconciles the built-in records under the rules in the body. Headers of the answer say which plan and flags applied.
 */
export async function answerPlayground(c: Context<AppEnv>, { tier, flags }: PlaygroundOptions) {
  const request = await readJson(c, playgroundRequest)
  const { matches, totals } = reconcileDemo({
    adapters: { source: adapterOf(request.source.adapter), target: adapterOf(request.target.adapter) },
    policy: policyOf(request, flags),
    recordCount: recordCountByPlan[tier],
    isEvidenceExtended: flags.includes('extended_evidence'),
  })
  const timestamp = timestampOf(c.var.isolate.now())
  return c.json(
    { success: true as const, timestamp, request_id: c.var.requestId, matches: [...matches], ...totals },
    200,
    {
      'X-Plan-Tier': tier,
      'X-Feature-Flags': flags.join(','),
    },
  )
}

function policyOf(request: PlaygroundRequest, flags: readonly PlaygroundFlag[]): CompiledPolicy {
  const rules = rulesOf(request, flags)
  const result = compileRules(rules)
  if (result.ok) return result.policy
  const errors = result.faults.map((fault) => ({ ...fault, pointer: pointerInRequest(fault.pointer, rules) }))
  throw new ProblemError('validation_failed', { errors })
}
