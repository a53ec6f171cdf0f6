import { and, desc, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { signingKeys } from '../../schema/log-tables.ts'
import type { Env } from '../env.ts'
import { type Database, everyDatabaseOf, queries } from './database.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/**
 * Statements on the keys that ever signed, for the caller to await or to put into a batch. A key is named by its
 * public half in base64. The keys belong to no tenant. The table has one row a key and is read whole.
 */
export const signingKeyStore = (db: Database) => ({
  /** Newest first. */
  list: () => db.select().from(signingKeys).orderBy(desc(signingKeys.validFrom)),

  /** Stores that a key signs by `now`; goes into the batch of a seal. Writes nothing for a key that is stored as valid. */
  remember: ({ publicKey, voucher }: Pick<SigningKeyRow, 'publicKey' | 'voucher'>, now: number) =>
    db
      .insert(signingKeys)
      .values({ publicKey, validFrom: now, validTo: null, voucher })
      .onConflictDoUpdate({
        target: signingKeys.publicKey,
        set: { validTo: null, voucher },
        setWhere: sql`${isNotNull(signingKeys.validTo)} OR ${ne(signingKeys.voucher, voucher)}`,
      }),

  /** Sets the end of every key but those of `configured` to `now`. */
  endOthers: (configured: readonly string[], now: number) =>
    db
      .update(signingKeys)
      .set({ validTo: sql`max(${signingKeys.validFrom}, ${now})` })
      .where(and(isNull(signingKeys.validTo), notInArray(signingKeys.publicKey, [...configured]))),

  /** Removes the end of those keys of `configured` that have one. */
  resume: (configured: readonly string[]) =>
    db
      .update(signingKeys)
      .set({ validTo: null })
      .where(and(isNotNull(signingKeys.validTo), inArray(signingKeys.publicKey, [...configured]))),
})

/** The keys in every database, database by database, newest first. */
export async function readSigningKeys(env: Env): Promise<readonly SigningKeyRow[]> {
  const lists = await Promise.all(everyDatabaseOf(env).map((database) => signingKeyStore(queries(database)).list()))
  return lists.flat()
}
