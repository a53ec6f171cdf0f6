import { originOf } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { bucketOf } from '../store/bucket.ts'
import { type LogObjects, logObjects } from '../store/log-objects.ts'
import { NotConfiguredError } from '../store/required.ts'
import { logOriginOf, tenantHashOf } from './log-signer.ts'

/** The name of a tenant's log: `<LOG_ORIGIN>/<tenant hash>`. Throws `NotConfiguredError` while LOG_ORIGIN cannot name a log. */
function ownOriginOf(env: Env, tenantId: string): string {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new NotConfiguredError('LOG_ORIGIN is not set, or cannot name a log')
  return originOf(logOrigin, tenantHashOf(tenantId))
}

/** The public files of a tenant's log. Throws `NotConfiguredError` without LOG_ORIGIN or a bucket. */
export const ownLogObjects = (env: Env, tenantId: string): LogObjects =>
  logObjects(bucketOf(env), ownOriginOf(env, tenantId))
