import { int32At, uint32At } from '../base/at.ts'
import { hashOfKey } from '../base/hash-of-key.ts'
import { absentDay, type DateColumn } from '../record/columns.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import type { Table } from '../record/table.ts'

/** Samples the rows of each side by the sizes of their amounts: rows of equal amounts are taken or left together. */

/**
 * At most `rowCountMax` rows of each side whose amounts, up to the sign, both sides have. The hash of an amount decides.
 * O(rows).
 */
export function rowsOfSomeAmounts(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> {
  const allSizes = (table: Table) => {
    const sizeAt = sizesOf(table)
    return Array.from({ length: table.rowCount }, (_, row) => sizeAt(row))
  }
  const sizes = { source: allSizes(tables.source), target: allSizes(tables.target) }
  const hashes = { source: hashesShared(sizes.source, sizes.target), target: hashesShared(sizes.target, sizes.source) }
  const boundOf = (side: Side): number => {
    const sorted = hashes[side].toSorted()
    return sorted.length <= rowCountMax ? notShared : uint32At(sorted, rowCountMax)
  }
  const bound = Math.min(...sides.map(boundOf))
  const below = (side: Side): Uint32Array =>
    Uint32Array.from(hashes[side].keys()).filter((row) => uint32At(hashes[side], row) < bound)
  return { source: below('source'), target: below('target') }
}

/** A difference of so many days is usual for two records of one payment. */
const nearDays = 7

/**
 * How many of these rows, as a fraction of the side with fewer, have a partner: an amount that one row of each side has,
 * within a few days.
 */
export function partnerFraction(tables: BySide<Table>, rows: BySide<Uint32Array>, days: BySide<DateColumn>): number {
  const singles = { source: singleRows(tables.source, rows.source), target: singleRows(tables.target, rows.target) }
  const count = [...singles.source].filter(([size, s]) => {
    const t = singles.target.get(size)
    if (s === undefined || t === undefined) return false
    const [from, to] = [int32At(days.source, s), int32At(days.target, t)]
    return from !== absentDay && to !== absentDay && Math.abs(to - from) <= nearDays
  }).length
  return count / Math.max(1, Math.min(rows.source.length, rows.target.length))
}

/** The row of each size; undefined for a size that several rows have. */
function singleRows(table: Table, rows: Uint32Array): ReadonlyMap<string, number | undefined> {
  const sizeAt = sizesOf(table)
  const byRow = new Map<string, number | undefined>()
  for (const row of rows) {
    const size = sizeAt(row)
    if (size !== undefined) byRow.set(size, byRow.has(size) ? undefined : row)
  }
  return byRow
}

const amountFields = ['amount', 'net', 'gross'] as const

/** Row → its amount without the sign as text, of the first field that half of the rows have. */
function sizesOf(table: Table): (row: number) => string | undefined {
  const isFilled = (field: (typeof amountFields)[number]): boolean => {
    const column = table.decimal(field)
    let count = 0
    for (let row = 0; row < table.rowCount; row++) if (column.unitsAt(row) !== undefined) count += 1
    return 2 * count >= table.rowCount
  }
  const column = table.decimal(amountFields.find(isFilled) ?? amountFields[0])
  return (row) => column.textAt(row)?.replace('-', '')
}

const notShared = 2 ** 32 - 1

/** The hash of each size that the other side has, too, below `notShared`. */
function hashesShared(own: readonly (string | undefined)[], other: readonly (string | undefined)[]): Uint32Array {
  const shared = new Set(other)
  return Uint32Array.from(own, (size) =>
    size === undefined || !shared.has(size) ? notShared : Math.min(hashOfKey(size), notShared - 1),
  )
}
