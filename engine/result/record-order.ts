import { float64At, int32At, numberAt, uint32At } from '../base/at.ts'
import { indicesUpTo, picked, radixSort } from '../base/radix-sort.ts'
import type { RankedSide } from '../match/blocks/id-order.ts'
import {
  type DateColumn,
  type DecimalColumn,
  scaledUnits,
  smallUnitsMax,
  type TextColumn,
  type Units,
} from '../record/columns.ts'
import { textOrder } from '../record/compare-texts.ts'
import { type BySide, oppositeSide, type Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { turnedTable } from '../record/turned-table.ts'

/** One order of the records of both sides, by (amount, date, id). Near misses are close to each other in it. */
export type Places = BySide<SidePlaces>

interface SidePlaces {
  /** All rows in the order of their places. O(rows) at the first call. */
  all(): Uint32Array
  /** Some rows in the order of their places. O(rows given). */
  sorted(rows: Uint32Array): Uint32Array
  /** Numbers in the order of the amounts of both sides, the least for an absent amount. */
  readonly amounts: Float64Array
  /** The number of a row's amount under the other sign. */
  turnedAt(row: number): number
  readonly days: DateColumn
  readonly ids: TextColumn
}

export interface OrderedSide extends RankedSide {
  readonly table: Table
}

/**
 * The order of each side's records by their amounts as rules see them: `turns` says whose signs are turned. Absent
 * amounts and dates come first. O(n) for amounts of usual sizes; records are sorted as somebody asks for them.
 */
export function placeRecords({ source, target }: BySide<OrderedSide>, turns?: BySide<boolean>): Places {
  const amountsOf = (side: Side, { table }: OrderedSide): DecimalColumn =>
    (turns?.[side] ? turnedTable(table) : table).decimal('amount')
  const [from, to] = [amountsOf('source', source), amountsOf('target', target)]
  const amounts = smallAmounts(from, to) ?? rankedAmounts(from, to)
  return { source: placeSide(source, amounts, 'source'), target: placeSide(target, amounts, 'target') }
}

/**
 * A record of `side`, and records of the other side in the order of their places: `others[from .. to)`. `isTurned` where
 * partners have amounts of opposite signs.
 */
export interface Around {
  readonly side: Side
  readonly row: number
  readonly isTurned: boolean
  readonly others: Uint32Array
  readonly from: number
  readonly to: number
}

/** The index of the first of the other records that does not come before the record; `to` if all do. O(log n). */
export function placeAmong(places: Places, { side, row, isTurned, others, from, to }: Around): number {
  const [{ amounts, turnedAt, days, ids }, other] = [places[side], places[oppositeSide(side)]]
  const [amount, day] = [isTurned ? turnedAt(row) : float64At(amounts, row), int32At(days, row)]
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >>> 1
    const found = uint32At(others, middle)
    const order =
      float64At(other.amounts, found) - amount ||
      int32At(other.days, found) - day ||
      textOrder(other.ids, ids)(found, row)
    if (order < 0) low = middle + 1
    else high = middle
  }
  return low
}

interface Amounts extends BySide<Float64Array> {
  /** The number of an amount under the other sign. */
  readonly turned: (amount: number) => number
}

function placeSide(
  { table, ordering: { rankById } }: OrderedSide,
  { turned, ...bySide }: Amounts,
  side: Side,
): SidePlaces {
  const amounts = bySide[side]
  const days = table.date('date')
  let rowsByPlace: Uint32Array | undefined
  return {
    amounts,
    turnedAt: (row) => turned(float64At(amounts, row)),
    days,
    ids: table.text('id'),
    all() {
      if (rowsByPlace !== undefined) return rowsByPlace
      const rowsById = new Uint32Array(rankById.length)
      for (let row = 0; row < rankById.length; row++) rowsById[int32At(rankById, row)] = row
      rowsByPlace = radixSort([...digitsOf(amounts), ...digitsOf(days)], rowsById)
      return rowsByPlace
    },
    sorted(rows) {
      const [ownAmounts, ownDays] = [new Float64Array(rows.length), new Int32Array(rows.length)]
      const ranks = new Uint32Array(rows.length)
      for (let index = 0; index < rows.length; index++) {
        const row = uint32At(rows, index)
        ownAmounts[index] = float64At(amounts, row)
        ownDays[index] = int32At(days, row)
        ranks[index] = int32At(rankById, row)
      }
      return picked(rows, radixSort([...digitsOf(ownAmounts), ...digitsOf(ownDays), ranks], indicesUpTo(rows.length)))
    },
  }
}

