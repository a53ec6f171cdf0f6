import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { editCountMax, feeCentsMax, lateDaysMax, type RuleId, ruleIds, typingErrorDaysMax } from '../waterfall/rules.ts'
import { withinEdits } from './edits.ts'
import { type RuleMatches, resultOf, sumMatches } from './match-root.ts'
import { type PeerJob, type PeerResult, runPeer } from './peer-program.ts'
import { readObjects } from './record-objects.ts'

/** The job in SQLite, in memory. The files are read by JavaScript, since Node's SQLite reads none. */

function reconcile(job: PeerJob): PeerResult {
  const database = new DatabaseSync(':memory:')
  database.function('within_edits', { deterministic: true }, (left, right) =>
    Number(withinEdits(String(left), String(right), editCountMax)),
  )
  database.exec(
    'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000000',
  )
  load(database, 's0', job.source, job)
  load(database, 't0', job.target, job)
  for (const sql of matchAll) database.exec(sql)
  return resultOf(ruleIds.map((rule, index) => matchesOf(database, rule, index + 1)))
}

/** A side as a table; the place in the file is the key of its rows. A record without a reference has NULL as its key. */
function load(database: DatabaseSync, table: string, path: string, job: PeerJob): void {
  database.exec(
    `CREATE TABLE ${table} (row INTEGER PRIMARY KEY, id TEXT, day INTEGER, key TEXT, cents INTEGER, currency TEXT); BEGIN`,
  )
  const insert = database.prepare(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`)
  for (const { row, id, day, key, cents, currency } of readObjects(path, job))
    insert.run(row, id, day, key === '' ? null : key, cents, currency)
  database.exec('COMMIT')
}

/** Pairs first, and an order among records that say the same only where there are several: most have one counterpart. */
const exact = [
  'CREATE INDEX by_key ON t0 (key, currency, cents)',
  `CREATE TABLE pairs AS SELECT a.row AS s, b.row AS t
    FROM s0 a JOIN t0 b ON b.key = a.key AND b.currency = a.currency AND b.cents = a.cents`,
  `CREATE TABLE many AS SELECT s, t FROM pairs
    WHERE s IN (SELECT s FROM pairs GROUP BY s HAVING count(*) > 1)
      OR t IN (SELECT t FROM pairs GROUP BY t HAVING count(*) > 1)`,
  'CREATE TABLE m1 (s INTEGER PRIMARY KEY, t INTEGER)',
  `INSERT INTO m1 SELECT s, t FROM pairs WHERE s NOT IN (SELECT s FROM many)`,
  `INSERT INTO m1 SELECT s, t FROM (
    SELECT s, t,
      dense_rank() OVER (PARTITION BY a.key, a.currency, a.cents ORDER BY a.id) AS rank_s,
      dense_rank() OVER (PARTITION BY a.key, a.currency, a.cents ORDER BY b.id) AS rank_t
    FROM many JOIN s0 a ON a.row = s JOIN t0 b ON b.row = t)
  WHERE rank_s = rank_t`,
]

/** The pairs of a rule that are the closest of both records; `on` is what the target's index finds. */
function closest(rule: number, { index, on, distance }: { index: string; on: string; distance: string }): string[] {
  return [
    `CREATE INDEX index_${rule} ON t${rule - 1} (${index})`,
    `CREATE TABLE m${rule} (s INTEGER PRIMARY KEY, t INTEGER)`,
    `INSERT INTO m${rule} SELECT s, t FROM (
      SELECT a.row AS s, b.row AS t,
        row_number() OVER (PARTITION BY a.row ORDER BY ${distance}, b.id) AS rank_s,
        row_number() OVER (PARTITION BY b.row ORDER BY ${distance}, a.id) AS rank_t
      FROM s${rule - 1} a CROSS JOIN t${rule - 1} b ON ${on})
    WHERE rank_s = 1 AND rank_t = 1`,
  ]
}

const fee = closest(2, {
  index: 'key, currency, cents',
  on: `b.key = a.key AND b.currency = a.currency AND b.cents BETWEEN a.cents - ${feeCentsMax} AND a.cents + ${feeCentsMax}`,
  distance: 'abs(b.cents - a.cents)',
})

const typingError = closest(3, {
  index: 'cents, currency, day',
  on: `b.cents = a.cents AND b.currency = a.currency
    AND b.day BETWEEN a.day - ${typingErrorDaysMax} AND a.day + ${typingErrorDaysMax} AND within_edits(a.key, b.key)`,
  distance: 'abs(b.day - a.day)',
})

const payout = [
  'CREATE TABLE m4 (s INTEGER PRIMARY KEY, t INTEGER)',
  `INSERT INTO m4 SELECT a.row, b.row FROM s3 a
    JOIN (SELECT key, currency, sum(cents) AS cents FROM s3 WHERE key IS NOT NULL GROUP BY key, currency) sums
      ON sums.key = a.key AND sums.currency = a.currency
    JOIN (SELECT key, currency, sum(cents) AS cents, min(row) AS row FROM t3
      WHERE key IS NOT NULL GROUP BY key, currency HAVING count(*) = 1) b
      ON b.key = a.key AND b.currency = a.currency AND b.cents = sums.cents`,
]

const late = closest(5, {
  index: 'cents, currency, day',
  on: `b.cents = a.cents AND b.currency = a.currency
    AND b.day BETWEEN a.day - ${lateDaysMax} AND a.day + ${lateDaysMax} AND b.key IS NULL`,
  distance: 'abs(b.day - a.day)',
})

/** The records that are open after a rule, as the tables of the next one. */
const open = (rule: number): readonly string[] =>
  ['s', 't'].map(
    (side) =>
      `CREATE TABLE ${side}${rule} AS
        SELECT * FROM ${side}${rule - 1} WHERE row NOT IN (SELECT ${side} FROM m${rule})`,
  )

const matchAll = [...exact, ...open(1), ...fee, ...open(2), ...typingError, ...open(3), ...payout, ...open(4), ...late]

/** The ids of a rule's matches by the first source record's place; members of a sum by id. */
function matchesOf(database: DatabaseSync, rule: RuleId, position: number): RuleMatches {
  const rows = database
    .prepare(
      `SELECT a.id AS source, b.id AS target FROM m${position}
        JOIN s0 a ON a.row = s JOIN t0 b ON b.row = t ORDER BY s`,
    )
    .iterate()
  if (rule === 'payout') return { rule, ...sumMatches(idPairs(rows)) }
  const [sources, targets]: [string[], string[]] = [[], []]
  for (const [source, target] of idPairs(rows)) {
    sources.push(source)
    targets.push(target)
  }
  return { rule, sources, targets }
}

function* idPairs(rows: Iterable<Record<string, SQLOutputValue>>): Generator<readonly [string, string]> {
  for (const { source, target } of rows) yield [String(source), String(target)]
}

await runPeer(reconcile)
