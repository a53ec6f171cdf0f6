import { absentDay, at, formatDate, knownIdOf, numberAt, originIdsOf, type Table } from '@tallystick/engine'
import { printable } from '../terminal.ts'
import type { Side } from './read-side.ts'
import { alignPoints, padded, shortened } from './text-table.ts'

export interface Sides {
  readonly source: Side
  readonly target: Side
}

export interface RecordName {
  readonly side: keyof Sides
  readonly id: string
  /** Of what a match left over: its id is in no file, its other values are those of its record. */
  readonly amount?: string | undefined
}

/** The line of a record. Throws for a record of which no line was made. */
export type TextOfRecord = (name: RecordName) => string

/**
 * Records as they are in their files, a line each, in columns, no wider than `width`. Requires that every id is the id of
 * a record of its side, or of what was left over of one. O(records of both sides).
 *
 *     source   line 3   s2   2026-03-03   7    EUR   INV-9 · Acme
 */
export function recordTexts(names: readonly RecordName[], sides: Sides, width: number): TextOfRecord {
  const rowsOf = (side: keyof Sides) =>
    rowsById(
      sides[side].table,
      new Set(names.filter((name) => name.side === side).flatMap(({ id }) => [id, ...originIdsOf(id)])),
    )
  const rows = { source: rowsOf('source'), target: rowsOf('target') }
  const records = names.map((name) => {
    const known = knownIdOf(name.id, rows[name.side])
    const row = known === undefined ? undefined : rows[name.side].get(known)
    if (row === undefined) throw new Error(`No record of ${name.side} has the id ${name.id}`)
    return cellsOf(name, sides[name.side], row)
  })
  const amounts = alignPoints(records.map(({ amount }) => amount))
  const columns = [
    padded(records.map(({ side }) => side)),
    padded(records.map(({ line }) => line)),
    padded(records.map(({ id }) => id)),
    padded(records.map(({ date }) => date)),
    joined(padded(amounts, 'left'), padded(records.map(({ currency }) => currency))),
  ]
  const lines = { source: new Map<string, string>(), target: new Map<string, string>() }
  for (const [record, { name, text }] of records.entries()) {
    const line = [...columns.map((cells) => at(cells, record)), text].join('   ').trimEnd()
    // Every line is indented by two.
    lines[name.side].set(name.id, shortened(line, width - 2))
  }
  return ({ side, id }) => {
    const line = lines[side].get(id)
    if (line === undefined) throw new Error(`No line was made of the record ${id} of ${side}`)
    return line
  }
}

/** The rows of the `wanted` ids. Stops at the last of them. */
function rowsById(table: Table, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ids = table.text('id')
  const rows = new Map<string, number>()
  for (let row = 0; row < table.rowCount && rows.size < wanted.size; row++) {
    const id = ids.textAt(row)
    if (id !== undefined && wanted.has(id)) rows.set(id, row)
  }
  return rows
}

/** The length of an id that was made of a record's hash. */
const idLengthMax = 34

function cellsOf(name: RecordName, { table, lines }: Side, row: number) {
  const day = numberAt(table.date('date'), row)
  // A record without a value has an empty cell.
  const textOf = (field: string): string => printable(table.text(field).textAt(row) ?? '')
  const texts = ['reference', 'description'].map(textOf).filter((text) => text !== '')
  return {
    name,
    side: name.side,
    line: `line ${at(lines, row)}`,
    id: shortened(printable(name.id), idLengthMax),
    date: day === absentDay ? '' : formatDate(day),
    amount: name.amount ?? controlAmount(table, row),
    currency: textOf('currency'),
    text: texts.length === 0 ? textOf('counterparty') : texts.join(' · '),
  }
}

/** The amount of a record in its side's totals. */
const controlAmount = (table: Table, row: number): string =>
  ['amount', 'net', 'gross'].map((field) => table.decimal(field).textAt(row)).find((text) => text !== undefined) ?? ''

const joined = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.map((cell, position) => `${cell} ${at(right, position)}`)
