import { ruleIds } from '../waterfall/rules.ts'
import type { Tier } from '../waterfall/tier.ts'
import { loadPeer } from './peer-packages.ts'
import { type PeerJob, type PeerResult, runPeer } from './peer-program.ts'

/** The job in DuckDB: everything in SQL, hashes included. */

interface Connection {
  readonly run: (sql: string) => Promise<unknown>
  readonly runAndReadAll: (sql: string) => Promise<{ readonly getRows: () => readonly (readonly unknown[])[] }>
}

interface DuckDb {
  readonly DuckDBInstance: {
    readonly create: (
      path: string,
      settings: { readonly threads: string },
    ) => Promise<{ readonly connect: () => Promise<Connection> }>
  }
}

async function reconcile(job: PeerJob): Promise<PeerResult> {
  const { DuckDBInstance }: DuckDb = loadPeer('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: String(job.threadCount) })
  const connection = await instance.connect()
  for (const sql of [load('s', job.source, job), load('t', job.target, job), ...matchAll, leaves]) {
    await connection.run(sql)
  }
  const textOf = async (sql: string) => String((await connection.runAndReadAll(sql)).getRows()[0]?.[0])
  const root = await textOf(`SELECT sha256(string_agg(leaf, '' ORDER BY place)) FROM leaves`)
  const counted = await connection.runAndReadAll(`SELECT (place >> 32)::INT, count(*)::INT FROM leaves GROUP BY 1`)
  const countByRule = new Map(counted.getRows().map(([rule, count]) => [Number(rule), Number(count)]))
  const countAt = (rule: number): number => countByRule.get(rule) ?? 0
  return {
    root,
    counts: { exact: countAt(1), fee: countAt(2), 'typing-error': countAt(3), payout: countAt(4), late: countAt(5) },
    async lines() {
      const all = await connection.runAndReadAll(`SELECT line FROM (${lines}) ORDER BY place`)
      return all.getRows().map(([line]) => String(line))
    },
  }
}

/** A side as a table `s0` or `t0`; the place in the file is `row`. Columns that no rule reads are not made. */
function load(name: 's' | 't', path: string, { format, tier }: PeerJob): string {
  const columns = `columns = {id: 'VARCHAR', date: 'DATE', reference: 'VARCHAR', description: 'VARCHAR',
    counterparty: 'VARCHAR', amount: 'DECIMAL(18,2)', currency: 'VARCHAR'}`
  const file =
    format === 'csv'
      ? `read_csv('${path}', header = true, auto_detect = false, delim = ',', quote = '"', ${columns})`
      : `read_ndjson('${path}', auto_detect = false, ${columns})`
  return `CREATE TABLE ${name}0 AS
    SELECT row_number() OVER () AS row, id, date, ${keys[tier]} AS key, amount, currency FROM ${file}`
}

const keys: { readonly [tier in Tier]: string } = {
  usual: 'reference',
  hard: `upper(strip_accents(trim(regexp_replace(reference, '\\s+', ' ', 'g'))))`,
}

/** Pairs first, and an order among records that say the same only where there are several: most have one counterpart. */
const exact = [
  `CREATE TABLE pairs AS SELECT a.row AS s, b.row AS t FROM s0 a JOIN t0 b USING (key, currency, amount)`,
  `CREATE TABLE m1 AS
    WITH many AS (
      SELECT s, t FROM pairs WHERE s IN (SELECT s FROM pairs GROUP BY s HAVING count(*) > 1)
        OR t IN (SELECT t FROM pairs GROUP BY t HAVING count(*) > 1)),
    ranked AS (
      SELECT s, t,
        dense_rank() OVER (PARTITION BY a.key, a.currency, a.amount ORDER BY a.id) AS rank_s,
        dense_rank() OVER (PARTITION BY a.key, a.currency, a.amount ORDER BY b.id) AS rank_t
      FROM many JOIN s0 a ON a.row = s JOIN t0 b ON b.row = t)
    SELECT s, t FROM pairs ANTI JOIN many USING (s, t)
    UNION ALL SELECT s, t FROM ranked WHERE rank_s = rank_t`,
]

/** The pairs of a rule that are the closest of both records. */
const closest = (rule: number, { keys, holds, distance }: { keys: string; holds: string; distance: string }): string =>
  `CREATE TABLE m${rule} AS SELECT s, t FROM (
    SELECT a.row AS s, b.row AS t,
      row_number() OVER (PARTITION BY a.row ORDER BY ${distance}, b.id) AS rank_s,
      row_number() OVER (PARTITION BY b.row ORDER BY ${distance}, a.id) AS rank_t
    FROM s${rule - 1} a JOIN t${rule - 1} b USING (${keys}) WHERE ${holds})
  WHERE rank_s = 1 AND rank_t = 1`

const fee = closest(2, {
  keys: 'key, currency',
  holds: 'abs(b.amount - a.amount) <= 1.00',
  distance: 'abs(b.amount - a.amount)',
})

const typingError = closest(3, {
  keys: 'amount, currency',
  holds: 'abs(b.date - a.date) <= 1 AND levenshtein(a.key, b.key) <= 2',
  distance: 'abs(b.date - a.date), levenshtein(a.key, b.key)',
})

const payout = `CREATE TABLE m4 AS
  WITH a AS (SELECT key, currency, sum(amount) AS amount, list(row) AS rows FROM s3
    WHERE key IS NOT NULL GROUP BY key, currency),
  b AS (SELECT key, currency, sum(amount) AS amount, any_value(row) AS row FROM t3
    WHERE key IS NOT NULL GROUP BY key, currency HAVING count(*) = 1)
  SELECT unnest(a.rows) AS s, b.row AS t FROM a JOIN b USING (key, currency, amount)`

const late = closest(5, {
  keys: 'amount, currency',
  holds: 'abs(b.date - a.date) <= 3 AND b.key IS NULL',
  distance: 'abs(b.date - a.date)',
})

/** The records that are open after a rule, as the tables of the next one. */
const open = (rule: number): readonly string[] =>
  ['s', 't'].map(
    (side) =>
      `CREATE TABLE ${side}${rule} AS
        SELECT * FROM ${side}${rule - 1} WHERE row NOT IN (SELECT ${side} FROM m${rule})`,
  )

const matchAll = [...exact, ...open(1), fee, ...open(2), typingError, ...open(3), payout, ...open(4), late]

/** The lines of all matches with their places: the rule above, the first source record below. */
const lines = ruleIds
  .map((id, index) => {
    const rule = index + 1
    const joined = `FROM m${rule} JOIN s0 a ON a.row = s JOIN t0 b ON b.row = t`
    const line = (source: string, target: string) =>
      `'{"kind":"match","rule":"${id}","source":["' || ${source} || '"],"target":["' || ${target} || '"]}' AS line`
    const place = (row: string) => `(${rule}::BIGINT << 32) + ${row} AS place`
    return id === 'payout'
      ? `SELECT ${place('min(s)')}, ${line(`string_agg(a.id, '","' ORDER BY a.id)`, 'any_value(b.id)')} ${joined} GROUP BY t`
      : `SELECT ${place('s')}, ${line('a.id', 'b.id')} ${joined}`
  })
  .join(' UNION ALL ')

const leaves = `CREATE TABLE leaves AS SELECT place, sha256(line) AS leaf FROM (${lines})`

// Last, because the tables of SQL above have to be there.
await runPeer(reconcile)
