import { createRoute } from '@hono/zod-openapi'
import { workbookType } from '@tallystick/audit/workbook/workbook'
import { plainText } from '@tallystick/schema/dataset'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { resultLine, resultQuery, resultResponse, workbook } from '@tallystick/schema/result'
import { runParams } from '@tallystick/schema/run'
import { problemResponses, storedCodes } from '../http/problem.ts'
import { headersNamed, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { answerResults } from '../results/answer-results.ts'

const resultsRoute = createRoute({
  operationId: 'listResults',
  tags: ['Results'],
  summary: 'List what a run found',
  description:
    'The reconciliation response: a page of a view as JSON, all of the view as NDJSON or CSV by `Accept`. A page may hold fewer items than `limit` and still have a `next_cursor`, when a filter’s hits are thin. `request_id` is that of the run, since the answer never changes; that of this request is in `X-Request-Id`.',
  method: 'get',
  path: '/runs/{id}/results',
  middleware: keyed('runs:read'),
  request: { params: runParams, query: resultQuery, headers: conditionalHeaders },
  responses: {
    200: {
      description:
        'The reconciliation response. A page may hold fewer items than `limit` and still have a `next_cursor`, when a filter’s hits are thin',
      headers: headersNamed('Link'),
      content: {
        'application/json': { schema: resultResponse },
        'application/x-ndjson': { schema: resultLine },
        'text/csv': { schema: plainText },
        [workbookType]: { schema: workbook },
      },
    },
    304: notModified,
    ...problemResponses(
      'run_not_found',
      ...storedCodes,
      'run_not_finished',
      'run_cancelled',
      'run_too_large',
      'invalid_cursor',
    ),
  },
})

export function resultRoutes() {
  const router = createRouter()
  router.openapi(resultsRoute, (c) => answerResults(c, c.req.valid('param').id, c.req.valid('query')))
  return router
}
