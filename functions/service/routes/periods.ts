import { createRoute } from '@hono/zod-openapi'
import { workbookType } from '@tallystick/audit/workbook/workbook'
import {
  decisionPage,
  decisionsRecord,
  decisionsRequest,
  itemListQuery,
  itemPageRecord,
} from '@tallystick/schema/decision'
import { evidencePack, periodEvidenceQuery } from '@tallystick/schema/evidence'
import { idempotencyHeaders, matchHeaders } from '@tallystick/schema/headers'
import { itemHistoryPage, itemHistoryQuery } from '@tallystick/schema/item-history'
import { pageQuery } from '@tallystick/schema/page'
import { type PeriodRecord, periodDatasetRequest, periodParams, periodWithDatasets } from '@tallystick/schema/period'
import { periodReport, reportPage, reportQuery } from '@tallystick/schema/period-report'
import { workbook } from '@tallystick/schema/result'
import { runRecord } from '@tallystick/schema/run'
import type { Context } from 'hono'
import { addDataset } from '../close/add-dataset.ts'
import { answerReport } from '../close/answer-report.ts'
import { historyOf } from '../close/item-history.ts'
import { listDecisions } from '../close/list-decisions.ts'
import { listItems } from '../close/list-items.ts'
import { makeDecisions } from '../close/make-decisions.ts'
import { makePeriodRun } from '../close/make-period-run.ts'
import { answerPeriodEvidence } from '../close/period-evidence.ts'
import { knownPeriod } from '../close/read-periods.ts'
import type { AppEnv } from '../http/app-env.ts'
import { etagOf } from '../http/if-match.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, idempotencyCodes, problemResponses } from '../http/problem.ts'
import { headersNamed, jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'

const getRoute = createRoute({
  operationId: 'getPeriod',
  tags: ['Periods'],
  summary: 'Get a period',
  description: 'One period with what it reads. `ETag` is its revision.',
  method: 'get',
  path: '/periods/{id}',
  middleware: keyed('runs:read'),
  request: { params: periodParams },
  responses: {
    200: jsonAnswer('The period', periodWithDatasets, 'ETag'),
    ...problemResponses('period_not_found'),
  },
})

const addRoute = createRoute({
  operationId: 'addPeriodDataset',
  tags: ['Periods'],
  summary: 'Add a dataset to a period',
  description:
    'A side of the period reads the dataset besides those that it reads already, and later open periods read what it has for their days. Adding it again changes nothing. From then on the dataset is kept as long as the tenant: it can no longer be deleted, and retention spares it.',
  method: 'post',
  path: '/periods/{id}/datasets',
  middleware: keyed('periods:write'),
  request: { params: periodParams, body: jsonBody(periodDatasetRequest) },
  responses: {
    201: jsonAnswer('The period', periodWithDatasets, 'ETag'),
    ...problemResponses(
      ...bodyCodes,
      'period_not_found',
      'dataset_not_found',
      'dataset_not_sealed',
      'records_deleted',
      'same_dataset',
      'period_submitted',
      'period_closed',
    ),
  },
})

const runRoute = createRoute({
  operationId: 'runPeriod',
  tags: ['Periods'],
  summary: 'Run a period',
  description:
    'Runs the policy of the period, and what its decisions ask, over its opening items and all that it reads. The run is a run like any other, which says by `period` what it read; the items of the period are those of its newest completed run. A period of more records or bytes than a request takes is refused, those of its opening counted; so is one that is compared with more records of earlier periods than a request reads, and one before which a period was not run.',
  method: 'post',
  path: '/periods/{id}/runs',
  middleware: keyed('periods:write'),
  request: { params: periodParams, headers: idempotencyHeaders },
  responses: {
    201: jsonAnswer('The run', runRecord, 'Location', 'Idempotent-Replayed'),
    ...problemResponses(
      ...idempotencyCodes,
      'period_not_found',
      'period_submitted',
      'period_closed',
      'period_not_run',
      'run_too_large',
      'work_limit',
      'records_altered',
      'storage_quota_exceeded',
    ),
  },
})

const itemsRoute = createRoute({
  operationId: 'listItems',
  tags: ['Periods'],
  summary: 'List the items of a period',
  description:
    'The records of the newest run of the period that are open, settled by a decision, or set aside, and those of its opening, with what decisions have made of them. Before the first run they are those of the opening. `ETag` is the revision of the period, for `If-Match` of decisions.',
  method: 'get',
  path: '/periods/{id}/items',
  middleware: keyed('runs:read'),
  request: { params: periodParams, query: itemListQuery },
  responses: {
    200: jsonAnswer('A page of items', itemPageRecord, 'Link', 'ETag'),
    ...problemResponses('invalid_cursor', 'period_not_found', 'records_altered'),
  },
})

const historyRoute = createRoute({
  operationId: 'getItemHistory',
  tags: ['Periods'],
  summary: 'Get the history of an item',
  description:
    'The periods that an item of this period went through, with the residuals that matches left of it: from the one in which it was first seen to the one in which it was cleared, what each had of it, and who decided what about it. The query names the item as `name` of the list of items does.',
  method: 'get',
  path: '/periods/{id}/history',
  middleware: keyed('runs:read'),
  request: { params: periodParams, query: itemHistoryQuery },
  responses: {
    200: jsonAnswer('A page of periods', itemHistoryPage, 'Link'),
    ...problemResponses('invalid_cursor', 'period_not_found', 'item_not_found', 'records_altered'),
  },
})

const decideRoute = createRoute({
  operationId: 'makeDecisions',
  tags: ['Periods'],
  summary: 'Decide about items',
  description:
    'Makes up to 1,000 decisions, all of them or none. `If-Match` names the revision of the period that the caller has seen. Only a decision of somebody else since then about one of the same items is a conflict. A decision that would have no effect is refused. An adjustment above `approvalAbove` is `proposed`, and has no effect.',
  method: 'post',
  path: '/periods/{id}/decisions',
  middleware: keyed('items:decide'),
  request: {
    params: periodParams,
    headers: matchHeaders.extend(idempotencyHeaders.shape),
    body: jsonBody(decisionsRequest),
  },
  responses: {
    201: jsonAnswer('The decisions', decisionsRecord, 'ETag', 'Idempotent-Replayed'),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'invalid_header',
      'period_not_found',
      'period_submitted',
      'period_closed',
      'item_decided',
      'currencies_differ',
      'run_too_large',
      'precondition_required',
      'precondition_failed',
      'records_altered',
      'storage_quota_exceeded',
    ),
  },
})

