import { indexOriginOf, originOf } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { bucketOf } from '../store/bucket.ts'
import { type LogObjects, logObjects } from '../store/log-objects.ts'
import { NotConfiguredError } from '../store/required.ts'
import { logOriginOf, tenantHashOf } from './log-signer.ts'

/** Throws `NotConfiguredError` without LOG_ORIGIN or a bucket. */
export const ownLogObjects = (env: Env, tenantId: string): LogObjects =>
  logObjects(bucketOf(env), originOf(requireLogOrigin(env), tenantHashOf(tenantId)))

export const indexLogObjects = (env: Env): LogObjects => logObjects(bucketOf(env), indexOriginOf(requireLogOrigin(env)))

function requireLogOrigin(env: Env): string {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new NotConfiguredError('LOG_ORIGIN is not set, or cannot name a log')
  return logOrigin
}
