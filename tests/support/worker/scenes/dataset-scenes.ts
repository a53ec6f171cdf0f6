import { beginUpload, digestOf, putPart, uploadOf, uploadsPath } from '../part-uploads.ts'
import { jsonUpload, uploadJson } from '../uploads.ts'
import { got, type Scene, type Scenes, sent } from './scene.ts'

const bytes = new TextEncoder().encode('id,amount\na,1.00\n')

const ofDataset =
  (path: (id: string) => string): Scene =>
  async (_, { client }) =>
    got(path((await uploadJson(client, jsonUpload)).id))

/** A request of each operation of datasets and of uploads in parts. */
export const datasetScenes = {
  createDataset: () => sent('POST', '/api/v1/datasets', jsonUpload, { headers: { 'Idempotency-Key': 'one' } }),
  listDatasets: ofDataset(() => '/api/v1/datasets'),
  getDataset: ofDataset((id) => `/api/v1/datasets/${id}`),
  deleteDataset: async (_, { client }) =>
    sent('DELETE', `/api/v1/datasets/${(await uploadJson(client, jsonUpload)).id}`),
  listRecords: ofDataset((id) => `/api/v1/datasets/${id}/records`),
  createUpload: () => sent('POST', uploadsPath, uploadOf(100), { headers: { 'Idempotency-Key': 'one' } }),
  getUpload: async (_, { client }) => got(`${uploadsPath}/${(await beginUpload(client, 100)).id}`),
  abortUpload: async (_, { client }) => {
    const { id } = await beginUpload(client, bytes.length)
    await putPart(client, id, { number: 1, bytes })
    return sent('DELETE', `${uploadsPath}/${id}`)
  },
  putUploadPart: async (_, { client }) => {
    const { id } = await beginUpload(client, bytes.length)
    const headers = { 'Content-Type': 'application/octet-stream', 'Content-Digest': await digestOf(bytes) }
    return {
      method: 'PUT' as const,
      path: `${uploadsPath}/${id}/parts/1`,
      headers: { ...headers, 'Content-Length': String(bytes.length) },
      body: bytes,
    }
  },
  completeUpload: async (_, { client }) => {
    const { id } = await beginUpload(client, bytes.length)
    await putPart(client, id, { number: 1, bytes })
    return sent('POST', `${uploadsPath}/${id}/complete`)
  },
} satisfies Scenes
