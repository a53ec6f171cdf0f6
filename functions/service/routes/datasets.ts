import { createRoute } from '@hono/zod-openapi'
import {
  canonicalRecord,
  datasetListQuery,
  datasetPage,
  datasetParams,
  datasetRecord,
  exportQuery,
  plainText,
  recordListQuery,
  recordPage,
  uploadContent,
} from '@tallystick/schema/dataset'
import { conditionalHeaders, idempotencyHeaders } from '@tallystick/schema/headers'
import { datasetInAnyState } from '@tallystick/schema/upload'
import { answerRecords } from '../datasets/answer-records.ts'
import { listDatasets } from '../datasets/read-datasets.ts'
import { receiveDataset } from '../datasets/receive-dataset.ts'
import { openUpload } from '../datasets/upload.ts'
import { readKeyHash } from '../http/idempotency/idempotency-key.ts'
import { answerPage } from '../http/next-link.ts'
import { bodyCodes, idempotencyCodes, problemResponses } from '../http/problem.ts'
import { headersNamed, jsonAnswer, notModified } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { withStorage } from '../http/usage/storage-quota.ts'
import { keyed } from '../keys/keyed.ts'
import { readDataset } from '../uploads/read-upload.ts'

const uploadRoute = createRoute({
  operationId: 'createDataset',
  tags: ['Datasets'],
  summary: 'Upload a dataset: JSON, or an export as it is',
  description:
    'A JSON body has everything in it; any other body is the file itself, and the query names the dataset and its adapter. The upload is stored whole or not at all. An adapter’s newest dataset is what a run of that adapter reads.',
  method: 'post',
  path: '/datasets',
  middleware: keyed('datasets:write'),
  request: {
    headers: idempotencyHeaders,
    query: exportQuery,
    body: {
      required: true,
      content: uploadContent,
    },
  },
  responses: {
    201: jsonAnswer('The dataset; `Location` names it', datasetRecord, 'Location', 'Idempotent-Replayed'),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'unknown_adapter',
      'unreadable_record',
      'control_total_mismatch',
      'storage_quota_exceeded',
      'records_deleted',
    ),
  },
})

const listRoute = createRoute({
  operationId: 'listDatasets',
  tags: ['Datasets'],
  summary: 'List datasets',
  description: 'The datasets of the tenant, newest first, a page at a time.',
  method: 'get',
  path: '/datasets',
  middleware: keyed('datasets:read'),
  request: { query: datasetListQuery },
  responses: {
    200: jsonAnswer('A page of datasets', datasetPage, 'Link'),
    ...problemResponses('invalid_cursor'),
  },
})

const getRoute = createRoute({
  operationId: 'getDataset',
  tags: ['Datasets'],
  summary: 'Get a dataset',
  description:
    'What is known of one dataset: counts, totals by currency, period, root and warnings; not its records. Of an upload in parts how far it is, or why its file was refused.',
  method: 'get',
  path: '/datasets/{id}',
  middleware: keyed('datasets:read'),
  request: { params: datasetParams },
  responses: {
    200: jsonAnswer('The dataset, or the upload in parts that is to become it', datasetInAnyState),
    ...problemResponses('dataset_not_found', 'records_altered', 'records_deleted'),
  },
})

const recordsRoute = createRoute({
  operationId: 'listRecords',
  tags: ['Datasets'],
  summary: 'List the records of a dataset',
  description:
    'The canonical records as they are hashed, in the order received: a page as JSON, all of them as NDJSON or CSV by `Accept`.',
  method: 'get',
  path: '/datasets/{id}/records',
  middleware: keyed('datasets:read'),
  request: { params: datasetParams, query: recordListQuery, headers: conditionalHeaders },
  responses: {
    200: {
      description: 'Canonical records in the order received',
      headers: headersNamed('Link'),
      content: {
        'application/json': { schema: recordPage },
        'application/x-ndjson': { schema: canonicalRecord },
        'text/csv': { schema: plainText },
      },
    },
    304: notModified,
    ...problemResponses(
      'dataset_not_found',
      'dataset_not_sealed',
      'records_altered',
      'records_deleted',
      'invalid_cursor',
    ),
  },
})

export function datasetRoutes() {
  const router = createRouter()
  router.openapi(uploadRoute, async (c) => {
    const keyHash = readKeyHash(c)
    return withStorage(c, keyHash, async () => receiveDataset(c, await openUpload(c, c.req.valid('query')), keyHash))
  })
  router.openapi(listRoute, async (c) => answerPage(c, await listDatasets(c, c.req.valid('query'))))
  router.openapi(getRoute, async (c) => c.json(await readDataset(c, c.req.valid('param').id), 200))
  router.openapi(recordsRoute, (c) => answerRecords(c, c.req.valid('param').id, c.req.valid('query')))
  return router
}
