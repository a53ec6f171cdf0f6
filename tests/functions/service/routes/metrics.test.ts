import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { createTestApp, type TestAppOptions } from '../../../support/worker/client.ts'
import { problemOf, settableClock } from '../../../support/worker/readers.ts'
import { demoRun, makeRun, seedDataset } from '../../../support/worker/runs.ts'

const path = '/api/v1/metrics'

/** The figures that the service shows, by name and labels as they are written; `isolate` and `version` are left out. */
async function figuresOf(app: ReturnType<typeof createTestApp>): Promise<ReadonlyMap<string, number>> {
  const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  const text = await (await admin.get(path)).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    samples.map((line) => {
      const [, name = '', value = ''] = /^(\S+(?: \S+)*) (\S+)$/.exec(line) ?? []
      return [name.replace(/,?isolate="[^"]*",version="[^"]*"/, '').replace('{}', ''), Number(value)]
    }),
  )
}

describe('GET /metrics', () => {
  it('is not there without an admin key, and asks for the right one', async () => {
    const closed = createTestApp({ env: { ADMIN_KEY: undefined } })
    expect((await problemOf(closed.client.get(path))).code).toBe('route_not_found')
    expect((await problemOf(closed.client.send(path, { method: 'POST' }))).code).toBe('route_not_found')
    expect((await problemOf(createTestApp().client.get(path))).code).toBe('admin_key_missing')
    const wrong = createTestApp().clientWith({ 'X-Admin-Key': 'x'.repeat(32) })
    expect((await problemOf(wrong.get(path))).code).toBe('admin_key_invalid')
  })

  it('is the text that Prometheus reads: comments, then samples of a metric, each once', async () => {
    const app = createTestApp()
    await makeRun((await app.newTenant()).client)
    const admin = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3,*/*;q=0.1'
    const response = await admin.get(path, { Accept: accept })
    expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await response.text()
    expect(text.endsWith('\n')).toBe(true)
    const types = new Map<string, string>()
    const seen = new Set<string>()
    for (const line of text.trimEnd().split('\n')) {
      const [, named, type] = /^# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|histogram)$/.exec(line) ?? []
      if (named !== undefined && type !== undefined) types.set(named, type)
      if (line.startsWith('#')) continue
      const label = '[a-z_]+="(?:[^"\\\\\\n]|\\\\["\\\\n])*"'
      const sample = new RegExp(`^([a-z_0-9]+)(\\{${label}(?:,${label})*\\})? (\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)$`).exec(
        line,
      )
      expect(sample, line).not.toBeNull()
      expect(types.has((sample?.[1] ?? '').replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
      const series = `${sample?.[1]}${sample?.[2]}`
      expect(seen.has(series), line).toBe(false)
      seen.add(series)
    }
    expect(types.get('tallystick_request_duration_seconds')).toBe('histogram')
  })

  it('counts in its isolate requests by route and status, their latency, runs and uploads', async () => {
    const app = createTestApp()
    const { client } = await app.newTenant()
    await client.post('/api/v1/datasets', {
      name: 'One',
      adapter: 'bank',
      records: [{ id: 'a', amount: '1', date: '2026-03-01', currency: 'EUR' }],
    })
    await makeRun(client)
    await client.get('/api/v1/runs/run_x')
    await client.send('/nowhere', { method: 'PURGE' })
    const figures = await figuresOf(app)
    const labelled = (labels: string) => figures.get(`tallystick_requests_total{${labels}}`)
    expect(labelled('method="POST",route="/api/v1/runs",status="201"')).toBe(1)
    expect(labelled('method="GET",route="/api/v1/runs/:id",status="404"')).toBe(1)
    expect(labelled('method="other",route="none",status="404"')).toBe(1)
    const latency = 'tallystick_request_duration_seconds'
    expect(figures.get(`${latency}_bucket{route="/api/v1/runs",le="+Inf"}`)).toBe(1)
    expect(figures.get(`${latency}_count{route="/api/v1/runs"}`)).toBe(1)
    expect(figures.get('tallystick_runs_total{outcome="completed",code=""}')).toBe(1)
    expect(figures.get('tallystick_run_records_total')).toBeGreaterThan(0)
    expect([figures.get('tallystick_uploads_total'), figures.get('tallystick_upload_records_total')]).toEqual([1, 1])
    expect(figures.get('tallystick_d1_queries_total')).toBeGreaterThan(5)
  })

  it('tells of the whole service what is queued, what has ended, and how old the log is', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const before = await figuresOf(app)
    const tenant = await app.newTenant()
    const unsigned = createTestApp({ now: clock.now, env: { SIGNING_KEY: undefined } })
    await unsigned.clientWith({ 'X-API-Key': tenant.secret }).post('/api/v1/runs', demoRun)
    await makeRun(tenant.client)
    await seedDataset(tenant.tenantId, { adapter: 'bank', records: [{ id: 'a', amount: '1' }] })
    clock.advance(20_000)
    const grownBy = (after: ReadonlyMap<string, number>, name: string) =>
      (after.get(`tallystick_${name}`) ?? 0) - (before.get(`tallystick_${name}`) ?? 0)
    // Another isolate tells the same.
    const figures = await figuresOf(createTestApp({ now: clock.now }))
    expect(grownBy(figures, 'runs_unfinished{status="queued"}')).toBe(1)
    expect(figures.get('tallystick_runs_oldest_unfinished_seconds')).toBeGreaterThanOrEqual(20)
    expect(grownBy(figures, 'runs_ended_last_hour{outcome="completed",code=""}')).toBe(1)
    expect(grownBy(figures, 'datasets_last_hour')).toBe(1)
    expect(grownBy(figures, 'logs_unindexed')).toBe(1)
    expect(figures.get('tallystick_database_bytes')).toBeGreaterThan(4096)
    await runScheduled(app.env, app.isolate)
    clock.advance(7_000)
    const later = await figuresOf(app)
    expect(later.get('tallystick_logs_unindexed')).toBeLessThan(figures.get('tallystick_logs_unindexed') ?? 0)
    expect(later.get('tallystick_index_age_seconds')).toBe(7)
  })

  it('has every figure that the rules for Prometheus ask for', async () => {
    const app = createTestApp()
    await makeRun((await app.newTenant()).client)
    await runScheduled(app.env, app.isolate)
    const shown = new Set([...(await figuresOf(app)).keys()].map((name) => name.replace(/\{.*/, '')))
    const asked = new Set(env.ALERT_RULES.match(/tallystick_[a-z0-9_]+/g))
    expect(asked.size).toBeGreaterThan(10)
    expect([...asked].filter((name) => !shown.has(name))).toEqual([])
  })

  it('tells how long a delivery has been due that nobody put on the queue', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { tenantId } = await app.newTenant()
    // The longest of all: other tests share the database.
    const dueAt = clock.now() - 40 * 86_400_000
    const columns = 'tenant_id, webhook_id, id, event, payload, state, created_at, due_at, queue_at, tries'
    await env.DB.prepare(
      `INSERT INTO deliveries (${columns}) VALUES (?1, 'whk_1', 'msg_1', '', '', 'pending', ?2, ?2, ?2, 0)`,
    )
      .bind(tenantId, dueAt)
      .run()
    clock.advance(5_000)
    expect((await figuresOf(app)).get('tallystick_deliveries_overdue_seconds')).toBe(40 * 86_400 + 5)
    await env.DB.prepare('DELETE FROM deliveries WHERE tenant_id = ?').bind(tenantId).run()
    expect((await figuresOf(app)).get('tallystick_deliveries_overdue_seconds')).toBeLessThan(40 * 86_400)
  })
})

