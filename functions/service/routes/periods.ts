import { createRoute } from '@hono/zod-openapi'
import { type PeriodRecord, periodDatasetRequest, periodParams, periodWithDatasets } from '@tallystick/schema/period'
import type { Context } from 'hono'
import { addDataset } from '../close/add-dataset.ts'
import { knownPeriod } from '../close/read-periods.ts'
import type { AppEnv } from '../http/app-env.ts'
import { etagOf } from '../http/if-match.ts'
import { bodyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
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

/** Routes of a period. */
export function periodRoutes() {
  const router = createRouter()
  router.openapi(getRoute, async (c) => c.json(tagged(c, await knownPeriod(c, c.req.valid('param').id)), 200))
  router.openapi(addRoute, async (c) => c.json(tagged(c, await addDataset(c, c.req.valid('param').id)), 201))
  return router
}

function tagged(c: Context<AppEnv>, period: PeriodRecord): PeriodRecord {
  c.header('ETag', etagOf(period.revision))
  return period
}
