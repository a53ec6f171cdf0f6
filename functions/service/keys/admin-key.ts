import { utf8 } from '@tallystick/engine/base'
import type { Env } from '../env.ts'
import { isAdminEnabled } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import { areEqual } from './key-hash.ts'

/** Whether `sent` is the admin key, in constant time; never in a Worker without one. */
export function isAdminKey(env: Env, sent: string): boolean {
  const { ADMIN_KEY } = env
  return ADMIN_KEY !== undefined && isAdminEnabled(env) && areEqual(sha256(utf8(sent)), sha256(utf8(ADMIN_KEY)))
}
