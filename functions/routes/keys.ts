import { createRoute } from '@hono/zod-openapi'
import { keyPage, keyParams, keyRequest, newKeyRecord, rotatedKeyRecord, rotateRequest } from '../../schema/key.ts'
import { pageQuery } from '../../schema/page.ts'
import { readJson, readOptionalJson } from '../http/body.ts'
import { keyed } from '../http/middleware/keyed.ts'
import { bodyCodes, ProblemError, problemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { keyCache } from '../keys/key-cache.ts'
import { listKeys } from '../keys/key-page.ts'
import { toKeyRecord } from '../keys/key-record.ts'
import { makeKey } from '../keys/make-key.ts'
import { isAlive, rotateKey } from '../keys/rotate-key.ts'
import { databaseOf } from '../store/database.ts'
import { keyStore } from '../store/key-store.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/keys',
  summary: 'The tenant’s API keys, newest first, without their secrets',
  middleware: keyed('keys:admin'),
  request: { query: pageQuery },
  responses: {
    200: { description: 'A page of keys', content: { 'application/json': { schema: keyPage } } },
    ...problemResponses('invalid_cursor'),
  },
})

const createKeyRoute = createRoute({
  method: 'post',
  path: '/keys',
  summary: 'Makes an API key; its secret is in this answer only',
  middleware: keyed('keys:admin'),
  request: { body: { required: true, content: { 'application/json': { schema: keyRequest } } } },
  responses: {
    201: { description: 'The key', content: { 'application/json': { schema: newKeyRecord } } },
    ...problemResponses(...bodyCodes),
  },
})

const rotateRoute = createRoute({
  method: 'post',
  path: '/keys/{id}/rotate',
  summary: 'Makes a key like this one, which ends after an overlap, 24 hours by default',
  middleware: keyed('keys:admin'),
  request: { params: keyParams, body: { content: { 'application/json': { schema: rotateRequest } } } },
  responses: {
    201: { description: 'The new key', content: { 'application/json': { schema: rotatedKeyRecord } } },
    ...problemResponses(...bodyCodes, 'key_not_found'),
  },
})

const revokeRoute = createRoute({
  method: 'delete',
  path: '/keys/{id}',
  summary: 'Revokes a key; it is refused everywhere within 15 seconds',
  middleware: keyed('keys:admin'),
  request: { params: keyParams },
  responses: { 204: { description: 'Revoked' }, ...problemResponses('key_not_found') },
})

/** The API keys of the calling tenant. */
export function keyRoutes() {
  const router = createRouter()

  router.openapi(listRoute, async (c) => {
    const { tenantId } = c.var.identity
    return c.json(await listKeys(keyStore(databaseOf(c.env, tenantId)), tenantId, c.req.valid('query')), 200)
  })

  router.openapi(createKeyRoute, async (c) => {
    const { tenantId } = c.var.identity
    const now = c.var.isolate.now()
    const { name, scopes, expiresAt } = await readJson(c, keyRequest)
    const endsAt = expiresAt == null ? null : Date.parse(expiresAt)
    if (endsAt !== null && endsAt <= now)
      throw new ProblemError('validation_failed', {
        errors: [{ pointer: '/expiresAt', code: 'in_the_past', detail: 'Wanted a time in the future' }],
      })
    const { key, secret } = makeKey(c.env, { tenantId, name, scopes, createdAt: now, expiresAt: endsAt })
    await keyStore(databaseOf(c.env, tenantId)).insert(tenantId, key)
    keyCache(c.var.isolate).forget(key.id)
    return c.json({ ...toKeyRecord(key), secret }, 201)
  })

  router.openapi(rotateRoute, async (c) => {
    const { tenantId } = c.var.identity
    const now = c.var.isolate.now()
    const { overlapSeconds } = await readOptionalJson(c, rotateRequest)
    const store = keyStore(databaseOf(c.env, tenantId))
    const previous = await store.get(tenantId, c.req.valid('param').id)
    if (previous === undefined || !isAlive(previous, now)) throw new ProblemError('key_not_found')
    const { key, secret, previousExpiresAt } = await rotateKey(c.env, store, { previous, now, overlapSeconds })
    keyCache(c.var.isolate).forget(previous.id)
    return c.json({ ...toKeyRecord(key), secret, previousExpiresAt: new Date(previousExpiresAt).toISOString() }, 201)
  })

  router.openapi(revokeRoute, async (c) => {
    const { tenantId } = c.var.identity
    const { id } = c.req.valid('param')
    const isThere = await keyStore(databaseOf(c.env, tenantId)).revoke(tenantId, id, c.var.isolate.now())
    if (!isThere) throw new ProblemError('key_not_found')
    keyCache(c.var.isolate).forget(id)
    return c.body(null, 204)
  })
  return router
}
