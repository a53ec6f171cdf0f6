import { scopesOfRole } from '@tallystick/schema/member'
import { storedRole } from '@tallystick/schema/role'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../http/app-env.ts'
import { eventBy } from '../../http/audit-event.ts'
import { ProblemError } from '../../http/problem.ts'
import { countFailedAttempt, refuseAfterFailedAttempts } from '../../http/rate/address-limit.ts'
import { createFixedWindow } from '../../http/rate/fixed-window.ts'
import { perIsolate } from '../../platform/isolate.ts'
import { auditStore } from '../../store/audit-store.ts'
import { databaseOf, queries } from '../../store/database.ts'
import { isPresent, type MemberRow, memberStore } from '../../store/member-store.ts'
import { findSession, type SessionOfMember, sessionStore } from '../../store/session-store.ts'
import { readCookie, removeCookie, writeCookie } from './cookies.ts'
import { requireOwnOrigin } from './own-origin.ts'
import { makeSecret, readSecret } from './secret-text.ts'

const idleMilliseconds = 12 * 3_600_000
const lifetimeSeconds = 7 * 86_400
const useNotedEveryMilliseconds = 300_000
/** Secrets of ended sessions that were looked up in this minute, by hash. */
const lookedUp = perIsolate(() => createFixedWindow({ windowSeconds: 60 }))

/** Whether the request brings a session: then it acts for a member, unless it also brings an API key. */
export const hasSession = (c: Context<AppEnv>): boolean => readCookie(c, 'tallystick-session') !== undefined

/**
 * Identifies the caller by the session in its cookie, and sets `identity`. Throws `sign_in_required` for a session that
 * is unknown, has ended, or whose member was removed, `rate_limited` where an address brings many such sessions,
 * `tenant_suspended`, and `origin_refused`. One D1 query, never from a cache, so that a session ends everywhere at once;
 * one a minute for a session that has ended, and none for a text that this service has not made.
 */
export async function identifyMember(c: Context<AppEnv>): Promise<SessionOfMember> {
  const found = await readSession(c)
  if (found === undefined) throw new ProblemError('sign_in_required')
  const { member, plan, settings, storedBytes } = found
  const role = storedRole.parse(member.role)
  c.set('identity', {
    tenantId: member.tenantId,
    actor: { kind: 'member', id: member.id, name: member.name, role },
    scopes: scopesOfRole(role),
    plan,
    settings,
    storedBytes,
  })
  requireOwnOrigin(c)
  if (found.isSuspended) throw new ProblemError('tenant_suspended')
  noteUse(c, found)
  return found
}

/** Identifies the caller by a session alone, and sets `session`. Throws as `identifyMember`. */
export const signedIn = (): MiddlewareHandler<AppEnv> =>
  async function signedIn(c, next) {
    c.set('session', await identifyMember(c))
    await next()
  }

async function readSession(c: Context<AppEnv>): Promise<SessionOfMember | undefined> {
  const parts = readSecret(c.env, 'session', readCookie(c, 'tallystick-session') ?? '')
  if (parts === undefined) return undefined
  const { isolate } = c.var
  const now = isolate.now()
  const ended = lookedUp(isolate)
  if (ended.count(parts.hash, now) > 0) return undefined
  refuseAfterFailedAttempts(c, 'session')
  const times = { now, usedAfter: now - idleMilliseconds }
  const found = await findSession(databaseOf(c.env, parts.tenantId), parts, times)
  if (found !== undefined) return found
  ended.add(parts.hash, now)
  countFailedAttempt(c, 'session')
  return undefined
}

/** Stores the use at most every five minutes, after the answer. */
function noteUse(c: Context<AppEnv>, { member, hash, lastUsedAt }: SessionOfMember): void {
  const now = c.var.isolate.now()
  const notedAfter = now - useNotedEveryMilliseconds
  if (lastUsedAt >= notedAfter) return
  const store = sessionStore(queries(databaseOf(c.env, member.tenantId)))
  c.executionCtx.waitUntil(
    store.noteUse(member.tenantId, hash, { now, notedAfter }).then(
      () => undefined,
      () => undefined,
    ),
  )
}

/**
 * A new session of a member: the statements of its batch, of which the first changes nothing where the member is not
 * there, and what gives the session to this browser once the batch is stored. The session that the browser had ends.
 */
export async function newSession(
  c: Context<AppEnv>,
  { tenantId, id, name, issuer }: Pick<MemberRow, 'tenantId' | 'id' | 'name' | 'issuer'>,
) {
  const now = c.var.isolate.now()
  const db = queries(databaseOf(c.env, tenantId))
  const { hash, text } = makeSecret(c.env, 'session', tenantId)
  const row = { tenantId, hash, memberId: id, createdAt: now, lastUsedAt: now, expiresAt: now + lifetimeSeconds * 1000 }
  const act = { action: 'session.begun', subject: id, details: { issuer } } as const
  const event = eventBy(c, { tenantId, kind: 'member', id, name }, act)
  await removeSession(c)
  return {
    statements: [
      sessionStore(db).insert(row),
      memberStore(db).noteSeen(tenantId, id, now),
      auditStore(db).insertIf(event, isPresent(tenantId, id)),
    ] as const,
    give: () => writeCookie(c, 'tallystick-session', { value: text, seconds: lifetimeSeconds }),
  }
}

/**
 * Ends the session of this browser at once, and with `everywhere` all others of its member in the tenant. Without a
 * session it changes nothing.
 */
export async function endSession(c: Context<AppEnv>, { everywhere }: { readonly everywhere: boolean }): Promise<void> {
  if (hasSession(c)) {
    const found = await readSession(c)
    if (found !== undefined) {
      const { tenantId, id, name } = found.member
      const action = everywhere ? 'member.signed_out' : 'session.ended'
      const event = eventBy(c, { tenantId, kind: 'member', id, name }, { action, subject: id })
      const db = queries(databaseOf(c.env, tenantId))
      await db.batch([
        everywhere ? memberStore(db).endSessions(tenantId, id) : sessionStore(db).remove(tenantId, found.hash),
        auditStore(db).insert(event),
      ])
    }
    removeCookie(c, 'tallystick-session')
  }
}

async function removeSession(c: Context<AppEnv>): Promise<void> {
  const parts = readSecret(c.env, 'session', readCookie(c, 'tallystick-session') ?? '')
  if (parts === undefined) return
  await sessionStore(queries(databaseOf(c.env, parts.tenantId))).remove(parts.tenantId, parts.hash)
}
