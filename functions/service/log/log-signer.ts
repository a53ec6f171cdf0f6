import { toHex, utf8 } from '@tallystick/engine/base'
import { type LogState, originOf, signCheckpoint } from '@tallystick/engine/log'
import type { Env } from '../env.ts'
import { SigningError, signingKeysOf } from '../keys/signing-key.ts'
import { isConfigured } from '../platform/configuration.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Isolate } from '../platform/isolate.ts'
import type { Database } from '../store/database.ts'

export interface LogAccess {
  readonly db: Database
  readonly isolate: Isolate
  readonly env: Env
}

export interface LogSigner {
  /** The name of the log: `<LOG_ORIGIN>/<tenant hash>`. */
  readonly origin: string
  readonly publicKeys: readonly Uint8Array[]
  /** The signed note (C2SP tlog-checkpoint), with a signature line for each key. */
  readonly sign: (log: LogState) => Promise<string>
}

/** No part of the origin comes from a request. Throws `SigningError` without a valid key or LOG_ORIGIN. */
export async function logSignerOf({ isolate, env }: Omit<LogAccess, 'db'>, tenantId: string): Promise<LogSigner> {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new SigningError('LOG_ORIGIN is not set, or cannot name a log')
  const keys = await signingKeysOf(isolate, env)
  const origin = originOf(logOrigin, tenantHashOf(tenantId))
  return {
    origin,
    publicKeys: keys.map(({ publicKey }) => publicKey),
    sign: ({ size, root }) => signCheckpoint(sha256, { origin, size, root }, keys),
  }
}

/** Undefined unless a key's name in a signed note (C2SP signed-note) may begin with LOG_ORIGIN. */
export const logOriginOf = (env: Pick<Env, 'LOG_ORIGIN'>): string | undefined =>
  isConfigured(env, 'LOG_ORIGIN') ? env.LOG_ORIGIN : undefined

/** Names a tenant in its log without showing the id: SHA-256 of the id, lower-case hex. */
export const tenantHashOf = (tenantId: string): string => toHex(sha256(utf8(tenantId)))
