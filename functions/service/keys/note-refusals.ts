import type { ProblemCode } from '@tallystick/schema/problem-table'
import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../http/app-env.ts'
import { eventOf, storeEvent } from '../http/audit-event.ts'
import { createFixedWindow } from '../http/rate/fixed-window.ts'
import { perIsolate } from '../platform/isolate.ts'

const notedCodes: readonly ProblemCode[] = ['role_missing', 'origin_refused']
const refusals = perIsolate(() => createFixedWindow({ windowSeconds: 60 }))

/**
 * Stores an audit event where a member was refused for what the role may not do, after the answer: one a minute for
 * each route of each member. Refusals of keys stand in the log alone: a program asks often, and a key costs no query.
 */
export const noteRefusals = (): MiddlewareHandler<AppEnv> =>
  async function noteRefusals(c, next) {
    await next()
    const { isolate } = c.var
    const [code, identity] = [c.get('problemCode'), c.get('identity')]
    if (identity?.actor.kind !== 'member' || !notedCodes.includes(code)) return
    const route = `${c.req.method} ${matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? c.req.path}`
    const key = `${identity.tenantId} ${identity.actor.id} ${code} ${route}`
    if (refusals(isolate).add(key, isolate.now()) > 1) return
    const event = eventOf(c, { action: 'access.refused', details: { code, route } })
    c.executionCtx.waitUntil(storeEvent(c, event).catch(() => undefined))
  }
