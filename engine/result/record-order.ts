import { int32At, uint32At } from '../base/at.ts'
import { radixSort } from '../base/radix-sort.ts'
import type { RankedSide } from '../match/blocks/id-order.ts'
import { scaledUnits, type Units } from '../record/columns.ts'
import { textOrder } from '../record/compare-texts.ts'
import type { BySide } from '../record/side.ts'
import type { Table } from '../record/table.ts'

/** One order of the records of both sides, by (amount, date, id). Near misses are close to each other in it. */
export interface Places {
  /** The place of each row. Two records with equal amount, date and id have the same place. */
  readonly placeOf: BySide<Int32Array>
  readonly rowsByPlace: BySide<Uint32Array>
}

export interface OrderedSide extends RankedSide {
  readonly table: Table
}

/** Sorts the records of both sides; absent amounts and dates come first. O(n) for amounts of usual sizes. */
export function placeRecords(run: BySide<OrderedSide>): Places {
  const [source, target] = [run.source.table, run.target.table]
  const ids = mergeIds(run)
  const days = joined(source.date('date'), target.date('date')).map(toUnsigned)
  const amounts = amountKeys(source, target)
  const order = radixSort([...amounts, days], ids.order)
  const areEqual = equalUnder([ids.ranks, days, ...amounts])
  const placeOf = { source: new Int32Array(source.rowCount), target: new Int32Array(target.rowCount) }
  const rowsByPlace = { source: new Uint32Array(source.rowCount), target: new Uint32Array(target.rowCount) }
  let [place, sourceCount, targetCount] = [0, 0, 0]
  for (let index = 0; index < order.length; index++) {
    const record = uint32At(order, index)
    if (index > 0 && !areEqual(uint32At(order, index - 1), record)) place += 1
    if (record < source.rowCount) {
      placeOf.source[record] = place
      rowsByPlace.source[sourceCount++] = record
    } else {
      placeOf.target[record - source.rowCount] = place
      rowsByPlace.target[targetCount++] = record - source.rowCount
    }
  }
  return { placeOf, rowsByPlace }
}

/**
 * Whether two records are equal in all keys. A loop, since all records are compared; keys that differ most often come
 * first.
 */
const equalUnder =
  (keys: readonly Uint32Array[]) =>
  (left: number, right: number): boolean => {
    for (const each of keys) if (uint32At(each, left) !== uint32At(each, right)) return false
    return true
  }

interface MergedIds {
  readonly order: Uint32Array
  /** Row → the rank of its id. Equal ids have equal ranks. */
  readonly ranks: Uint32Array
}

function mergeIds({ source, target }: BySide<OrderedSide>): MergedIds {
  const [sources, targets] = [rowsByRank(source), rowsByRank(target)]
  const compare = textOrder(source.table.text('id'), target.table.text('id'))
  const order = new Uint32Array(sources.length + targets.length)
  const ranks = new Uint32Array(order.length)
  let rank = 0
  for (let [left, right] = [0, 0]; left + right < order.length; rank++) {
    const [sourceRow, targetRow] = [sources[left], targets[right]]
    const difference = sourceRow === undefined ? 1 : targetRow === undefined ? -1 : compare(sourceRow, targetRow)
    if (sourceRow !== undefined && difference <= 0) {
      order[left + right] = sourceRow
      ranks[sourceRow] = rank
      left += 1
    }
    if (targetRow !== undefined && difference >= 0) {
      order[left + right] = sources.length + targetRow
      ranks[sources.length + targetRow] = rank
      right += 1
    }
  }
  return { order, ranks }
}

function rowsByRank({ ordering: { rankById } }: RankedSide): Uint32Array {
  const rows = new Uint32Array(rankById.length)
  for (let row = 0; row < rankById.length; row++) rows[int32At(rankById, row)] = row
  return rows
}

function joined(left: Int32Array, right: Int32Array): Uint32Array {
  const both = new Int32Array(left.length + right.length)
  both.set(left)
  both.set(right, left.length)
  return new Uint32Array(both.buffer)
}

/** Maps signed numbers to unsigned ones, in the same order. */
const toUnsigned = (value: number): number => value ^ 0x80000000

/** The amounts of both sides as whole numbers, in a high and a low part; 0 for an absent amount. */
function amountKeys(source: Table, target: Table): readonly Uint32Array[] {
  const units = alignedUnits(source, target)
  let [least, most]: [Units, Units] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const each of units) {
    if (each === undefined) continue
    if (each < least) least = each
    if (each > most) most = each
  }
  const isNarrow = typeof least === 'number' && typeof most === 'number' && most - least < Number.MAX_SAFE_INTEGER
  const rankOf = isNarrow ? (each: Units) => Number(each) - Number(least) : ranksOf(units)
  const [high, low] = [new Uint32Array(units.length), new Uint32Array(units.length)]
  for (let record = 0; record < units.length; record++) {
    const each = units[record]
    if (each === undefined) continue
    const key = rankOf(each) + 1
    high[record] = Math.floor(key / 2 ** 32)
    low[record] = key % 2 ** 32
  }
  return [high, low]
}

/** The ranks of amounts, for amounts whose differences do not fit into one number. */
function ranksOf(units: readonly (Units | undefined)[]): (units: Units) => number {
  const distinct = [...new Set(units)].filter((each) => each !== undefined)
  const ranks = new Map(distinct.sort((a, b) => (a < b ? -1 : Number(a > b))).map((each, rank) => [each, rank]))
  return (each) => {
    const rank = ranks.get(each)
    if (rank === undefined) throw new RangeError('Every amount has a rank')
    return rank
  }
}

function alignedUnits(source: Table, target: Table): (Units | undefined)[] {
  const [own, other] = [source.decimal('amount'), target.decimal('amount')]
  const scale = Math.max(own.scale, other.scale)
  const units = new Array<Units | undefined>(own.rowCount + other.rowCount)
  let record = 0
  for (const column of [own, other]) {
    const factor = 10 ** (scale - column.scale)
    for (let row = 0; row < column.rowCount; row++) {
      const each = column.unitsAt(row)
      units[record++] = each === undefined ? undefined : scaledUnits(each, factor)
    }
  }
  return units
}
