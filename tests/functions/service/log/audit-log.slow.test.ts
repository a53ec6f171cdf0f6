import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { LogAudit, LogCheckName } from '../../../../schema/log.ts'
import type { RunRecord } from '../../../../schema/run.ts'
import { eachOf } from '../../../support/forms.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { readNote } from '../../../support/worker/notes.ts'
import { checkpointKey } from '../../../support/worker/once.ts'
import { emptyRun, makeRun } from '../../../support/worker/runs.ts'
import { restore, takeSnapshot } from '../../../support/worker/stored-rows.ts'

/** A tenant whose log holds `count` runs. */
async function loggedRuns(count: number) {
  const tenant = await createTestApp().newTenant()
  const runs: RunRecord[] = []
  for (let made = 0; made < count; made += 1) runs.push(await makeRun(tenant.client, emptyRun))
  const origin = readNote(runs.at(-1)?.checkpoint).origin
  const execute = (...statements: readonly string[]) =>
    env.DB.batch(statements.map((sql) => env.DB.prepare(sql.replaceAll(':tenant', `'${tenant.tenantId}'`))))
  return { ...tenant, runs, origin, execute }
}

async function audit(client: Client): Promise<LogAudit> {
  const response = await client.get('/api/v1/log/verify')
  expect(response.status).toBe(200)
  return response.json()
}

const brokenIn = ({ checks }: LogAudit): readonly LogCheckName[] =>
  checks.filter(({ passed }) => !passed).map(({ name }) => name)

const receiptOne = 'WHERE tenant_id = :tenant AND sequence = 1'

