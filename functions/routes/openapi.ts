import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { openApiDocument } from '../../schema/meta.ts'
import { ruleSchema } from '../../schema/rule.ts'
import type { AppEnv } from '../http/app-env.ts'
import { publicProblemResponses } from '../http/problem.ts'
import { isAdminPath } from '../http/public-paths.ts'
import { responseHeaders } from '../http/response-headers.ts'
import { createRouter } from '../http/router.ts'
import { isAdminEnabled } from '../keys/admin-key.ts'

const documentRoute = createRoute({
  method: 'get',
  path: '/openapi.json',
  summary: 'The OpenAPI document of this API',
  responses: {
    200: { description: 'OpenAPI 3.1.0', content: { 'application/json': { schema: openApiDocument } } },
    ...publicProblemResponses(),
  },
})

const heading = {
  openapi: '3.1.0',
  info: {
    title: 'Tallystick',
    version: '1.0.0',
    description: 'Reconciliation on the edge: exact, deterministic, verifiable.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
}

/** Serves the document that the routes of `app` and their zod schemas make; made once, when first asked for. */
export function openapiRoutes(app: () => OpenAPIHono<AppEnv>) {
  const router = createRouter()
  let document: ReturnType<OpenAPIHono['getOpenAPI31Document']> | undefined
  router.openapi(documentRoute, (c) => {
    document ??= app().getOpenAPI31Document(heading)
    const paths = Object.entries(document.paths ?? {}).filter(([path]) => isAdminEnabled(c.env) || !isAdminPath(path))
    return c.json({ ...document, paths: Object.fromEntries(paths) }, 200)
  })
  // The rules of a run are documented by reference, since what is validated is more than a shape.
  router.openAPIRegistry.register('Rule', ruleSchema)
  router.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
  })
  for (const [name, header] of Object.entries(responseHeaders))
    router.openAPIRegistry.registerComponent('headers', name, header)
  return router
}
