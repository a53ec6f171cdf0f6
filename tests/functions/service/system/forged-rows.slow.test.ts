import { beforeAll, describe, expect, it } from 'vitest'
import { createIsolate } from '../../../../functions/service/platform/isolate.ts'
import { runScheduled } from '../../../../functions/service/system/scheduled.ts'
import { eachOf, inForms, sizeOf } from '../../../support/forms.ts'
import { createTestApp } from '../../../support/worker/client.ts'
import { fillEveryTable } from '../../../support/worker/every-table.ts'
import { type OwnStores, ownStores, tableNames } from '../../../support/worker/own-stores.ts'
import { settableClock } from '../../../support/worker/readers.ts'

/**
 * Whoever can write to the database, past its checks, reaches nothing of what is stored once in the bucket: every text
 * column of every table is set to names of it, and the cron works for a day.
 */

const hour = 3_600_000
const clock = settableClock()
const valueCounts = { short: 1, long: 12 }
/** The short form forges every third column. */
const columnStride = 3

type Row = Readonly<Record<string, string | number | null>>

interface Column {
  readonly table: string
  readonly column: string
}

let stores: OwnStores
let kept: ReadonlyMap<string, string>
let rows: ReadonlyMap<string, readonly Row[]>

beforeAll(async () => {
  stores = await ownStores()
  await fillEveryTable(stores, clock.now)
  kept = await storedOnce()
  rows = await readRows()
})

/** The tags of the objects that are stored once, by their keys. */
async function storedOnce(): Promise<ReadonlyMap<string, string>> {
  const { objects } = await stores.BUCKET.list({ prefix: 'once/' })
  return new Map(objects.map(({ key, etag }) => [key, etag]))
}

async function readRows(): Promise<ReadonlyMap<string, readonly Row[]>> {
  const tables = await tableNames(stores.DB)
  const answers = await stores.DB.batch<Row>(tables.map((table) => stores.DB.prepare(`SELECT * FROM ${table}`)))
  return new Map(tables.map((table, index) => [table, answers[index]?.results ?? []]))
}

/** Puts all rows back as they were; triggers that count have counted, so the counts go last. */
async function restoreRows(): Promise<void> {
  const { DB } = stores
  const last = [...rows.keys()].sort((a, b) => Number(a === 'tenant_storage') - Number(b === 'tenant_storage'))
  await DB.batch([
    DB.prepare('PRAGMA ignore_check_constraints = OFF'),
    ...last.map((table) => DB.prepare(`DELETE FROM ${table}`)),
    ...last.flatMap((table) => [
      DB.prepare(`DELETE FROM ${table}`),
      ...(rows.get(table) ?? []).map((row) =>
        DB.prepare(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
        ).bind(...Object.values(row)),
      ),
    ]),
  ])
}

async function textColumns(): Promise<readonly Column[]> {
  const { results } = await stores.DB.prepare(
    `SELECT m.name AS 'table', c.name AS 'column' FROM sqlite_master m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND lower(c.type) = 'text' ORDER BY 1, 2`,
  ).all<Row>()
  const tables = [...rows.keys()]
  return results
    .map(({ table, column }) => ({ table: String(table), column: String(column) }))
    .filter(({ table }) => tables.includes(table))
}

/** Texts that lead below `once/`, or to a log, wherever a name is made of them; `old` is what the column holds. */
function forgeries(old: string): readonly string[] {
  const [key = ''] = kept.keys()
  const folder = key.slice(0, key.lastIndexOf('/') + 1)
  const log = key.replace(/^once\/|checkpoint\/\d+$/g, '')
  const inJson = JSON.stringify({ folder, object: key, datasetId: key, origin: log, root: key, id: key, text: key })
  return [
    ...['once/', folder, key, log, 'once', '', '/', `../${folder}`, `datasets/../${folder}`, `runs/../${key}`],
    ...[inJson, `${old}/../../../${folder}`, `${folder}${old}`, JSON.stringify([key]), 'removing', 'deleted/once/'],
  ]
}

/** Sets the column of every row to a text, as far as keys of the table allow it. */
async function forge({ table, column }: Column, text: string): Promise<void> {
  const { DB } = stores
  await DB.batch([
    DB.prepare('PRAGMA ignore_check_constraints = ON'),
    DB.prepare(`UPDATE OR IGNORE ${table} SET ${column} = ?`).bind(text),
    DB.prepare('PRAGMA ignore_check_constraints = OFF'),
  ])
}

