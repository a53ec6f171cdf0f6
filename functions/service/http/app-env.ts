import type { PricingPlan, Scope, TenantSettings } from '@tallystick/schema/key'
import type { ProblemCode } from '@tallystick/schema/problem-table'
import type { Role } from '@tallystick/schema/role'
import type { Env } from '../env.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { SessionOfMember } from '../store/session-store.ts'
import type { LoggedFault } from './fault.ts'
import type { PolicyState } from './policy-state.ts'

/** Who sends a request. Ids of members begin with `mbr_`, which no id of a key does. */
export type Actor =
  | { readonly kind: 'key'; readonly id: string; readonly name: string }
  | { readonly kind: 'member'; readonly id: string; readonly name: string; readonly role: Role }

export interface Identity {
  readonly tenantId: string
  readonly actor: Actor
  /** Of the key, or of the member’s role. */
  readonly scopes: readonly Scope[]
  readonly plan: PricingPlan
  readonly settings: TenantSettings
  /** Bytes that the tenant kept when key or session was looked up, at most ten seconds ago. */
  readonly storedBytes: number
}

/** What a period that is read takes of the memory. */
export interface PeriodSize {
  /** Records of both sides, and the bytes of their canonical lines. */
  readonly recordCount: number
  readonly byteCount: number
  /** Records that are open, left out or handed on, and decisions. */
  readonly itemCount: number
}

/** The part of the isolate's memory that one request has reserved. */
export interface RequestMemory {
  /**
   * Reserves room for a body. Waits while other requests leave no room. Throws `temporarily_overloaded` after less than
   * a second.
   */
  takeForBody(byteCount: number): Promise<void>
  /** Reserves room for a body that is stored while it is read: a few parts, and what identifies the body's records. */
  takeForStream(byteCount: number): Promise<void>
  /** For use during a computation: throws `temporarily_overloaded` at once where there is no room. */
  takeAtOnce(byteCount: number): void
  /** Reserves room for matching `recordCount` records. Waits and throws like `takeForBody`. */
  takeForRecords(recordCount: number): Promise<void>
  /** Reserves room for a period that is read. Waits and throws like `takeForBody`. */
  takeForPeriod(size: PeriodSize): Promise<void>
  /** Reserves room for proposing rules for `recordCount` records of both sides. */
  takeForLearning(recordCount: number): Promise<void>
  /**
   * Reserves room for reading the evidence of a run, and `recordCount` records. Waits and throws like `takeForBody`.
   */
  takeForEvidence(recordCount: number): Promise<void>
  /** After the release, keeps room for columns of records or items of a period until the streamed body has ended. */
  keepForBody(kept: { readonly recordCount?: number; readonly itemCount?: number }): void
  /** Releases everything, except what is kept for a body until the body has ended. */
  release(bodyEnd?: Promise<unknown>): void
}

export interface AppEnv {
  Bindings: Env
  Variables: {
    isolate: Isolate
    requestId: string
    memory: RequestMemory
    identity: Identity
    /** Of a member who asks who is signed in. */
    session: SessionOfMember
    /** The media type that `Accept` chooses among those of the route; without `Accept` the first of them. */
    mediaType: string
    policyStates: readonly PolicyState[]
    problemCode: ProblemCode
    /** An unforeseen error, or a fault of the storage. */
    fault: LoggedFault
  }
}
