import { actStore } from '../../../functions/service/store/act-store.ts'
import { agedStore } from '../../../functions/service/store/aged-store.ts'
import { queries } from '../../../functions/service/store/database.ts'
import { datasetStore } from '../../../functions/service/store/dataset-store.ts'
import { deliveryStore } from '../../../functions/service/store/delivery-store.ts'
import { grownLogStore } from '../../../functions/service/store/grown-logs.ts'
import { idempotencyStore } from '../../../functions/service/store/idempotency-store.ts'
import { inboxStore } from '../../../functions/service/store/inbox-store.ts'
import { indexHeadStore } from '../../../functions/service/store/index-store.ts'
import { largeRunStore } from '../../../functions/service/store/large-run-store.ts'
import { folderStore } from '../../../functions/service/store/line-folders.ts'
import { logHealthStatements } from '../../../functions/service/store/log-health.ts'
import { logStore } from '../../../functions/service/store/log-store.ts'
import { membershipsOf } from '../../../functions/service/store/member-store.ts'
import { policyStore } from '../../../functions/service/store/policy-store.ts'
import { receiptStore } from '../../../functions/service/store/receipt-store.ts'
import { resultStore } from '../../../functions/service/store/result-store.ts'
import { runTransitions } from '../../../functions/service/store/run-transitions.ts'
import { scheduleStore } from '../../../functions/service/store/schedule-store.ts'
import { serviceStatements } from '../../../functions/service/store/service-state.ts'
import { sessionStore } from '../../../functions/service/store/session-store.ts'
import { storageStore } from '../../../functions/service/store/storage-store.ts'
import { tenantRows } from '../../../functions/service/store/tenant-store.ts'
import { uploadStore } from '../../../functions/service/store/upload-store.ts'
import { usageStore } from '../../../functions/service/store/usage-store.ts'

const noted = new Set<string>()
const taken = new Set<string>()

/** Remembers that the Worker executed `sql`, for the check at the end of the test file. */
export const noteStatement = (sql: string): void => {
  if (!taken.has(sql)) noted.add(sql)
}

/**
 * Every statement that the Worker executed since the last call and at no time before. Files of tests share this module,
 * and what is wrong with a statement depends on its text and the schema alone: the first file that has it is told.
 */
export function takeStatements(): readonly string[] {
  const statements = [...noted]
  for (const sql of statements) taken.add(sql)
  noted.clear()
  return statements
}

/**
 * What is wrong with `statements`: a statement that names a tenant table without a condition on the tenant (the look-up
 * of a key by id, of a person, the sweeps, the index of all logs and the list of tenants excepted), and one that scans a table or an index. The table of signing keys, which has
 * a row for each key of the service, may be scanned. And one that gives two columns of the same name.
 */
export async function faultsOfStatements(db: D1Database, statements: readonly string[]): Promise<readonly string[]> {
  const tenantTables = await readTenantTables(db)
  const ofAllTenants = statementsOfAllTenants(db)
  const faults: string[] = []
  for (const sql of statements) {
    if (!ofAllTenants.has(sql) && !isKeyLookUp(sql) && !asksForTenant(sql, tenantTables))
      faults.push(`asks for no tenant: ${sql}`)
    for (const step of await scansOf(db, sql)) faults.push(`${step}: ${sql}`)
    for (const name of await repeatedColumns(db, sql)) faults.push(`two columns ${name}: ${sql}`)
  }
  return faults
}

async function readTenantTables(db: D1Database): Promise<ReadonlySet<string>> {
  const { results } = await db
    .prepare("SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE c.name = 'tenant_id'")
    .all<{ name: string }>()
  return new Set(results.map(({ name }) => name))
}

