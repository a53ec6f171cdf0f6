import { createRoute } from '@hono/zod-openapi'
import { balancesRecord, balancesRequest, proofRecord } from '@tallystick/schema/balance'
import { plainText } from '@tallystick/schema/dataset'
import { matchHeaders } from '@tallystick/schema/headers'
import { periodParams } from '@tallystick/schema/period'
import { answerJournal, proveBalancesOf } from '../close/prove-balances.ts'
import { typeBalances } from '../close/type-balances.ts'
import { etagOf } from '../http/if-match.ts'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const balancesRoute = createRoute({
  operationId: 'setBalances',
  tags: ['Periods'],
  summary: 'Type closing balances of a period',
  description:
    'Balances that statements of the datasets do not bring, or in place of theirs. Each is kept with who typed it and when. `If-Match` names the revision of the period.',
  method: 'put',
  path: '/periods/{id}/balances',
  middleware: keyed('periods:write'),
  request: { params: periodParams, headers: matchHeaders, body: jsonBody(balancesRequest) },
  responses: {
    200: jsonAnswer('The balances', balancesRecord, 'ETag'),
    ...problemResponses(
      ...bodyCodes,
      'period_not_found',
      'period_submitted',
      'period_closed',
      'precondition_required',
      'precondition_failed',
      'records_altered',
    ),
  },
})

const proofRoute = createRoute({
  operationId: 'proveBalances',
  tags: ['Periods'],
  summary: 'Prove the balances of a period',
  description:
    'Explains the difference of both closing balances by the items of the newest run, with the decisions made since, down to what stays unexplained; and how each side came from its opening to its closing balance.',
  method: 'get',
  path: '/periods/{id}/proof',
  middleware: keyed('runs:read'),
  request: { params: periodParams },
  responses: {
    200: jsonAnswer('The proof', proofRecord),
    ...problemResponses('period_not_found', 'period_not_run', 'records_altered'),
  },
})

const journalRoute = createRoute({
  operationId: 'getJournal',
  tags: ['Periods'],
  summary: 'Get the adjustments to be booked',
  description:
    'A row for each adjustment that no record has booked yet, with the amount as the books state it. Provisional until the period is submitted.',
  method: 'get',
  path: '/periods/{id}/journal',
  middleware: keyed('runs:read'),
  request: { params: periodParams },
  responses: {
    200: { description: 'The adjustments', content: { 'text/csv': { schema: plainText } } },
    ...problemResponses('period_not_found', 'period_not_run', 'records_altered'),
  },
})

/** Routes of the balances of a period. */
export function balanceRoutes() {
  const router = createRouter()
  router.openapi(balancesRoute, async (c) => {
    const balances = await typeBalances(c, c.req.valid('param').id)
    c.header('ETag', etagOf(balances.revision))
    return c.json(balances, 200)
  })
  router.openapi(proofRoute, async (c) => c.json(await proveBalancesOf(c, c.req.valid('param').id), 200))
  router.openapi(journalRoute, (c) => answerJournal(c, c.req.valid('param').id))
  return router
}
