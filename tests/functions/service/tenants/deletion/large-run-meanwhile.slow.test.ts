import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogAudit } from '../../../../../schema/log.ts'
import { eachOf } from '../../../../support/forms.ts'
import { countOf, ledgerUpload } from '../../../../support/worker/deletable.ts'
import { holdDeletion } from '../../../../support/worker/held-deletion.ts'
import { largeRunScene } from '../../../../support/worker/large-run-scene.ts'
import { filesOfRun, queueRun } from '../../../../support/worker/large-runs.ts'
import { countedOf, summedOf } from '../../../../support/worker/stored-bytes.ts'
import { objectKeys } from '../../../../support/worker/stored-objects.ts'
import { csvOfOnePart, jsonUpload, uploadJson, withSmallBound } from '../../../../support/worker/uploads.ts'

/** A large run that is queued when the deletion of its dataset has looked at what uses it, and has not removed it yet. */

type Scene = Awaited<ReturnType<typeof largeRunScene>>

async function uploadLarge({ client }: Scene): Promise<{ readonly id: string }> {
  const response = await client.post('/api/v1/datasets?name=Large&adapter=bank:a', csvOfOnePart(), {
    'Content-Type': 'text/csv',
  })
  expect(response.status).toBe(201)
  return response.json()
}

async function queuedMeanwhile({ isLarge }: { readonly isLarge: boolean }) {
  const scene = await largeRunScene(withSmallBound)
  const source = isLarge ? await uploadLarge(scene) : await uploadJson(scene.client, jsonUpload)
  const target = await uploadJson(scene.client, ledgerUpload)
  const commit = await holdDeletion(scene.secret, source.id)
  const body = { sourceAdapter: `dataset:${source.id}`, targetAdapter: `dataset:${target.id}` }
  const { id } = await queueRun(scene.client, body, { Prefer: 'respond-async' })
  return { ...scene, id, source, commit }
}

/** What there still is of a dataset, and whether what counts of the tenant is what there is. */
async function remains({ tenantId, client }: Scene, datasetId: string) {
  const audit = await (await client.get('/api/v1/log/verify')).json<LogAudit>()
  const folders = await env.DB.prepare("SELECT folder FROM line_folders WHERE tenant_id = ? AND state <> 'kept'")
    .bind(tenantId)
    .all()
  const segments = await env.DB.prepare('SELECT segment FROM id_segments WHERE dataset_id = ?').bind(datasetId).all()
  expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  return {
    rows: [await countOf('datasets', datasetId), await countOf('dataset_chunks', datasetId), segments.results.length],
    objects: (await objectKeys(tenantId)).filter((key) => key.includes(datasetId)),
    folders: folders.results,
    isLogSound: audit.verified,
  }
}

const nothing = { rows: [0, 0, 0], objects: [], folders: [], isLogSound: true }

describe('a large run that is queued while its dataset is deleted', () => {
  it.each(
    eachOf(3, [
      ...[
        'begin',
        'plan',
        'read-source-00000',
        'read-target-00000',
        'check',
        'merge-header',
        'reserve',
        'index-0',
        'seal',
      ].map((step) => ({ step, isLarge: false })),
      ...['begin', 'read-source-00000', 'check'].map((step) => ({ step, isLarge: true })),
    ]),
  )('fails by name and leaves nothing: deleted before $step, in objects: $isLarge', async ({ step, isLarge }) => {
    const scene = await queuedMeanwhile({ isLarge })
    const { id, source, client, execute, state, commit } = scene
    const statuses: number[] = []
    await execute(id, {
      before: async (name) => {
        if (name === step) statuses.push(await commit())
      },
    })
    expect(statuses).toEqual([204])
    expect(await state(id)).toMatchObject({
      status: 'failed',
      resultRoot: null,
      failure: {
        code: 'records_deleted',
        status: 410,
        detail: expect.stringContaining('before the run was completed'),
      },
    })
    expect([await countOf('result_chunks', id), await filesOfRun(id)]).toEqual([0, []])
    expect(await remains(scene, source.id)).toEqual(nothing)
    expect((await client.delete(`/api/v1/runs/${id}`)).status).toBe(204)
  })

  it.each([
    ['its last step', 'clean'],
    ['nothing more', undefined],
  ])('is completed where it is sealed first: deleted before %s', async (_, step) => {
    const scene = await queuedMeanwhile({ isLarge: false })
    const { id, source, client, execute, state, commit } = scene
    await execute(id, {
      before: async (name) => {
        if (name === step) await commit()
      },
    })
    expect(await commit()).toBe(204)
    const run = await state(id)
    expect(run.status).toBe('completed')
    expect((await client.get(run.links.results ?? '')).status).toBe(200)
    expect(await remains(scene, source.id)).toEqual(nothing)
  })
})
