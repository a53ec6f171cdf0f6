import { createRoute } from '@hono/zod-openapi'
import { idempotencyHeaders, matchHeaders } from '@tallystick/schema/headers'
import { pageQuery } from '@tallystick/schema/page'
import { periodPage, periodRequest, periodWithDatasets, reconciliationPage } from '@tallystick/schema/period'
import {
  openingRecord,
  openingRequest,
  policyVersionRequest,
  type ReconciliationRecord,
  reconciliationChange,
  reconciliationParams,
  reconciliationRecord,
  reconciliationRequest,
} from '@tallystick/schema/reconciliation'
import { scheduleRecord, scheduleRequest } from '@tallystick/schema/schedule'
import type { Context } from 'hono'
import { beginPeriod } from '../close/begin-period.ts'
import { addPolicy, changeSettings, defineReconciliation } from '../close/define-reconciliation.ts'
import { giveOpening } from '../close/give-opening.ts'
import { listPeriods } from '../close/read-periods.ts'
import { knownReconciliation, listReconciliations } from '../close/read-reconciliations.ts'
import { reconciliationRecordOf } from '../close/reconciliation-record.ts'
import { scheduleOf, setSchedule } from '../close/set-schedule.ts'
import type { AppEnv } from '../http/app-env.ts'
import { etagOf } from '../http/if-match.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, idempotencyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { keyedForAdministrators } from '../keys/keyed-for-administrators.ts'

const defineRoute = createRoute({
  operationId: 'createReconciliation',
  tags: ['Periods'],
  summary: 'Define a reconciliation',
  description:
    'What stands from period to period: both sides, how amounts are stated, the bounds of an approval, and the policy. An empty list of rules stands for the built-in policy.',
  method: 'post',
  path: '/reconciliations',
  middleware: keyedForAdministrators('periods:write'),
  request: { headers: idempotencyHeaders, body: jsonBody(reconciliationRequest) },
  responses: {
    201: jsonAnswer(
      'The reconciliation; `Location` names it',
      reconciliationRecord,
      'Location',
      'ETag',
      'Idempotent-Replayed',
    ),
    ...problemResponses(...bodyCodes, ...idempotencyCodes, 'unknown_adapter', 'storage_quota_exceeded'),
  },
})

const listRoute = createRoute({
  operationId: 'listReconciliations',
  tags: ['Periods'],
  summary: 'List reconciliations',
  description:
    'The reconciliations of the tenant, newest first, with their newest settings, and the last period of each with what its run came to. Where the stored summary of that run cannot be read, the period has no figures.',
  method: 'get',
  path: '/reconciliations',
  middleware: keyed('runs:read'),
  request: { query: pageQuery },
  responses: {
    200: jsonAnswer('A page of reconciliations', reconciliationPage, 'Link'),
    ...problemResponses('invalid_cursor'),
  },
})

const getRoute = createRoute({
  operationId: 'getReconciliation',
  tags: ['Periods'],
  summary: 'Get a reconciliation',
  description: 'One reconciliation with its newest settings. `ETag` is their version.',
  method: 'get',
  path: '/reconciliations/{id}',
  middleware: keyed('runs:read'),
  request: { params: reconciliationParams },
  responses: {
    200: jsonAnswer('The reconciliation', reconciliationRecord, 'ETag'),
    ...problemResponses('reconciliation_not_found'),
  },
})

const changeRoute = createRoute({
  operationId: 'updateReconciliation',
  tags: ['Periods'],
  summary: 'Change the settings of a reconciliation',
  description:
    'Makes the next version of the settings. It holds for periods that begin from now on; those that have begun keep theirs.',
  method: 'patch',
  path: '/reconciliations/{id}',
  middleware: keyedForAdministrators('periods:write'),
  request: { params: reconciliationParams, headers: matchHeaders, body: jsonBody(reconciliationChange) },
  responses: {
    200: jsonAnswer('The reconciliation', reconciliationRecord, 'ETag'),
    ...problemResponses(
      ...bodyCodes,
      'unknown_adapter',
      'reconciliation_not_found',
      'precondition_required',
      'precondition_failed',
    ),
  },
})

const policyRoute = createRoute({
  operationId: 'createPolicyVersion',
  tags: ['Periods'],
  summary: 'Give a reconciliation its next policy',
  description:
    'Makes the next version of the policy; no version ever changes. It holds for periods that begin from now on. A rule whose sign contradicts `isTurned` is refused.',
  method: 'post',
  path: '/reconciliations/{id}/policies',
  middleware: keyedForAdministrators('periods:write'),
  request: { params: reconciliationParams, headers: idempotencyHeaders, body: jsonBody(policyVersionRequest) },
  responses: {
    201: jsonAnswer('The reconciliation with its new policy', reconciliationRecord, 'ETag', 'Idempotent-Replayed'),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'reconciliation_not_found',
      'precondition_failed',
      'storage_quota_exceeded',
    ),
  },
})

