import { createRoute } from '@hono/zod-openapi'
import { decisionParams, decisionsRecord } from '@tallystick/schema/decision'
import { idempotencyHeaders, matchHeaders } from '@tallystick/schema/headers'
import { pageQuery } from '@tallystick/schema/page'
import { periodParams, periodRecord } from '@tallystick/schema/period'
import type { ProblemCode } from '@tallystick/schema/problem-table'
import { approvalRequest, periodVerification, reasonRequest } from '@tallystick/schema/signoff'
import { taskPage } from '@tallystick/schema/task'
import { approveDecision } from '../close/approve-decision.ts'
import { approvePeriod, rejectPeriod, reopenPeriod, submitPeriod } from '../close/change-state.ts'
import { listTasks } from '../close/list-tasks.ts'
import { verifyPeriodOf } from '../close/verify-state.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, idempotencyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const headers = matchHeaders.extend(idempotencyHeaders.shape)

const responses = <Code extends ProblemCode>(...codes: readonly Code[]) => ({
  200: jsonAnswer('The period', periodRecord, 'ETag', 'Idempotent-Replayed'),
  ...problemResponses(
    ...idempotencyCodes,
    ...codes,
    'period_not_found',
    'precondition_required',
    'precondition_failed',
    'records_altered',
    'storage_quota_exceeded',
  ),
})

const submitRoute = createRoute({
  operationId: 'submitPeriod',
  tags: ['Periods'],
  summary: 'Submit a period for approval',
  description:
    'Says that the period is complete: no item above its materiality is undecided, no decision has lapsed or waits, and the balances leave nothing unexplained without a reason. Its newest run has to be over all that it reads and decides, and the period before has to be closed. From then on nothing of it changes until it is approved or rejected.',
  method: 'post',
  path: '/periods/{id}/submit',
  middleware: keyed('periods:write'),
  request: { params: periodParams, headers },
  responses: responses(
    'period_submitted',
    'period_closed',
    'period_not_run',
    'opening_changed',
    'undecided_items',
    'unexplained_difference',
    'work_limit',
  ),
})

const approveRoute = createRoute({
  operationId: 'approvePeriod',
  tags: ['Periods'],
  summary: 'Approve a period',
  description:
    'Closes the period. `root` is that of the submission, the last of `signoffs`. Whoever submitted, matched, adjusted or typed balances in this edition cannot approve it; a key counts as the person who made it.',
  method: 'post',
  path: '/periods/{id}/approve',
  middleware: keyed('items:approve'),
  request: { params: periodParams, headers, body: jsonBody(approvalRequest) },
  responses: responses(
    ...bodyCodes,
    'own_approval',
    'period_open',
    'period_closed',
    'opening_changed',
    'period_not_run',
  ),
})

const rejectRoute = createRoute({
  operationId: 'rejectPeriod',
  tags: ['Periods'],
  summary: 'Reject a period',
  description: 'Opens a submitted period again, with a reason.',
  method: 'post',
  path: '/periods/{id}/reject',
  middleware: keyed('items:approve'),
  request: { params: periodParams, headers, body: jsonBody(reasonRequest) },
  responses: responses(...bodyCodes, 'period_open', 'period_closed'),
})

const reopenRoute = createRoute({
  operationId: 'reopenPeriod',
  tags: ['Periods'],
  summary: 'Reopen a period',
  description:
    'Begins the next edition of a closed period, under the newest settings and policy; what was signed stays beside it. Periods after it are reopened first.',
  method: 'post',
  path: '/periods/{id}/reopen',
  middleware: keyed('items:approve'),
  request: { params: periodParams, headers, body: jsonBody(reasonRequest) },
  responses: responses(...bodyCodes, 'period_open', 'period_submitted', 'later_period_closed'),
})

const approveDecisionRoute = createRoute({
  operationId: 'approveDecision',
  tags: ['Periods'],
  summary: 'Approve a proposed decision',
  description:
    'Gives effect to an adjustment above `approvalAbove`, or to a withdrawal. Whoever made the decision cannot approve it; a key counts as the person who made it.',
  method: 'post',
  path: '/periods/{id}/decisions/{decision}/approve',
  middleware: keyed('items:approve'),
  request: { params: decisionParams, headers: idempotencyHeaders },
  responses: {
    201: jsonAnswer('The approval, a decision', decisionsRecord, 'ETag', 'Idempotent-Replayed'),
    ...problemResponses(
      ...idempotencyCodes,
      'own_approval',
      'period_not_found',
      'decision_not_found',
      'period_submitted',
      'period_closed',
      'item_decided',
      'records_altered',
      'storage_quota_exceeded',
    ),
  },
})

const verifyRoute = createRoute({
  operationId: 'verifyPeriod',
  tags: ['Periods'],
  summary: 'Verify a period',
  description:
    'Computes the state of the period anew from its stored lines: runs it again, folds its decisions, and compares them and its sign-offs with their entries of the log and with the opening that the period before hands on.',
  method: 'get',
  path: '/periods/{id}/verify',
  middleware: keyed('runs:read'),
  request: { params: periodParams },
  responses: {
    200: jsonAnswer('What was found', periodVerification),
    ...problemResponses('period_not_found', 'period_not_run', 'work_limit', 'records_altered'),
  },
})

const tasksRoute = createRoute({
  operationId: 'listTasks',
  tags: ['Periods'],
  summary: 'List what waits for the caller',
  description:
    'Periods and decisions to approve, decisions of the caller that have lapsed, and items that are assigned to the caller. A page goes through a few periods, so that it may have few tasks though more follow.',
  method: 'get',
  path: '/tasks',
  middleware: keyed('runs:read'),
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of tasks', taskPage, 'Link'),
    ...problemResponses('invalid_cursor', 'records_altered'),
  },
})

/** Routes of the steps of a period from open to closed and back. */
export function periodStateRoutes() {
  const router = createRouter()
  router.openapi(submitRoute, (c) => submitPeriod(c, c.req.valid('param').id))
  router.openapi(approveRoute, (c) => approvePeriod(c, c.req.valid('param').id))
  router.openapi(rejectRoute, (c) => rejectPeriod(c, c.req.valid('param').id))
  router.openapi(reopenRoute, (c) => reopenPeriod(c, c.req.valid('param').id))
  router.openapi(approveDecisionRoute, (c) => {
    const { id, decision } = c.req.valid('param')
    return approveDecision(c, id, decision)
  })
  router.openapi(verifyRoute, async (c) => c.json(await verifyPeriodOf(c, c.req.valid('param').id), 200))
  router.openapi(tasksRoute, async (c) => answerPage(c, await listTasks(c, c.req.valid('query'))))
  return router
}
