import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { type BucketFault, faultyBucket } from '../../../support/worker/faulty-bucket.ts'
import { linesServed, openServed } from '../../../support/worker/read-log.ts'
import { createRecorder, type Recorder } from '../../../support/worker/recorder.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'

const runCount = 8

/** Calls of R2 for the published files, and for those that are stored once, by method and kind of file. */
function bucketCalls({ calls }: Recorder): readonly string[] {
  const kindOf = (key: string): string => /once|tile|checkpoint/.exec(key)?.[0] ?? key
  return calls
    .filter(({ store }) => store === 'r2')
    .map(({ method, statements }) => `${method} ${kindOf(String(statements))}`)
}

const startedCount = ({ sql }: Recorder): number =>
  sql.filter((each) => /^update "runs".*"started_at"/.test(each)).length

const soon = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Makes runs of one tenant, the first of which is not sealed before all others wait for it. */
async function makeTogether(faults: readonly BucketFault[] = [], options: TestAppOptions = {}) {
  const untilAllWait = async (): Promise<void> => {
    while (startedCount(watched) < runCount) await soon(10)
    await soon(100)
  }
  const gate: BucketFault = { method: 'put', matches: /^once\/log\//, when: 'late', meanwhile: untilAllWait }
  const watched: Recorder = createRecorder({ ...env, BUCKET: faultyBucket(env.BUCKET, [...faults, gate]) })
  const { DB, BUCKET } = watched.env
  const app = createTestApp({ publicationMilliseconds: 5_000, ...options, env: { DB, BUCKET } })
  const tenant = await app.newTenant()
  const runs = await Promise.all(Array.from({ length: runCount }, () => makeRun(tenant.client, emptyRun)))
  return { ...app, ...tenant, runs, calls: bucketCalls(watched) }
}

const storedLines = async (tenantId: string): Promise<readonly string[]> => {
  const { results } = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence')
    .bind(tenantId)
    .all<{ line: string }>()
  return results.map(({ line }) => line)
}

describe('runs of one tenant that are sealed one after the other in an isolate', () => {
  it('are published together, each with a checkpoint of its own that is stored once', async () => {
    const { client, tenantId, runs, calls } = await makeTogether()
    expect(new Set(runs.map(({ checkpoint }) => checkpoint)).size).toBe(runCount)
    expect(calls.filter((call) => call === 'put once').length).toBeGreaterThanOrEqual(runCount)
    expect(calls.filter((call) => call === 'put checkpoint').length).toBeLessThanOrEqual(2)
    expect((await openServed(client)).size).toBe(runCount)
    expect(await linesServed(client, `entries/000.p/${runCount}`)).toEqual(await storedLines(tenantId))
  })

  it('are all completed when their publication fails, which the next seal makes up for', async () => {
    const fault = { method: 'put', matches: /\/tile\//, when: 'before', times: 2 } as const
    const { client, tenantId, runs, logLines } = await makeTogether([fault])
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['completed']))
    expect(logLines.filter((line) => 'unpublished' in JSON.parse(line)).length).toBeGreaterThanOrEqual(1)
    await makeRun(client, emptyRun)
    expect((await openServed(client)).size).toBe(runCount + 1)
    expect(await linesServed(client, `entries/000.p/${runCount + 1}`)).toEqual(await storedLines(tenantId))
  })

  it('do not wait for ever for a publication that does not end', async () => {
    const fault = { method: 'put', matches: /\/tile\//, when: 'hang' } as const
    const { client, runs } = await makeTogether([fault], { storageMilliseconds: 500 })
    expect(runs.length).toBe(runCount)
    await makeRun(client, emptyRun)
    expect((await openServed(client)).size).toBe(runCount + 1)
  })
})

describe('a run that follows another one', () => {
  it('in another isolate is published after it, whoever was first', async () => {
    const [one, other] = [createTestApp(), createTestApp()]
    const { client, secret, tenantId } = await one.newTenant()
    const otherClient = other.clientWith({ 'X-API-Key': secret })
    for (const each of [client, client, otherClient, client, otherClient, otherClient, client])
      await makeRun(each, emptyRun)
    expect((await openServed(client)).size).toBe(7)
    expect(await linesServed(client, 'entries/000.p/7')).toEqual(await storedLines(tenantId))
  })
})
