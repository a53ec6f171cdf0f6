import { utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { isUsable } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import { areEqual } from './key-hash.ts'

/** Whether this Worker has an admin key, of at least 32 characters. Without one there are no admin routes. */
export const isAdminEnabled = (env: Env): boolean => adminKeyOf(env) !== undefined

/** Whether `sent` is the admin key, in constant time; never in a Worker without one. */
export function isAdminKey(env: Env, sent: string): boolean {
  const adminKey = adminKeyOf(env)
  return adminKey !== undefined && areEqual(sha256(utf8(sent)), sha256(utf8(adminKey)))
}

const adminKeyOf = (env: Env): string | undefined => (isUsable(env, 'ADMIN_KEY') ? env.ADMIN_KEY : undefined)
