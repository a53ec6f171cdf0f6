import { signingKeys } from '@tallystick/schema/log-tables'
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { type Database, everyDatabaseOf, queries } from './database.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/** What a key has signed. Times are milliseconds since the epoch. */
export interface KeyUse extends Pick<SigningKeyRow, 'publicKey' | 'voucher'> {
  /** Whether the key signs what comes next, too. */
  readonly isConfigured: boolean
  /** When the first and the last entry was completed that it signed; logs may be ahead of the clock. */
  readonly first: number
  readonly last: number
}

/**
 * Statements on the keys that ever signed, for the caller to await or to put into a batch. A key is named by its
 * public half in base64. The keys belong to no tenant. The table has one row a key and is read whole.
 */
export const signingKeyStore = (db: Database) => ({
  /** Newest first. */
  list: () => db.select().from(signingKeys).orderBy(desc(signingKeys.validFrom)),

  /**
   * Widens the time of a key to what it has signed; goes into the batch that stores the entries, so that each stored entry
   * is in the time of its keys. Writes nothing where it is already.
   */
  remember: ({ publicKey, voucher, isConfigured, first, last }: KeyUse, now: number) =>
    db
      .insert(signingKeys)
      .values({
        publicKey,
        validFrom: Math.min(first, now),
        validTo: isConfigured ? null : last,
        voucher,
      })
      .onConflictDoUpdate({
        target: signingKeys.publicKey,
        set: {
          validFrom: sql`min(${signingKeys.validFrom}, excluded.valid_from)`,
          // Null is no end: the greatest of the two is null where one is.
          validTo: sql`max(${signingKeys.validTo}, excluded.valid_to)`,
          voucher,
        },
        setWhere: sql`${signingKeys.validFrom} > excluded.valid_from
          OR ${signingKeys.validTo} < coalesce(excluded.valid_to, ${Number.MAX_SAFE_INTEGER}) OR ${ne(signingKeys.voucher, voucher)}`,
      }),

  /** Renews the voucher of a key that is stored. */
  vouch: ({ publicKey, voucher }: Pick<SigningKeyRow, 'publicKey' | 'voucher'>) =>
    db
      .update(signingKeys)
      .set({ voucher })
      .where(and(eq(signingKeys.publicKey, publicKey), ne(signingKeys.voucher, voucher))),

  /** The keys without an end, but for those of `configured`. */
  unended: (configured: readonly string[]) =>
    db.select({ publicKey: signingKeys.publicKey }).from(signingKeys).where(isUnended(configured)),

  /** Sets the end of every key but those of `configured` to `end`. */
  endOthers: (configured: readonly string[], end: number) =>
    db
      .update(signingKeys)
      .set({ validTo: sql`max(${signingKeys.validFrom}, ${end})` })
      .where(isUnended(configured)),

  /** Removes the end of those keys of `configured` that have one. */
  resume: (configured: readonly string[]) =>
    db
      .update(signingKeys)
      .set({ validTo: null })
      .where(and(isNotNull(signingKeys.validTo), inArray(signingKeys.publicKey, [...configured]))),
})

const isUnended = (configured: readonly string[]) =>
  and(isNull(signingKeys.validTo), notInArray(signingKeys.publicKey, [...configured]))

/** The keys in every database, database by database, newest first. */
export async function readSigningKeys(env: Env): Promise<readonly SigningKeyRow[]> {
  const lists = await Promise.all(everyDatabaseOf(env).map((database) => signingKeyStore(queries(database)).list()))
  return lists.flat()
}
