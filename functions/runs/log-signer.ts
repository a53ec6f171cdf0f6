import { isKeyName, type LogState, originOf, signCheckpoint, toHex, utf8 } from '@tallystick/engine'
import type { Env } from '../env.ts'
import { SigningError, signingKeysOf } from '../keys/signing-key.ts'
import { sha256 } from '../platform/hasher.ts'
import type { Executor } from './executor.ts'

/** Signs a tenant's log. */
export interface LogSigner {
  /** The raw public half of each key that signs. */
  readonly publicKeys: readonly Uint8Array[]
  /** The signed note (C2SP tlog-checkpoint) of the log in that state: one line of signature for each key. */
  readonly sign: (log: LogState) => Promise<string>
}

/**
 * What the log of `tenantId` is signed with: the configured keys, under the origin `<LOG_ORIGIN>/<tenant hash>`, which
 * no request has a say in. Throws `SigningError` when anything of it is missing or not what it should be.
 */
export async function logSignerOf({ isolate, env }: Omit<Executor, 'db'>, tenantId: string): Promise<LogSigner> {
  const logOrigin = logOriginOf(env)
  if (logOrigin === undefined) throw new SigningError('LOG_ORIGIN is not set, or is no name for a log')
  const keys = await signingKeysOf(isolate, env)
  const origin = originOf(logOrigin, tenantHashOf(tenantId))
  return {
    publicKeys: keys.map(({ publicKey }) => publicKey),
    sign: ({ size, root }) => signCheckpoint(sha256, { origin, size, root }, keys),
  }
}

const originLengthMax = 200

/** LOG_ORIGIN; undefined unless it is set to what the name of a key in a signed note (C2SP signed-note) may begin with. */
export const logOriginOf = ({ LOG_ORIGIN = '' }: Pick<Env, 'LOG_ORIGIN'>): string | undefined =>
  LOG_ORIGIN.length <= originLengthMax && isKeyName(LOG_ORIGIN) ? LOG_ORIGIN : undefined

/** How a tenant is called in its log, which may be shown without naming it: SHA-256 of its id, lower-case hex. */
export const tenantHashOf = (tenantId: string): string => toHex(sha256(utf8(tenantId)))
