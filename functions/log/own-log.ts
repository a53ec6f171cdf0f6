import { originOf } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { bucketOf } from '../store/bucket.ts'
import { type LogObjects, logObjects } from '../store/log-objects.ts'
import { UnavailableError } from '../store/storage-fault.ts'
import { logOriginOf, tenantHashOf } from './log-signer.ts'

/** The name of a tenant's log: `<LOG_ORIGIN>/<tenant hash>`. Throws `UnavailableError` while LOG_ORIGIN cannot name a log. */
export function ownOriginOf(env: Env, tenantId: string): string {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new UnavailableError('LOG_ORIGIN is not set, or cannot name a log')
  return originOf(logOrigin, tenantHashOf(tenantId))
}

/** The public files of a tenant's log. Throws `UnavailableError` without LOG_ORIGIN or a bucket. */
export const ownLogObjects = (env: Env, tenantId: string): LogObjects =>
  logObjects(bucketOf(env), ownOriginOf(env, tenantId))
