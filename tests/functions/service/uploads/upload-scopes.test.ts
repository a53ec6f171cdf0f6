import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { databaseOf, queries } from '../../../../functions/service/store/database.ts'
import { sweepUploads } from '../../../../functions/service/uploads/sweep-uploads.ts'
import type { Scope } from '../../../../schema/key.ts'
import type { Client } from '../../../support/worker/client.ts'
import { receivedUpload, uploadsPath } from '../../../support/worker/part-uploads.ts'
import { type Problem, settableClock } from '../../../support/worker/readers.ts'
import { createUploadApp, executeReading } from '../../../support/worker/readings.ts'
import { uploadJson } from '../../../support/worker/uploads.ts'

const small = new TextEncoder().encode('id,amount,currency,date\na,1.00,EUR,2026-03-01\n')

/** A tenant whose keys may only write, and one that may also read. */
async function scene() {
  await env.DB.prepare('DELETE FROM uploads').run()
  const clock = settableClock()
  const app = createUploadApp({ now: clock.now })
  const { client: owner, tenantId } = await app.newTenant()
  const withScopes = async (...scopes: Scope[]) => {
    const made = await owner.post('/api/v1/keys', { name: 'Writer', scopes })
    return app.clientWith({ 'X-API-Key': (await made.json<{ secret: string }>()).secret })
  }
  const [writer, other] = [await withScopes('datasets:write'), await withScopes('datasets:write')]
  const seal = async (client: Client) => {
    const { id } = await receivedUpload(client, [small])
    await client.post(`${uploadsPath}/${id}/complete`)
    await executeReading(app, { tenantId, id, attempt: 1 })
    return id
  }
  const sweep = () => sweepUploads({ db: queries(databaseOf(app.env, tenantId)), env: app.env, isolate: app.isolate })
  return { clock, owner, writer, other, seal, sweep }
}

/** What the calls that show an upload answer: both alike. */
async function shown(client: Client, id: string) {
  const answers = [await client.get(`${uploadsPath}/${id}`), await client.post(`${uploadsPath}/${id}/complete`)]
  const bodies = await Promise.all(answers.map((answer) => answer.json<{ root?: string } & Problem>()))
  return bodies.map(({ root, code }, index) => [answers[index]?.status, code, root?.length])
}

const closed = [403, 'scope_insufficient', undefined]
const open = [200, undefined, 64]

describe('a key that may only write datasets', () => {
  it('is shown the dataset that it has uploaded in parts, as it is that of one request', async () => {
    const { writer, seal } = await scene()
    expect(await shown(writer, await seal(writer))).toEqual([open, open])
  })

  it('is shown no dataset that another key uploaded', async () => {
    const { owner, writer, other, seal } = await scene()
    const ids = [await seal(owner), await seal(other), (await uploadJson(owner)).id]
    for (const id of ids) expect(await shown(writer, id)).toEqual([closed, closed])
    for (const id of ids) expect(await shown(owner, id)).toEqual([open, open])
  })

  it('is shown no dataset of one request, and none of parts when their upload is over for long', async () => {
    const { clock, writer, seal, sweep } = await scene()
    expect(await shown(writer, (await uploadJson(writer)).id)).toEqual([closed, closed])
    const id = await seal(writer)
    clock.advance(6 * 3_600_000)
    await sweep()
    expect(await shown(writer, id)).toEqual([closed, closed])
  })

  it('completes the upload of another key and follows it', async () => {
    const { writer, other } = await scene()
    const { id } = await receivedUpload(other, [small])
    expect((await writer.post(`${uploadsPath}/${id}/complete`)).status).toBe(202)
    expect((await writer.get(`${uploadsPath}/${id}`)).status).toBe(200)
  })
})
