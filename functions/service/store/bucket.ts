import type { Env } from '../env.ts'
import { isConfigured } from '../platform/configuration.ts'
import { inTime } from './answer-in-time.ts'
import { countedBucket } from './counted-bucket.ts'
import { requiredOf } from './required.ts'

/** The bucket of all objects. Throws `NotConfiguredError` when the Worker is deployed without one. */
export const bucketOf = (env: Pick<Env, 'BUCKET'>): R2Bucket => countedBucket(requiredOf(env, 'BUCKET'))

export const hasBucket = (env: Pick<Env, 'BUCKET'>): boolean => isConfigured(env, 'BUCKET')

/** Asks for an object that need not exist. Rejects when R2 does not answer or there is no bucket. */
export async function probeBucket(env: Env): Promise<void> {
  await inTime('R2', bucketOf(env).head('ready'))
}
