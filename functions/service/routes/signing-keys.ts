import { createRoute } from '@hono/zod-openapi'
import { publicKeyList } from '@tallystick/schema/signing-key'
import { publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { jsonAnswer } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { listPublicKeys } from '../keys/public-keys.ts'
import { listIndexKeys } from '../log/anchor/index-signer.ts'

const listRoute = createRoute({
  operationId: 'listPublicKeys',
  tags: ['Keys'],
  summary: 'List the public keys of the service',
  description:
    'The public half of every key that checkpoints are or ever were signed with: those that sign now first, then the others, newest first.',
  method: 'get',
  path: '/.well-known/tallystick-keys',
  middleware: [limitByAddress()],
  responses: {
    200: jsonAnswer('Those that sign now first, then the others, newest first', publicKeyList),
    ...publicProblemResponses('rate_limited', 'storage_unavailable', 'temporarily_overloaded'),
  },
})

export function signingKeyRoutes() {
  const router = createRouter()
  router.openapi(listRoute, async (c) => {
    const keys = await listPublicKeys(c.var.isolate, c.env)
    return c.json({ keys, index: [...(await listIndexKeys(c.var.isolate, c.env))] }, 200)
  })
  return router
}
