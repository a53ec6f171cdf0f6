import { type RecordName, type ShownRecord, shownRecordOf, shownRowOf } from '@tallystick/audit/report/shown-record'
import {
  type BySide,
  type CanonicalRecord,
  knownIdOf,
  originIdsOf,
  type Side,
  sides,
  type Table,
} from '@tallystick/engine/record'
import type { MatchLine } from '@tallystick/engine/result'
import type { Rule } from '@tallystick/engine/rules'
import { readStored, recordsAltered } from '../http/altered.ts'
import { loadSides } from '../runs/load-sides.ts'
import { RunError } from '../runs/run-error.ts'
import type { LineAccess } from '../store/line-access.ts'
import { namedLines } from '../store/named-lines.ts'
import { readAllLines } from '../store/result-pages.ts'
import type { RunRow } from '../store/run-store.ts'

/** A record that a result names. */
export interface FoundRecord extends ShownRecord {
  /** Of what a match left over: the record that it is of. */
  readonly residualOf: string | undefined
}

/** The record of a name. Throws `records_altered` for one that its dataset does not have. */
export type RecordLookup = (name: RecordName) => FoundRecord

/** The record of a dataset by its id, or undefined; and whether there is one. */
interface Records {
  readonly has: (id: string) => boolean
  readonly get: (id: string) => ShownRecord | undefined
}

/** The amounts of rests, by `nameOfRest`. */
export type Rests = ReadonlyMap<string, string>

/** Records to be looked up. */
export interface NamedRecords {
  readonly names: readonly RecordName[]
  /** The amounts of all rests of the run, where they have been read. */
  readonly rests?: Rests
}

/** Names that are looked up at once: the lines of their records take some 30 MB. */
export const nameCountAtOnce = 32_000

/**
 * Looks up the `names` alone, for the records of a page: see `namedLines` for what it reads, once for each
 * `nameCountAtOnce` of them. Holds of each record what is shown. Where one of the names is a rest, and `rests` are left
 * out, the matches of the rules that leave rests are read until each is found.
 */
export async function lookUpNamed(
  access: LineAccess,
  run: RunRow,
  { names, rests }: NamedRecords,
): Promise<RecordLookup> {
  const records = { source: new Map<string, ShownRecord>(), target: new Map<string, ShownRecord>() }
  for (let start = 0; start < names.length; start += nameCountAtOnce) {
    const some = names.slice(start, start + nameCountAtOnce)
    await Promise.all(sides.map((side) => addNamed(records[side], { access, run, side, names: some })))
  }
  const wanted = names.filter(({ side, id }) => !records[side].has(id)).map(({ side, id }) => nameOfRest(side, id))
  return lookUpIn(records, rests ?? (wanted.length === 0 ? new Map() : await readRests(access, run, new Set(wanted))))
}

interface NamesOfSide {
  readonly access: LineAccess
  readonly run: RunRow
  readonly side: Side
  readonly names: readonly RecordName[]
}

/** Adds what is shown of the records of a side that are among the names. */
async function addNamed(records: Map<string, ShownRecord>, { access, run, side, names }: NamesOfSide): Promise<void> {
  const { datasetId, recordCount } = run[side]
  const ids = names.flatMap((name) => (name.side === side ? [name.id, ...originIdsOf(name.id)] : []))
  if (ids.length === 0) return
  const lines = await namedLines(access, run.tenantId, { datasetId, recordCount, ids })
  readStored('A record of the dataset', () => {
    for (const [id, line] of lines) {
      const record: CanonicalRecord = JSON.parse(line)
      records.set(id, shownRecordOf(record))
    }
  })
}

/**
 * Looks up any record of a run, with both sides in memory as columns: for a whole view. Throws `records_altered` unless
 * both datasets are those that the run was pinned to.
 */
export async function lookUpAll(access: LineAccess, run: RunRow): Promise<RecordLookup> {
  const { source, target } = await loadSides(access, { tenantId: run.tenantId, run, attributePaths: [] }).catch(
    (error) => {
      throw error instanceof RunError ? recordsAltered(error.message) : error
    },
  )
  const records = { source: recordsIn(source.table), target: recordsIn(target.table) }
  return lookUpIn(records, await readRests(access, run))
}

function recordsIn(table: Table): Records {
  const ids = table.text('id')
  const rows = new Map(Array.from({ length: table.rowCount }, (_, row) => [ids.textAt(row) ?? '', row]))
  return {
    has: (id) => rows.has(id),
    get: (id) => {
      const row = rows.get(id)
      return row === undefined ? undefined : shownRowOf(table, row)
    },
  }
}

function lookUpIn(records: BySide<Records>, rests: Rests): RecordLookup {
  return ({ side, id }) => {
    const recordId = knownIdOf(id, records[side])
    const record = recordId === undefined ? undefined : records[side].get(recordId)
    if (record === undefined || recordId === undefined)
      throw recordsAltered(
        `The result names the record ${id} of the ${side}, which its dataset does not have any more.`,
      )
    if (recordId === id) return { ...record, residualOf: undefined }
    return { ...record, id, amount: rests.get(nameOfRest(side, id)) ?? null, residualOf: recordId }
  }
}

const nameOfRest = (side: string, id: string): string => `${side} ${id}`

/**
 * The amounts of what matches left over, which stand in the lines of those matches: all of them, or the `wanted` ones. A
 * query and a read for some megabytes of the matches of rules that leave rests; none unless the run has such rules.
 */
export async function readRests(access: LineAccess, run: RunRow, wanted?: ReadonlySet<string>): Promise<Rests> {
  const rules: readonly Rule[] = JSON.parse(run.rules)
  const rests = new Map<string, string>()
  for (const { id: rule } of rules.filter(({ residual }) => residual === 'open'))
    for await (const lines of await readAllLines(access, run, { view: 'matches', rule })) {
      for (const { side, id, amount } of lines.flatMap(restsIn))
        if (wanted === undefined || wanted.has(nameOfRest(side, id))) rests.set(nameOfRest(side, id), amount)
      if (rests.size === wanted?.size) return rests
    }
  return rests
}

function restsIn(line: string): readonly NonNullable<MatchLine['residual']>[] {
  if (!line.includes('"residual":{')) return []
  const { residual }: MatchLine = JSON.parse(line)
  return residual === undefined ? [] : [residual]
}
