import { type CanonicalRecord, knownIdOf, type MatchLine, originIdsOf, type Rule, type Table } from '@tallystick/engine'
import { readStored, recordsAltered } from '../http/altered.ts'
import { type RecordName, type ShownRecord, shownRecordOf, shownRowOf } from '../report/shown-record.ts'
import { loadSides } from '../runs/load-sides.ts'
import type { BothSides, PinnedSide, Side } from '../runs/resolve-adapter.ts'
import { RunError } from '../runs/run-error.ts'
import type { LineAccess } from '../store/line-access.ts'
import { readAllLines } from '../store/line-pages.ts'
import { namedLines } from '../store/named-lines.ts'
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

/**
 * Looks up the `names` alone, for the records of a page: see `namedLines` for what it reads.
 */
export async function lookUpNamed(
  access: LineAccess,
  run: RunRow,
  names: readonly RecordName[],
): Promise<RecordLookup> {
  const [source, target, rests] = await Promise.all([
    namedRecords(access, run, { side: 'source', names }),
    namedRecords(access, run, { side: 'target', names }),
    readRests(access, run),
  ])
  return lookUpIn({ source, target }, rests)
}

interface NamesOfSide {
  readonly side: Side
  readonly names: readonly RecordName[]
}

async function namedRecords(access: LineAccess, run: RunRow, { side, names }: NamesOfSide): Promise<Records> {
  const { datasetId }: PinnedSide = JSON.parse(run[side])
  const ids = names.flatMap((name) => (name.side === side ? [name.id, ...originIdsOf(name.id)] : []))
  if (ids.length === 0) return new Map()
  const lines = await namedLines(access, run.tenantId, { datasetId, ids })
  const parse = (line: string): CanonicalRecord => JSON.parse(line)
  return readStored(
    'A record of the dataset',
    () => new Map([...lines].map(([id, line]) => [id, shownRecordOf(parse(line))])),
  )
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

function lookUpIn(records: BothSides<Records>, rests: ReadonlyMap<string, string>): RecordLookup {
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

/** The amounts of what matches left over, which stand in the lines of those matches; none unless a rule leaves rests. */
async function readRests(access: LineAccess, run: RunRow): Promise<ReadonlyMap<string, string>> {
  const rules: readonly Rule[] = JSON.parse(run.rules)
  const rests = new Map<string, string>()
  if (!rules.some(({ residual }) => residual === 'open')) return rests
  for await (const lines of readAllLines(access, run, { view: 'matches' }))
    for (const line of lines) {
      if (!line.includes('"residual":{')) continue
      const { residual }: MatchLine = JSON.parse(line)
      if (residual !== undefined) rests.set(nameOfRest(residual.side, residual.id), residual.amount)
    }
  return rests
}
