import { absentDay, formatDate, type Table } from '@tallystick/engine'
import { printable } from '../printable.ts'
import type { Side } from './read-side.ts'
import { alignPoints, lengthOf, shortened } from './text-table.ts'

export interface Sides {
  readonly source: Side
  readonly target: Side
}

export interface RecordName {
  readonly side: keyof Sides
  readonly id: string
}

/** The line of each record, by its id. */
export type RecordTexts = { readonly [side in keyof Sides]: ReadonlyMap<string, string> }

/**
 * Records as they stand in their files, a line each, in columns, no wider than `width`. Requires that every id is one
 * of its side. O(records of both sides).
 *
 *     source   line 3   s2   2026-03-03   7    EUR   INV-9 · Acme
 */
export function recordTexts(names: readonly RecordName[], sides: Sides, width: number): RecordTexts {
  const rowsOf = (side: keyof Sides) =>
    rowsById(sides[side].table, new Set(names.filter((name) => name.side === side).map(({ id }) => id)))
  const rows = { source: rowsOf('source'), target: rowsOf('target') }
  const records = names.map((name) => cellsOf(name, sides[name.side], rows[name.side].get(name.id) ?? 0))
  const amounts = alignPoints(records.map(({ amount }) => amount))
  const columns = [
    padded(records.map(({ side }) => side)),
    padded(records.map(({ line }) => line)),
    padded(records.map(({ id }) => id)),
    padded(records.map(({ date }) => date)),
    joined(padded(amounts, 'left'), padded(records.map(({ currency }) => currency))),
  ]
  const lines = records.map(({ text }, record) => {
    const line = [...columns.map((cells) => cells[record]), text].join('   ').trimEnd()
    // Every line is indented by two.
    return shortened(line, width - 2)
  })
  const linesOf = (side: keyof Sides) =>
    new Map(names.flatMap((name, record) => (name.side === side ? [[name.id, lines[record] ?? '']] : [])))
  return { source: linesOf('source'), target: linesOf('target') }
}

/** The rows of the `wanted` ids; looks no further than the last of them. */
function rowsById(table: Table, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ids = table.text('id')
  const rows = new Map<string, number>()
  for (let row = 0; row < table.rowCount && rows.size < wanted.size; row++) {
    const id = ids.textAt(row) ?? ''
    if (wanted.has(id)) rows.set(id, row)
  }
  return rows
}

/** Enough for an id that was made of a record's hash. */
const idLengthMax = 34

function cellsOf({ side, id }: RecordName, { table, lines }: Side, row: number) {
  const day = table.date('date')[row] ?? absentDay
  const textOf = (field: string): string => printable(table.text(field).textAt(row) ?? '')
  const said = ['reference', 'description'].map(textOf).filter((text) => text !== '')
  return {
    side,
    line: `line ${lines[row]}`,
    id: shortened(printable(id), idLengthMax),
    date: day === absentDay ? '' : formatDate(day),
    amount: controlAmount(table, row),
    currency: textOf('currency'),
    text: said.length === 0 ? textOf('counterparty') : said.join(' · '),
  }
}

/** The amount that a record counts with in its side's totals. */
const controlAmount = (table: Table, row: number): string =>
  ['amount', 'net', 'gross'].map((field) => table.decimal(field).textAt(row)).find((text) => text !== undefined) ?? ''

function padded(cells: readonly string[], where: 'left' | 'right' = 'right'): readonly string[] {
  const width = Math.max(0, ...cells.map(lengthOf))
  return cells.map((cell) => {
    const padding = ' '.repeat(width - lengthOf(cell))
    return where === 'left' ? padding + cell : cell + padding
  })
}

const joined = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.map((cell, position) => `${cell} ${right[position]}`)