/** The sweeps, the index of all logs and the operator's list of tenants, which go through the tenants of a database together. */
function statementsOfAllTenants(db: D1Database): ReadonlySet<string> {
  const database = queries(db)
  const heads = indexHeadStore(database)
  const grown = grownLogStore(database)
  const sweeps = [
    logStore(database).unpublished(1),
    ...logHealthStatements(database),
    receiptStore(database).latestTime(),
    ...(['never', 'once', 'often'] as const).map((interrupted) =>
      runTransitions(database).abandoned(0, { interrupted, limit: 1 }),
    ),
    largeRunStore(database).due(0, 1),
    inboxStore(database).unended('', 1),
    inboxStore(database).removeOld(0, 1),
    uploadStore(database).due(0, { isReading: true, limit: 1 }),
    datasetStore(database).abandoned({ createdBefore: 0, now: 0 }, 1),
    folderStore(database).removeExpired(0),
    folderStore(database).toRemove({ now: 0, limit: 1 }),
    usageStore(database).page({ after: { tenantId: '', month: '' }, month: undefined, limit: 1 }),
    usageStore(database).page({ after: { tenantId: '', month: '' }, month: '', limit: 1 }),
    resultStore(database).sweep({ from: 0, to: 1 }, 1),
    policyStore(database).sweep({ from: 0, to: 1 }, 1),
    idempotencyStore(database).sweep(0, 1),
    actStore(database).tenantsStagedBefore(0, 1),
    ...serviceStatements(database, 0),
    storageStore(database).belowZero(1),
    storageStore(database).uncounted(0, 1),
    grown.unindexed(0, 1),
    grown.byChance('', 1),
    grown.markIndexed([], 0),
    grown.setAside([]),
    ...heads.putFrom(0, []),
    heads.lines({ from: 0, to: 1, limit: 1 }),
    sessionStore(database).sweep(0, 1),
    deliveryStore(database).toQueue(0, 1),
    deliveryStore(database).putOff([], { upTo: 0, queueAt: 0 }),
    deliveryStore(database).removeOld(0, 1),
    scheduleStore(database).due(0, 1),
    agedStore(database).due(0, 1),
    membershipsOf(database, { issuer: '', subject: '' }),
    tenantRows(database).one(''),
    tenantRows(database).before('', 1),
  ]
  return new Set(sweeps.map((sweep) => sweep.toSQL().sql))
}

const isKeyLookUp = (sql: string): boolean => sql.endsWith('where "api_keys"."id" = ?')

/** Whether each place that reads or changes a table of tenants has its own condition; an insertion says it in a column. */
function asksForTenant(sql: string, tenantTables: ReadonlySet<string>): boolean {
  const tables = namesAfter(/\b(?:from|join|update)\s+"?(\w+)"?/gi, sql).filter((name) => tenantTables.has(name))
  const conditions = sql.match(/\btenant_id"?\s*=\s*\?/gi) ?? []
  const [inserted] = namesAfter(/\binsert\s+into\s+"?(\w+)"?/gi, sql)
  const isInsertNamed = inserted === undefined || !tenantTables.has(inserted) || /^[^)]*\btenant_id\b/.test(sql)
  return isInsertNamed && conditions.length >= tables.length
}

/** The steps of the plan that walk a whole table, with or without an index; those of subqueries and JSON are none. */
async function scansOf(db: D1Database, sql: string): Promise<readonly string[]> {
  const parameters = Array<null>((sql.match(/\?/g) ?? []).length).fill(null)
  const plan = await db
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...parameters)
    .all<{ detail: string }>()
  const stored = new Set(
    [...sql.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)].flatMap((names) =>
      names.slice(1),
    ),
  )
  stored.delete('signing_keys')
  for (const [, name] of sql.matchAll(/\bwith\s+recursive\s+(\w+)/gi)) stored.delete(name ?? '')
  return plan.results
    .map(({ detail }) => detail)
    .filter((step) => {
      const table = /^SCAN (\w+)/.exec(step)?.[1]
      return table !== undefined && stored.has(table)
    })
}

/** The columns that a query gives twice: a row as an object, of which the store makes its rows of values, loses one. */
async function repeatedColumns(db: D1Database, sql: string): Promise<readonly string[]> {
  if (!/^\s*select\b/i.test(sql)) return []
  const parameters = Array<number>((sql.match(/\?/g) ?? []).length).fill(0)
  const [columns = []] = await db
    .prepare(sql)
    .bind(...parameters)
    .raw({ columnNames: true })
  return columns.filter((name, index) => columns.indexOf(name) !== index).map(String)
}

const namesAfter = (pattern: RegExp, sql: string): string[] => [...sql.matchAll(pattern)].map(([, name]) => name ?? '')
