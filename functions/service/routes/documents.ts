import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders } from '@tallystick/schema/headers'
import { documentParams, documentText, llmsText } from '@tallystick/schema/meta'
import { ProblemError, publicProblemResponses } from '../http/problem.ts'
import { notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { answerAsset, findAsset } from '../system/answer-asset.ts'

const llmsRoute = createRoute({
  method: 'get',
  path: '/llms.txt',
  operationId: 'getLlmsText',
  tags: ['System'],
  summary: 'The service in short, for a language model',
  description:
    'In the form of llmstxt.org: what the service is, how to call it, and links to all else that describes it.',
  request: { headers: conditionalHeaders },
  responses: {
    200: { description: 'The text', content: { 'text/plain': { schema: llmsText } } },
    304: notModified,
    ...publicProblemResponses('not_configured'),
  },
})

const documentRoute = createRoute({
  method: 'get',
  path: '/docs/{page}',
  operationId: 'getDocumentation',
  tags: ['System'],
  summary: 'A page of the documentation',
  description: 'As Markdown, for readers and language models. `/llms.txt` lists the pages.',
  request: { params: documentParams, headers: conditionalHeaders },
  responses: {
    200: { description: 'The page', content: { 'text/markdown': { schema: documentText } } },
    304: notModified,
    ...publicProblemResponses('route_not_found', 'not_configured'),
  },
})

/** Names of pages. No other asset in the folder has such a name. */
const pageName = /^[a-z-]+\.md$/

/** Texts about the service, made by the build. */
export function documentRoutes() {
  const router = createRouter()
  router.openapi(llmsRoute, (c) => answerAsset(c, '/llms.txt'))
  router.openapi(documentRoute, async (c) => {
    const { page } = c.req.valid('param')
    const answer = pageName.test(page) ? await findAsset(c, `/docs/${page}`) : undefined
    if (answer === undefined) throw new ProblemError('route_not_found')
    return answer
  })
  return router
}
