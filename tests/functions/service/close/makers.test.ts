import { expect, it } from 'vitest'
import { queries } from '../../../../functions/service/store/database.ts'
import { personsOf } from '../../../../functions/service/store/maker-store.ts'
import type { KeyRecord } from '../../../../schema/key.ts'
import type { Client } from '../../../support/worker/client.ts'
import { readyPeriod } from '../../../support/worker/periods.ts'

/** The people behind the actors of a period. */

it('takes all keys that the operator made, and those made with them, for one person', async () => {
  const { app, client, tenantId, preparer } = await readyPeriod()
  const madeBy = async (by: Client, path: string) =>
    (await (await by.post(path, { name: 'more', scopes: ['items:decide'] })).json<KeyRecord>()).id
  const operator = app.clientWith({ 'X-Admin-Key': app.env.ADMIN_KEY ?? '' })
  const path = `/api/v1/admin/tenants/${tenantId}/keys`
  const keys = [await madeBy(operator, path), await madeBy(operator, path), await madeBy(client, '/api/v1/keys')]
  const persons = await personsOf(queries(app.env.DB), tenantId, [...keys, preparer.id])
  expect(new Set(keys.map((key) => persons.get(key)))).toEqual(new Set(['operator']))
  expect(persons.get(preparer.id)).toBe(`${preparer.id}@example.com`)
})
