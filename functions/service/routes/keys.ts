import { createRoute } from '@hono/zod-openapi'
import { keyPage, keyParams, keyRequest, newKeyRecord, rotatedKeyRecord, rotateRequest } from '@tallystick/schema/key'
import { pageQuery } from '@tallystick/schema/page'
import { readJson, readOptionalJson } from '../http/body.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../keys/manage-keys.ts'

const listRoute = createRoute({
  operationId: 'listKeys',
  tags: ['Keys'],
  summary: 'List API keys',
  description: 'The API keys of the tenant, newest first, without their secrets.',
  method: 'get',
  path: '/keys',
  middleware: keyed('keys:admin'),
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of keys', keyPage, 'Link'),
    ...problemResponses('invalid_cursor'),
  },
})

const createKeyRoute = createRoute({
  operationId: 'createKey',
  tags: ['Keys'],
  summary: 'Make an API key',
  description: 'Makes a key with the scopes given. Its secret is in this answer only.',
  method: 'post',
  path: '/keys',
  middleware: keyed('keys:admin'),
  request: { body: jsonBody(keyRequest) },
  responses: {
    201: jsonAnswer('The key', newKeyRecord),
    ...problemResponses(...bodyCodes),
  },
})

const rotateRoute = createRoute({
  operationId: 'rotateKey',
  tags: ['Keys'],
  summary: 'Rotate an API key',
  description:
    'Makes a key like this one, which ends after an overlap: 24 hours when left out. The secret of the new key is in this answer only.',
  method: 'post',
  path: '/keys/{id}/rotate',
  middleware: keyed('keys:admin'),
  request: { params: keyParams, body: { content: { 'application/json': { schema: rotateRequest } } } },
  responses: {
    201: jsonAnswer('The new key', rotatedKeyRecord),
    ...problemResponses(...bodyCodes, 'key_not_found'),
  },
})

const revokeRoute = createRoute({
  operationId: 'revokeKey',
  tags: ['Keys'],
  summary: 'Revoke an API key',
  description:
    'Ends a key at once; it is refused everywhere within 15 seconds. A key with a scope that the calling key lacks is revoked by the operator of the service.',
  method: 'delete',
  path: '/keys/{id}',
  middleware: keyed('keys:admin'),
  request: { params: keyParams },
  responses: { 204: { description: 'Revoked' }, ...problemResponses('key_not_found') },
})

export function keyRoutes() {
  const router = createRouter()
  router.openapi(listRoute, async (c) => answerPage(c, await listKeys(c, c.req.valid('query'))))
  router.openapi(createKeyRoute, async (c) => c.json(await createKey(c, await readJson(c, keyRequest)), 201))
  router.openapi(rotateRoute, async (c) => {
    const request = await readOptionalJson(c, rotateRequest)
    return c.json(await rotateKey(c, c.req.valid('param').id, request), 201)
  })
  router.openapi(revokeRoute, async (c) => {
    await revokeKey(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return router
}
