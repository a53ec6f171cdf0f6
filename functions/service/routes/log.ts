import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '@tallystick/schema/headers'
import {
  consistencyQuery,
  entriesParams,
  logAudit,
  logConsistency,
  signedNote,
  tileFile,
  tileParams,
} from '@tallystick/schema/log'
import { problemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { answerCheckpoint, answerLogFile } from '../log/answer-log.ts'
import { auditLog } from '../log/audit-log.ts'
import { proveConsistency } from '../log/prove-consistency.ts'

const checkpointRoute = createRoute({
  operationId: 'getCheckpoint',
  method: 'get',
  path: '/log/checkpoint',
  middleware: keyed('evidence:read'),
  responses: {
    200: { description: 'The signed note', content: { 'text/plain': { schema: signedNote } } },
    ...problemResponses('checkpoint_not_found'),
  },
})

const fileResponses = {
  200: { description: 'Its bytes, which never change', content: { 'application/octet-stream': { schema: tileFile } } },
  304: { description: 'The caller has this answer already' },
  ...problemResponses('tile_not_found'),
}

const tileRoute = createRoute({
  operationId: 'getTile',
  method: 'get',
  path: '/log/tile/{level}/{place{.+}}',
  middleware: keyed('evidence:read'),
  request: { params: tileParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const entriesRoute = createRoute({
  operationId: 'getEntries',
  method: 'get',
  path: '/log/entries/{place{.+}}',
  middleware: keyed('evidence:read'),
  request: { params: entriesParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const consistencyRoute = createRoute({
  operationId: 'getConsistency',
  method: 'get',
  path: '/log/consistency',
  middleware: keyed('evidence:read'),
  request: { query: consistencyQuery },
  responses: {
    200: { description: 'The proof', content: { 'application/json': { schema: logConsistency } } },
    ...problemResponses('records_lost'),
  },
})

const verifyRoute = createRoute({
  operationId: 'verifyLog',
  method: 'get',
  path: '/log/verify',
  middleware: keyed('evidence:read'),
  responses: {
    200: {
      description: 'How each check fared; a broken one is a finding, not an error',
      content: { 'application/json': { schema: logAudit } },
    },
    ...problemResponses(),
  },
})

export function logRoutes() {
  const router = createRouter()
  router.openapi(checkpointRoute, (c) => answerCheckpoint(c))
  router.openapi(tileRoute, (c) => {
    const { level, place } = c.req.valid('param')
    return answerLogFile(c, `tile/${level}/${place}`)
  })
  router.openapi(entriesRoute, (c) => answerLogFile(c, `tile/entries/${c.req.valid('param').place}`))
  router.openapi(consistencyRoute, async (c) => c.json(await proveConsistency(c, c.req.valid('query')), 200))
  router.openapi(verifyRoute, async (c) => c.json(await auditLog(c), 200))
  return router
}
