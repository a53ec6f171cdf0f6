import { and, desc, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { signingKeys } from '../../schema/tables.ts'
import type { Env } from '../env.ts'
import { type Database, everyDatabaseOf, queries } from './database.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/**
 * Statements on the keys that ever signed, for the caller to await or to put into a batch; a key is named by its
 * public half in base64. They belong to no tenant, and the table, a row for each key there ever was, is read whole.
 */
export const signingKeyStore = (db: Database) => ({
  /** Newest first. */
  list: () => db.select().from(signingKeys).orderBy(desc(signingKeys.validFrom)),

  /** Remembers that a key signs by `now`; goes into the batch of the seal. Writes nothing when it is known as valid. */
  remember: ({ publicKey, voucher }: Pick<SigningKeyRow, 'publicKey' | 'voucher'>, now: number) =>
    db
      .insert(signingKeys)
      .values({ publicKey, validFrom: now, validTo: null, voucher })
      .onConflictDoUpdate({
        target: signingKeys.publicKey,
        set: { validTo: null, voucher },
        setWhere: sql`${isNotNull(signingKeys.validTo)} OR ${ne(signingKeys.voucher, voucher)}`,
      }),

  /** Ends, by `now`, every key but those of `configured`. */
  endOthers: (configured: readonly string[], now: number) =>
    db
      .update(signingKeys)
      .set({ validTo: sql`max(${signingKeys.validFrom}, ${now})` })
      .where(and(isNull(signingKeys.validTo), notInArray(signingKeys.publicKey, [...configured]))),

  /** Takes back the end of those of `configured` that had one. */
  resume: (configured: readonly string[]) =>
    db
      .update(signingKeys)
      .set({ validTo: null })
      .where(and(isNotNull(signingKeys.validTo), inArray(signingKeys.publicKey, [...configured]))),
})

/** The keys of every database there is, each database's newest first. */
export async function readSigningKeys(env: Env): Promise<readonly SigningKeyRow[]> {
  const lists = await Promise.all(everyDatabaseOf(env).map((database) => signingKeyStore(queries(database)).list()))
  return lists.flat()
}
