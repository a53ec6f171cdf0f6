import type { Env } from '../env.ts'
import type { Database } from './database.ts'

/**
 * What reads and writes lines: the tenant's database, the bucket for large datasets and results, and the pepper for the
 * vouchers of counts.
 */
export interface LineAccess {
  readonly db: Database
  readonly env: Pick<Env, 'BUCKET' | 'KEY_PEPPER'>
}

export interface ObjectPlace {
  readonly object: string
  readonly objectOffset: number
  readonly objectLength: number
}
