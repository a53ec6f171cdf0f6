import { fromHex } from '@tallystick/engine/base'
import { givenByAdministrators } from '@tallystick/schema/key'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { ProblemError } from '../http/problem.ts'
import { type Attempt, countFailedAttempt, refuseAfterFailedAttempts } from '../http/rate/address-limit.ts'
import { catalogOf, databaseOf } from '../store/database.ts'
import { findKey, type KeyOfTenant, keyStore } from '../store/key-store.ts'
import { requiredOf } from '../store/required.ts'
import { keyCache } from './key-cache.ts'
import { areEqual, hashSecret } from './key-hash.ts'
import { endOf } from './key-record.ts'
import { hasSession, identifyMember } from './people/member-session.ts'
import { parseToken, type Token } from './token.ts'

const useNotedEveryMilliseconds = 3_600_000

/**
 * Identifies the caller by `X-API-Key`, else by a session, and sets `identity`. A key of wrong form, checksum or environment is refused
 * without a read. An unknown id and a wrong secret get the same answer: only a caller who knows the secret learns that
 * a key has expired or is revoked, or that its tenant is suspended. One D1 query, none while the key is in the
 * isolate's cache, which has no key with a scope that administrators give.
 */
export const authenticate = (): MiddlewareHandler<AppEnv> =>
  async function authenticate(c, next) {
    const text = c.req.header('X-API-Key')
    if (text === undefined || text === '') {
      if (!hasSession(c)) throw new ProblemError('api_key_missing')
      await identifyMember(c)
      return next()
    }
    const parsed = parseToken(text)
    const token = parsed?.environment === requiredOf(c.env, 'ENVIRONMENT') ? parsed : undefined
    const found = await identify(c, token)
    if (found === undefined) {
      countFailedAttempt(c, attemptWith(token))
      throw new ProblemError('api_key_invalid')
    }
    refuseEnded(c, found)
    noteUse(c, found)
    const { key, plan, settings, storedBytes } = found
    const actor = { kind: 'key', id: key.id, name: key.name } as const
    c.set('identity', { tenantId: key.tenantId, actor, scopes: key.scopes, plan, settings, storedBytes })
    await next()
  }

/** Undefined for an unknown id and for a wrong secret. Asks the cache, then the database. */
async function identify(c: Context<AppEnv>, token: Token | undefined): Promise<KeyOfTenant | undefined> {
  const cached = token && keyCache(c.var.isolate).get(token.keyId)
  if (token && cached && hasSecret(c, token, cached)) return cached
  // After the cache, so that a client that shares its address with an attacker keeps working, and before any read.
  refuseAfterFailedAttempts(c, attemptWith(token))
  if (token === undefined) return undefined
  const found = cached === undefined ? await lookUp(c, token.keyId) : cached
  return hasSecret(c, token, found) && found !== null ? found : undefined
}

const attemptWith = (token: Token | undefined): Attempt => (token === undefined ? 'text' : 'key')

/** An unknown key is compared, too, so that it takes the same time. */
const hasSecret = (c: Context<AppEnv>, token: Token, found: KeyOfTenant | null): boolean =>
  areEqual(fromHex(hashSecret(c.env, token.secret)), fromHex(found === null ? hmacOfNoKey : found.key.hmac))

const hmacOfNoKey = '00'.repeat(32)

async function lookUp(c: Context<AppEnv>, keyId: string): Promise<KeyOfTenant | null> {
  const askedAt = c.var.isolate.now()
  const found = (await findKey(catalogOf(c.env), keyId)) ?? null
  // What an administrator has given ends at once everywhere, as a session does.
  const isGiven = found?.key.scopes.some((scope) => givenByAdministrators.includes(scope)) === true
  if (!isGiven) keyCache(c.var.isolate).set(keyId, found, askedAt)
  return found
}

function refuseEnded(c: Context<AppEnv>, { key, isSuspended }: KeyOfTenant) {
  const now = c.var.isolate.now()
  if (key.revokedAt !== null) throw new ProblemError('api_key_revoked')
  const end = endOf(key)
  if (end !== null && end <= now) throw new ProblemError('api_key_expired')
  if (isSuspended) throw new ProblemError('tenant_suspended')
}

/** Stores the use at most once an hour, after the answer. The cache is updated first, for concurrent requests. */
function noteUse(c: Context<AppEnv>, found: KeyOfTenant) {
  const { key } = found
  const usedAt = c.var.isolate.now()
  const notedAfter = usedAt - useNotedEveryMilliseconds
  if (key.lastUsedAt !== null && key.lastUsedAt > notedAfter) return
  keyCache(c.var.isolate).amend(key.id, { ...found, key: { ...key, lastUsedAt: usedAt } })
  const store = keyStore(databaseOf(c.env, key.tenantId))
  c.executionCtx.waitUntil(store.noteUse(key.tenantId, { id: key.id, usedAt, notedAfter }).catch(() => undefined))
}
