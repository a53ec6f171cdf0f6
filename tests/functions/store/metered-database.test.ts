import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { queries } from '../../../functions/store/database.ts'
import { meterDatabase } from '../../../functions/store/metered-database.ts'
import { tenants } from '../../../schema/tables.ts'

const tenant = (id: string) => ({ id, name: id, plan: 'free', settings: '{}', createdAt: 1 })

function metered() {
  const use = { rowsRead: 0, rowsWritten: 0 }
  return { use, database: queries(meterDatabase(env.DB, use)), raw: meterDatabase(env.DB, use) }
}

describe('a metered database', () => {
  it('counts what is written, alone and in a batch', async () => {
    const { use, database } = metered()
    await database.insert(tenants).values(tenant('a1'))
    const afterOne = use.rowsWritten
    expect(afterOne).toBeGreaterThan(0)
    await database.batch([database.insert(tenants).values(tenant('a2')), database.insert(tenants).values(tenant('a3'))])
    expect(use.rowsWritten).toBe(3 * afterOne)
  })

  it('counts what is read, and gives it back as it is', async () => {
    const { use, database } = metered()
    await database.insert(tenants).values(tenant('b1'))
    use.rowsRead = 0
    const rows = await database.select().from(tenants)
    expect(rows).toContainEqual(tenant('b1'))
    expect(use.rowsRead).toBe(rows.length)
  })

  it('gives back a selection in the order that was asked for', async () => {
    const { database } = metered()
    await database.insert(tenants).values(tenant('c1'))
    const rows = await database.select({ settings: tenants.settings, id: tenants.id }).from(tenants)
    expect(rows).toContainEqual({ settings: '{}', id: 'c1' })
  })

  it('leaves columns of one name apart in a join', async () => {
    const { raw } = metered()
    await raw.prepare('INSERT INTO tenants VALUES (?, ?, ?, ?, ?)').bind('d1', 'd1', 'free', '{}', 1).run()
    const sql = 'SELECT a.id, b.id FROM tenants a JOIN tenants b ON b.created_at = a.created_at WHERE a.id = ?'
    const rows = await raw.prepare(sql).bind('d1').raw()
    expect(rows[0]).toHaveLength(2)
  })

  it('fails as the database does', async () => {
    const { raw } = metered()
    await expect(raw.prepare('SELECT * FROM nowhere').all()).rejects.toThrow('no such table')
  })
})
