import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv } from '../app-env.ts'

/** Logs one line of JSON a request: who asked for what and how it ended; never keys, payloads or amounts. */
export const accessLog = () =>
  async function accessLog(c: Context<AppEnv>, next: () => Promise<void>) {
    const { isolate } = c.var
    const startedAt = isolate.now()
    await next()
    const route = matchedRoutes(c).find(({ method }) => method !== 'ALL')
    isolate.log(
      JSON.stringify({
        requestId: c.var.requestId,
        tenant: c.get('identity')?.tenantId ?? null,
        method: c.req.method,
        route: route?.path ?? null,
        status: c.res.status,
        code: c.get('problemCode') ?? null,
        milliseconds: isolate.now() - startedAt,
        fault: c.get('fault'),
      }),
    )
  }
