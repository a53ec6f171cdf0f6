import type { Env } from '../env.ts'
import type { Database } from './database.ts'

export interface LineAccess {
  readonly db: Database
  readonly env: Pick<Env, 'BUCKET' | 'KEY_PEPPER'>
}

export interface ObjectPlace {
  readonly object: string
  readonly objectOffset: number
  readonly objectLength: number
}
