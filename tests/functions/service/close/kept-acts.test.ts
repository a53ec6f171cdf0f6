import { describe, expect, it } from 'vitest'
import type { PeriodVerification } from '../../../../schema/signoff.ts'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import {
  closedPeriod,
  decided,
  itemsOf,
  marchWithItems,
  readyPeriod,
  stepped,
  submittedPeriod,
} from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'

/** What the database keeps of decisions and sign-offs: how many bytes, and that nothing of it is missing. */

const codeOf = async (answer: Response) => (await problemOf(answer)).code

const failingOf = async (client: Client, path: string) => {
  const { checks } = await (await client.get(`${path}/verify`)).json<PeriodVerification>()
  return checks.filter(({ passed }) => !passed).map(({ name }) => name)
}

type Kept = Pick<Awaited<ReturnType<typeof readyPeriod>>, 'app' | 'tenantId'>

const change = ({ app, tenantId }: Kept, sql: string) =>
  app.env.DB.prepare(`${sql} ${sql.includes('WHERE') ? 'AND' : 'WHERE'} tenant_id = ?`)
    .bind(tenantId)
    .run()

/** One flag on the item `a`. */
async function flagged(client: Client, path: string): Promise<Response> {
  const { data, revision } = await itemsOf(client, path)
  const items = data.filter(({ name }) => name.id === 'a').map(({ name }) => name)
  return decided(client, path, [{ kind: 'flag', items, note: 'ä'.repeat(100) }], revision)
}

describe('the bytes that a tenant keeps', () => {
  it('are those of decisions with their notes, sign-offs and staged acts as well', async () => {
    const closed = await closedPeriod()
    const { app, tenantId, period } = closed
    const before = await countedOf(tenantId)
    expect(before).toEqual(await summedOf(tenantId))
    const sql = 'INSERT INTO staged_acts (tenant_id, id, period_id, payload, created_at) VALUES (?, ?, ?, ?, 0)'
    await app.env.DB.prepare(sql).bind(tenantId, 'act_1', period.id, '{"a":"ä"}').run()
    expect((await countedOf(tenantId)).bytes).toBe(before.bytes + 10)
    await change(closed, `UPDATE staged_acts SET payload = '{}'`)
    expect((await countedOf(tenantId)).bytes).toBe(before.bytes + 2)
    await change(closed, `UPDATE decisions SET note = 'more'`)
    await change(closed, `UPDATE signoffs SET reason = 'more'`)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    for (const table of ['staged_acts', 'decisions', 'signoffs']) {
      const { bytes } = await countedOf(tenantId)
      await change(closed, `DELETE FROM ${table}`)
      expect((await countedOf(tenantId)).bytes).toBeLessThan(bytes)
      expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
    }
  })

  it('bound what may be decided, and a refused decision leaves nothing', async () => {
    const app = createTestApp()
    const made = await marchWithItems({}, app)
    const { client, path, tenantId } = made
    const { bytes } = await countedOf(tenantId)
    const settings = JSON.stringify({ storageBytes: bytes + 100 })
    await app.env.DB.prepare('UPDATE tenants SET settings = ? WHERE id = ?').bind(settings, tenantId).run()
    expect(await codeOf(await flagged(client, path))).toBe('storage_quota_exceeded')
    expect((await countedOf(tenantId)).bytes).toBe(bytes)
    await app.env.DB.prepare(`UPDATE tenants SET settings = '{}' WHERE id = ?`).bind(tenantId).run()
    expect((await flagged(client, path)).status).toBe(201)
    expect(await countedOf(tenantId)).toEqual(await summedOf(tenantId))
  })
})

describe('decisions whose rows are gone', () => {
  it('are missed wherever an open period is read, unless they are the last ones', async () => {
    const ready = await readyPeriod()
    const { client, path } = ready
    expect((await flagged(client, path)).status).toBe(201)
    const { data, revision } = await itemsOf(client, path)
    await change(ready, 'DELETE FROM decisions WHERE number = 1')
    for (const read of ['items', 'decisions', 'proof', 'report', 'evidence'])
      expect(await codeOf(await client.get(`${path}/${read}`)), read).toBe('records_altered')
    const flag = { kind: 'flag', items: data.slice(0, 1).map(({ name }) => name) }
    expect(await codeOf(await decided(client, path, [flag], revision))).toBe('records_altered')
    expect(await failingOf(client, path)).toContain('decisions')
  })

  it('are missed when the period is verified, packed or submitted, even if they were all', async () => {
    const ready = await readyPeriod()
    const { client, path, preparer } = ready
    expect((await flagged(client, path)).status).toBe(201)
    await change(ready, 'DELETE FROM decisions WHERE number = 2')
    expect(await failingOf(client, path)).toEqual(['decisions'])
    expect(await codeOf(await client.get(`${path}/evidence`))).toBe('records_altered')
    expect(await codeOf(await stepped(preparer.client, path, 'submit'))).toBe('records_altered')
    await change(ready, 'DELETE FROM decisions')
    expect(await failingOf(client, path)).toContain('decisions')
    expect(await codeOf(await client.get(`${path}/evidence`))).toBe('records_altered')
  })
})

it('a sign-off whose row is gone is missed', async () => {
  const submitted = await submittedPeriod()
  await change(submitted, 'DELETE FROM signoffs')
  await change(submitted, `UPDATE periods SET state = 'open'`)
  expect(await failingOf(submitted.client, submitted.path)).toEqual(['signoffs'])
})
