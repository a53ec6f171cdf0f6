import type { PricingPlan, Scope, TenantSettings } from '../../schema/key.ts'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { PolicyState } from './policy-state.ts'
import type { ProblemCode } from './problem-table.ts'

/** Who is calling, as an API key says. */
export interface Identity {
  readonly tenantId: string
  readonly keyId: string
  readonly scopes: readonly Scope[]
  readonly plan: PricingPlan
  readonly settings: TenantSettings
}

/** What one request holds of its isolate's memory. */
export interface MemoryShare {
  /** Sets memory aside for body bytes that arrived. Throws `temporarily_overloaded` when the others leave no room. */
  takeForBody(byteCount: number): void
  /** Sets memory aside for matching so many records. Throws like `takeForBody`. */
  takeForRecords(recordCount: number): void
  /**
   * Sets memory aside for going through the evidence of a run of so many records. Throws like `takeForBody`. An archive
   * that is still taken when its share is given back holds no more than a few chunks.
   */
  takeForEvidence(recordCount: number): void
  release(): void
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
