import { describe, expect, it } from 'vitest'
import { type PeriodReport, periodReport } from '../../../../schema/period-report.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { begun, datasetOf, decided, defined, itemsOf, ran } from '../../../support/worker/periods.ts'
import { readWorkbook } from '../../../support/worker/read-workbook.ts'
import { problemOf } from '../../../support/worker/readers.ts'

/** A formula, markup, a turned direction and controls. */
const hostile = '=1+1<script>alert(1)</script>"\u202e\u001b[2J'

/** A bank with the item s2, a fee whose note and whose reconciliation are hostile. */
async function scene() {
  const app = createTestApp()
  const { client, keyId, tenantId } = await app.newTenant()
  const rules = [{ id: 'same', match: [{ field: 'amount' }, { field: 'date' }] }]
  const reconciliation = await defined(client, { rules, name: hostile })
  const balances = { source: { EUR: '100' }, target: { EUR: '100' } }
  await client.post(`${reconciliation.links.self}/opening`, { balances })
  const period = await begun(client, reconciliation, { first: '2026-03-01' })
  const path = period.links.self
  for (const [side, adapter, lines] of [
    ['source', 'bank:main', ['s1,2026-03-02,10.00', 's2,2026-03-31,-2.50']],
    ['target', 'ledger', ['t1,2026-03-02,10.00']],
  ] as const) {
    const datasetId = await datasetOf(client, adapter, lines)
    expect((await client.post(`${path}/datasets`, { datasetId, side })).status).toBe(201)
  }
  return { app, client, keyId, tenantId, path }
}

async function closed() {
  const found = await scene()
  const { client, path } = found
  await ran(client, path)
  const { data, revision } = await itemsOf(client, path)
  const items = data.map(({ name }) => name)
  const accept = { kind: 'accept', items, label: 'bank_fee', note: hostile }
  expect((await decided(client, path, [accept], revision)).status).toBe(201)
  const typed = await client.send(`${path}/balances`, {
    method: 'PUT',
    body: JSON.stringify({ closing: { source: { EUR: '107.50' }, target: { EUR: '110' } } }),
    headers: { 'Content-Type': 'application/json', 'If-Match': '*' },
  })
  expect(typed.status, await typed.clone().text()).toBe(200)
  return found
}

describe('the report of a period', () => {
  it('needs a run', async () => {
    const { client, path } = await scene()
    expect((await problemOf(await client.get(`${path}/report`))).code).toBe('period_not_run')
    expect((await problemOf(await client.get(`${path.slice(0, -4)}0000/report`))).code).toBe('period_not_found')
  })

  it('proves the balances, and names who decided what', async () => {
    const { client, keyId, path } = await closed()
    const answer = await client.get(`${path}/report`)
    expect(answer.status, await answer.clone().text()).toBe(200)
    const report = periodReport.parse(await answer.json<PeriodReport>())
    expect(report).toMatchObject({ reconciliation: hostile, state: 'open', edition: 1, signoffs: [], faults: [] })
    expect(report.proofs[0]?.rows.map(({ what, amount }) => [what, amount])).toEqual([
      ['statement', '107.5'],
      ['adjustments', '2.5'],
      ['computed', '110'],
      ['books', '110'],
      ['unexplained', '0'],
    ])
    expect(report.adjustments).toMatchObject([{ label: 'bank_fee', side: 'source', count: 1, amount: '-2.5' }])
    expect(report.items).toMatchObject([{ name: { id: 's2' }, state: 'accepted', why: hostile }])
    expect(report.people).toMatchObject([
      {
        actor: keyId,
        acts: [
          { act: 'accept', count: 1 },
          { act: 'balance', count: 2 },
        ],
      },
    ])
    expect(report.people[0]?.name).not.toBeNull()
  })

  it('is a workbook or a page by Accept or by format, and no text of it is run', async () => {
    const { client, path } = await closed()
    const workbook = await client.get(`${path}/report?format=xlsx`)
    expect(workbook.headers.get('Content-Disposition')).toBe('attachment; filename="report-2026-03.xlsx"')
    const sheets = await readWorkbook(new Uint8Array(await workbook.arrayBuffer()))
    expect(sheets.flatMap(({ rows }) => rows.flat())).toContain(hostile)
    for (const page of [
      await client.get(`${path}/report?format=html`),
      await client.get(`${path}/report`, { Accept: 'text/html' }),
    ]) {
      expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('Content-Security-Policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      )
      const text = await page.text()
      expect(text).not.toMatch(/<script|[\p{Cf}]/u)
      expect(text).toContain('=1+1&lt;script&gt;alert(1)&lt;/script&gt;&quot;\\u202e\\u001b[2J')
    }
    expect((await problemOf(await client.get(`${path}/report`, { Accept: 'text/csv' }))).code).toBe('not_acceptable')
    expect((await problemOf(await client.get(`${path}/report?format=pdf`))).code).toBe('invalid_query')
  })

  it('is noted as an export', async () => {
    const { app, client, tenantId, path } = await closed()
    await client.get(`${path}/report?format=html`)
    const events = app.env.DB.prepare('SELECT action FROM audit_events WHERE tenant_id = ?').bind(tenantId)
    const { results } = await events.all()
    expect(results).toContainEqual({ action: 'report.exported' })
  })
})
