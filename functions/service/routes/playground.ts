import { createRoute } from '@hono/zod-openapi'
import { playgroundHeaders, playgroundRequest, playgroundResponse } from '@tallystick/schema/playground'
import { bodyCodes, publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { answerPlayground } from '../results/playground/answer-playground.ts'

const playgroundRoute = createRoute({
  operationId: 'runPlayground',
  tags: ['Playground'],
  summary: 'Try a rule on built-in records',
  description:
    'Reconciles built-in records of the adapters named, without a key; nothing is stored. The headers choose the plan and the flags to try.',
  method: 'post',
  path: '/reconcile/run',
  middleware: [limitByAddress()],
  request: {
    headers: playgroundHeaders,
    body: jsonBody(playgroundRequest),
  },
  responses: {
    200: jsonAnswer('What the engine found', playgroundResponse, 'X-Plan-Tier', 'X-Feature-Flags'),
    ...publicProblemResponses(...bodyCodes, 'unknown_adapter', 'rate_limited'),
  },
})

export function playgroundRoutes() {
  const router = createRouter()
  router.openapi(playgroundRoute, (c) => {
    const { 'x-plan-tier': tier, 'x-feature-flags': flags } = c.req.valid('header')
    return answerPlayground(c, { tier, flags })
  })
  return router
}
