import type { Env } from '../env.ts'
import type { Database } from './database.ts'

/** What reads and writes lines: the database of their tenant, and the bucket of the large ones, looked up when needed. */
export interface LineAccess {
  readonly db: Database
  readonly env: Pick<Env, 'BUCKET'>
}

/** Where the lines of a chunk are in R2. */
export interface ObjectPlace {
  readonly object: string
  readonly objectOffset: number
  readonly objectLength: number
}
