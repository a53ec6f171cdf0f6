import { eq } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { tenants } from '../../schema/tables.ts'
import type { Env } from '../env.ts'

export type Database = DrizzleD1Database

/**
 * The database that holds everything of tenant `tenantId`. There is one for now; with more of them, this is the place
 * that knows which.
 */
export const databaseOf = (env: Env, _tenantId: string): D1Database => env.DB

/** The database of tenants and keys, which are looked up before the tenant is known. */
export const catalogOf = (env: Env): D1Database => env.DB

/** Every database that holds tenants: what the sweeps go through. */
export const everyDatabaseOf = (env: Env): readonly D1Database[] => [env.DB]

/** Typed queries on `db`. Batch writes only: drizzle mixes up joined selects with equal column names in a batch. */
export const queries = (db: D1Database): Database => drizzle(db)

/** Rejects when the database does not answer or has not been migrated. */
export async function probeDatabase(env: Env): Promise<void> {
  await queries(env.DB).select({ id: tenants.id }).from(tenants).where(eq(tenants.id, ''))
}
