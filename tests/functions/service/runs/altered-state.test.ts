import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { sealedRun } from '../../../support/worker/evidence.ts'
import { problemOf } from '../../../support/worker/readers.ts'

it('lists a run that is stored as failed, and was sealed, as altered', async () => {
  const { client, run } = await sealedRun()
  await env.DB.prepare(`UPDATE runs SET status = 'failed' WHERE id = ?`).bind(run.id).run()
  expect(await problemOf(client.get(run.links.self))).toMatchObject({ code: 'records_altered' })
  for (const path of ['/api/v1/runs', '/api/v1/runs?status=failed'])
    expect(await (await client.get(path)).json()).toMatchObject({ altered: [run.id] })
})

it('replays no run whose stored size is no number of bytes', async () => {
  const { client, run } = await sealedRun()
  for (const size of ['9223372036854775807', '-1']) {
    await env.DB.prepare(`UPDATE runs SET byte_count = ${size} WHERE id = ?`).bind(run.id).run()
    expect(await problemOf(client.post(run.links.replay))).toMatchObject({ code: 'records_altered' })
  }
})
