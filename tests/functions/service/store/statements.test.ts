import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { faultsOfStatements } from '../../../support/worker/statements.ts'

/** The kinds of faults that are found in one statement. */
const kindsOf = async (sql: string) =>
  (await faultsOfStatements(env.DB, [sql])).map((fault) => fault.slice(0, fault.indexOf(':')))

describe('the check of all SQL that the suite executes', () => {
  it.each([
    'select * from "runs" where "runs"."tenant_id" = ? and "runs"."id" = ?',
    'insert into "receipts" ("tenant_id", "sequence") select ?, ? where exists (select 1 from runs where runs.tenant_id = ? and runs.id = ?)',
    'select * from "tenants" where "tenants"."id" = ?',
    'select "api_keys"."id" from "api_keys" inner join "tenants" on "tenants"."id" = "api_keys"."tenant_id" where "api_keys"."id" = ?',
  ])('has nothing to say about %s', async (sql) => {
    expect(await kindsOf(sql)).toEqual([])
  })

  it.each([
    ['select * from "receipts" where "run_id" = ?', ['asks for no tenant', 'SCAN receipts']],
    [
      'delete from "runs" where "tenant_id" = ? and "id" in (select run_id from receipts)',
      ['asks for no tenant', 'SCAN receipts USING COVERING INDEX receipts_by_run'],
    ],
    ['update "runs" set "name" = ? where "status" = ? and "lease_until" = ?', ['asks for no tenant']],
    ['select * from "tenants" where "name" = ?', ['SCAN tenants']],
    [
      'select "tenants"."id", "api_keys"."id" from "api_keys" inner join "tenants" on "tenants"."id" = "api_keys"."tenant_id" where "api_keys"."id" = ?',
      ['two columns id'],
    ],
    ['select * from "tenants" order by "id"', ['SCAN tenants USING INDEX sqlite_autoindex_tenants_1']],
  ])('finds what is wrong with %s', async (sql, kinds) => {
    expect(await kindsOf(sql)).toEqual(kinds)
  })
})

describe('the tables', () => {
  it('are all STRICT, since D1 would keep a number as another one', async () => {
    const { results } = await env.DB.prepare(
      "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'",
    ).all<{ name: string; strict: number }>()
    expect(results.length).toBe(43)
    expect(results.filter(({ strict }) => strict !== 1)).toEqual([])
  })
})
