import { type Hook, OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { nearestName } from '@tallystick/engine/base'
import { pointerOf } from '@tallystick/schema/pointer'
import { type Fault, faultsOf } from '@tallystick/schema/problem'
import type { Context, MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { negotiate } from './negotiate.ts'
import { ProblemError } from './problem.ts'

/**
 * A router whose `openapi(route, handler)` adds to each route, after the route's own middleware (key, rate), what every
 * route must do: refuse an undocumented Idempotency-Key or query parameter, negotiate among the media types of its
 * success responses, and answer faulty parameters with a problem. The route only documents its body; the handler reads
 * it (`readJson`, `readStream`), strictly and within its limit. The registry keeps each route as given, for the OpenAPI
 * document (functions/local/openapi), which is made when the Worker is built.
 */
export function createRouter(): OpenAPIHono<AppEnv> {
  const router = new OpenAPIHono<AppEnv>()
  const add = router.openapi
  router.openapi = (route, handler, hook) => {
    router.openAPIRegistry.registerPath(route)
    return add(executed(route), handler, hook ?? refuseFaulty(route))
  }
  return router
}

/** The route without its body: zod-openapi would read JSON with `JSON.parse` and without a limit. */
function executed<Route extends RouteConfig>(route: Route): Route {
  const own = route.middleware === undefined ? [] : [route.middleware].flat()
  return {
    ...route,
    hide: true,
    middleware: [...own, refuseUndocumented(route), ...negotiation(route)],
    request: { ...route.request, body: undefined },
  }
}

function refuseFaulty(route: RouteConfig) {
  const known = namesOf(route.request?.query)
  return (result: Parameters<Hook<unknown, AppEnv, string, undefined>>[0]): undefined => {
    if (result.success) return
    const errors = faultsOf(result.error)
    if (result.target === 'header') throw new ProblemError('invalid_header', { errors })
    // A path with an impossible part does not exist, like one with an unknown id.
    if (result.target === 'param') throw new ProblemError('route_not_found', { errors })
    throw new ProblemError('invalid_query', { errors: errors.map((fault) => asParameter(fault, known)) })
  }
}

/** Routes with and without parameters report an unknown parameter alike. */
function asParameter(fault: Fault, known: readonly string[]): Fault {
  const [, name] = fault.code === 'unknown_member' ? (/^\/([^/]*)$/.exec(fault.pointer ?? '') ?? []) : []
  return name === undefined ? fault : unknownParameter(name, known)
}

const unknownParameter = (name: string, known: readonly string[]): Fault => ({
  pointer: pointerOf([name]),
  code: 'unknown_parameter',
  detail: `There is no such parameter here${parameterHint(name, known)}`,
})

/** The query of a route with parameters is left to their schema, which reports all faults at once. */
function refuseUndocumented(route: RouteConfig): MiddlewareHandler<AppEnv> {
  const headers = new Set(namesOf(route.request?.headers).map((name) => name.toLowerCase()))
  const hasParameters = route.request?.query !== undefined
  return async function refuseUndocumented(c: Context<AppEnv>, next) {
    if (!headers.has('idempotency-key') && c.req.header('Idempotency-Key') !== undefined)
      throw new ProblemError('invalid_header', { detail: 'This route does not take an Idempotency-Key.' })
    const unknown = hasParameters ? [] : Object.keys(c.req.queries())
    if (unknown.length > 0)
      throw new ProblemError('invalid_query', {
        errors: unknown.slice(0, 100).map((name) => unknownParameter(name, [])),
      })
    await next()
  }
}

const namesOf = (schema: unknown): readonly string[] =>
  typeof schema === 'object' && schema !== null && 'shape' in schema ? Object.keys(Object(schema.shape)) : []

function negotiation(route: RouteConfig): readonly MiddlewareHandler<AppEnv>[] {
  const offered = Object.entries(route.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys('content' in response ? (response.content ?? {}) : {}))
  return offered.length === 0 ? [] : [negotiate([...new Set(offered)])]
}

/** Names that other services use for these parameters. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  include: ['expand', 'embed', 'with', 'populate', 'fields'],
  limit: [
    'page_size',
    'pagesize',
    'per_page',
    'perpage',
    'size',
    'count',
    'max',
    'max_results',
    'top',
    'first',
    'take',
  ],
  cursor: ['page', 'page_token', 'pagetoken', 'next', 'token', 'after', 'starting_after', 'offset', 'skip'],
  status: ['state'],
  view: ['type', 'kind'],
}

/** Such as `; did you mean include?`. Empty where none of `known` is like it. */
function parameterHint(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known) ?? known.find((each) => otherNames[each]?.includes(name.toLowerCase()))
  return meant === undefined ? '' : `; did you mean ${meant}?`
}
