import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

/** A database and a bucket of one file of tests, under the names of the Worker's bindings. */
export interface OwnStores {
  readonly DB: D1Database
  /** Without the lock that a deployed bucket has. */
  readonly BUCKET: R2Bucket
}

/**
 * Stores of a file of tests that changes what belongs to the whole service: the index of all logs, or rows of every table.
 * Empty; what another file left there is gone.
 */
export async function ownStores(): Promise<OwnStores> {
  const { OWN_DB: DB, OWN_BUCKET: BUCKET } = env
  await applyD1Migrations(DB, env.MIGRATIONS)
  await DB.batch((await tableNames(DB)).map((name) => DB.prepare(`DELETE FROM ${name}`)))
  for (let isTruncated = true; isTruncated; ) {
    const { objects, truncated } = await BUCKET.list()
    if (objects.length > 0) await BUCKET.delete(objects.map(({ key }) => key))
    isTruncated = truncated
  }
  return { DB, BUCKET }
}

/** The tables of the schema, by their names in the database. */
export async function tableNames(db: D1Database): Promise<readonly string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*'",
    )
    .all<{ name: string }>()
  return results.map(({ name }) => name)
}
