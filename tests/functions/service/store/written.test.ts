import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { queries } from '../../../../functions/service/store/database.ts'
import { type Places, written } from '../../../../functions/service/store/written.ts'
import { tenantStorage } from '../../../../schema/tables.ts'
import { createTestApp } from '../../../support/worker/client.ts'

/** A statement that reads the time of a tenant's count, and how often it was written. */
function countedStatement() {
  let writtenCount = 0
  const countedAt = written((db, at: Places<{ readonly tenantId: string }>) => {
    writtenCount += 1
    return db
      .select({ countedAt: tenantStorage.countedAt })
      .from(tenantStorage)
      .where(eq(tenantStorage.tenantId, at.tenantId))
  })
  return { countedAt, writtenCount: () => writtenCount }
}

const put = written((db, at: Places<{ readonly tenantId: string; readonly countedAt: number }>) =>
  db.insert(tenantStorage).values({ ...at, storedBytes: 0, datasetCount: 0, runCount: 0, failedRunCount: 0 }),
)

describe('a statement that is written once', () => {
  it('binds other values each time, alone and in a batch', async () => {
    const db = queries(env.DB)
    const { countedAt, writtenCount } = countedStatement()
    await db.batch([put(db, { tenantId: 'a', countedAt: 1 }), put(db, { tenantId: 'b', countedAt: 2 })])
    expect(await countedAt(db, { tenantId: 'b' })).toEqual([{ countedAt: 2 }])
    expect(
      await db.batch([
        countedAt(db, { tenantId: 'a' }),
        countedAt(db, { tenantId: 'c' }),
        countedAt(db, { tenantId: 'b' }),
      ]),
    ).toEqual([[{ countedAt: 1 }], [], [{ countedAt: 2 }]])
    expect(writtenCount()).toBe(1)
  })

  it('is written for each database', async () => {
    const { countedAt, writtenCount } = countedStatement()
    const other = new Proxy(env.DB, { get: (target, name) => Reflect.get(target, name).bind(target) })
    for (const database of [env.DB, other, env.DB, other]) await countedAt(queries(database), { tenantId: 'a' })
    expect(writtenCount()).toBe(2)
  })

  it('stores null as NULL where the column has JSON', async () => {
    const app = createTestApp()
    const { client, tenantId } = await app.newTenant()
    await client.post('/api/v1/runs', { name: 'none', sourceAdapter: 'erp', targetAdapter: 'bank', rules: [] })
    const stored = await env.DB.prepare('SELECT typeof(period) AS type FROM runs WHERE tenant_id = ?')
      .bind(tenantId)
      .first()
    expect(stored).toEqual({ type: 'null' })
  })
})
