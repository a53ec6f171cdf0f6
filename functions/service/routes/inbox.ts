import { createRoute } from '@hono/zod-openapi'
import {
  arrivedFile,
  inboxFilePage,
  inboxLinkPage,
  inboxLinkParams,
  inboxLinkRequest,
  inboxParams,
  inboxQuery,
  newInboxLinkRecord,
} from '@tallystick/schema/inbox'
import { pageQuery } from '@tallystick/schema/page'
import { reconciliationParams } from '@tallystick/schema/reconciliation'
import { partContent } from '@tallystick/schema/upload'
import { listFiles, listLinks, makeLink, revokeLink } from '../close/inbox/manage-links.ts'
import { takeFile } from '../close/inbox/take-file.ts'
import { readJson } from '../http/body.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, problemResponses, publicProblemResponses } from '../http/problem.ts'
import { limitByAddress } from '../http/rate/address-limit.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const tags = ['Inbox']

const makeLinkRoute = createRoute({
  tags,
  operationId: 'createInboxLink',
  summary: 'Make a link that takes files',
  description:
    'Whoever has its address may send files of one side of the reconciliation there, without a key, and do nothing else. The address is in this answer only. Each file is read by the mapping that is kept for the side, as a dataset of the member or key that made the link, into the open periods that its records meet.',
  method: 'post',
  path: '/reconciliations/{id}/inbox-links',
  middleware: keyed('periods:write'),
  request: { params: reconciliationParams, body: jsonBody(inboxLinkRequest) },
  responses: {
    201: jsonAnswer('The link', newInboxLinkRecord),
    ...problemResponses(...bodyCodes, 'reconciliation_not_found', 'too_many_inbox_links'),
  },
})

const listLinksRoute = createRoute({
  tags,
  operationId: 'listInboxLinks',
  summary: 'List the links that take files',
  description: 'The links of the reconciliation, newest first, also those that have ended, without their addresses.',
  method: 'get',
  path: '/reconciliations/{id}/inbox-links',
  middleware: keyed('periods:write'),
  request: { params: reconciliationParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of links', inboxLinkPage, 'Link'),
    ...problemResponses('reconciliation_not_found', 'invalid_cursor'),
  },
})

const revokeLinkRoute = createRoute({
  tags,
  operationId: 'revokeInboxLink',
  summary: 'Revoke a link that takes files',
  description: 'The link takes no file from then on. What it took is read.',
  method: 'delete',
  path: '/reconciliations/{id}/inbox-links/{link}',
  middleware: keyed('periods:write'),
  request: { params: inboxLinkParams },
  responses: { 204: { description: 'Revoked' }, ...problemResponses('inbox_link_not_found') },
})

const listFilesRoute = createRoute({
  tags,
  operationId: 'listInboxFiles',
  summary: 'List the files that arrived',
  description:
    'What the links of the reconciliation took, newest first: which dataset each file is, which periods read it, or why it was refused.',
  method: 'get',
  path: '/reconciliations/{id}/inbox-files',
  middleware: keyed('runs:read'),
  request: { params: reconciliationParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of files', inboxFilePage, 'Link'),
    ...problemResponses('reconciliation_not_found', 'invalid_cursor'),
  },
})

const takeFileRoute = createRoute({
  tags,
  operationId: 'putInboxFile',
  summary: 'Send a file by a link',
  description:
    'The address of a link is all that this needs. The body is the file as it is, with at most 95 MB; its Content-Type says the format, else its first bytes do. It is read after the answer. A file of bytes that the side has already is told, and not read again.',
  method: 'put',
  path: '/inbox/{token}',
  middleware: [limitByAddress()],
  request: {
    params: inboxParams,
    query: inboxQuery,
    body: { required: true, content: { 'application/octet-stream': { schema: partContent } } },
  },
  responses: {
    202: jsonAnswer('The file has arrived', arrivedFile),
    ...publicProblemResponses(
      'inbox_link_not_found',
      'invalid_query',
      'request_timeout',
      'validation_failed',
      'length_required',
      'payload_too_large',
      'digest_mismatch',
      'storage_quota_exceeded',
      'rate_limited',
      'storage_unavailable',
      'temporarily_overloaded',
    ),
  },
})

/** Links that take files, and what they took. */
export function inboxRoutes() {
  const router = createRouter()
  router.openapi(makeLinkRoute, async (c) =>
    c.json(await makeLink(c, c.req.valid('param').id, await readJson(c, inboxLinkRequest)), 201),
  )
  router.openapi(listLinksRoute, async (c) =>
    answerPage(c, await listLinks(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  router.openapi(revokeLinkRoute, async (c) => {
    const { id, link } = c.req.valid('param')
    await revokeLink(c, id, link)
    return c.body(null, 204)
  })
  router.openapi(listFilesRoute, async (c) =>
    answerPage(c, await listFiles(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  return router
}

/** Where files arrive, for whoever has a link. */
export function arrivalRoutes() {
  const router = createRouter()
  router.openapi(takeFileRoute, async (c) =>
    c.json(await takeFile(c, c.req.valid('param').token, c.req.valid('query')), 202),
  )
  return router
}
