import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { openApiDocument } from '@tallystick/schema/meta'
import { publicProblemResponses } from '../http/problem.ts'
import { jsonAnswer, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { isAdminEnabled } from '../platform/configuration.ts'
import { answerAsset } from '../system/answer-asset.ts'

const documentRoute = createRoute({
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tags: ['System'],
  summary: 'Get this document',
  description:
    'The OpenAPI document of this service; with the operator’s operations where the service has an admin key.',
  request: { headers: conditionalHeaders },
  responses: {
    200: jsonAnswer('OpenAPI 3.1.0', openApiDocument),
    304: notModified,
    ...publicProblemResponses('not_configured'),
  },
})

/** The OpenAPI document that the build made, with the admin routes if they are enabled. */
export function openapiRoutes() {
  const router = createRouter()
  router.openapi(documentRoute, (c) =>
    answerAsset(c, isAdminEnabled(c.env) ? '/openapi-with-admin.json' : '/openapi.json'),
  )
  return router
}
