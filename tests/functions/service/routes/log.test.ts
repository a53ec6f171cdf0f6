import { env } from 'cloudflare:workers'
import { verifyConsistency } from '@tallystick/engine/merkle'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../../../functions/service/platform/hasher.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { loggedRuns } from '../../../support/worker/logged-runs.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { linesServed, readServed } from '../../../support/worker/read-log.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'

/** Tenants whose logs are only read, by how many runs they hold: made once. */
const readOnly = new Map<number, ReturnType<typeof loggedRuns>>()

function readRuns(count: number) {
  const made = readOnly.get(count) ?? loggedRuns(count)
  readOnly.set(count, made)
  return made
}

/** Removes the published files of a log. */
async function unpublish({ checkpoint }: RunRecord) {
  const { origin } = readNote(checkpoint)
  const { objects } = await env.BUCKET.list({ prefix: `log/${origin}/` })
  await env.BUCKET.delete(objects.map(({ key }) => key))
}

const last = (runs: readonly RunRecord[]): RunRecord => {
  const run = runs.at(-1)
  if (run === undefined) throw new Error('There is no run')
  return run
}

describe('GET /log/checkpoint', () => {
  it('answers with the signed note of the newest run', async () => {
    const { client, runs } = await readRuns(2)
    const response = await client.get('/api/v1/log/checkpoint')
    expect(response.headers.get('Content-Type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(await response.text()).toBe(last(runs).checkpoint)
  })

  it('has none for a log that was never published', async () => {
    const { client, runs } = await loggedRuns(2)
    await unpublish(last(runs))
    expect(await problemOf(await client.get('/api/v1/log/checkpoint'))).toMatchObject({ code: 'checkpoint_not_found' })
  })

  it('has nothing for a tenant without runs', async () => {
    const { client } = await createTestApp().newTenant()
    expect(await problemOf(await client.get('/api/v1/log/checkpoint'))).toMatchObject({ code: 'checkpoint_not_found' })
  })
})

describe('GET /log/tile and /log/entries', () => {
  it('answers with bytes that caches may keep for ever', async () => {
    const { client } = await readRuns(2)
    const response = await client.get('/api/v1/log/tile/0/000.p/2')
    expect(response.headers.get('Content-Type')).toBe('application/octet-stream')
    expect(response.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable')
    expect(await response.bytes()).toHaveLength(64)
    const etag = response.headers.get('ETag') ?? ''
    const again = await client.get('/api/v1/log/tile/0/000.p/2', { 'If-None-Match': etag })
    expect([again.status, again.body]).toEqual([304, null])
  })

  it('cut a width that was never put out of a wider one', async () => {
    const { client, runs } = await loggedRuns(4)
    const { origin } = readNote(last(runs).checkpoint)
    await env.BUCKET.delete([`log/${origin}/tile/0/000.p/2`, `log/${origin}/tile/entries/000.p/2`])
    const whole = await readServed(client, 'tile/0/000.p/4')
    expect(await readServed(client, 'tile/0/000.p/2')).toEqual(whole?.slice(0, 64))
    const lines = await linesServed(client, 'entries/000.p/4')
    expect(await linesServed(client, 'entries/000.p/2')).toEqual(lines.slice(0, 2))
  })

  it('answer with the same entries under both paths', async () => {
    const { client } = await readRuns(1)
    expect(await readServed(client, 'tile/entries/000.p/1')).toEqual(await readServed(client, 'entries/000.p/1'))
  })

  it.each([
    'tile/0/000',
    'tile/0/000.p/3',
    'tile/1/000.p/1',
    'tile/0/001.p/1',
    'tile/0/x001/000',
    'tile/64/000',
    'tile/0/0',
    'tile/0/../000',
    'entries/000.p/0',
  ])('have no %s of a log of two runs', async (path) => {
    const { client } = await readRuns(2)
    const response = await client.get(`/api/v1/log/${path}`)
    expect(response.status).toBe(404)
  })

  it('show a tenant its own log only', async () => {
    const { app, client } = await loggedRuns(2)
    const other = await app.newTenant()
    await makeRun(other.client, emptyRun)
    expect(await readServed(other.client, 'tile/0/000.p/2')).toBeUndefined()
    expect(await linesServed(other.client, 'entries/000.p/1')).not.toEqual(await linesServed(client, 'entries/000.p/1'))
  })
})

describe('GET /log/consistency', () => {
  const prove = (client: Awaited<ReturnType<typeof loggedRuns>>['client'], from: number, to: number) =>
    client.get(`/api/v1/log/consistency?from=${from}&to=${to}`)

  it.each([{ from: 'tiles' }, { from: 'the receipts, where nothing is published' }])(
    'proves every size from every size before, from $from',
    async ({ from: source }) => {
      const { client, runs } = await loggedRuns(5)
      if (source !== 'tiles') await unpublish(last(runs))
      const rootAt = (size: number) => readNote(runs[size - 1]?.checkpoint).root
      for (let to = 1; to <= 5; to += 1)
        for (let from = 1; from <= to; from += 1) {
          const proof = await (await prove(client, from, to)).json<{ from: number; to: number; hashes: string[] }>()
          expect([proof.from, proof.to]).toEqual([from, to])
          expect(verifyConsistency(sha256, { fromRoot: rootAt(from), toRoot: rootAt(to), proof })).toBe(true)
        }
      expect(await (await prove(client, 0, 5)).json()).toEqual({ from: 0, to: 5, hashes: [] })
    },
  )

  it('proves from the receipts where a tile was tampered with', async () => {
    const { client, runs } = await loggedRuns(3)
    await env.BUCKET.put(`log/${readNote(last(runs).checkpoint).origin}/tile/0/000.p/3`, new Uint8Array(96))
    const proof = await (await prove(client, 2, 3)).json<{ from: number; to: number; hashes: string[] }>()
    const [fromRoot, toRoot] = [readNote(runs[1]?.checkpoint).root, readNote(runs[2]?.checkpoint).root]
    expect(verifyConsistency(sha256, { fromRoot, toRoot, proof })).toBe(true)
  })

  it.each([
    ['from=2&to=1', ['/from']],
    ['from=0&to=4', ['/to']],
    ['from=9&to=8', ['/from', '/to']],
    ['from=-1&to=1', ['/from']],
    ['from=01&to=1', ['/from']],
    ['from=x&to=1.5', ['/from', '/to']],
    ['from=1', ['/to']],
    ['from=1&to=1&at=1', ['/at']],
  ])('refuses %s with the parameters that are wrong', async (query, pointers) => {
    const { client } = await readRuns(1)
    const problem = await problemOf(await client.get(`/api/v1/log/consistency?${query}`))
    expect(problem).toMatchObject({ code: 'invalid_query', status: 400 })
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
  })

  it('says that receipts are lost where they are needed and gone', async () => {
    const { client, runs, tenantId } = await loggedRuns(3)
    await unpublish(last(runs))
    await env.DB.prepare('DELETE FROM receipts WHERE tenant_id = ? AND sequence = 1').bind(tenantId).run()
    expect(await problemOf(await prove(client, 1, 3))).toMatchObject({ code: 'records_lost', status: 410 })
  })
})
