import { timestampOf } from '@tallystick/audit/base/timestamp'
import { givenByAdministrators, type KeyRecord, type Scope } from '@tallystick/schema/key'
import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { type Act, eventOf } from '../http/audit-event.ts'
import { decodeCursor, type Page, type PageQuery, pageOf } from '../http/cursor.ts'
import { ProblemError } from '../http/problem.ts'
import { requireScope } from '../http/scopes.ts'
import type { AuditEvent } from '../store/audit-store.ts'
import { databaseOf } from '../store/database.ts'
import { keyStore, type StoredKey } from '../store/key-store.ts'
import { keyCache } from './key-cache.ts'
import { endOf, keyRecordOf } from './key-record.ts'
import { makeKey } from './make-key.ts'

/** What a tenant does with its own API keys. */

/** The keys of the tenant, newest first. Throws `invalid_cursor`. */
export async function listKeys(c: Context<AppEnv>, { limit, cursor }: PageQuery): Promise<Page<KeyRecord>> {
  const { tenantId } = c.var.identity
  const query = [tenantId, 'keys']
  const position = decodeCursor(query, cursor, ['number', 'string'])
  const before = position && { createdAt: position[0], id: position[1] }
  const rows = await storeOf(c).list(tenantId, { limit: limit + 1, before })
  return pageOf(rows, { limit, query, positionOf: ({ createdAt, id }) => [createdAt, id], show: keyRecordOf })
}

export interface NewKey {
  readonly name: string
  readonly scopes: readonly Scope[]
  /** RFC 3339. */
  readonly expiresAt?: string | null | undefined
}

export type KeyWithSecret = KeyRecord & { secret: string }

/**
 * Only this answer has the secret. Throws `scope_insufficient` for a scope that the calling key lacks, or that only a
 * member gives.
 */
export async function createKey(c: Context<AppEnv>, request: NewKey): Promise<KeyWithSecret> {
  requireGiver(c, request.scopes)
  const { tenantId, actor } = c.var.identity
  return makeStoredKey(c, { tenantId, createdBy: actor.id, act: (act) => eventOf(c, act) }, request)
}

/** Throws `scope_insufficient` unless the caller may give a key these scopes. */
function requireGiver(c: Context<AppEnv>, scopes: readonly Scope[]): void {
  requireScope(c, ...scopes)
  const given = scopes.filter((scope) => givenByAdministrators.includes(scope))
  if (c.var.identity.actor.kind === 'key' && given.length > 0)
    throw new ProblemError('scope_insufficient', {
      detail: `Only a signed-in administrator gives a key the scope ${given.join(', ')}.`,
    })
}

interface Maker {
  readonly tenantId: string
  readonly createdBy: string | null
  readonly act: (act: Act) => AuditEvent
}

/** Throws `validation_failed` for an end in the past. */
export async function makeStoredKey(
  c: Context<AppEnv>,
  { tenantId, createdBy, act }: Maker,
  { name, scopes, expiresAt }: NewKey,
): Promise<KeyWithSecret> {
  const now = c.var.isolate.now()
  const end = expiresAt == null ? null : Date.parse(expiresAt)
  if (end !== null && end <= now)
    throw new ProblemError('validation_failed', {
      errors: [{ pointer: '/expiresAt', code: 'in_the_past', detail: 'Wanted a time in the future' }],
    })
  const { key, secret } = makeKey(c.env, { tenantId, name, scopes, createdAt: now, expiresAt: end, createdBy })
  await keyStore(databaseOf(c.env, tenantId)).insert(tenantId, key, act(keyMade(key)))
  keyCache(c.var.isolate).forget(key.id)
  return { ...keyRecordOf(key), secret }
}

export const keyMade = ({ id, name, scopes }: Pick<StoredKey, 'id' | 'name' | 'scopes'>): Act => ({
  action: 'key.made',
  subject: id,
  details: { name, scopes: scopes.join(' ') },
})

/**
 * Makes a key like `keyId` (name, scopes, original expiry), and lets `keyId` end after the overlap, if not sooner. A
 * client that lost the answer may rotate again. A key that rotates itself keeps its maker; otherwise the caller, who
 * learns the secret, is the maker. Throws `key_not_found`, also for a key that has ended, and `scope_insufficient` as
 * `createKey`.
 */
export async function rotateKey(
  c: Context<AppEnv>,
  keyId: string,
  { overlapSeconds }: { readonly overlapSeconds: number },
): Promise<KeyWithSecret & { previousExpiresAt: string }> {
  const { tenantId, actor } = c.var.identity
  const now = c.var.isolate.now()
  const store = storeOf(c)
  const previous = await store.get(tenantId, keyId)
  if (previous === undefined || !isAlive(previous, now)) throw new ProblemError('key_not_found')
  const { name, scopes, expiresAt } = previous
  requireGiver(c, scopes)
  const createdBy = actor.id === keyId ? previous.createdBy : actor.id
  const { key, secret } = makeKey(c.env, { tenantId, name, scopes, createdAt: now, expiresAt, createdBy })
  const previousExpiresAt = Math.min(endOf(previous) ?? Number.POSITIVE_INFINITY, now + overlapSeconds * 1000)
  const event = eventOf(c, { action: 'key.rotated', subject: keyId, details: { name, successor: key.id } })
  await store.rotate(tenantId, { key, previousId: keyId, previousExpiresAt, event })
  keyCache(c.var.isolate).forget(keyId)
  return { ...keyRecordOf(key), secret, previousExpiresAt: timestampOf(previousExpiresAt) }
}

/** Throws `scope_insufficient` for a key with more scopes: a weaker key must not lock out a stronger one. */
export async function revokeKey(c: Context<AppEnv>, keyId: string): Promise<void> {
  const { tenantId } = c.var.identity
  const key = await storeOf(c).get(tenantId, keyId)
  if (key === undefined) throw new ProblemError('key_not_found')
  requireScope(c, ...key.scopes)
  await revokeStoredKey(c, keyId, eventOf(c, { action: 'key.revoked', subject: keyId, details: { name: key.name } }))
}

/** Holds in this isolate now, in others within 10 seconds. Repeating it is no fault. Throws `key_not_found`. */
export async function revokeStoredKey(c: Context<AppEnv>, keyId: string, event: AuditEvent): Promise<void> {
  const { tenantId } = event
  const isThere = await keyStore(databaseOf(c.env, tenantId)).revoke(tenantId, keyId, event)
  if (!isThere) throw new ProblemError('key_not_found')
  keyCache(c.var.isolate).forget(keyId)
}

const storeOf = (c: Context<AppEnv>) => keyStore(databaseOf(c.env, c.var.identity.tenantId))

function isAlive(key: StoredKey, now: number): boolean {
  const end = endOf(key)
  return key.revokedAt === null && (end === null || end > now)
}
