import type { PricingPlan, Scope, TenantSettings } from '@tallystick/schema/key'
import type { ProblemCode } from '@tallystick/schema/problem-table'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { LoggedFault } from './fault.ts'
import type { PolicyState } from './policy-state.ts'

/** The caller: the tenant and the rights of the API key. */
export interface Identity {
  readonly tenantId: string
  readonly keyId: string
  readonly scopes: readonly Scope[]
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  /** What the tenant kept when the key was looked up, at most ten seconds ago. */
  readonly storedBytes: number
}

/** The share of its isolate's memory that one request has set aside. */
export interface MemoryShare {
  /**
   * Sets memory aside for body bytes. Waits while other requests leave no room, and throws `temporarily_overloaded` when
   * there is none after 25 seconds.
   */
  takeForBody(byteCount: number): Promise<void>
  /** The same for a body that is stored while it is read, of which a few parts and what tells its records apart are held. */
  takeForStream(byteCount: number): Promise<void>
  /** The same in the midst of a computation: throws `temporarily_overloaded` where there is no room, and does not wait. */
  takeAtOnce(byteCount: number): void
  /** Sets memory aside for matching `recordCount` records. Waits and throws like `takeForBody`. */
  takeForRecords(recordCount: number): Promise<void>
  /** The same for proposing rules for `recordCount` records of both sides. */
  takeForLearning(recordCount: number): Promise<void>
  /**
   * Sets memory aside for reading the evidence of a run, and for an account of `recordCount` records where one is kept. Waits
   * and throws like `takeForBody`. An archive that the client still takes after the release holds no more than a few chunks.
   */
  takeForEvidence(recordCount: number): Promise<void>
  /** Of what was taken, keeps what the columns of `recordCount` records need until the streamed body has ended. */
  keepForBody(recordCount: number): void
  /** Gives all of it back, or what is not kept for a body; that when the body has ended. */
  release(bodyEnd?: Promise<unknown>): void
}

/** Bindings and per-request variables of every router. Only keyed routes have `identity`. */
export interface AppEnv {
  Bindings: Env
  Variables: {
    isolate: Isolate
    requestId: string
    memory: MemoryShare
    identity: Identity
    /** The media type of the answer, chosen by `Accept` among those of the route. Without `Accept`, the first of them. */
    mediaType: string
    /** The state of every rate-limit policy that this request was counted against. */
    policyStates: readonly PolicyState[]
    problemCode: ProblemCode
    /** An error that no code foresaw, or that the storage threw, as the log shows it. */
    fault: LoggedFault
  }
}
