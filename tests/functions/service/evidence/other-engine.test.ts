import { env } from 'cloudflare:workers'
import { engineVersion } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { otherEngine } from '../../../engine/support/other-engine.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { readChain, verifyOffline } from '../../../support/worker/evidence.ts'
import { runOfOtherEngine } from '../../../support/worker/other-engine.ts'
import { readZip } from '../../../support/worker/read-zip.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeReplay } from '../../../support/worker/replays.ts'
import { makeRun } from '../../../support/worker/runs.ts'

const notJudged = `Not judged: the result is of engine ${otherEngine}, which only a program of that version can check.`

describe('a run of another version of the engine', () => {
  it('is shown as it was sealed', async () => {
    const { run, client } = await runOfOtherEngine()
    expect(run).toMatchObject({ engineVersion: otherEngine, status: 'completed' })
    for (const view of ['matches', 'suggestions', 'breaks', 'excluded'])
      expect((await client.get(`${run.links.results}?view=${view}`)).status).toBe(200)
    expect((await client.get(run.links.evidence)).status).toBe(200)
  })

  it('passes every check but that of its completeness, which is not judged, in the store and in its pack', async () => {
    const { run, client, lines } = await runOfOtherEngine()
    const pack = await client.get(`${run.links.evidence}?format=zip`)
    const files = await readZip(new Uint8Array(await pack.arrayBuffer()))
    for (const { verified, checks } of [await readChain(client, run.id), await verifyOffline(files)]) {
      expect(verified).toBe(true)
      expect(checks.filter(({ detail }) => detail.startsWith('Not')).map(({ detail }) => detail)).toEqual([notJudged])
    }
    const result = files.find(({ name }) => name === 'result.ndjson')
    expect(new TextDecoder().decode(result?.bytes)).toBe(`${lines.join('\n')}\n`)
  })

  it('is not executed again under its own rules', async () => {
    const { run, client } = await runOfOtherEngine()
    const answers = [
      client.post(run.links.replay),
      client.post(run.links.replay, { tables: { t: { a: '1' } } }),
      client.get(`${run.links.self}/trust-explorer/getExecutionGraph`),
      client.get(`${run.links.self}/trust-explorer/findPolicyImpact`),
      client.get(`${run.links.self}/trust-explorer/findRuleChanges?break=brk_${'0'.repeat(26)}`),
    ]
    for (const answer of answers)
      expect(await problemOf(answer)).toMatchObject({
        status: 409,
        code: 'run_not_replayable',
        detail: expect.stringContaining(`made by engine version ${otherEngine}, and this is version ${engineVersion}`),
      })
  })

  it('is compared with rules of the request, executed by this version', async () => {
    const { run, client } = await runOfOtherEngine()
    const rules = [{ id: 'payment', match: [{ field: 'amount' }, { field: 'date', days: 1 }] }]
    const { run: child, replay } = await makeReplay(client, run, { rules })
    expect([child.engineVersion, replay.expected, replay.identical]).toEqual([engineVersion, run.resultRoot, false])
    expect(await readChain(client, child.id)).toMatchObject({ verified: true })
  })

  it('has the lineage of its lines', async () => {
    const { run, client } = await runOfOtherEngine()
    const { matches } = await (await client.get(run.links.results)).json<{ matches: { id: string }[] }>()
    const path = `${run.links.self}/trust-explorer/traceArtifactLineage?artifact=${matches[0]?.id}`
    const lineage = await (await client.get(path)).json()
    expect(lineage).toMatchObject({ artifact: { id: matches[0]?.id }, backward: { engine: otherEngine } })
  })

  it('ends as failed when no executor of its version finished it', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    const run = await makeRun(client)
    await env.DB.batch([
      env.DB.prepare("UPDATE runs SET status = 'queued', lease_until = 0, engine_version = ? WHERE id = ?").bind(
        otherEngine,
        run.id,
      ),
      env.DB.prepare('DELETE FROM receipts WHERE run_id = ?').bind(run.id),
    ])
    await runScheduled(app.env, app.isolate)
    expect(await (await client.get(run.links.self)).json()).toMatchObject({
      status: 'failed',
      failure: {
        detail: `The run was made for engine ${otherEngine}, and this is engine ${engineVersion}: make it anew.`,
      },
    })
  })
})
