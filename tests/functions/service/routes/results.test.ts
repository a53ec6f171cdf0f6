import { env } from 'cloudflare:workers'
import { toHex, utf8 } from '@tallystick/engine/base'
import { leafHash } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { ResultExclusion } from '../../../../schema/result-item.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { faultyDatabase } from '../../../support/worker/faulty-database.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { finishedRun } from '../../../support/worker/results.ts'
import { demoRun } from '../../../support/worker/runs.ts'

describe('the reconciliation response', () => {
  it('says of the whole run what its record says', async () => {
    const { run, read } = await finishedRun()
    const { matches: _, breaks: __, ...rest } = await read()
    expect(rest).toEqual({
      success: true,
      timestamp: run.completedAt,
      request_id: run.requestId,
      run_id: run.id,
      total_matches: 2,
      matched_count: 2,
      unmatched_count: 3,
      confidence_breakdown: { exact: 1, high: 1, medium: 0, low: 0 },
      audit_trail_id: `aud_${run.resultRoot?.slice(0, 26)}`,
      next_cursor: null,
    })
  })

  it('shows a match with the evidence of each criterion in the order of the rule', async () => {
    const { run, read } = await finishedRun()
    const { matches } = await read()
    expect(matches[1]).toEqual({
      id: expect.stringMatching(/^mat_[0-9a-f]{26}$/),
      source_transaction_id: 's2',
      target_transaction_id: 't2',
      confidence: 'high',
      rule_used: 'near',
      rule_id: 'near',
      matched_at: run.completedAt,
      evidence: [
        {
          field: 'amount',
          source_value: 20.5,
          source_text: '20.5',
          target_value: 20.5,
          target_text: '20.5',
          match_type: 'exact',
        },
        { field: 'date', source_value: '2026-03-02', target_value: '2026-03-03', match_type: 'window' },
        { field: 'reference', source_value: 'inv 8', target_value: 'INV-8', match_type: 'normalized' },
        { field: 'currency', source_value: 'EUR', target_value: 'EUR', match_type: 'exact' },
      ],
      audit_trail_id: `aud_${run.resultRoot?.slice(0, 26)}`,
      deterministic_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      days: 1,
      variance: 'timing',
    })
  })

  it('shows the name of the rule beside its id', async () => {
    const { read } = await finishedRun()
    const { matches } = await read()
    expect(matches[0]).toMatchObject({ rule_used: 'All equal', rule_id: 'exact' })
  })

  it('gives each line its leaf hash, and an id that begins it', async () => {
    const { run, read } = await finishedRun()
    const { matches } = await read()
    const stored = await env.DB.prepare("SELECT text FROM result_chunks WHERE run_id = ? AND view = 'matches'")
      .bind(run.id)
      .first<string>('text')
    const hashes = stored
      ?.trimEnd()
      .split('\n')
      .map((line) => toHex(leafHash(sha256, utf8(line))))
    expect(matches.map(({ deterministic_hash }) => deterministic_hash)).toEqual(hashes)
    expect(matches.map(({ id }) => id)).toEqual(hashes?.map((hash) => `mat_${hash.slice(0, 26)}`))
  })

  it('shows breaks with their reason, and an empty list of matches', async () => {
    const { read } = await finishedRun()
    const { matches, breaks } = await read('?view=breaks')
    expect(matches).toEqual([])
    expect(
      breaks.map(({ reason, source_transaction_ids, target_transaction_ids }) => [
        reason,
        source_transaction_ids,
        target_transaction_ids,
      ]),
    ).toEqual([
      ['amount_mismatch', ['s3'], ['t3']],
      ['missing_in_target', ['s4'], []],
    ])
    expect(breaks[0]).toMatchObject({ difference: '0.07', failed: { field: 'amount' } })
  })

  it('shows what a rule excluded', async () => {
    const { read } = await finishedRun()
    const { excluded } = await read('?view=excluded')
    expect(excluded).toEqual([
      {
        id: expect.stringMatching(/^exc_[0-9a-f]{26}$/),
        rule_id: 'opening',
        source_transaction_ids: ['s5'],
        target_transaction_ids: [],
        deterministic_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      } satisfies ResultExclusion,
    ])
  })

  it('has no member for the views that were not asked for, save matches and breaks', async () => {
    const { read } = await finishedRun()
    expect(Object.keys(await read()).filter((name) => /matches|breaks|suggestions|excluded/.test(name))).toEqual([
      'matches',
      'breaks',
      'total_matches',
    ])
    expect((await read('?view=suggestions')).suggestions).toEqual([])
  })
})

describe('results of a finished run never change', () => {
  it('so that they may be kept for ever', async () => {
    const { client, run } = await finishedRun()
    const { headers } = await client.get(run.links.results)
    expect(headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(headers.get('Vary')).toBe('Accept, X-API-Key, Origin')
    expect(headers.get('ETag')).toMatch(/^"[0-9a-f]{64}"$/)
  })

  it('so that a caller who has them gets 304, for one query', async () => {
    const { client, run, recorder } = await finishedRun()
    const etag = (await client.get(run.links.results)).headers.get('ETag') ?? ''
    recorder.reset()
    const response = await client.get(run.links.results, { 'If-None-Match': `"other", ${etag}` })
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('ETag')).toBe(etag)
    expect(recorder.roundTrips).toBe(1)
  })

  it('and each query and media type has an ETag of its own', async () => {
    const { client, run } = await finishedRun()
    const answers = await Promise.all([
      client.get(run.links.results),
      client.get(`${run.links.results}?limit=5`),
      client.get(`${run.links.results}?view=breaks`),
      client.get(`${run.links.results}?rule=near`),
      client.get(run.links.results, { Accept: 'application/x-ndjson' }),
      client.get(run.links.results, { Accept: 'text/csv' }),
    ])
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(answers.length)
  })

  it('so that the same query has the same ETag, however it is written', async () => {
    const { client, run } = await finishedRun()
    const [short, long] = await Promise.all([
      client.get(run.links.results),
      client.get(`${run.links.results}?limit=100&view=matches`),
    ])
    expect(long.headers.get('ETag')).toBe(short.headers.get('ETag'))
  })

  it('byte for byte, whenever they are read', async () => {
    const { run, client } = await finishedRun()
    const read = async () => (await client.get(run.links.results)).text()
    expect(await read()).toBe(await read())
  })
})

describe('results of a run that has not finished', () => {
  it('are refused with run_not_finished and Retry-After', async () => {
    const database = faultyDatabase(env.DB, [{ matches: /update "runs"/i, when: 'before' }])
    const { client } = await createTestApp({ env: { DB: database } }).newTenant()
    const location = (await client.post('/api/v1/runs', demoRun)).headers.get('Location') ?? ''
    expect((await (await client.get(location)).json<RunRecord>()).status).toBe('queued')
    const response = await client.get(`${location}/results`)
    expect(response.headers.get('Retry-After')).toBe('1')
    expect((await problemOf(response)).code).toBe('run_not_finished')
  })
})
