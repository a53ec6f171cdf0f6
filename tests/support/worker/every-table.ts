import { datasetFolder, runFolder } from '../../../functions/service/store/line-folders.ts'
import { runScheduled } from '../../../functions/service/system/scheduled.ts'
import { createTestApp } from './client.ts'
import { sealedRun } from './evidence.ts'
import type { OwnStores } from './own-stores.ts'
import { beginUpload } from './part-uploads.ts'
import { createPeopleApp, memberOf } from './people.ts'
import { demoRun, makeRun } from './runs.ts'
import { largeCsv } from './uploads.ts'

/**
 * Puts something into every table: tenants with runs, datasets, a large one among them, an upload, folders of lines in each
 * of their states and a deletion, a tenant that is being deleted, and an index of the logs. `now` is the clock.
 */
export async function fillEveryTable(stores: OwnStores, now: () => number): Promise<void> {
  const { DB, BUCKET } = stores
  const { client, tenantId, run, isolate, env } = await sealedRun(
    { tables: { customers: { ACME: '1' } } },
    { now, env: { DB, BUCKET } },
  )
  await client.delete((await makeRun(client)).links.self)
  await client.post('/api/v1/runs', demoRun, { 'Idempotency-Key': 'one' })
  const large = await (
    await client.post('/api/v1/datasets?name=Large&adapter=bank:large', largeCsv(), { 'Content-Type': 'text/csv' })
  ).json<{ id: string }>()
  const upload = await beginUpload(client, 9_000_000)
  const signedIn = createPeopleApp({ now, env: { DB, BUCKET } })
  const leaving = await createTestApp({ now, env: { DB, BUCKET } }).newTenant()
  await makeRun(leaving.client)
  await runScheduled(env, isolate)
  const { client: administrator } = await memberOf(signedIn, tenantId, 'administrator')
  await administrator.post('/api/v1/invitations', { address: 'petra@example.com', role: 'viewer' })
  const { links } = await (
    await client.post('/api/v1/reconciliations', {
      name: 'a',
      source: { adapter: 'bank:large' },
      target: { adapter: 'ledger' },
      rules: [],
    })
  ).json<{ links: { self: string; periods: string } }>()
  const item = { side: 'source', record: { id: 'a', amount: '1', date: '2026-02-28' } }
  await client.post(`${links.self}/opening`, { balances: { source: {}, target: {} }, items: [item] })
  const period = await client.post(links.periods, { first: '2026-03-01' })
  await client.post(`${period.headers.get('Location')}/datasets`, { datasetId: large.id, side: 'source' })
  const path = `${period.headers.get('Location')}`
  await client.post(`${path}/runs`)
  const page = await (await client.get(`${path}/items`)).json<{ data: { name: object }[]; revision: number }>()
  const flag = { kind: 'flag', items: page.data.map(({ name }) => name) }
  await client.post(`${path}/decisions`, { decisions: [flag] }, { 'If-Match': `"${page.revision}"` })
  const folders = [
    [datasetFolder(tenantId, upload.id), upload.id, 'removing', null],
    [datasetFolder(tenantId, upload.id, 'a-1/'), upload.id, 'writing', now()],
    [runFolder(tenantId, { runId: run.id, attempt: 1 }), run.id, 'kept', null],
  ] as const
  const uploads: string[] = []
  for (const [folder] of folders) uploads.push((await BUCKET.createMultipartUpload(`${folder}lines`)).uploadId)
  const sql = (text: string, ...values: readonly unknown[]) => DB.prepare(text).bind(...values)
  await DB.batch([
    ...folders.map((values) => sql('INSERT INTO line_folders VALUES (?, ?, ?, ?, ?)', tenantId, ...values)),
    ...folders.map(([folder], each) =>
      sql('INSERT INTO line_uploads VALUES (?, ?, ?, ?)', tenantId, folder, `${folder}lines`, uploads[each]),
    ),
    sql("INSERT INTO signoffs VALUES (?, 'prd_1', 9, 'act_1', 'hash', '{}', 1, 1, 0, '', NULL)", tenantId),
    ...otherRows(tenantId, now()).map((text) => sql(text)),
    sql("INSERT INTO staged_acts VALUES (?, 'act_2', 'prd_1', '{}', 1)", tenantId),
    sql("INSERT INTO upload_parts VALUES (?, ?, 1, 9, 'x', 'token')", tenantId, upload.id),
    sql("INSERT INTO sign_ins VALUES ('hash', 'https://issuer.test', NULL, NULL, '/app', ?)", now()),
    sql("INSERT INTO index_witnesses VALUES ('w+1+a', 1)"),
    sql('UPDATE tenants SET deleted_at = ?1, sweep_at = ?1 WHERE id = ?2', now(), leaving.tenantId),
  ])
  for (const [folder] of folders) await BUCKET.put(`${folder}lines`, 'line')
}

const otherRows = (tenantId: string, now: number): readonly string[] => [
  `INSERT INTO webhooks VALUES ('${tenantId}', 'whk_1', 'https://a.example.com', '[]', NULL, '[]', NULL, 1, 'mbr_1')`,
  `INSERT INTO schedules VALUES ('${tenantId}', 'rcn_1', 'both_sides', NULL, NULL, 1, NULL, 1, '[]', NULL, NULL, NULL, 1, 'mbr_1')`,
  `INSERT INTO aged_looks VALUES ('${tenantId}', 'rcn_1', 30, ${now + 86_400_000})`,
  `INSERT INTO aged_items VALUES ('${tenantId}', 'rcn_1', '00')`,
  `INSERT INTO deliveries VALUES ('${tenantId}', 'whk_1', 'msg_1', 'run.failed', '{}', 'dead', ${now}, 1, 1, 1, 1, 1, '', '')`,
  `INSERT INTO inbox_links VALUES ('${tenantId}', 'inb_1', 'rcn_1', 'source', 'hash', 1, 'mbr_1', NULL, NULL)`,
  `INSERT INTO inbox_files VALUES ('${tenantId}', 'dat_1', 'rcn_1', 'source', 'inb_1', 'x', 1, 'repeated', 'dat_0', NULL, 1, 'a')`,
]