describe('GET /log/verify', () => {
  it('finds nothing wrong with a log that is as it was sealed', async () => {
    const { client, runs } = await loggedRuns(3)
    const report = await audit(client)
    expect(report).toMatchObject({
      verified: true,
      size: 3,
      root: readNote(runs[2]?.checkpoint).root,
      receiptsWithoutRuns: [],
      runsWithoutReceipts: [],
      gaps: [],
      truncated: false,
      diverged: false,
    })
    expect(brokenIn(report)).toEqual([])
  })

  it('finds nothing wrong with an empty log', async () => {
    const { client } = await createTestApp().newTenant()
    expect(await audit(client)).toMatchObject({ verified: true, size: 0 })
  })

  it.each<[what: string, broken: readonly LogCheckName[], sql: string]>([
    ['a leaf hash', ['receipts'], `UPDATE receipts SET leaf_hash = upper(leaf_hash) ${receiptOne}`],
    [
      'the line of a receipt',
      ['receipts', 'chain', 'proofs', 'checkpoints', 'head', 'signedOnce', 'published', 'tiles'],
      `UPDATE receipts SET line = 'x' ${receiptOne}`,
    ],
    ['the run of a receipt’s row', ['receipts'], `UPDATE receipts SET run_id = 'run_x' ${receiptOne}`],
    ['an inclusion proof', ['proofs'], `UPDATE receipts SET inclusion = '' ${receiptOne}`],
    ['a consistency proof', ['proofs'], `UPDATE receipts SET consistency = '[]' ${receiptOne}`],
    ['a checkpoint', ['checkpoints'], `UPDATE receipts SET checkpoint = replace(checkpoint, '2', '3') ${receiptOne}`],
    ['a missing checkpoint', ['checkpoints'], `UPDATE receipts SET checkpoint = NULL ${receiptOne}`],
    ['the root of the log', ['head'], 'UPDATE tenant_logs SET root = upper(root) WHERE tenant_id = :tenant'],
    ['the frontier of the log', ['head'], `UPDATE tenant_logs SET frontier = 'x' WHERE tenant_id = :tenant`],
    [
      'the size of the log, below nothing',
      ['head', 'published'],
      'UPDATE tenant_logs SET size = -1 WHERE tenant_id = :tenant',
    ],
    ['the row of the log', ['head', 'published'], 'DELETE FROM tenant_logs WHERE tenant_id = :tenant'],
    ['the result of a run', ['runs'], `UPDATE runs SET result_root = upper(result_root) WHERE tenant_id = :tenant`],
    ['the side of a run', ['runs'], `UPDATE runs SET source = 'x' WHERE tenant_id = :tenant`],
    ['the time of a run', ['runs'], 'UPDATE runs SET created_at = 9007199254740991 WHERE tenant_id = :tenant'],
  ])('names the checks that fail with %s', async (_, broken, sql) => {
    const { client, execute } = await loggedRuns(3)
    await execute(sql)
    const report = await audit(client)
    expect(report.verified).toBe(false)
    expect(brokenIn(report)).toEqual(broken)
  })

  it('lists receipts whose run is gone, and runs whose receipt is gone', async () => {
    const { client, runs, execute } = await loggedRuns(3)
    const ids = runs.map(({ id }) => id)
    await execute(
      `DELETE FROM runs WHERE tenant_id = :tenant AND id = '${ids[0]}'`,
      `DELETE FROM receipts WHERE tenant_id = :tenant AND sequence = 2`,
    )
    expect(await audit(client)).toMatchObject({
      verified: false,
      receiptsWithoutRuns: [{ sequence: 0, run: ids[0] }],
      runsWithoutReceipts: [ids[2]],
      gaps: [{ from: 2, to: 2 }],
    })
  })

  it('lists each gap with its ends, and judges no root behind one', async () => {
    const { client, execute } = await loggedRuns(5)
    await execute('DELETE FROM receipts WHERE tenant_id = :tenant AND sequence IN (1, 2, 4)')
    const report = await audit(client)
    expect(report.gaps).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ])
    expect(brokenIn(report)).toEqual(['proofs', 'checkpoints', 'head', 'tiles'])
  })

  it('says that published receipts are missing when the database was set back', async () => {
    const { client, tenantId } = await loggedRuns(2)
    const old = await takeSnapshot(tenantId)
    await makeRun(client, emptyRun)
    await restore(tenantId, old)
    const report = await audit(client)
    expect([report.verified, report.diverged, brokenIn(report)]).toEqual([false, false, ['published']])
    // The third receipt was signed for this log, and the tiles are those of three receipts.
    const details = new Map(report.checks.map(({ name, detail }) => [name, detail]))
    expect(details.get('signedOnce')).toBe(
      'The checkpoint of each receipt is stored once, and none of these sizes or the next was signed for another log.',
    )
    expect(details.get('tiles')).toBe('Not compared: the published log has size 3, and the stored one 2.')
  })

  it('says that the log has diverged when another history was signed', async () => {
    const { client, origin } = await loggedRuns(2)
    const other = await loggedRuns(2)
    await env.BUCKET.put(checkpointKey(origin, 3), JSON.stringify({ note: other.runs[1]?.checkpoint, receipt: '{}' }))
    const report = await audit(client)
    expect([report.diverged, brokenIn(report)]).toEqual([true, ['signedOnce']])
  })

  it.each(eachOf(2, [1, 3, 2]))(
    'finds that the promised checkpoint of size %i is gone, or is another',
    async (size) => {
      const { client, origin } = await loggedRuns(3)
      const other = await loggedRuns(3)
      const key = checkpointKey(origin, size)
      const stored = (await (await env.BUCKET.get(key))?.text()) ?? ''
      const replace = async (from: string, to: string) => {
        await env.BUCKET.put(key, stored.replaceAll(from, to))
        const report = await audit(client)
        return [brokenIn(report), report.diverged, report.checks.find(({ name }) => name === 'signedOnce')?.detail]
      }
      await env.BUCKET.delete(key)
      expect(brokenIn(await audit(client))).toEqual(['signedOnce'])
      expect(await replace('— ', '— x')).toEqual([['signedOnce'], false, expect.stringContaining('none of ours')])
      expect(await replace('sequence', 'x')).toEqual([
        ['signedOnce'],
        false,
        expect.stringContaining('another receipt'),
      ])
      const note = JSON.stringify(other.runs[size - 1]?.checkpoint)
      await env.BUCKET.put(key, `{"note":${note},"receipt":""}`)
      expect(brokenIn(await audit(client))).toEqual(['signedOnce'])
      await env.BUCKET.put(key, stored)
      expect((await audit(client)).verified).toBe(true)
    },
  )

  it('says that the log has diverged when a seal has found so', async () => {
    const { client, execute } = await loggedRuns(2)
    await execute(`UPDATE tenant_logs SET diverged = '{}' WHERE tenant_id = :tenant`)
    expect(await audit(client)).toMatchObject({ verified: false, diverged: true })
  })

  it.each(['tile/0/000.p/2', 'tile/entries/000.p/2'])('finds a changed %s, and a missing one', async (path) => {
    const { client, origin } = await loggedRuns(2)
    await env.BUCKET.put(`log/${origin}/${path}`, 'x')
    expect(brokenIn(await audit(client))).toEqual(['tiles'])
    await env.BUCKET.delete(`log/${origin}/${path}`)
    expect(brokenIn(await audit(client))).toEqual(['tiles'])
  })

  it('finds a published checkpoint that the service did not sign', async () => {
    const { client, origin, runs } = await loggedRuns(2)
    await env.BUCKET.put(`log/${origin}/checkpoint`, runs[1]?.checkpoint?.replace('\n2\n', '\n1\n') ?? '')
    expect(brokenIn(await audit(client))).toEqual(['published'])
  })

  it('takes a log that was not published yet as it is', async () => {
    const { client, origin } = await loggedRuns(2)
    const { objects } = await env.BUCKET.list({ prefix: `log/${origin}/` })
    await env.BUCKET.delete(objects.map(({ key }) => key))
    expect((await audit(client)).verified).toBe(true)
  })
})