describe('the webhooks in GET /metrics', () => {
  it('counts the deliveries that were given up in the last hour', async () => {
    const clock = settableClock()
    const app = createTestApp({ now: clock.now })
    const { tenantId } = await app.newTenant()
    const figure = async () => (await figuresOf(app)).get('tallystick_deliveries_dead_last_hour')
    const before = (await figure()) ?? 0
    const columns = 'tenant_id, webhook_id, id, event, payload, state, created_at, due_at, queue_at, tries'
    await env.DB.prepare(
      `INSERT INTO deliveries (${columns}) VALUES (?1, 'whk_1', 'msg_1', '', '', 'dead', ?2, ?2, ?2, 10)`,
    )
      .bind(tenantId, clock.now())
      .run()
    expect(await figure()).toBe(before + 1)
    clock.advance(3_600_000)
    expect(await figure()).toBe(0)
  })
})

describe('GET /metrics of a database that was changed behind the service’s back', () => {
  it('counts a failed run whose failure is no JSON among those without a code', async () => {
    const app = createTestApp()
    const before = await figuresOf(app)
    const { client, tenantId } = await app.newTenant()
    const { id } = await makeRun(client)
    await env.DB.prepare("UPDATE runs SET status = 'failed', failure = '{' WHERE tenant_id = ? AND id = ?")
      .bind(tenantId, id)
      .run()
    const name = 'tallystick_runs_ended_last_hour{outcome="failed",code=""}'
    expect((await figuresOf(app)).get(name)).toBe((before.get(name) ?? 0) + 1)
  })
})

describe('Workers Analytics Engine', () => {
  const pointsOf = () => {
    const points: AnalyticsEngineDataPoint[] = []
    const METRICS: AnalyticsEngineDataset = { writeDataPoint: (point = {}) => points.push(point) }
    return { points, env: { METRICS } satisfies TestAppOptions['env'] }
  }

  it('gets a point for each request and each run that ends', async () => {
    const { points, env } = pointsOf()
    const app = createTestApp({ env })
    const { client, tenantId } = await app.newTenant()
    points.length = 0
    await makeRun(client)
    expect(points).toEqual([
      {
        indexes: ['run completed'],
        blobs: ['run', 'completed', '', '', '', tenantId],
        doubles: [expect.any(Number), expect.any(Number)],
      },
      {
        indexes: ['request /api/v1/runs'],
        blobs: ['request', '/api/v1/runs', 'POST', '201', '', tenantId],
        doubles: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)],
      },
    ])
  })

  it('gets a point for each task of the scheduled handler, and the state of the service', async () => {
    const { points, env } = pointsOf()
    const app = createTestApp({ env })
    await runScheduled(app.env, createIsolate({ log: () => undefined }))
    const blobs = points.map((point) => (point.blobs ?? []).slice(0, 3))
    expect(blobs).toContainEqual(['task', 'take_up_runs', 'done'])
    const [state] = points.filter((point) => point.indexes?.[0] === 'state service')
    expect(state?.doubles).toHaveLength(19)
    expect(state?.doubles?.at(-3)).toBeGreaterThan(4096)
    // The platform takes so many points of one invocation.
    expect(points.length).toBeLessThanOrEqual(25)
  })

  it('may be something else: no request depends on it', async () => {
    const wrong = createTestApp({ env: { METRICS: Object.assign({}, { writeDataPoint: undefined }) as never } })
    expect((await wrong.client.get('/api/v1/health')).status).toBe(200)
  })
})
