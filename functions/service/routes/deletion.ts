import { createRoute } from '@hono/zod-openapi'
import { datasetParams } from '@tallystick/schema/dataset'
import { runParams, runRecord } from '@tallystick/schema/run'
import { problemResponses } from '../http/problem.ts'
import { jsonAnswer } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed, keyedByAny } from '../keys/keyed.ts'
import { answerDatasetDeletion, answerRunDeletion } from '../tenants/deletion/answer-deletion.ts'

const deleteRunRoute = createRoute({
  method: 'delete',
  path: '/runs/{id}',
  operationId: 'deleteRun',
  tags: ['Runs'],
  summary: 'Deletes a run that has ended, with its result, or cancels one that has not',
  description:
    'A run that a Workflow executes is cancelled, unless it is being sealed: the answer is 200 with the run, which is `cancelled` from then on. A key with `runs:write` may do that too; to delete takes `runs:delete`. Of a run that is deleted, the receipt and hashes stay, and the deletion is an entry of the tenant’s log. From then on everything of the run is 410 `records_deleted`. May be repeated: a run that was deleted before is 204 again.',
  middleware: keyedByAny('runs:delete', 'runs:write'),
  request: { params: runParams },
  responses: {
    200: jsonAnswer('The run, which was cancelled', runRecord),
    204: { description: 'Deleted, now or before' },
    ...problemResponses('run_not_found', 'run_not_finished', 'period_holds', 'records_lost', 'log_diverged'),
  },
})

const deleteDatasetRoute = createRoute({
  method: 'delete',
  path: '/datasets/{id}',
  operationId: 'deleteDataset',
  tags: ['Datasets'],
  summary: 'Deletes a dataset with its records',
  description:
    'Results of runs that read it stay, with its root; what needs the records is 410 `records_deleted`: replays, evidence packs, proofs of a line, explanations. The deletion is an entry of the tenant’s log. May be repeated: a dataset that was deleted before is 204 again.',
  middleware: keyed('datasets:delete'),
  request: { params: datasetParams },
  responses: {
    204: { description: 'Deleted, now or before' },
    ...problemResponses(
      'dataset_not_found',
      'dataset_not_sealed',
      'dataset_in_use',
      'period_holds',
      'records_altered',
      'log_diverged',
    ),
  },
})

export function deletionRoutes() {
  const router = createRouter()
  router.openapi(deleteRunRoute, (c) => answerRunDeletion(c, c.req.valid('param').id))
  router.openapi(deleteDatasetRoute, (c) => answerDatasetDeletion(c, c.req.valid('param').id))
  return router
}
