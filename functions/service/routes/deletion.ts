import { createRoute } from '@hono/zod-openapi'
import { datasetParams } from '@tallystick/schema/dataset'
import { runParams, runRecord } from '@tallystick/schema/run'
import { problemResponses } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { keyed, keyedByAny } from '../keys/keyed.ts'
import { answerDatasetDeletion, answerRunDeletion } from '../tenants/deletion/answer-deletion.ts'

const deleteRunRoute = createRoute({
  method: 'delete',
  path: '/runs/{id}',
  operationId: 'deleteRun',
  middleware: keyedByAny('runs:delete', 'runs:write'),
  request: { params: runParams },
  responses: {
    200: {
      description: 'The run, which was cancelled',
      content: { 'application/json': { schema: runRecord } },
    },
    204: { description: 'Deleted, now or before' },
    ...problemResponses('run_not_found', 'run_not_finished', 'records_lost', 'log_diverged'),
  },
})

const deleteDatasetRoute = createRoute({
  method: 'delete',
  path: '/datasets/{id}',
  operationId: 'deleteDataset',
  middleware: keyed('datasets:delete'),
  request: { params: datasetParams },
  responses: {
    204: { description: 'Deleted, now or before' },
    ...problemResponses('dataset_not_found', 'dataset_not_sealed', 'dataset_in_use', 'records_altered', 'log_diverged'),
  },
})

export function deletionRoutes() {
  const router = createRouter()
  router.openapi(deleteRunRoute, (c) => answerRunDeletion(c, c.req.valid('param').id))
  router.openapi(deleteDatasetRoute, (c) => answerDatasetDeletion(c, c.req.valid('param').id))
  return router
}
