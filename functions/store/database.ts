import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import type { Env } from '../env.ts'

export type Database = DrizzleD1Database

/**
 * The database that holds all data of a tenant. There is one database for now; with several, this function will look
 * up which one is the tenant's.
 */
export const databaseOf = (env: Env, _tenantId: string): D1Database => env.DB

/** The database of tenants and keys: a key is looked up before its tenant is known. */
export const catalogOf = (env: Env): D1Database => env.DB

/** Every database that holds tenants, for the sweeps. */
export const everyDatabaseOf = (env: Env): readonly D1Database[] => [env.DB]

/** Typed queries on `db`. No joined select may go into a batch: drizzle mixes up its columns of equal names there. */
export const queries = (db: D1Database): Database => drizzle(db)
