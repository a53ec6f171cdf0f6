import { utf8 } from '@tallystick/engine/base'
import type { Env } from '../env.ts'
import { isAdminEnabled } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import { areEqual } from './key-hash.ts'

/** Compares in constant time. False in a Worker without an admin key. */
export function isAdminKey(env: Env, sent: string): boolean {
  const { ADMIN_KEY } = env
  return ADMIN_KEY !== undefined && isAdminEnabled(env) && areEqual(sha256(utf8(sent)), sha256(utf8(ADMIN_KEY)))
}
