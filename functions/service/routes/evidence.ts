import { createRoute } from '@hono/zod-openapi'
import { evidence, evidencePack, evidenceQuery, tlogProof } from '@tallystick/schema/evidence'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { runParams } from '@tallystick/schema/run'
import { answerEvidence } from '../evidence/answer-evidence.ts'
import { problemResponses, storedCodes } from '../http/problem.ts'
import { headersNamed, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const evidenceRoute = createRoute({
  operationId: 'getEvidence',
  tags: ['Evidence'],
  summary: 'Get what proves a run',
  description:
    'The manifest of the run, the proof of one line of its result, or all of it as an archive. One line (`matchId`, `leaf`) and the archive show lines of the datasets: they ask for the scope `datasets:read` too. A line that is about thousands of records is proven by the archive alone (400 `invalid_query`).',
  method: 'get',
  path: '/runs/{id}/evidence',
  middleware: keyed('evidence:read'),
  request: { params: runParams, query: evidenceQuery, headers: conditionalHeaders },
  responses: {
    200: {
      description: 'The evidence',
      headers: headersNamed('Content-Disposition'),
      content: {
        'application/json': { schema: evidence },
        'application/zip': { schema: evidencePack },
        'text/plain': { schema: tlogProof },
      },
    },
    304: notModified,
    ...problemResponses(
      'run_not_found',
      ...storedCodes,
      'artifact_not_found',
      'run_not_finished',
      'run_cancelled',
      'run_too_large',
    ),
  },
})

export function evidenceRoutes() {
  const router = createRouter()
  router.openapi(evidenceRoute, (c) => answerEvidence(c, c.req.valid('param').id, c.req.valid('query')))
  return router
}
