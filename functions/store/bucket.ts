import type { Env } from '../env.ts'
import { UnavailableError } from './storage-fault.ts'

/** The bucket that holds a tenant's objects. Throws `UnavailableError` when the Worker is deployed without one. */
export function bucketOf(env: Pick<Env, 'BUCKET'>): R2Bucket {
  if (!hasBucket(env)) throw new UnavailableError('The binding BUCKET is missing')
  return env.BUCKET
}

/** Whether the Worker has a bucket: a deployment from before there was one does not. */
export const hasBucket = ({ BUCKET }: Pick<Env, 'BUCKET'>): boolean => BUCKET !== undefined

/** Asks for an object that need not exist; rejects when R2 does not answer or there is no bucket. */
export async function probeBucket(env: Env): Promise<void> {
  await bucketOf(env).head('ready')
}
