import { int32At, uint32At } from '../base/at.ts'
import { firstIndex } from '../base/first-index.ts'
import { absentDay } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import { sides } from '../record/side.ts'
import { rowsByText } from '../record/sort-texts.ts'
import type { Table } from '../record/table.ts'
import { partnerFraction, rowsOfSomeAmounts } from './amount-sample.ts'
import { rowsOfSomeKeys } from './key-sample.ts'
import { pickRows } from './picked-table.ts'

/**
 * The records that rules are learned from: all, or of large sides those of a period in the middle. A period keeps
 * groups and delayed pairs together, as single random records would not. If the period would be too short, or dates are
 * missing, records are sampled by their keys, or by their amounts where these relate the sides and keys do not. Sorted by
 * id, so that the order of the records does not matter. O(records).
 */
export function learningSample(tables: BySide<Table>, rowCountMax: number): BySide<Table> {
  const isLarge = sides.some((side) => tables[side].rowCount > rowCountMax)
  const rows = isLarge ? (rowsOfPeriod(tables, rowCountMax) ?? rowsOfSomeValues(tables, rowCountMax)) : allRows(tables)
  return { source: sorted(tables.source, rows.source), target: sorted(tables.target, rows.target) }
}

/** The most partners, as a fraction, that rows have whose common keys are accidents, and the fewest of related amounts. */
const accidentalFractionMax = 0.3
const relatedFractionMin = 0.6

function rowsOfSomeValues(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> {
  const byKeys = rowsOfSomeKeys(tables, rowCountMax)
  const days = { source: daysOf(tables.source), target: daysOf(tables.target) }
  const fractionOf = (rows: BySide<Uint32Array>): number => partnerFraction(tables, rows, days)
  if (fractionOf(byKeys) > accidentalFractionMax) return byKeys
  const byAmounts = rowsOfSomeAmounts(tables, rowCountMax)
  const countOf = (rows: BySide<Uint32Array>): number => Math.min(rows.source.length, rows.target.length)
  // Amounts that hardly any record shares are accidents, too: of sides whose amounts differ by a fee.
  const isEnough = 2 * countOf(byAmounts) >= Math.min(rowCountMax, ...sides.map((side) => tables[side].rowCount))
  return isEnough && fractionOf(byAmounts) >= relatedFractionMin ? byAmounts : byKeys
}

const allRows = (tables: BySide<Table>): BySide<Uint32Array> => ({
  source: Uint32Array.from({ length: tables.source.rowCount }, (_, row) => row),
  target: Uint32Array.from({ length: tables.target.rowCount }, (_, row) => row),
})

function sorted(table: Table, rows: Uint32Array): Table {
  const picked = pickRows(table, rows)
  return pickRows(picked, rowsByText(picked.text('id')))
}

/** The booking date of each row, else its value date. */
export function daysOf(table: Table): Int32Array {
  const [dates, valueDates] = [table.date('date'), table.date('valueDate')]
  return dates.map((day, row) => (day === absentDay ? int32At(valueDates, row) : day))
}

/** The shortest period. In a shorter one too many records would lack their counterpart. */
const dayCountMin = 30

/** Undefined where many records lack a date, or where the shortest period has too many records. */
function rowsOfPeriod(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> | undefined {
  const days = { source: daysOf(tables.source), target: daysOf(tables.target) }
  const counts = { source: countByDay(days.source), target: countByDay(days.target) }
  const isDated = (side: Side): boolean =>
    [...counts[side].values()].reduce((sum, count) => sum + count, 0) >= 0.9 * tables[side].rowCount
  if (!sides.every(isDated)) return undefined
  const shared = [...counts.source.keys()].filter((day) => counts.target.has(day)).sort((a, b) => a - b)
  const [first, middle, last] = [shared[0], shared[shared.length >> 1], shared.at(-1)]
  if (first === undefined || middle === undefined || last === undefined) return undefined
  const sorted = { source: days.source.toSorted(), target: days.target.toSorted() }
  const periodOf = (reach: number) => ({ from: Math.max(first, middle - reach), to: Math.min(last, middle + reach) })
  const isTooMuch = (reach: number): boolean =>
    sides.some((side) => countBetween(sorted[side], periodOf(reach)) > rowCountMax)
  const { from, to } = periodOf(firstIndex({ from: 0, to: last - first + 1 }, isTooMuch) - 1)
  if (to - from < dayCountMin) return undefined
  const within = (side: Side): Uint32Array =>
    Uint32Array.from([...days[side].keys()].filter((row) => isBetween(int32At(days[side], row), from, to)))
  return { source: within('source'), target: within('target') }
}

const isBetween = (day: number, from: number, to: number): boolean => day >= from && day <= to

function countByDay(days: Int32Array): Map<number, number> {
  const counts = new Map<number, number>()
  for (const day of days) if (day !== absentDay) counts.set(day, (counts.get(day) ?? 0) + 1)
  return counts
}

function countBetween(sorted: Int32Array, period: { readonly from: number; readonly to: number }): number {
  const before = (end: number): number =>
    firstIndex({ from: 0, to: sorted.length }, (index) => int32At(sorted, index) >= end)
  return before(period.to + 1) - before(period.from)
}

/** An order of `count` rows in which no row keeps its place; always the same for one count. */
export function exchangedRows(count: number): Uint32Array {
  const rows = Uint32Array.from({ length: count }, (_, row) => row)
  let state = 0x2545f491
  for (let place = count - 1; place > 0; place--) {
    // A linear congruential generator; its quality is enough here.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % place
    const kept = uint32At(rows, place)
    rows[place] = uint32At(rows, other)
    rows[other] = kept
  }
  return rows
}
