import { createRoute } from '@hono/zod-openapi'
import { healthRecord, metaRecord, readiness } from '@tallystick/schema/meta'
import { statusOf } from '@tallystick/schema/problem-table'
import { publicProblemResponses } from '../http/problem.ts'
import { jsonAnswer } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { describeService } from '../system/meta.ts'
import { probe } from '../system/readiness.ts'

const healthRoute = createRoute({
  operationId: 'getHealth',
  tags: ['System'],
  summary: 'Whether the Worker answers',
  description: 'Answers without touching anything else.',
  method: 'get',
  path: '/health',
  responses: {
    200: jsonAnswer('It does', healthRecord),
    ...publicProblemResponses(),
  },
})

const unavailable = statusOf('storage_unavailable')

const readyRoute = createRoute({
  operationId: 'getReadiness',
  tags: ['System'],
  summary: 'Whether everything the service depends on works',
  description: 'Really tries each dependency; 503 names those that do not work.',
  method: 'get',
  path: '/ready',
  responses: {
    200: jsonAnswer('All of it does', readiness),
    ...publicProblemResponses(),
    [unavailable]: { description: 'Something does not', content: { 'application/json': { schema: readiness } } },
  },
})

const metaRoute = createRoute({
  operationId: 'getMeta',
  tags: ['System'],
  summary: 'What this service is',
  description:
    'Versions, adapters with their formats and columns, limits, rate policies, public keys and problem codes.',
  method: 'get',
  path: '/meta',
  responses: {
    200: jsonAnswer('The description', metaRecord),
    ...publicProblemResponses(),
  },
})

export function systemRoutes() {
  const router = createRouter()
  router.openapi(healthRoute, (c) => c.json({ status: 'ok' as const }, 200))
  router.openapi(readyRoute, async (c) => {
    const state = await probe(c.var.isolate, c.env)
    return state.status === 'ok' ? c.json(state, 200) : c.json(state, unavailable, { 'Retry-After': '5' })
  })
  router.openapi(metaRoute, async (c) => c.json(await describeService(c.var.isolate, c.env), 200))
  return router
}
