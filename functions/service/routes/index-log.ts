import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { entriesParams, signedNote, tileFile, tileParams } from '@tallystick/schema/log'
import { publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { createRouter } from '../http/router.ts'
import { answerIndexCheckpoint, answerIndexFile } from '../log/anchor/answer-index.ts'

const codes = ['rate_limited', 'storage_unavailable', 'temporarily_overloaded'] as const

const checkpointRoute = createRoute({
  operationId: 'getIndexCheckpoint',
  method: 'get',
  path: '/index/checkpoint',
  middleware: [limitByAddress()],
  responses: {
    200: { description: 'The signed note', content: { 'text/plain': { schema: signedNote } } },
    ...publicProblemResponses('checkpoint_not_found', ...codes),
  },
})

const fileResponses = {
  200: { description: 'Its bytes, which never change', content: { 'application/octet-stream': { schema: tileFile } } },
  304: { description: 'The caller has this answer already' },
  ...publicProblemResponses('tile_not_found', ...codes),
}

const tileRoute = createRoute({
  operationId: 'getIndexTile',
  method: 'get',
  path: '/index/tile/{level}/{place{.+}}',
  middleware: [limitByAddress()],
  request: { params: tileParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const entriesRoute = createRoute({
  operationId: 'getIndexEntries',
  method: 'get',
  path: '/index/entries/{place{.+}}',
  middleware: [limitByAddress()],
  request: { params: entriesParams, headers: conditionalHeaders },
  responses: fileResponses,
})

/** The index of all logs, which everybody may read. */
export function indexLogRoutes() {
  const router = createRouter()
  router.openapi(checkpointRoute, (c) => answerIndexCheckpoint(c))
  router.openapi(tileRoute, (c) => {
    const { level, place } = c.req.valid('param')
    return answerIndexFile(c, `tile/${level}/${place}`)
  })
  router.openapi(entriesRoute, (c) => answerIndexFile(c, `tile/entries/${c.req.valid('param').place}`))
  return router
}
