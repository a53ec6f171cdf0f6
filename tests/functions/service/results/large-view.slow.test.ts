import { env } from 'cloudflare:workers'
import { at } from '@tallystick/engine/base'
import type { MatchLine } from '@tallystick/engine/result'
import { describe, expect, it } from 'vitest'
import { type ViewPart, withRecords } from '../../../../functions/service/results/record-batches.ts'
import { lookUpAll } from '../../../../functions/service/results/record-lookup.ts'
import { queries } from '../../../../functions/service/store/database.ts'
import { readAllLines } from '../../../../functions/service/store/result-pages.ts'
import { runStore } from '../../../../functions/service/store/run-store.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { makeRun } from '../../../support/worker/runs.ts'
import { withSmallBound } from '../../../support/worker/uploads.ts'

const recordCount = 2_400
const csv = { Accept: 'text/csv' }

/** Lines that are in R2, in no order of their ids; one of twenty pays half of its counterpart. */
const rows = (side: string): string =>
  Array.from({ length: recordCount }, (_, index) => {
    const id = `${side}${((index * 7_919) % recordCount).toString(36)}`
    const amount = side === 't' && index % 20 === 0 ? `${index + 1}` : `${2 * index + 2}`
    const missing = index % 33 === 0 ? `${side}-only` : 'INV'
    return `${id},${amount},EUR,2026-03-01,${missing}-${index},x\n`
  }).join('')

const rules = [
  { id: 'equal', match: [{ field: 'reference' }, { field: 'amount' }] },
  {
    id: 'part',
    residual: 'open',
    match: [{ field: 'reference' }, { field: 'amount', tolerance: '100%' }],
  },
]

/** A run whose lines are all in R2, and clients of the same key: one of a request that holds all its records, one that cannot. */
async function scene() {
  const { client, secret, tenantId } = await createTestApp(withSmallBound).newTenant()
  for (const side of ['s', 't']) {
    const body = `id,amount,currency,date,reference,description\n${rows(side)}`
    const response = await client.post(
      `/api/v1/datasets?name=Large&adapter=${side === 's' ? 'bank' : 'ledger'}:a`,
      body,
      {
        'Content-Type': 'text/csv',
      },
    )
    expect(response.status).toBe(201)
  }
  const run = await makeRun(client, { sourceAdapter: 'bank:a', targetAdapter: 'ledger:a', rules })
  const small = createTestApp({ env: { RUN_RECORDS_MAX: '100' } }).clientWith({ 'X-API-Key': secret })
  return { client, small, run, tenantId }
}

let made: ReturnType<typeof scene> | undefined
const shared = () => {
  made ??= scene()
  return made
}

async function* lists(...parts: readonly (readonly string[])[]) {
  yield* parts
}

describe('a view with the records of a run that a request cannot hold', () => {
  it.each(['matches', 'breaks'])('has the same bytes as one with all records in memory: %s', async (view) => {
    const { client, small, run } = await shared()
    expect(run.summary?.residualCount).toBeGreaterThan(100)
    const path = `${run.links.results}?view=${view}`
    for (const headers of [csv, { Accept: 'application/x-ndjson' }]) {
      const whole = await (await client.get(`${path}&include=records`, headers)).text()
      expect(whole.split('\n').length).toBeGreaterThan(100)
      expect(await (await small.get(`${path}&include=records`, headers)).text()).toBe(whole)
    }
  })

  it('looks up each batch alone', async () => {
    const { run, tenantId } = await shared()
    const access = { db: queries(env.DB), env }
    const row = at(await runStore(access.db).find(tenantId, run.id), 0)
    const whole = await lookUpAll(access, row)
    const lines: string[] = []
    for await (const part of withRecords(access, row, {
      parts: await readAllLines(access, row, { view: 'matches' }),
      nameCountMax: 1_000,
    })) {
      expect(part.lines.length).toBeLessThanOrEqual(501)
      const { source, target }: MatchLine = JSON.parse(at(part.lines, 0))
      for (const name of [
        { side: 'source', id: at(source, 0) } as const,
        { side: 'target', id: at(target, 0) } as const,
      ])
        expect(part.recordOf?.(name)).toEqual(whole(name))
      lines.push(...part.lines)
    }
    expect(lines).toHaveLength(run.summary?.matchCount ?? 0)
  })

  it('has lines that name more records than a call has arguments', async () => {
    const { run, tenantId } = await shared()
    const db = queries(env.DB)
    const row = at(await runStore(db).find(tenantId, run.id), 0)
    const target = Array.from({ length: 150_000 }, (_, index) => `t${(index % recordCount).toString(36)}`)
    const line = JSON.stringify({ kind: 'match', source: ['s1'], target })
    const opened: string[] = []
    const bucket = new Proxy(env.BUCKET, {
      get: (own, name) => {
        if (name !== 'get') return Reflect.get(own, name).bind(own)
        return (...[key, options]: Parameters<R2Bucket['get']>) => {
          opened.push(key)
          return own.get(key, options)
        }
      },
    })
    const access = { db, env: { ...env, BUCKET: bucket } }
    const parts: ViewPart[] = []
    for await (const part of withRecords(access, row, { parts: lists([line]) })) parts.push(part)
    expect(parts.map(({ lines }) => lines)).toEqual([[line]])
    const whole = await lookUpAll(access, row)
    for (const id of target.slice(-recordCount))
      expect(parts[0]?.recordOf?.({ side: 'target', id })).toEqual(whole({ side: 'target', id }))
    expect(parts[0]?.recordOf?.({ side: 'source', id: 's1' })).toEqual(whole({ side: 'source', id: 's1' }))
    // The index of the target is read for each batch of names, and no more are looked up at once.
    expect(opened.filter((key) => key.endsWith('ids/0')).length).toBeGreaterThanOrEqual(5)
  })

  it('is refused before any record is read where it would take more reading than a request does', async () => {
    const { client, small, run, tenantId } = await scene()
    await env.DB.prepare('UPDATE datasets SET byte_count = ? WHERE tenant_id = ?').bind(5e9, tenantId).run()
    const path = run.links.results ?? ''
    const problem = await problemOf(small.get(path, csv))
    expect(problem).toMatchObject({ code: 'run_too_large', detail: expect.stringContaining('NDJSON without records') })
    expect((await small.get(path, { Accept: 'application/x-ndjson' })).status).toBe(200)
    expect((await small.get(`${path}?limit=10&include=records`, csv)).status).toBe(200)
    expect((await small.get(`${path}?rule=nothing`, csv)).status).toBe(200)
    expect((await client.get(path, csv)).status).toBe(200)
  })
})
