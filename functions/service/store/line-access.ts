import type { Env } from '../env.ts'
import type { Database } from './database.ts'

/**
 * What reads and writes lines: the database of their tenant, the bucket of the large ones, looked up when needed, and the
 * pepper of the vouchers of their counts.
 */
export interface LineAccess {
  readonly db: Database
  readonly env: Pick<Env, 'BUCKET' | 'KEY_PEPPER'>
}

/** Where the lines of a chunk are in R2. */
export interface ObjectPlace {
  readonly object: string
  readonly objectOffset: number
  readonly objectLength: number
}
