import { introspectWorkflow } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { DatasetWithStatements } from '../../../../schema/dataset.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { objectsOf, receivedUpload, sizeOf, twoParts, uploadsPath } from '../../../support/worker/part-uploads.ts'

describe('an upload in parts, through the Workflow of the platform', () => {
  it('becomes the dataset that the same file becomes in one request', async () => {
    const workflow = await introspectWorkflow(env.UPLOADS)
    const { client } = await createTestApp().newTenant()
    const parts = twoParts()
    const { id } = await receivedUpload(client, parts)
    const complete = await client.post(`${uploadsPath}/${id}/complete`)
    expect(complete.status).toBe(202)
    expect(complete.headers.get('Location')).toBe(`/api/v1/datasets/${id}`)
    const [instance] = await workflow.get()
    await instance?.waitForStatus('complete')
    const dataset = await (await client.get(`/api/v1/datasets/${id}`)).json<DatasetWithStatements>()
    expect(dataset).toMatchObject({ id, state: 'sealed', name: 'March', adapter: 'bank:main-eur', format: 'csv' })
    expect(dataset.received?.bytes).toBe(sizeOf(parts))
    expect(await objectsOf(id)).toEqual([])
    await workflow.dispose()
  })
})
