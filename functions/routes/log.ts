import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '../../schema/headers.ts'
import {
  consistencyQuery,
  entriesParams,
  logAudit,
  logConsistency,
  signedNote,
  tileFile,
  tileParams,
} from '../../schema/log.ts'
import { keyed } from '../http/middleware/keyed.ts'
import { problemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { answerCheckpoint, answerLogFile } from '../log/answer-log.ts'
import { auditLog } from '../log/audit-log.ts'
import { proveConsistency } from '../log/prove-consistency.ts'

const checkpointRoute = createRoute({
  method: 'get',
  path: '/log/checkpoint',
  summary: 'The newest published checkpoint of the tenant’s log',
  description:
    'A signed note of C2SP tlog-checkpoint. `/api/v1/log` is the address of a log of C2SP tlog-tiles: its tiles and entries are those of this size at least.',
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
  method: 'get',
  path: '/log/tile/{level}/{place{.+}}',
  summary: 'A tile of the tenant’s log, or a bundle of its entries',
  middleware: keyed('evidence:read'),
  request: { params: tileParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const entriesRoute = createRoute({
  method: 'get',
  path: '/log/entries/{place{.+}}',
  summary: 'A bundle of entries of the tenant’s log: its receipts',
  description: 'The same as `/log/tile/entries/{place}`.',
  middleware: keyed('evidence:read'),
  request: { params: entriesParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const consistencyRoute = createRoute({
  method: 'get',
  path: '/log/consistency',
  summary: 'The proof that the tenant’s log of one size begins with that of another',
  middleware: keyed('evidence:read'),
  request: { query: consistencyQuery },
  responses: {
    200: { description: 'The proof', content: { 'application/json': { schema: logConsistency } } },
    ...problemResponses('records_lost'),
  },
})

const verifyRoute = createRoute({
  method: 'get',
  path: '/log/verify',
  summary: 'Recomputes the tenant’s whole log from what is stored, and compares it with its runs',
  description: 'Takes as long as the log is: a query for 500 receipts, two objects for 256.',
  middleware: keyed('evidence:read'),
  responses: {
    200: {
      description: 'How each check fared; a broken one is a finding, not an error',
      content: { 'application/json': { schema: logAudit } },
    },
    ...problemResponses(),
  },
})

/** Routes for the tenant's log. */
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
