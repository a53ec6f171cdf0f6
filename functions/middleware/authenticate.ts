import { fromHex } from '@tallystick/engine'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../app-env.ts'
import { areEqual } from '../keys/admin-key.ts'
import { keyCache } from '../keys/key-cache.ts'
import { hashSecret } from '../keys/key-hash.ts'
import { parseToken, type Token } from '../keys/token.ts'
import { ProblemError } from '../problem.ts'
import { countFailedAttempt, refuseAfterFailedAttempts } from '../rate/address-limit.ts'
import { catalogOf, databaseOf } from '../store/database.ts'
import { type KeyOfTenant, keyStore } from '../store/keys.ts'

const useNotedEveryMilliseconds = 3_600_000

/**
 * Finds out who calls by `X-API-Key` and leaves it in `identity`. A key of wrong form, checksum or environment is
 * refused without a read; an unknown id and a wrong secret are answered alike; expired and revoked are said only to
 * those who know the secret. Costs one D1 query, none while the key is in the isolate's cache.
 */
export const authenticate = (): MiddlewareHandler<AppEnv> =>
  async function authenticate(c, next) {
    const text = c.req.header('X-API-Key')
    if (text === undefined || text === '') throw new ProblemError('api_key_missing')
    const token = parseToken(text)
    const cached = token && keyCache(c.var.isolate).get(token.keyId)
    if (!cached) refuseAfterFailedAttempts(c)
    const found = token && token.environment === c.env.ENVIRONMENT ? await verify(c, token, cached) : undefined
    if (found === undefined) {
      countFailedAttempt(c)
      throw new ProblemError('api_key_invalid')
    }
    refuseEnded(c, found)
    noteUse(c, found)
    const { key, plan, settings } = found
    c.set('identity', { tenantId: key.tenantId, keyId: key.id, scopes: key.scopes, plan, settings })
    await next()
  }

/** The key that `token` is, its secret verified; undefined for an unknown id and for a wrong secret. */
async function verify(
  c: Context<AppEnv>,
  token: Token,
  cached: KeyOfTenant | null | undefined,
): Promise<KeyOfTenant | undefined> {
  const found = cached === undefined ? await lookUp(c, token.keyId) : cached
  // Hashed and compared for an unknown id as well, so that both take the same time.
  const isRight = areEqual(fromHex(hashSecret(c.env, token.secret)), fromHex(found?.key.hmac ?? '00'.repeat(32)))
  return found !== null && isRight ? found : undefined
}

async function lookUp(c: Context<AppEnv>, keyId: string): Promise<KeyOfTenant | null> {
  const found = (await keyStore(catalogOf(c.env)).find(keyId)) ?? null
  keyCache(c.var.isolate).set(keyId, found)
  return found
}

function refuseEnded(c: Context<AppEnv>, { key }: KeyOfTenant) {
  const now = c.var.isolate.now()
  if (key.revokedAt !== null) throw new ProblemError('api_key_revoked')
  if (key.expiresAt !== null && key.expiresAt <= now) throw new ProblemError('api_key_expired')
}

/** Writes the time of use at most once an hour, off the path; the cache is told first so that it is written once. */
function noteUse(c: Context<AppEnv>, found: KeyOfTenant) {
  const { key } = found
  const usedAt = c.var.isolate.now()
  const notedAfter = usedAt - useNotedEveryMilliseconds
  if (key.lastUsedAt !== null && key.lastUsedAt > notedAfter) return
  keyCache(c.var.isolate).amend(key.id, { ...found, key: { ...key, lastUsedAt: usedAt } })
  const store = keyStore(databaseOf(c.env, key.tenantId))
  c.executionCtx.waitUntil(store.noteUse(key.tenantId, { id: key.id, usedAt, notedAfter }).catch(() => undefined))
}