const openingRoute = createRoute({
  operationId: 'giveOpening',
  tags: ['Periods'],
  summary: 'Give the opening of the first period',
  description:
    'The balances of both sides before the first period, and the records that were open then, which are read as an upload of records is. Another opening replaces it until the first period is submitted.',
  method: 'post',
  path: '/reconciliations/{id}/opening',
  middleware: keyed('periods:write'),
  request: { params: reconciliationParams, body: jsonBody(openingRequest) },
  responses: {
    201: jsonAnswer('The opening', openingRecord),
    ...problemResponses(
      ...bodyCodes,
      'reconciliation_not_found',
      'unreadable_record',
      'period_submitted',
      'period_closed',
      'precondition_failed',
      'storage_quota_exceeded',
    ),
  },
})

const beginRoute = createRoute({
  operationId: 'createPeriod',
  tags: ['Periods'],
  summary: 'Begin the next period',
  description:
    'Without a body the calendar of the reconciliation says which days come next. The period reads what datasets of earlier periods have for its days.',
  method: 'post',
  path: '/reconciliations/{id}/periods',
  middleware: keyed('periods:write'),
  request: {
    params: reconciliationParams,
    headers: idempotencyHeaders,
    body: { required: false, content: { 'application/json': { schema: periodRequest } } },
  },
  responses: {
    201: jsonAnswer('The period; `Location` names it', periodWithDatasets, 'Location', 'ETag', 'Idempotent-Replayed'),
    ...problemResponses(...bodyCodes, ...idempotencyCodes, 'reconciliation_not_found', 'period_gap'),
  },
})

const periodsRoute = createRoute({
  operationId: 'listPeriods',
  tags: ['Periods'],
  summary: 'List the periods of a reconciliation',
  description: 'The last one first, without what they read.',
  method: 'get',
  path: '/reconciliations/{id}/periods',
  middleware: keyed('runs:read'),
  request: { params: reconciliationParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of periods', periodPage, 'Link'),
    ...problemResponses('invalid_cursor', 'reconciliation_not_found'),
  },
})

const scheduleRoute = createRoute({
  operationId: 'getSchedule',
  tags: ['Periods'],
  summary: 'Get the schedule of a reconciliation',
  description: 'When its open periods are run without a request, and which side stayed away.',
  method: 'get',
  path: '/reconciliations/{id}/schedule',
  middleware: keyed('runs:read'),
  request: { params: reconciliationParams },
  responses: { 200: jsonAnswer('The schedule', scheduleRecord), ...problemResponses('reconciliation_not_found') },
})

const setScheduleRoute = createRoute({
  operationId: 'setSchedule',
  tags: ['Periods'],
  summary: 'Set the schedule of a reconciliation',
  description:
    'Has its open periods run in their order, each as a request would, once both sides of a period have something new or at a time of day: a period without a new dataset is not run again. A time that the clocks of the zone leave out is the first instant after it, and of a time that comes twice the first one counts. The runs are made in the name of whoever set the schedule, also after a key was revoked or a member left.',
  method: 'put',
  path: '/reconciliations/{id}/schedule',
  middleware: keyedForAdministrators('periods:write'),
  request: { params: reconciliationParams, body: jsonBody(scheduleRequest) },
  responses: {
    200: jsonAnswer('The schedule', scheduleRecord),
    ...problemResponses(...bodyCodes, 'reconciliation_not_found'),
  },
})

/** Routes of reconciliations, their policies, opening and periods. */
export function reconciliationRoutes() {
  const router = createRouter()
  router.openapi(defineRoute, async (c) => {
    const record = tagged(c, await defineReconciliation(c))
    c.header('Location', record.links.self)
    return c.json(record, 201)
  })
  router.openapi(listRoute, async (c) => answerPage(c, await listReconciliations(c, c.req.valid('query'))))
  router.openapi(getRoute, async (c) => {
    const found = await knownReconciliation(c, c.req.valid('param').id)
    return c.json(tagged(c, reconciliationRecordOf(found)), 200)
  })
  router.openapi(changeRoute, async (c) => c.json(tagged(c, await changeSettings(c, c.req.valid('param').id)), 200))
  router.openapi(policyRoute, async (c) => c.json(tagged(c, await addPolicy(c, c.req.valid('param').id)), 201))
  router.openapi(openingRoute, async (c) => c.json(await giveOpening(c, c.req.valid('param').id), 201))
  router.openapi(beginRoute, async (c) => {
    const period = await beginPeriod(c, c.req.valid('param').id)
    c.header('Location', period.links.self)
    c.header('ETag', etagOf(period.revision))
    return c.json(period, 201)
  })
  router.openapi(periodsRoute, async (c) =>
    answerPage(c, await listPeriods(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  router.openapi(scheduleRoute, async (c) => c.json(await scheduleOf(c, c.req.valid('param').id), 200))
  router.openapi(setScheduleRoute, async (c) => c.json(await setSchedule(c, c.req.valid('param').id), 200))
  return router
}

function tagged(c: Context<AppEnv>, record: ReconciliationRecord): ReconciliationRecord {
  c.header('ETag', etagOf(record.version))
  return record
}
