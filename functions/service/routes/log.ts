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
import { jsonAnswer, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { answerCheckpoint, answerLogFile } from '../log/answer-log.ts'
import { auditLog } from '../log/audit-log.ts'
import { proveConsistency } from '../log/prove-consistency.ts'

const checkpointRoute = createRoute({
  operationId: 'getCheckpoint',
  tags: ['Log'],
  summary: 'Get the newest checkpoint of the log',
  description:
    'The newest published checkpoint of the tenant’s log, a signed note of C2SP tlog-checkpoint. `/api/v1/log` is the address of a log of C2SP tlog-tiles: its tiles and entries are those of this size at least.',
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
  304: notModified,
  ...problemResponses('tile_not_found'),
}

const tileRoute = createRoute({
  operationId: 'getTile',
  tags: ['Log'],
  summary: 'Get a tile of the log',
  description: 'A tile of the tenant’s log as C2SP tlog-tiles has it, or with the level `entries` a bundle of entries.',
  method: 'get',
  path: '/log/tile/{level}/{place{.+}}',
  middleware: keyed('evidence:read'),
  request: { params: tileParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const entriesRoute = createRoute({
  operationId: 'getEntries',
  tags: ['Log'],
  summary: 'Get a bundle of entries of the log',
  description: 'Receipts of the tenant’s log, each with its length. The same as `/log/tile/entries/{place}`.',
  method: 'get',
  path: '/log/entries/{place{.+}}',
  middleware: keyed('evidence:read'),
  request: { params: entriesParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const consistencyRoute = createRoute({
  operationId: 'getConsistency',
  tags: ['Log'],
  summary: 'Prove that the log only grew',
  description: 'The proof that the tenant’s log of the size `to` begins with that of the size `from`.',
  method: 'get',
  path: '/log/consistency',
  middleware: keyed('evidence:read'),
  request: { query: consistencyQuery },
  responses: {
    200: jsonAnswer('The proof', logConsistency),
    ...problemResponses('records_lost'),
  },
})

const verifyRoute = createRoute({
  operationId: 'verifyLog',
  tags: ['Log'],
  summary: 'Recompute the whole log',
  description:
    'Recomputes the tenant’s log from what is stored and compares it with its runs. Takes as long as the log is: a query for 500 receipts, two objects for 256.',
  method: 'get',
  path: '/log/verify',
  middleware: keyed('evidence:read'),
  responses: {
    200: jsonAnswer('How each check fared; a broken one is a finding, not an error', logAudit),
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
