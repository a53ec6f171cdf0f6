import { utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { sha256 } from '../platform/hasher.ts'
import { areEqual } from './key-hash.ts'

const characterCountMin = 32

/** Whether this Worker has an admin key that is long enough to be one; without it there are no admin routes. */
export const isAdminEnabled = (env: Env): boolean => (env.ADMIN_KEY ?? '').length >= characterCountMin

/** Whether `sent` is the admin key, in constant time. Requires `isAdminEnabled(env)`. */
export const isAdminKey = (env: Env, sent: string): boolean =>
  areEqual(sha256(utf8(sent)), sha256(utf8(env.ADMIN_KEY ?? '')))
