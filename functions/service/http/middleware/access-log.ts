import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { missingIn } from '../../platform/configuration.ts'
import { noteRequest } from '../../platform/event-counts.ts'
import { type BodyEnd, inScope, openScope, type WorkScope } from '../../platform/work-scope.ts'
import type { AppEnv } from '../app-env.ts'
import { faultOf } from '../fault.ts'
import { bodyEndOf } from '../stream.ts'

/** Logs one line of JSON for each request; for a streamed answer when it ends. Never logs keys, payloads or amounts. */
export const accessLog = () =>
  async function accessLog(c: Context<AppEnv>, next: () => Promise<void>) {
    const { isolate } = c.var
    const startedAt = isolate.now()
    const scope = openScope(isolate)
    await inScope(scope, next)
    const { status } = c.res
    const write = (end?: BodyEnd) => {
      const ended = { status, milliseconds: isolate.now() - startedAt, scope, ...(end && { end }) }
      noteRequest(isolate, c.env, { ...requestOf(c), ...ended })
      isolate.log(JSON.stringify(lineOf(c, ended)))
    }
    const body = bodyEndOf(c, scope)
    if (body === undefined) write()
    else void body.then(write)
  }

interface Ended {
  readonly status: number
  readonly milliseconds: number
  readonly scope: WorkScope
  readonly end?: BodyEnd
}

const requestOf = (c: Context<AppEnv>) => ({
  tenant: c.get('identity')?.tenantId ?? null,
  method: c.req.method,
  route: matchedRoutes(c).find(({ method }) => method !== 'ALL')?.path ?? null,
  code: c.get('problemCode') ?? null,
})

/** JSON leaves out undefined members. */
function lineOf(c: Context<AppEnv>, { status, milliseconds, scope, end }: Ended) {
  const { tenant, method, route, code } = requestOf(c)
  const missing = missingIn(c.env)
  const actor = c.get('identity')?.actor
  return {
    requestId: c.var.requestId,
    tenant,
    key: actor?.kind === 'key' ? actor.id : null,
    member: actor?.kind === 'member' ? actor.id : undefined,
    method,
    route,
    status,
    code,
    milliseconds,
    queries: scope.queryCount,
    rowsRead: scope.rowsRead,
    rowsWritten: scope.rowsWritten,
    version: c.env.CF_VERSION_METADATA?.id,
    missing: missing.length > 0 ? missing : undefined,
    body: end?.end,
    ...c.get('fault'),
    ...(end?.end === 'failed' && faultOf(end.error)),
  }
}
