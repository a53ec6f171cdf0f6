import { idempotencyKeys } from '@tallystick/schema/tables'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'

export interface ClaimFields {
  /** SHA-256 of the tenant and the key, lower-case hex. */
  readonly keyHash: string
  /** What identifies the request: see `fingerprintOf`. */
  readonly fingerprint: string
  /** The id of the run or dataset that the request makes. */
  readonly resource: string
  readonly expiresAt: number
  /** The answer, when it is final already. The answer of a run is stored by `finish`. */
  readonly answer?: { readonly status: number; readonly body: string }
}

export type ClaimRow = typeof idempotencyKeys.$inferSelect

/**
 * Statements on the claims of idempotency keys. They go into their caller's batch, so that a claim and the run or
 * dataset it stands for are stored together or not at all.
 */
export const idempotencyStore = (db: Database) => ({
  /** The claim of a key, expired or not: at most one row. */
  find: (tenantId: string, keyHash: string) =>
    db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.tenantId, tenantId), eq(idempotencyKeys.keyHash, keyHash))),

  /** No claim: takes the place of `find` in the batch of a request without a key. */
  findNone: (tenantId: string) =>
    db
      .select()
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.tenantId, tenantId), sql`false`)),

  /** Frees the key if its claim has expired by `now`; goes before `claim` in the same batch. */
  release: (tenantId: string, expired: { keyHash: string; now: number }) =>
    db
      .delete(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.tenantId, tenantId),
          eq(idempotencyKeys.keyHash, expired.keyHash),
          lte(idempotencyKeys.expiresAt, expired.now),
        ),
      ),

  /** Claims the key. Fails, and its batch with it, when the key is already claimed: see `isClaimConflict`. */
  claim: (tenantId: string, fields: ClaimFields) =>
    db.insert(idempotencyKeys).values({
      tenantId,
      keyHash: fields.keyHash,
      fingerprint: fields.fingerprint,
      resource: fields.resource,
      status: fields.answer?.status ?? null,
      body: fields.answer?.body ?? null,
      expiresAt: fields.expiresAt,
    }),

  /** Stores the final answer of the request that made `resource`; changes nothing when that request had no key. */
  finish: (tenantId: string, answer: { resource: string; status: number; body: string }) =>
    db
      .update(idempotencyKeys)
      .set({ status: answer.status, body: answer.body })
      .where(
        and(
          eq(idempotencyKeys.tenantId, tenantId),
          eq(idempotencyKeys.resource, answer.resource),
          isNull(idempotencyKeys.status),
        ),
      ),

  /** Removes claims of any tenant that expired by `now`, at most `rowCountMax` of them. */
  sweep: (now: number, rowCountMax: number) =>
    db
      .delete(idempotencyKeys)
      .where(
        sql`rowid IN (SELECT rowid FROM ${idempotencyKeys} WHERE ${idempotencyKeys.expiresAt} <= ${now} LIMIT ${rowCountMax})`,
      ),
})

/** Whether a batch failed because the idempotency key that it claims is claimed already. */
export const isClaimConflict = (error: unknown): boolean =>
  failsWith(error, /UNIQUE constraint failed: idempotency_keys/i)
