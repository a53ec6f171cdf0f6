import { idempotencyKeys } from '@tallystick/schema/tables'
import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { failsWith } from './storage-fault.ts'
import { type Places, written } from './written.ts'

interface ClaimFields {
  /** SHA-256 of the tenant and the key, lower-case hex. */
  readonly keyHash: string
  /** See `fingerprintOf`. */
  readonly fingerprint: string
  readonly resource: string
  readonly expiresAt: number
  /** Given when the answer is already final. The answer of a run comes later, with `finish`. */
  readonly answer?: { readonly status: number; readonly body: string }
}

export type ClaimRow = typeof idempotencyKeys.$inferSelect

/** Statements for the batch that stores the run or dataset: both are stored with the claim or not at all. */
export const idempotencyStore = (db: Database) => ({ ...claimStatements(db), ...endingStatements(db) })

const claimStatements = (db: Database) => ({
  /** The claim may have expired. At most one row. */
  find: (tenantId: string, keyHash: string) => find(db, { tenantId, keyHash }),

  /** Replaces `find` in the batch of a request without a key: finds nothing. */
  findNone: (tenantId: string) => findNone(db, { tenantId }),

  /** Removes an expired claim. Goes before `claim` in the same batch. */
  release: (tenantId: string, expired: { keyHash: string; now: number }) => release(db, { tenantId, ...expired }),

  /** Fails, and its batch with it, when the key is claimed already: see `isClaimConflict`. */
  claim: (tenantId: string, { answer, ...fields }: ClaimFields) =>
    claim(db, { tenantId, ...fields, status: answer?.status ?? null, body: answer?.body ?? null }),
})

const find = written((db, at: Places<Pick<ClaimRow, 'tenantId' | 'keyHash'>>) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, at.tenantId), eq(idempotencyKeys.keyHash, at.keyHash))),
)

const findNone = written((db, at: Places<Pick<ClaimRow, 'tenantId'>>) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.tenantId, at.tenantId), sql`false`)),
)

const release = written((db, at: Places<Pick<ClaimRow, 'tenantId' | 'keyHash'> & { readonly now: number }>) =>
  db
    .delete(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.tenantId, at.tenantId),
        eq(idempotencyKeys.keyHash, at.keyHash),
        lte(idempotencyKeys.expiresAt, at.now),
      ),
    ),
)

const claim = written((db, at: Places<ClaimRow>) => db.insert(idempotencyKeys).values(at))

const endingStatements = (db: Database) => ({
  /** Stores the final answer of the request that created `resource`. Changes nothing when that request had no key. */
  finish: (tenantId: string, answer: FinishedAnswer) => finish(db, { tenantId, ...answer }),

  /** Frees the key of a request that made nothing. */
  abandon: (tenantId: string, resource: string) =>
    db
      .delete(idempotencyKeys)
      .where(
        and(
          eq(idempotencyKeys.tenantId, tenantId),
          eq(idempotencyKeys.resource, resource),
          isNull(idempotencyKeys.status),
        ),
      ),

  sweep: (now: number, rowCountMax: number) =>
    db
      .delete(idempotencyKeys)
      .where(
        sql`rowid IN (SELECT rowid FROM ${idempotencyKeys} WHERE ${idempotencyKeys.expiresAt} <= ${now} LIMIT ${rowCountMax})`,
      ),
})

interface FinishedAnswer {
  readonly resource: string
  readonly status: number
  readonly body: string
}

const finish = written((db, at: Places<FinishedAnswer & Pick<ClaimRow, 'tenantId'>>) =>
  db
    .update(idempotencyKeys)
    .set({ status: sql`${at.status}`, body: sql`${at.body}` })
    .where(
      and(
        eq(idempotencyKeys.tenantId, at.tenantId),
        eq(idempotencyKeys.resource, at.resource),
        isNull(idempotencyKeys.status),
      ),
    ),
)

/** Whether a batch failed because its idempotency key is claimed already. */
export const isClaimConflict = (error: unknown): boolean =>
  failsWith(error, /UNIQUE constraint failed: idempotency_keys/i)