const decisionsRoute = createRoute({
  operationId: 'listDecisions',
  tags: ['Periods'],
  summary: 'List the decisions of a period',
  description: 'The last one first, with what has become of each.',
  method: 'get',
  path: '/periods/{id}/decisions',
  middleware: keyed('runs:read'),
  request: { params: periodParams, query: pageQuery },
  responses: {
    200: jsonAnswer('A page of decisions', decisionPage, 'Link'),
    ...problemResponses('invalid_cursor', 'period_not_found', 'records_altered'),
  },
})

const reportRoute = createRoute({
  operationId: 'getPeriodReport',
  tags: ['Periods'],
  summary: 'Get the report of a period',
  description:
    'All that is to be said of the newest run of a period and the decisions made since: proof of balances, roll-forward, open items by age and owner, adjustments by label, who did what, roots and sign-offs. As JSON, as a workbook, or as a page for print, by `Accept` or `format`.',
  method: 'get',
  path: '/periods/{id}/report',
  middleware: keyed('runs:read'),
  request: { params: periodParams, query: reportQuery },
  responses: {
    200: {
      description: 'The report',
      headers: headersNamed('Content-Disposition'),
      content: {
        'application/json': { schema: periodReport },
        [workbookType]: { schema: workbook },
        'text/html': { schema: reportPage },
      },
    },
    ...problemResponses('period_not_found', 'period_not_run', 'records_altered'),
  },
})

const evidenceRoute = createRoute({
  operationId: 'getPeriodEvidence',
  tags: ['Periods'],
  summary: 'Get what proves a period',
  description:
    'An archive of all that was read, decided and signed for a period, and of the entries of the log about it with their proofs: of the run that was submitted, or else of the newest. `npx tallystick verify` checks it. It shows lines of the datasets: it asks for the scope `datasets:read` too.',
  method: 'get',
  path: '/periods/{id}/evidence',
  middleware: keyed('evidence:read'),
  request: { params: periodParams, query: periodEvidenceQuery },
  responses: {
    200: {
      description: 'The archive',
      headers: headersNamed('Content-Disposition'),
      content: { 'application/zip': { schema: evidencePack } },
    },
    ...problemResponses('period_not_found', 'period_not_run', 'run_too_large', 'records_altered', 'records_lost'),
  },
})

/** Routes of a period. */
export function periodRoutes() {
  const router = createRouter()
  router.openapi(getRoute, async (c) => c.json(tagged(c, await knownPeriod(c, c.req.valid('param').id)), 200))
  router.openapi(addRoute, async (c) => c.json(tagged(c, await addDataset(c, c.req.valid('param').id)), 201))
  router.openapi(runRoute, (c) => makePeriodRun(c, c.req.valid('param').id))
  router.openapi(itemsRoute, async (c) => {
    const page = await listItems(c, c.req.valid('param').id, c.req.valid('query'))
    c.header('ETag', etagOf(page.revision))
    return answerPage(c, page)
  })
  router.openapi(historyRoute, async (c) =>
    answerPage(c, await historyOf(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  router.openapi(decideRoute, (c) => makeDecisions(c, c.req.valid('param').id))
  router.openapi(decisionsRoute, async (c) =>
    answerPage(c, await listDecisions(c, c.req.valid('param').id, c.req.valid('query'))),
  )
  router.openapi(evidenceRoute, (c) => answerPeriodEvidence(c, c.req.valid('param').id))
  router.openapi(reportRoute, (c) => answerReport(c, c.req.valid('param').id, c.req.valid('query').format))
  return router
}

function tagged(c: Context<AppEnv>, period: PeriodRecord): PeriodRecord {
  c.header('ETag', etagOf(period.revision))
  return period
}
