import { createRoute } from '@hono/zod-openapi'
import {
  auditEventPage,
  invitationPage,
  invitationParams,
  invitationRecord,
  invitationRequest,
  memberChange,
  memberPage,
  memberParams,
  memberRecord,
} from '@tallystick/schema/member'
import { pageQuery } from '@tallystick/schema/page'
import { readJson } from '../http/body.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { headersNamed } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { invite, listInvitations, withdrawInvitation } from '../keys/people/invitations.ts'
import { listEvents } from '../keys/people/list-events.ts'
import { changeRole, listMembers, removeMember, signOutMember } from '../keys/people/manage-members.ts'

const listRoute = createRoute({
  method: 'get',
  path: '/members',
  operationId: 'listMembers',
  tags: ['People'],
  summary: 'List members',
  description: 'The people who may sign in to the tenant, newest first. Removed members are not among them.',
  middleware: keyed('members:manage'),
  request: { query: pageQuery },
  responses: {
    200: {
      description: 'A page of members',
      headers: headersNamed('Link'),
      content: { 'application/json': { schema: memberPage } },
    },
    ...problemResponses('invalid_cursor'),
  },
})

const changeRoute = createRoute({
  method: 'patch',
  path: '/members/{id}',
  operationId: 'updateMember',
  tags: ['People'],
  summary: 'Change the role of a member',
  description: 'It holds at once, for sessions that have begun too. A tenant keeps at least one administrator.',
  middleware: keyed('members:manage'),
  request: {
    params: memberParams,
    body: { required: true, content: { 'application/json': { schema: memberChange } } },
  },
  responses: {
    200: { description: 'The member', content: { 'application/json': { schema: memberRecord } } },
    ...problemResponses(...bodyCodes, 'member_not_found', 'last_administrator'),
  },
})

const removeRoute = createRoute({
  method: 'delete',
  path: '/members/{id}',
  operationId: 'removeMember',
  tags: ['People'],
  summary: 'Remove a member',
  description:
    'Ends all sessions of the member and the open invitations that the member made, at once. API keys that the member made stay, since they act for programs, but manage no members any more.',
  middleware: keyed('members:manage'),
  request: { params: memberParams },
  responses: { 204: { description: 'Removed' }, ...problemResponses('member_not_found', 'last_administrator') },
})

const signOutRoute = createRoute({
  method: 'delete',
  path: '/members/{id}/sessions',
  operationId: 'signOutMember',
  tags: ['People'],
  summary: 'End all sessions of a member',
  description: 'They end at once, in every browser. The member may sign in again.',
  middleware: keyed('members:manage'),
  request: { params: memberParams },
  responses: { 204: { description: 'Ended' }, ...problemResponses('member_not_found') },
})

const invitationsRoute = createRoute({
  method: 'get',
  path: '/invitations',
  operationId: 'listInvitations',
  tags: ['People'],
  summary: 'List open invitations',
  description: 'Those that may still be accepted, newest first. Their addresses to accept them were shown once.',
  middleware: keyed('members:manage'),
  request: { query: pageQuery },
  responses: {
    200: {
      description: 'A page of invitations',
      headers: headersNamed('Link'),
      content: { 'application/json': { schema: invitationPage } },
    },
    ...problemResponses('invalid_cursor'),
  },
})

const withdrawRoute = createRoute({
  method: 'delete',
  path: '/invitations/{id}',
  operationId: 'withdrawInvitation',
  tags: ['People'],
  summary: 'Withdraw an invitation',
  description: 'From then on nobody can accept it.',
  middleware: keyed('members:manage'),
  request: { params: invitationParams },
  responses: { 204: { description: 'Withdrawn' }, ...problemResponses('invitation_not_found') },
})

const inviteRoute = createRoute({
  method: 'post',
  path: '/invitations',
  operationId: 'createInvitation',
  tags: ['People'],
  summary: 'Invite a person',
  description:
    'The `url` of the answer is shown this once, and sent by whoever invites: the service sends no mail. It is accepted once, within 7 days, by signing in with that address, verified, at one of its issuers. An earlier invitation of the address ends.',
  middleware: keyed('members:manage'),
  request: { body: { required: true, content: { 'application/json': { schema: invitationRequest } } } },
  responses: {
    201: { description: 'The invitation', content: { 'application/json': { schema: invitationRecord } } },
    ...problemResponses(...bodyCodes, 'address_in_use', 'not_configured'),
  },
})

const eventsRoute = createRoute({
  method: 'get',
  path: '/audit-events',
  operationId: 'listAuditEvents',
  tags: ['People'],
  summary: 'List audit events',
  description:
    'Who signed in or was refused, exported, and changed members, keys and settings, newest first. Events stay as long as the tenant.',
  middleware: keyed('members:manage'),
  request: { query: pageQuery },
  responses: {
    200: {
      description: 'A page of events',
      headers: headersNamed('Link'),
      content: { 'application/json': { schema: auditEventPage } },
    },
    ...problemResponses('invalid_cursor'),
  },
})

export function memberRoutes() {
  const router = createRouter()
  router.openapi(listRoute, async (c) => answerPage(c, await listMembers(c, c.req.valid('query'))))
  router.openapi(changeRoute, async (c) => {
    const { role } = await readJson(c, memberChange)
    return c.json(await changeRole(c, c.req.valid('param').id, role), 200)
  })
  router.openapi(removeRoute, async (c) => {
    await removeMember(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(signOutRoute, async (c) => {
    await signOutMember(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(invitationsRoute, async (c) => answerPage(c, await listInvitations(c, c.req.valid('query'))))
  router.openapi(withdrawRoute, async (c) => {
    await withdrawInvitation(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  router.openapi(inviteRoute, async (c) => c.json(await invite(c, await readJson(c, invitationRequest)), 201))
  router.openapi(eventsRoute, async (c) => answerPage(c, await listEvents(c, c.req.valid('query'))))
  return router
}
