import { knownIdOf, originIdsOf } from '@tallystick/engine'
import type { ShownRecord } from '../../schema/result-item.ts'
import { recordsAltered } from '../http/altered.ts'
import { loadSides } from '../runs/load-sides.ts'
import { type BothSides, type PinnedSide, type Side, sides } from '../runs/resolve-adapter.ts'
import { RunError } from '../runs/run-error.ts'
import type { Database } from '../store/database.ts'
import { namedLines } from '../store/line-pages.ts'
import type { RunRow } from '../store/run-store.ts'
import { type RecordName, shownFromLine, shownFromTable } from './shown-record.ts'

/** The record that a result names. Throws `records_altered` for one that its dataset does not have. */
export type RecordLookup = (name: RecordName) => ShownRecord

/**
 * Looks up the `names` alone: reads the chunks that may hold one, until the last is found. For the records of a page,
 * from a place on in two datasets; O(bytes of the datasets) at worst.
 */
export async function lookUpNamed(db: Database, run: RunRow, names: readonly RecordName[]): Promise<RecordLookup> {
  const [source, target] = await Promise.all(sides.map((side) => linesOfSide(db, run, { side, names })))
  const lines = { source, target }
  return (name) => {
    const found = lines[name.side]
    const recordId = found && knownIdOf(name.id, found)
    const line = recordId === undefined ? undefined : found?.get(recordId)
    if (recordId === undefined || line === undefined) throw missing(name)
    return shownFromLine(name, recordId, line)
  }
}

interface NamesOfSide {
  readonly side: Side
  readonly names: readonly RecordName[]
}

async function linesOfSide(
  db: Database,
  run: RunRow,
  { side, names }: NamesOfSide,
): Promise<ReadonlyMap<string, string>> {
  const { datasetId }: PinnedSide = JSON.parse(run[side])
  const ids = names.flatMap((name) => (name.side === side ? [name.id, ...originIdsOf(name.id)] : []))
  return ids.length === 0 ? new Map() : namedLines(db, run.tenantId, { datasetId, ids: new Set(ids) })
}

/**
 * Looks up any record of a run, with both sides in memory as columns: for a whole view. Throws `records_altered` unless
 * both datasets are those that the run was pinned to.
 */
export async function lookUpAll(db: Database, run: RunRow): Promise<RecordLookup> {
  const loaded = await loadSides(db, { tenantId: run.tenantId, run, attributePaths: [] }).catch((error: unknown) => {
    throw error instanceof RunError ? recordsAltered(error.message) : error
  })
  const rows: BothSides<ReadonlyMap<string, number>> = {
    source: rowsById(loaded.source),
    target: rowsById(loaded.target),
  }
  return (name) => {
    const recordId = knownIdOf(name.id, rows[name.side])
    const row = recordId === undefined ? undefined : rows[name.side].get(recordId)
    if (recordId === undefined || row === undefined) throw missing(name)
    return shownFromTable(name, recordId, { table: loaded[name.side].table, row })
  }
}

function rowsById({ table }: Awaited<ReturnType<typeof loadSides>>[Side]): ReadonlyMap<string, number> {
  const ids = table.text('id')
  return new Map(Array.from({ length: table.rowCount }, (_, row) => [ids.textAt(row) ?? '', row]))
}

const missing = ({ side, id }: RecordName) =>
  recordsAltered(`The result names the record ${id} of the ${side}, which its dataset does not have any more.`)
