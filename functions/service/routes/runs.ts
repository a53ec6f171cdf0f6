import { createRoute } from '@hono/zod-openapi'
import { conditionalHeaders, runHeaders } from '@tallystick/schema/headers'
import { runList } from '@tallystick/schema/lost-run'
import { policyText } from '@tallystick/schema/policy'
import { replayAnswer, unfinishedReplay } from '@tallystick/schema/replay'
import { replayRequest, runListQuery, runParams, runRecord, runRequest } from '@tallystick/schema/run'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, idempotencyCodes, problemResponses, storedCodes } from '../http/problem.ts'
import { jsonAnswer, jsonBody, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed, keyedByAny } from '../keys/keyed.ts'
import { answerCancellation } from '../runs/answer-cancellation.ts'
import { answerPolicy } from '../runs/answer-policy.ts'
import { createRun } from '../runs/create-run.ts'
import { listRuns, readRun } from '../runs/read-runs.ts'
import { replayRun } from '../runs/replay-run.ts'

const createRunRoute = createRoute({
  operationId: 'createRun',
  tags: ['Runs'],
  summary: 'Reconcile two datasets',
  description:
    'Reconciles the newest datasets of two adapters under the rules given and answers once the run has ended. An empty list of rules stands for the built-in policy. The outcome `failed` is an answer too: `failure` says why. A run of more records or bytes than a request takes (`/api/v1/meta`) is answered with 202 and executed by a Workflow: `GET` its `Location` until it has ended. `Prefer: respond-async` asks for that for any run. `DELETE` cancels such a run.',
  method: 'post',
  path: '/runs',
  middleware: keyed('runs:write'),
  request: {
    headers: runHeaders,
    body: jsonBody(runRequest),
  },
  responses: {
    201: jsonAnswer('The ended run; `Location` names it', runRecord, 'Location', 'Idempotent-Replayed'),
    202: jsonAnswer(
      'The run, which a Workflow executes; `Location` names it',
      runRecord,
      'Location',
      'Retry-After',
      'Preference-Applied',
    ),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'adapter_ambiguous',
      'dataset_not_found',
      'dataset_not_sealed',
      'unknown_adapter',
      'same_dataset',
      'run_too_large',
      'storage_quota_exceeded',
      'log_diverged',
      'records_altered',
      'records_deleted',
      'records_lost',
    ),
  },
})

const replayRoute = createRoute({
  operationId: 'replayRun',
  tags: ['Runs'],
  summary: 'Execute a run again',
  description:
    'Executes a completed or failed run again over the datasets that it was pinned to, under its own rules or under others. The replay is a run of its own, with its own receipt; its result is compared to that of the run. Each of rules, tables, rates, calendars and signs takes the place of that of the run; those left out stay, except for tables, rates and calendars beside the built-in rules, which refer to nothing. A run of another engine version is executed under rules of the request alone. A large run is replayed by a Workflow and answered with 202; the roots of both are compared then, and `differences` is null.',
  method: 'post',
  path: '/runs/{id}/replay',
  middleware: keyed('runs:write'),
  request: {
    params: runParams,
    headers: runHeaders,
    body: { required: false, content: { 'application/json': { schema: replayRequest } } },
  },
  responses: {
    201: jsonAnswer(
      'The ended replay; a difference is a finding, not an error. `Location` names the replay',
      replayAnswer,
      'Location',
      'Idempotent-Replayed',
    ),
    202: jsonAnswer(
      'The replay, which a Workflow executes; `Location` names it',
      unfinishedReplay,
      'Location',
      'Retry-After',
      'Preference-Applied',
    ),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'run_not_found',
      ...storedCodes,
      'run_not_replayable',
      'run_too_large',
      'storage_quota_exceeded',
      'log_diverged',
    ),
  },
})

const cancelRoute = createRoute({
  operationId: 'cancelRun',
  tags: ['Runs'],
  summary: 'Cancels a run that a Workflow executes',
  description:
    'The run is `cancelled` from then on, unless it is being sealed. A key with `runs:delete` may do that too. Deletes nothing, and may be repeated: a run that was cancelled before is 200 again.',
  method: 'post',
  path: '/runs/{id}/cancel',
  middleware: keyedByAny('runs:write', 'runs:delete'),
  request: { params: runParams },
  responses: {
    200: jsonAnswer('The run, cancelled now or before', runRecord),
    ...problemResponses('run_not_found', ...storedCodes, 'run_not_finished', 'run_finished'),
  },
})

const listRoute = createRoute({
  operationId: 'listRuns',
  tags: ['Runs'],
  summary: 'List runs',
  description:
    'The runs of the tenant, newest first, without their rules. With `lost=true` the runs of which only the receipt is left.',
  method: 'get',
  path: '/runs',
  middleware: keyed('runs:read'),
  request: { query: runListQuery },
  responses: {
    200: jsonAnswer('A page of runs', runList, 'Link'),
    ...problemResponses('invalid_cursor'),
  },
})

const getRoute = createRoute({
  operationId: 'getRun',
  tags: ['Runs'],
  summary: 'Get a run',
  description: 'One run with its effective rules, summary, warnings, and links to what it made.',
  method: 'get',
  path: '/runs/{id}',
  middleware: keyed('runs:read'),
  request: { params: runParams },
  responses: {
    200: jsonAnswer('The run', runRecord),
    ...problemResponses('run_not_found', ...storedCodes),
  },
})

const policyRoute = createRoute({
  operationId: 'getPolicy',
  tags: ['Runs'],
  summary: 'Get the policy of a run',
  description:
    'The effective rules, and the tables, rates and calendars that they refer to, byte for byte as they were hashed.',
  method: 'get',
  path: '/runs/{id}/policy',
  middleware: keyed('runs:read'),
  request: { params: runParams, headers: conditionalHeaders },
  responses: {
    200: jsonAnswer('The policy', policyText),
    304: notModified,
    ...problemResponses('run_not_found', ...storedCodes),
  },
})

export function runRoutes() {
  const router = createRouter()
  router.openapi(createRunRoute, createRun)
  router.openapi(replayRoute, (c) => replayRun(c, c.req.valid('param').id))
  router.openapi(cancelRoute, async (c) => c.json(await answerCancellation(c, c.req.valid('param').id), 200))
  router.openapi(listRoute, async (c) => answerPage(c, await listRuns(c, c.req.valid('query'))))
  router.openapi(getRoute, async (c) => c.json(await readRun(c, c.req.valid('param').id), 200))
  router.openapi(policyRoute, (c) => answerPolicy(c, c.req.valid('param').id))
  return router
}
