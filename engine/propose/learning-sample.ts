import { int32At, uint32At } from '../base/at.ts'
import { absentDay } from '../record/columns.ts'
import type { BySide, Side } from '../record/side.ts'
import { sides } from '../record/side.ts'
import { rowsByText } from '../record/sort-texts.ts'
import type { Table } from '../record/table.ts'
import { rowsOfSomeKeys } from './key-sample.ts'
import { pickRows } from './picked-table.ts'

/**
 * The records that rules are learned from: all of them, or of large sides those of one period in the middle. A period
 * keeps together what belongs together, groups and days of delay included, which a sample of single records would not.
 * Where a period would be too short for that, or the sides have no dates in common, the records of some keys.
 *
 * The rows stand by id, so that nothing that is learned depends on the order of the records. O(records).
 */
export function learningSample(tables: BySide<Table>, rowCountMax: number): BySide<Table> {
  const isLarge = sides.some((side) => tables[side].rowCount > rowCountMax)
  const rows = isLarge ? (rowsOfPeriod(tables, rowCountMax) ?? rowsOfSomeKeys(tables, rowCountMax)) : allRows(tables)
  return { source: sorted(tables.source, rows.source), target: sorted(tables.target, rows.target) }
}

const allRows = (tables: BySide<Table>): BySide<Uint32Array> => ({
  source: Uint32Array.from({ length: tables.source.rowCount }, (_, row) => row),
  target: Uint32Array.from({ length: tables.target.rowCount }, (_, row) => row),
})

function sorted(table: Table, rows: Uint32Array): Table {
  const picked = pickRows(table, rows)
  return pickRows(picked, rowsByText(picked.text('id')))
}

/** The days of a side: the booking date, else the value date. */
export function daysOf(table: Table): Int32Array {
  const [dates, valueDates] = [table.date('date'), table.date('valueDate')]
  return dates.map((day, row) => (day === absentDay ? int32At(valueDates, row) : day))
}

/** In a shorter period much would lie outside whose counterpart lies inside. */
const dayCountMin = 30

/** Undefined where few records have a date, or where a month has more records than are wanted. */
function rowsOfPeriod(tables: BySide<Table>, rowCountMax: number): BySide<Uint32Array> | undefined {
  const days = { source: daysOf(tables.source), target: daysOf(tables.target) }
  const counts = { source: countByDay(days.source), target: countByDay(days.target) }
  const isDated = (side: Side): boolean =>
    [...counts[side].values()].reduce((sum, count) => sum + count, 0) >= 0.9 * tables[side].rowCount
  if (!sides.every(isDated)) return undefined
  const shared = [...counts.source.keys()].filter((day) => counts.target.has(day)).sort((a, b) => a - b)
  const middle = shared[shared.length >> 1]
  if (middle === undefined) return undefined
  const fits = (from: number, to: number): boolean =>
    sides.every((side) => countBetween(counts[side], from, to) <= rowCountMax)
  let [from, to] = [middle, middle]
  if (!fits(from, to)) return undefined
  const [first, last] = [shared[0] ?? middle, shared.at(-1) ?? middle]
  while (from > first || to < last) {
    const [earlier, later] = [Math.max(first, from - 1), Math.min(last, to + 1)]
    if (!fits(earlier, later)) break
    from = earlier
    to = later
  }
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

function countBetween(counts: ReadonlyMap<number, number>, from: number, to: number): number {
  let sum = 0
  for (let day = from; day <= to; day++) sum += counts.get(day) ?? 0
  return sum
}

/** An order of `count` rows in which each has the place of another, the same each time. */
export function exchangedRows(count: number): Uint32Array {
  const rows = Uint32Array.from({ length: count }, (_, row) => row)
  let state = 0x2545f491
  for (let place = count - 1; place > 0; place--) {
    // A linear congruential generator: the rows only have to be far from their own places.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = state % place
    const kept = uint32At(rows, place)
    rows[place] = uint32At(rows, other)
    rows[other] = kept
  }
  return rows
}
