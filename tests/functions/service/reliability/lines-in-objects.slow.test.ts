import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { eachOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { endOf, expectedEnd } from '../../../support/worker/fault-end.ts'
import { faultKinds } from '../../../support/worker/faulty-stores.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { datasetScenes } from '../../../support/worker/scenes/dataset-scenes.ts'
import { runScenes } from '../../../support/worker/scenes/run-scenes.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'
import { objectKeys } from '../../../support/worker/stored-objects.ts'
import { allInObjects, jsonUpload, uploadJson } from '../../../support/worker/uploads.ts'
import { askedWith } from '../../../support/worker/with-faults.ts'

/** The scenes whose requests write or read lines, in isolates that put all lines into objects. */
const { createDataset, deleteDataset, listRecords } = datasetScenes
const { createRun, deleteRun, listResults, verifyProofChain, replayRun } = runScenes
const scenes = {
  ...{ createRun, deleteRun, createDataset, deleteDataset },
  ...{ listRecords, listResults, verifyProofChain, replayRun },
}

it('puts the lines of a result into one object, and no text into its rows', async () => {
  const { client, tenantId } = await createTestApp(allInObjects).newTenant()
  const { id, links } = await makeRun(client)
  const [key, ...others] = await objectKeys(tenantId)
  expect([key, others]).toEqual([`runs/${tenantId}/${id}/1/result/lines`, []])
  const texts = await env.DB.prepare("SELECT count(*) AS count FROM result_chunks WHERE run_id = ? AND text <> ''")
    .bind(id)
    .first()
  expect(texts).toEqual({ count: 0 })
  expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  expect((await client.delete(links.self)).status).toBe(204)
  expect(await objectKeys(tenantId)).toEqual([])
  expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
})

it('removes the object of a result that the quota does not let in', async () => {
  const app = createTestApp(allInObjects)
  const source = { ...jsonUpload, adapter: 'bank:a' }
  const scene = async (storageBytes?: number) => {
    const tenant = await app.newTenant(storageBytes === undefined ? {} : { settings: { storageBytes } })
    await uploadJson(tenant.client, source)
    const run = await makeRun(tenant.client, { name: 'n', sourceAdapter: 'bank:a', targetAdapter: 'demo-ledger' })
    return { ...tenant, run }
  }
  const { tenantId: roomy } = await scene()
  const { run, tenantId } = await scene((await countedOf(roomy)).bytes - 1)
  expect(run).toMatchObject({ status: 'failed', failure: { code: 'storage_quota_exceeded' } })
  const left = await env.BUCKET.list({ prefix: `runs/${tenantId}/` })
  expect(left.objects.map(({ key }) => key)).toEqual([])
})

describe('with all lines in objects, a client that tries again has a final answer, and nothing is lost or doubled', () => {
  it.each(Object.entries(scenes))('%s, whatever call of a store fails', async (operationId, scene) => {
    const clean = await askedWith(scene, undefined, allInObjects)
    expect(clean.status, clean.code).toBeLessThan(400)
    const faults = Array.from({ length: clean.callCount }, (_, index) =>
      faultKinds.map((kind) => ({ number: index + 1, kind })),
    ).flat()
    for (const fault of eachOf(5, faults)) {
      const end = await endOf(operationId, scene, { fault, clean, own: allInObjects })
      expect(end, JSON.stringify(fault)).toMatchObject(expectedEnd(clean))
    }
  })

  it('createDataset, whatever call comes late: an object that appears after all is swept', async () => {
    const clean = await askedWith(createDataset, undefined, allInObjects)
    for (let number = 1; number <= clean.callCount; number += 1) {
      const fault = { number, kind: 'late' } as const
      const end = await endOf('createDataset', createDataset, { fault, clean, own: allInObjects })
      expect(end, JSON.stringify(fault)).toMatchObject(expectedEnd(clean))
    }
  })

  it.each(Object.entries(scenes))('%s, while R2 is away', async (operationId, scene) => {
    const clean = await askedWith(scene, undefined, allInObjects)
    const fault = { store: 'r2', kind: 'before' } as const
    const end = await endOf(operationId, scene, { fault, clean, own: allInObjects })
    expect(end).toMatchObject(expectedEnd(clean))
  })
})
