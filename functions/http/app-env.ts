import type { Plan, Scope, TenantSettings } from '../../schema/key.ts'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { MemoryShare } from './middleware/memory-budget.ts'
import type { ProblemCode } from './problem.ts'
import type { PolicyState } from './rate/policy-state.ts'

/** Who is calling, as an API key says. */
export interface Identity {
  readonly tenantId: string
  readonly keyId: string
  readonly scopes: readonly Scope[]
  readonly plan: Plan
  readonly settings: TenantSettings
}

/** Bindings and per-request variables of every router. `identity` is there on keyed routes only. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    isolate: Isolate
    requestId: string
    memory: MemoryShare
    identity: Identity
    /** The media type of the answer that `Accept` chose among those of the route; the route's first without one. */
    mediaType: string
    /** The state of every rate-limit policy that this request was counted against. */
    policyStates: readonly PolicyState[]
    problemCode: ProblemCode
    /** Where an unforeseen error came from: the frames of its stack. */
    fault: readonly string[]
  }
}
