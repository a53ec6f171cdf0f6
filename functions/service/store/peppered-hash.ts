import { createHmac } from 'node:crypto'
import type { Env } from '../env.ts'
import { requiredOf } from './required.ts'

/** Hex of HMAC-SHA-256(KEY_PEPPER, text) (RFC 2104). Throws `NotConfiguredError` without a pepper. */
export const pepperedHash = (env: Pick<Env, 'KEY_PEPPER'>, text: string): string =>
  createHmac('sha256', requiredOf(env, 'KEY_PEPPER')).update(text).digest('hex')
