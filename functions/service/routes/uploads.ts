import { createRoute } from '@hono/zod-openapi'
import { idempotencyHeaders } from '@tallystick/schema/headers'
import {
  datasetInAnyState,
  partContent,
  partHeaders,
  partParams,
  partRecord,
  uploadParams,
  uploadRecord,
  uploadRequest,
} from '@tallystick/schema/upload'
import { pathOf } from '../http/idempotency/stored-answer.ts'
import { bodyCodes, idempotencyCodes, problemResponses } from '../http/problem.ts'
import { jsonAnswer, jsonBody } from '../http/route-answers.ts'
import { createRouter } from '../http/router.ts'
import { keyed } from '../keys/keyed.ts'
import { abortUpload } from '../uploads/abort-upload.ts'
import { completeUpload } from '../uploads/complete-upload.ts'
import { createUpload } from '../uploads/create-upload.ts'
import { readDataset } from '../uploads/read-upload.ts'
import { receivePart } from '../uploads/receive-part.ts'

const createUploadRoute = createRoute({
  operationId: 'createUpload',
  tags: ['Datasets'],
  summary: 'Begin to upload a file in parts',
  description:
    'For files that are too large for one request. The answer names the size of parts into which to cut the file; each is put under its number, and when all have arrived the upload is completed. Its declared bytes count as stored until then. What is not completed within 24 hours is removed.',
  method: 'post',
  path: '/datasets/uploads',
  middleware: keyed('datasets:write'),
  request: {
    headers: idempotencyHeaders,
    body: jsonBody(uploadRequest),
  },
  responses: {
    201: jsonAnswer(
      'The upload, which takes parts; `Location` names the dataset that it becomes',
      uploadRecord,
      'Location',
      'Idempotent-Replayed',
    ),
    ...problemResponses(
      ...bodyCodes,
      ...idempotencyCodes,
      'unknown_adapter',
      'storage_quota_exceeded',
      'records_deleted',
    ),
  },
})

const getUploadRoute = createRoute({
  operationId: 'getUpload',
  tags: ['Datasets'],
  summary: 'See which parts of a file have arrived',
  description:
    'The upload with its parts, so that a client that was interrupted goes on with those that are missing. Later the dataset that it has become, as `getDataset` shows it.',
  method: 'get',
  path: '/datasets/uploads/{id}',
  middleware: keyed('datasets:write'),
  request: { params: uploadParams },
  responses: {
    200: jsonAnswer(
      'The upload with the parts that have arrived, or the dataset that it has become, to its writer and to keys with `datasets:read`',
      datasetInAnyState,
    ),
    ...problemResponses('dataset_not_found', 'records_altered', 'records_deleted'),
  },
})

const putPartRoute = createRoute({
  operationId: 'putUploadPart',
  tags: ['Datasets'],
  summary: 'Upload a part of a file',
  description:
    'Stores the bytes as one part, in any order, from 1 on; a part that is sent again replaces the one before. Each has 8 to 95 MB, and the last may have less. The body is stored only where it is the one of its Content-Digest.',
  method: 'put',
  path: '/datasets/uploads/{id}/parts/{number}',
  middleware: keyed('datasets:write'),
  request: {
    params: partParams,
    headers: partHeaders,
    body: { required: true, content: { 'application/octet-stream': { schema: partContent } } },
  },
  responses: {
    200: jsonAnswer('The part is stored', partRecord),
    ...problemResponses(
      'request_timeout',
      'validation_failed',
      'length_required',
      'digest_mismatch',
      'route_not_found',
      'dataset_not_found',
      'upload_complete',
      'records_deleted',
    ),
  },
})

const completeUploadRoute = createRoute({
  operationId: 'completeUpload',
  tags: ['Datasets'],
  summary: 'Complete an upload in parts',
  description:
    'Declares that all parts are there, which must make up the declared bytes. They are then read as one file: `getDataset` shows the dataset as `reading`, then `sealed`, or `refused` with the first 20 faults. May be repeated.',
  method: 'post',
  path: '/datasets/uploads/{id}/complete',
  middleware: keyed('datasets:write'),
  request: { params: uploadParams },
  responses: {
    200: jsonAnswer('The upload has ended before: the sealed dataset, or why the file was refused', datasetInAnyState),
    202: jsonAnswer('The parts are being read; `Location` says how far', uploadRecord, 'Location', 'Retry-After'),
    ...problemResponses('dataset_not_found', 'upload_incomplete', 'records_altered', 'records_deleted'),
  },
})

const abortUploadRoute = createRoute({
  operationId: 'abortUpload',
  tags: ['Datasets'],
  summary: 'Abort an upload in parts',
  description:
    'Removes an upload that is not sealed, with its parts; also one that was refused. A dataset that is sealed is removed by `deleteDataset`.',
  method: 'delete',
  path: '/datasets/uploads/{id}',
  middleware: keyed('datasets:write'),
  request: { params: uploadParams },
  responses: {
    204: { description: 'Aborted, now or before' },
    ...problemResponses('dataset_not_found', 'upload_complete', 'records_deleted'),
  },
})

export function uploadRoutes() {
  const router = createRouter()
  router.openapi(createUploadRoute, (c) => createUpload(c))
  router.openapi(getUploadRoute, async (c) => c.json(await readDataset(c, c.req.valid('param').id), 200))
  router.openapi(putPartRoute, async (c) => {
    const { id, number } = c.req.valid('param')
    return c.json(await receivePart(c, id, number), 200)
  })
  router.openapi(completeUploadRoute, async (c) => {
    const state = await completeUpload(c, c.req.valid('param').id)
    if (state.state !== 'reading') return c.json(state, 200)
    return c.json(state, 202, { Location: pathOf(state.id), 'Retry-After': '1' })
  })
  router.openapi(abortUploadRoute, async (c) => {
    await abortUpload(c, c.req.valid('param').id)
    return c.body(null, 204)
  })
  return router
}
