import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { uploadExamples } from '../../../../functions/local/openapi/upload-examples.ts'
import type { DatasetWithStatements } from '../../../../schema/dataset.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { makeRun } from '../../../support/worker/runs.ts'

const { newTenant } = createTestApp()

const path = (adapter: string, query = '') => `/api/v1/datasets?name=March&adapter=${adapter}${query}`
const text = (mediaType: string): string => String(uploadExamples[mediaType])
const plain = { 'Content-Type': 'text/plain' }

const statement = {
  line: 1,
  file: null,
  account: 'DE02120300000000202051',
  reference: '7/1',
  currency: 'EUR',
  opening: '1000',
  closing: '1100',
  entryCount: 1,
  entryTotal: '100',
  check: 'balanced',
  difference: '0',
}

/** The dataset of an upload, as it is read back. */
async function uploaded(
  client: Awaited<ReturnType<typeof newTenant>>['client'],
  url: string,
  body: string,
  headers = plain,
) {
  const created = await client.post(url, body, headers)
  const dataset = await created.json<DatasetWithStatements>()
  expect(created.status, JSON.stringify(dataset)).toBe(201)
  return (await client.get(`/api/v1/datasets/${dataset.id}`)).json<DatasetWithStatements>()
}

/** A statement that closes with one more than it comes to. */
const unbalanced = text('application/x-mt940').replace('1100,00', '1101,00')

describe('the statements of a file', () => {
  it('are shown with their dataset, and not in lists', async () => {
    const { client } = await newTenant()
    const dataset = await uploaded(client, path('bank:a'), text('application/x-mt940'))
    expect(dataset).toMatchObject({ format: 'mt940', warnings: [], statements: [statement] })
    const { data } = await (await client.get('/api/v1/datasets')).json<{ data: readonly object[] }>()
    expect(data).toHaveLength(1)
    expect(data[0]).not.toHaveProperty('statements')
  })

  it('that do not add up are a warning with both figures, of the dataset and of its runs and replays', async () => {
    const { client } = await newTenant()
    const dataset = await uploaded(client, path('bank:a'), unbalanced)
    expect(dataset.warnings).toEqual([
      { code: 'balance_mismatch', count: 1, firstLine: 1, expected: '1100', stated: '1101' },
    ])
    expect(dataset.statements).toMatchObject([{ ...statement, closing: '1101', check: 'mismatch', difference: '1' }])
    await uploaded(client, path('ledger:a'), text('application/x-mt940'))
    const run = await makeRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a' })
    const warning = {
      code: 'balance_mismatch',
      side: 'source',
      detail: `A statement of the dataset ${dataset.id} does not add up: by its opening balance and entries it closes with 1100, and it states 1101.`,
    }
    expect(run.warnings.filter(({ code }) => code === 'balance_mismatch')).toEqual([warning])
    const replay = await (await client.post(`/api/v1/runs/${run.id}/replay`)).json<{ run: typeof run }>()
    expect(JSON.stringify(replay)).toContain(JSON.stringify(warning))
  })

  it('count as storage until their dataset is deleted', async () => {
    const { client, tenantId } = await newTenant()
    const { id } = await uploaded(client, path('bank:a'), text('application/x-mt940'))
    const storedBytes = async () =>
      (
        await env.DB.prepare('SELECT stored_bytes AS bytes FROM tenant_storage WHERE tenant_id = ?')
          .bind(tenantId)
          .first<{ bytes: number }>()
      )?.bytes ?? 0
    const { results } = await env.DB.prepare(
      'SELECT octet_length(d.statements) + (SELECT sum(octet_length(c.text)) FROM dataset_chunks c WHERE c.dataset_id = d.id) AS bytes FROM datasets d WHERE d.id = ?',
    )
      .bind(id)
      .all<{ bytes: number }>()
    expect(await storedBytes()).toBe(results[0]?.bytes)
    expect((await client.delete(`/api/v1/datasets/${id}`)).status).toBe(204)
    expect(await storedBytes()).toBe(0)
  })

  it('that somebody changed in the database are said to be altered', async () => {
    const { client } = await newTenant()
    const { id } = await uploaded(client, path('bank:a'), text('application/x-mt940'))
    await env.DB.prepare(`UPDATE datasets SET statements = '[{}]' WHERE id = ?`).bind(id).run()
    const response = await client.get(`/api/v1/datasets/${id}`)
    expect(await response.json()).toMatchObject({ code: 'records_altered' })
  })
})

describe('the format of a file', () => {
  it.each([
    ['text/plain', 'application/x-mt940', 'mt940'],
    ['text/plain', 'application/x-bai2', 'bai2'],
    ['text/plain', 'application/x-qif', 'qif'],
    ['text/plain', 'text/csv', 'csv'],
    ['application/octet-stream', 'application/x-ofx', 'ofx'],
    ['application/octet-stream', 'application/x-ndjson', 'ndjson'],
    ['application/xml', 'application/xml', 'camt'],
    ['text/xml', 'application/xml', 'camt'],
  ])('sent as %s is that of its content: %s', async (mediaType, example, format) => {
    const { client } = await newTenant()
    const dataset = await uploaded(client, path('bank:a'), text(example), { 'Content-Type': mediaType })
    expect([dataset.format, dataset.received?.format]).toEqual([format, format])
  })

  it('is what the query says where the Content-Type says nothing, and may not contradict it', async () => {
    const { client } = await newTenant()
    const csv = 'date,amount\n2026-03-01,1\n'
    expect((await uploaded(client, path('bank:a', '&format=csv'), csv)).format).toBe('csv')
    const refused = await client.post(path('bank:a', '&format=mt940'), csv, { 'Content-Type': 'text/csv' })
    expect([refused.status, (await refused.json<{ code: string }>()).code]).toEqual([400, 'invalid_query'])
  })

  it('of camt has a level', async () => {
    const { client } = await newTenant()
    const body = text('application/xml').replace(
      /<TxDtls>.*<\/TxDtls>/,
      '<TxDtls><Refs/><Amt Ccy="EUR">60.00</Amt></TxDtls><TxDtls><Refs/><Amt Ccy="EUR">40.00</Amt></TxDtls>',
    )
    const counts = []
    for (const level of ['entry', 'detail'])
      counts.push(
        (await uploaded(client, path('bank:a', `&level=${level}`), body, { 'Content-Type': 'text/xml' })).recordCount,
      )
    expect(counts[0]).toBe(1)
    expect(counts[1]).toBeGreaterThan(1)
  })
})
