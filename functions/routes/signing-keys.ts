import { createRoute } from '@hono/zod-openapi'
import { publicKeyList } from '../../schema/signing-key.ts'
import { publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { createRouter } from '../http/router.ts'
import { listPublicKeys } from '../keys/public-keys.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/.well-known/tallystick-keys',
  summary: 'The public half of every key that checkpoints are or ever were signed with',
  middleware: [limitByAddress()],
  responses: {
    200: {
      description: 'Those that sign now first, then the others, newest first',
      content: { 'application/json': { schema: publicKeyList } },
    },
    ...publicProblemResponses('rate_limited', 'storage_unavailable', 'temporarily_overloaded'),
  },
})

/** Routes for public keys. */
export function signingKeyRoutes() {
  const router = createRouter()
  router.openapi(listRoute, async (c) => c.json({ keys: await listPublicKeys(c.var.isolate, c.env) }, 200))
  return router
}
