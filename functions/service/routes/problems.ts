import { createRoute } from '@hono/zod-openapi'
import { problemPageParams } from '@tallystick/schema/problem'
import { isProblemCode, problemDescriptions, problems } from '@tallystick/schema/problem-table'
import { ProblemError, problemPage, problemType, publicProblemResponses } from '../http/problem.ts'
import { jsonAnswer } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'

const problemRoute = createRoute({
  operationId: 'getProblem',
  tags: ['System'],
  summary: 'What a problem code means',
  description: 'The page that the `type` of a problem names.',
  method: 'get',
  path: '/problems/{code}',
  request: { params: problemPageParams },
  responses: {
    200: jsonAnswer('Its meaning', problemPage),
    ...publicProblemResponses('route_not_found'),
  },
})

/** The pages that the `type` of a problem names. */
export function problemRoutes() {
  const router = createRouter()
  router.openapi(problemRoute, (c) => {
    const { code } = c.req.valid('param')
    if (!isProblemCode(code)) throw new ProblemError('route_not_found')
    return c.json({ type: problemType(c, code), code, ...problems[code], description: problemDescriptions[code] }, 200)
  })
  return router
}
