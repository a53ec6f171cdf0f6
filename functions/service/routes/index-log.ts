import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { entriesParams, signedNote, tileFile, tileParams } from '@tallystick/schema/log'
import { publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { answerIndexCheckpoint, answerIndexFile } from '../log/anchor/answer-index.ts'

const codes = ['rate_limited', 'storage_unavailable', 'temporarily_overloaded'] as const

const checkpointRoute = createRoute({
  operationId: 'getIndexCheckpoint',
  tags: ['Log'],
  summary: 'Get the newest checkpoint of the index of all logs',
  description:
    'The newest published checkpoint of the index, a signed note of C2SP tlog-checkpoint with the cosignatures of its witnesses. `/api/v1/index` is the address of a log of C2SP tlog-tiles, which anybody may read: each entry is the head of a tenant’s log, under a hash, and continues the head of the same log before it. Two entries that follow the same one are a fork.',
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
  304: notModified,
  ...publicProblemResponses('tile_not_found', ...codes),
}

const tileRoute = createRoute({
  operationId: 'getIndexTile',
  tags: ['Log'],
  summary: 'Get a tile of the index of all logs',
  description: 'A tile of the index as C2SP tlog-tiles has it, or with the level `entries` a bundle of entries.',
  method: 'get',
  path: '/index/tile/{level}/{place{.+}}',
  middleware: [limitByAddress()],
  request: { params: tileParams, headers: conditionalHeaders },
  responses: fileResponses,
})

const entriesRoute = createRoute({
  operationId: 'getIndexEntries',
  tags: ['Log'],
  summary: 'Get a bundle of entries of the index of all logs',
  description: 'Heads of logs, each with its length. The same as `/index/tile/entries/{place}`.',
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
