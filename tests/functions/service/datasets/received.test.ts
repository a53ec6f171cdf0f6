import { env } from 'cloudflare:workers'
import { canonicalize, toHex, utf8 } from '@tallystick/engine/base'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { DatasetRecord } from '../../../../schema/dataset.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { jsonUpload } from '../../../support/worker/uploads.ts'

const hashOf = (bytes: Uint8Array): string => toHex(sha256(bytes))

/** A bank's file in windows-1252, as a stream of small parts. */
const file = Uint8Array.from('Datum;Betrag;Währung;Text\n2026-03-01;1,00;EUR;Müller\n', (char) => char.charCodeAt(0))
const inParts = () =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let start = 0; start < file.length; start += 7) controller.enqueue(file.subarray(start, start + 7))
      controller.close()
    },
  })
const mapping = { description: 'Text', decimal: ',' }
const path = `/api/v1/datasets?name=a&adapter=bank:a&mapping=${encodeURIComponent(JSON.stringify(mapping))}`
const csv = { 'Content-Type': 'text/csv' }

/** The line of the newest receipt of a tenant, read. */
const newestReceipt = async (tenantId: string) => {
  const row = await env.DB.prepare('SELECT line FROM receipts WHERE tenant_id = ? ORDER BY sequence DESC')
    .bind(tenantId)
    .first<{ line: string }>()
  return JSON.parse(row?.line ?? '')
}

describe('what was received', () => {
  it('is shown with a dataset that was read from a file: the bytes, and how they were read', async () => {
    const { client } = await createTestApp().newTenant()
    const dataset = await (await client.post(path, inParts(), csv)).json<DatasetRecord>()
    expect(dataset.received).toEqual({
      bytes: file.length,
      encoding: 'windows-1252',
      format: 'csv',
      intake: '2',
      mapping: hashOf(utf8(canonicalize(mapping))),
      sha256: hashOf(file),
    })
    expect(await (await client.get(`/api/v1/datasets/${dataset.id}`)).json()).toEqual({ ...dataset, statements: [] })
  })

  it('is the body of the request for records in JSON', async () => {
    const { client } = await createTestApp().newTenant()
    const body = ` ${JSON.stringify(jsonUpload)}\n`
    const headers = { 'Content-Type': 'application/json' }
    const { received } = await (await client.post('/api/v1/datasets', body, headers)).json<DatasetRecord>()
    expect(received).toEqual({
      bytes: utf8(body).length,
      encoding: null,
      format: 'json',
      intake: '2',
      mapping: null,
      sha256: hashOf(utf8(body)),
    })
  })

  it('is sealed with the run, and with its replay; null for built-in records', async () => {
    const { client, tenantId, keyId } = await createTestApp().newTenant()
    const dataset = await (await client.post(path, file, csv)).json<DatasetRecord>()
    const run = await makeRun(client, { sourceAdapter: 'bank:a' })
    const sealed = { actor: keyId, received: { source: dataset.received, target: null } }
    expect(await newestReceipt(tenantId)).toMatchObject({ ...sealed, run: run.id })
    await client.post(run.links.replay)
    expect(await newestReceipt(tenantId)).toMatchObject({ ...sealed, replayOf: run.id })
  })

  it('is not shown as missing where somebody removed it', async () => {
    const { client } = await createTestApp().newTenant()
    const { id } = await (await client.post(path, file, csv)).json<DatasetRecord>()
    await env.DB.prepare('UPDATE datasets SET received = NULL WHERE id = ?').bind(id).run()
    expect(await problemOf(client.get(`/api/v1/datasets/${id}`))).toMatchObject({ code: 'records_altered' })
  })

  it.each(['NULL', "'{}'"])('fails the run when it cannot be read any more: %s', async (received) => {
    const { client } = await createTestApp().newTenant()
    const { id } = await (await client.post(path, file, csv)).json<DatasetRecord>()
    await env.DB.prepare(`UPDATE datasets SET received = ${received} WHERE id = ?`).bind(id).run()
    const run = await makeRun(client, { sourceAdapter: 'bank:a' })
    expect([run.status, run.failure?.detail]).toEqual([
      'failed',
      'What is stored of the file that a dataset was read from cannot be read.',
    ])
  })
})