/** Whole numbers as sort keys: their distances from the least one, in two parts where one does not hold them. */
function digitsOf(values: Float64Array | Int32Array): readonly Uint32Array[] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let row = 0; row < values.length; row++) {
    const value = numberAt(values, row)
    if (value < least) least = value
    if (value > most) most = value
  }
  const low = new Uint32Array(values.length)
  // The array itself keeps the distances modulo 2^32.
  for (let row = 0; row < values.length; row++) low[row] = numberAt(values, row) - least
  if (most - least < 2 ** 32) return [low]
  return [Uint32Array.from(values, (value) => Math.floor((value - least) / 2 ** 32)), low]
}

/** The amounts at one scale; undefined where some of them, or their differences, do not fit into numbers. */
function smallAmounts(source: DecimalColumn, target: DecimalColumn): Amounts | undefined {
  const scale = Math.max(source.scale, target.scale)
  let [least, most] = [0, 0]
  const read = ({ rowCount, small, scale: own }: DecimalColumn): Float64Array => {
    const factor = 10 ** (scale - own)
    const amounts = new Float64Array(rowCount).fill(Number.NaN)
    for (let row = 0; row < small.length; row++) {
      const amount = float64At(small, row) * factor
      amounts[row] = amount
      if (amount < least) least = amount
      else if (amount > most) most = amount
    }
    return amounts
  }
  const amounts = { source: read(source), target: read(target) }
  if (source.large.size + target.large.size > 0 || most - least > smallUnitsMax) return undefined
  const fill = (absent: number, each: Float64Array): void => {
    for (let row = 0; row < each.length; row++) if (Number.isNaN(float64At(each, row))) each[row] = absent
  }
  const absent = least - 1
  fill(absent, amounts.source)
  fill(absent, amounts.target)
  return { ...amounts, turned: (amount) => (amount === absent ? absent : Math.max(-amount, absent + 0.5)) }
}

/** The ranks of amounts among those of both signs. */
function rankedAmounts(source: DecimalColumn, target: DecimalColumn): Amounts {
  const scale = Math.max(source.scale, target.scale)
  const unitsOf = (column: DecimalColumn): (Units | undefined)[] =>
    Array.from({ length: column.rowCount }, (_, row) => {
      const units = column.unitsAt(row)
      return units === undefined ? undefined : scaledUnits(units, 10 ** (scale - column.scale))
    })
  const units = { source: unitsOf(source), target: unitsOf(target) }
  const ofSigns = (each: Units | undefined): readonly Units[] =>
    each === undefined ? [] : [each, typeof each === 'bigint' ? -each : 0 - each]
  const distinct = [...new Set([...units.source, ...units.target].flatMap(ofSigns))]
  const ranks = new Map(distinct.sort((a, b) => (a < b ? -1 : Number(a > b))).map((each, rank) => [each, rank + 1]))
  const rankOf = (amount: Units | undefined): number => {
    const rank = amount === undefined ? 0 : ranks.get(amount)
    if (rank === undefined) throw new RangeError('Every amount has a rank')
    return rank
  }
  return {
    source: Float64Array.from(units.source, rankOf),
    target: Float64Array.from(units.target, rankOf),
    turned: (rank) => (rank === 0 ? 0 : distinct.length + 1 - rank),
  }
}
