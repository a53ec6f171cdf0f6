import { describe, expect, it } from 'vitest'
import { type Client, createTestApp } from '../../../support/worker/client.ts'
import { closedPeriod, decided, itemsOf, marchWithItems, type readyPeriod } from '../../../support/worker/periods.ts'
import { problemOf } from '../../../support/worker/readers.ts'
import { countedOf, summedOf } from '../../../support/worker/stored-bytes.ts'

/** What the database keeps of decisions and sign-offs, in bytes. */

const codeOf = async (answer: Response) => (await problemOf(answer)).code

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