/** The bucket without a lock, which notes every call that would change or remove what is stored once. */
function watched(bucket: R2Bucket, breaches: string[]): R2Bucket {
  return new Proxy(bucket, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: readonly unknown[]) => {
        const isPutOnce = name === 'put' && JSON.stringify(values[2]).includes('"etagDoesNotMatch":"*"')
        const changes = ['put', 'delete', 'createMultipartUpload', 'resumeMultipartUpload'].includes(String(name))
        const keys = [values[0]].flat().map(String)
        if (changes && !isPutOnce) breaches.push(...keys.filter((key) => /^\/?once(\/|$)/.test(key)))
        return member.apply(target, values)
      }
    },
  })
}

/** What the cron does in a day, a few calls of it. Gives the keys that it should not have touched. */
async function liveADay(): Promise<readonly string[]> {
  const breaches: string[] = []
  const { env } = createTestApp()
  const bindings = { ...env, DB: stores.DB, BUCKET: watched(stores.BUCKET, breaches) }
  for (const wait of [60_000, 25 * hour]) {
    clock.advance(wait)
    await runScheduled(bindings, createIsolate({ now: clock.now, log: () => undefined }))
  }
  return breaches
}

describe(inForms('rows that were forged past the checks of the schema, values a column', valueCounts), () => {
  it('has something in every table', () => {
    expect([...rows].filter(([, each]) => each.length === 0).map(([table]) => table)).toEqual([])
    expect(kept.size).toBeGreaterThan(5)
  })

  it('remove and change nothing of what is stored once, in a day of the cron', async () => {
    const columns = await textColumns()
    expect(columns.length).toBeGreaterThan(80)
    const faults: string[] = []
    for (const [turn, at] of eachOf(columnStride, [...columns.entries()])) {
      const old = String(rows.get(at.table)?.[0]?.[at.column] ?? '')
      const all = forgeries(old)
      for (let each = 0; each < sizeOf(valueCounts); each += 1) {
        // One of the first three leads below `once/` as it is; then the others in turn.
        const text = all[each === 0 ? turn % 3 : 3 + ((turn + each) % (all.length - 3))] ?? ''
        await forge(at, text)
        const breaches = await liveADay()
        const after = await storedOnce()
        const gone = [...kept].filter(([key, etag]) => after.get(key) !== etag)
        faults.push(...[...breaches, ...gone].map((what) => `${at.table}.${at.column} = ${text}: ${what}`))
        await restoreRows()
      }
    }
    expect(faults).toEqual([])
  })
})

describe('a row that names what is no folder of lines', () => {
  it.each([
    ['line_folders', 'folder', "'once/log/' || tenant_id || '/'"],
    ['line_folders', 'folder', "'log/' || tenant_id || '/'"],
    ['line_folders', 'owner', "''"],
    ['line_uploads', 'object', "'once/log/x'"],
    ['dataset_chunks', 'object', "'runs/' || tenant_id || '/x'"],
    ['result_chunks', 'object', "'datasets/' || tenant_id || '/x'"],
  ])('is refused by the schema: %s.%s = %s', async (table, column, value) => {
    await expect(stores.DB.prepare(`UPDATE ${table} SET ${column} = ${value}`).run()).rejects.toThrow(
      new RegExp(`CHECK constraint failed: ${table}_`),
    )
  })

  it('is forgotten by the cron, which goes on with the others', async () => {
    const { DB, BUCKET } = stores
    const [sound] = rows.get('line_folders')?.filter(({ state }) => state === 'removing') ?? []
    const { env } = createTestApp()
    await DB.batch([
      DB.prepare('PRAGMA ignore_check_constraints = ON'),
      ...Array.from({ length: 30 }, (_, each) =>
        DB.prepare("INSERT INTO line_folders VALUES ('ten_a', ?, 'dat_a', 'removing', NULL)").bind(`once/${each}`),
      ),
      DB.prepare('PRAGMA ignore_check_constraints = OFF'),
    ])
    const lines: string[] = []
    const isolate = createIsolate({ now: clock.now, log: (line) => lines.push(line) })
    for (let calls = 0; calls < 2; calls += 1) await runScheduled({ ...env, DB, BUCKET }, isolate)
    const left = await DB.prepare("SELECT folder FROM line_folders WHERE state = 'removing'").all()
    expect(left.results).toEqual([])
    expect(await BUCKET.head(`${sound?.['folder']}lines`)).toBeNull()
    expect(lines.filter((line) => JSON.parse(line).scheduled === 'sweep_line_folders').length).toBeGreaterThan(0)
  })
})
