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
import { decisionRule, type MatchLine } from '@tallystick/engine/result'
import type { Rule } from '@tallystick/engine/rules'
import { readStored, recordsAltered } from '../http/altered.ts'
import { loadRun } from '../runs/load-run.ts'
import { loadSides } from '../runs/load-sides.ts'
import { RunError } from '../runs/run-error.ts'
import { loadPolicy } from '../runs/stored-policy.ts'
import type { LineAccess } from '../store/line-access.ts'
import { namedLines, shownLines } from '../store/named-lines.ts'
import { readAllLines } from '../store/result-pages.ts'
import type { RunRow } from '../store/run-store.ts'

export interface FoundRecord extends ShownRecord {
  /** The record of which this one is a residual; undefined for a whole record. */
  readonly residualOf: string | undefined
}

/** Throws `records_altered` for a name that its dataset does not have. */
export type RecordLookup = (name: RecordName) => FoundRecord

interface Records {
  readonly has: (id: string) => boolean
  readonly get: (id: string) => ShownRecord | undefined
}

/** Amounts of residuals, by `nameOfResidual`. */
type Residuals = ReadonlyMap<string, string>

export interface NamedRecords {
  readonly names: readonly RecordName[]
  readonly residuals?: Residuals
}

/** Names that are looked up at once: the lines of their records take some 30 MB. */
export const nameCountAtOnce = 32_000

/**
 * Looks up only `names`, as for a page: a call of `namedLines` for each side and each `nameCountAtOnce` names. Holds
 * what is shown of each record. Without `residuals`, reads the matches of rules that leave residuals until all named
 * ones are found.
 */
export async function lookUpNamed(
  access: LineAccess,
  run: RunRow,
  { names, residuals }: NamedRecords,
): Promise<RecordLookup> {
  const records = { source: new Map<string, ShownRecord>(), target: new Map<string, ShownRecord>() }
  for (let start = 0; start < names.length; start += nameCountAtOnce) {
    const some = names.slice(start, start + nameCountAtOnce)
    await Promise.all(sides.map((side) => addNamed(records[side], { access, run, side, names: some })))
  }
  const wanted = names.filter(({ side, id }) => !records[side].has(id)).map(({ side, id }) => nameOfResidual(side, id))
  return lookUpIn(
    records,
    residuals ?? (wanted.length === 0 ? new Map() : await readResiduals(access, run, new Set(wanted))),
  )
}

interface NamesOfSide {
  readonly access: LineAccess
  readonly run: RunRow
  readonly side: Side
  readonly names: readonly RecordName[]
}

async function addNamed(records: Map<string, ShownRecord>, { access, run, side, names }: NamesOfSide): Promise<void> {
  const ids = names.flatMap((name) => (name.side === side ? [name.id, ...originIdsOf(name.id)] : []))
  if (ids.length === 0) return
  const lines = await (run.period === null
    ? namedLines(access, run.tenantId, { ...run[side], ids })
    : shownLines(access, run, { side, ids }))
  readStored('A record of the dataset', () => {
    for (const [id, line] of lines) {
      const record: CanonicalRecord = { ...JSON.parse(line), id }
      records.set(id, shownRecordOf(record))
    }
  })
}

/** Holds both sides as columns. Throws `records_altered` unless they are those that the run was pinned to. */
export async function lookUpAll(access: LineAccess, run: RunRow): Promise<RecordLookup> {
  const { source, target } = await loaded(access, run).catch((error) => {
    throw error instanceof RunError ? recordsAltered(error.message) : error
  })
  const records = { source: recordsIn(source.table), target: recordsIn(target.table) }
  return lookUpIn(records, await readResiduals(access, run))
}

const loaded = async (access: LineAccess, run: RunRow) =>
  run.period === null
    ? loadSides(access, { tenantId: run.tenantId, run, attributePaths: [] })
    : loadRun(access, run, { policy: await loadPolicy(access.db, run) })

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

function lookUpIn(records: BySide<Records>, residuals: Residuals): RecordLookup {
  return ({ side, id }) => {
    const recordId = knownIdOf(id, records[side])
    const record = recordId === undefined ? undefined : records[side].get(recordId)
    if (record === undefined || recordId === undefined)
      throw recordsAltered(
        `The result names the record ${id} of the ${side}, which its dataset does not have any more.`,
      )
    if (recordId === id) return { ...record, residualOf: undefined }
    return { ...record, id, amount: residuals.get(nameOfResidual(side, id)) ?? null, residualOf: recordId }
  }
}

const nameOfResidual = (side: string, id: string): string => `${side} ${id}`

/** The amounts of all residuals, or of the `wanted` ones. A query for every few megabytes of matches that it reads. */
export async function readResiduals(access: LineAccess, run: RunRow, wanted?: ReadonlySet<string>): Promise<Residuals> {
  const rules: readonly Rule[] = JSON.parse(run.rules)
  const leaving = rules.flatMap(({ id, residual }) => (residual === 'open' ? [id] : []))
  const residuals = new Map<string, string>()
  for (const rule of run.period?.instructions == null ? leaving : [decisionRule, ...leaving])
    for await (const lines of await readAllLines(access, run, { view: 'matches', rule })) {
      for (const { side, id, amount } of lines.flatMap(residualsIn))
        if (wanted === undefined || wanted.has(nameOfResidual(side, id)))
          residuals.set(nameOfResidual(side, id), amount)
      if (residuals.size === wanted?.size) return residuals
    }
  return residuals
}

function residualsIn(line: string): readonly NonNullable<MatchLine['residual']>[] {
  if (!line.includes('"residual":{')) return []
  const { residual }: MatchLine = JSON.parse(line)
  return residual === undefined ? [] : [residual]
}
