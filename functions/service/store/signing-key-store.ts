import { signingKeys } from '@tallystick/schema/log-tables'
import { and, desc, eq, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm'
import type { Env } from '../env.ts'
import { type Database, everyDatabaseOf, queries } from './database.ts'
import { type Places, written } from './written.ts'

export type SigningKeyRow = typeof signingKeys.$inferSelect

/** Times are milliseconds since the epoch. */
export interface KeyUse extends Pick<SigningKeyRow, 'publicKey' | 'voucher'> {
  /** Whether the key is configured, so that it may sign further entries. */
  readonly isConfigured: boolean
  /** Completion times of the first and the last entry that the key signed. Logs may be ahead of the clock. */
  readonly first: number
  readonly last: number
}

/** The signing keys, which belong to no tenant. A key is named by its public half in base64. */
export const signingKeyStore = (db: Database) => ({
  /** Newest first. */
  list: () => db.select().from(signingKeys).orderBy(desc(signingKeys.validFrom)),

  /**
   * Extends the key's period over all that it has signed. Goes into the batch that stores the entries. Writes only a
   * change.
   */
  remember: ({ publicKey, voucher, isConfigured, first, last }: KeyUse, now: number) =>
    remember(db, { publicKey, validFrom: Math.min(first, now), validTo: isConfigured ? null : last, voucher }),

  vouch: ({ publicKey, voucher }: Pick<SigningKeyRow, 'publicKey' | 'voucher'>) =>
    db
      .update(signingKeys)
      .set({ voucher })
      .where(and(eq(signingKeys.publicKey, publicKey), ne(signingKeys.voucher, voucher))),

  /** The keys without an end that are not among `configured`. */
  unended: (configured: readonly string[]) =>
    db.select({ publicKey: signingKeys.publicKey }).from(signingKeys).where(isUnended(configured)),

  /** Ends every unended key that is not among `configured`. */
  endOthers: (configured: readonly string[], end: number) =>
    db
      .update(signingKeys)
      .set({ validTo: sql`max(${signingKeys.validFrom}, ${end})` })
      .where(isUnended(configured)),

  /** Removes the end of the keys among `configured`. */
  resume: (configured: readonly string[]) =>
    db
      .update(signingKeys)
      .set({ validTo: null })
      .where(and(isNotNull(signingKeys.validTo), inArray(signingKeys.publicKey, [...configured]))),
})

const remember = written((db, at: Places<SigningKeyRow>) =>
  db
    .insert(signingKeys)
    .values(at)
    .onConflictDoUpdate({
      target: signingKeys.publicKey,
      set: {
        validFrom: sql`min(${signingKeys.validFrom}, excluded.valid_from)`,
        // Null means no end: max() is null where one of the two is.
        validTo: sql`max(${signingKeys.validTo}, excluded.valid_to)`,
        voucher: sql`excluded.voucher`,
      },
      setWhere: sql`${signingKeys.validFrom} > excluded.valid_from
        OR ${signingKeys.validTo} < coalesce(excluded.valid_to, ${Number.MAX_SAFE_INTEGER}) OR ${signingKeys.voucher} <> excluded.voucher`,
    }),
)

const isUnended = (configured: readonly string[]) =>
  and(isNull(signingKeys.validTo), notInArray(signingKeys.publicKey, [...configured]))

/** The keys of every database, newest first within each. */
export async function readSigningKeys(env: Env): Promise<readonly SigningKeyRow[]> {
  const lists = await Promise.all(everyDatabaseOf(env).map((database) => signingKeyStore(queries(database)).list()))
  return lists.flat()
}
