import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { meterDatabase, type StorageUse } from '../../store/metered-database.ts'
import type { AppEnv } from '../app-env.ts'

/** One line of JSON a request: who, what, how it ended and what it cost; never keys, payloads or amounts. */
export const accessLog = () =>
  async function accessLog(c: Context<AppEnv>, next: () => Promise<void>) {
    const { isolate } = c.var
    const startedAt = isolate.now()
    const use: StorageUse = { rowsRead: 0, rowsWritten: 0 }
    c.env = { ...c.env, DB: meterDatabase(c.env.DB, use) }
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
        ...use,
        fault: c.get('fault'),
      }),
    )
  }
