import { numberAt } from '../../base/at.ts'
import { compareUtf8 } from '../../base/bytes.ts'
import { compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../../base/decimal.ts'
import { recordId } from '../../record/id-column.ts'
import type { Table } from '../../record/table.ts'

interface HashedKey {
  readonly hash: number
  readonly key: string
}

/**
 * The order in which a join divides its records into pieces: by the hash of the key, the key, amount, date and id.
 * Records without an amount or a date come first.
 */
export interface SortKey extends HashedKey {
  readonly amount: Decimal | undefined
  readonly day: number
  readonly id: string
}

/** The sort key at which a piece begins. Stored as JSON. */
export interface Splitter extends HashedKey {
  readonly amount: string | null
  readonly day: number
  readonly id: string
}

export const sortKeyOf = (table: Table, row: number, { hash, key }: HashedKey): SortKey => ({
  hash,
  key,
  amount: table.decimal('amount').valueAt(row),
  day: numberAt(table.date('date'), row),
  id: recordId(table, row),
})

export const splitterOf = ({ amount, ...place }: SortKey): Splitter => ({
  ...place,
  amount: amount === undefined ? null : formatDecimal(amount),
})

export const placeOfSplitter = ({ amount, ...place }: Splitter): SortKey => ({
  ...place,
  amount: amount === null ? undefined : parseDecimal(amount),
})

export function compareSortKeys(left: SortKey, right: SortKey): number {
  if (left.hash !== right.hash) return left.hash - right.hash
  if (left.key !== right.key) return left.key < right.key ? -1 : 1
  return compareAmounts(left.amount, right.amount) || left.day - right.day || compareUtf8(left.id, right.id)
}

function compareAmounts(left: Decimal | undefined, right: Decimal | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined)
  return compareDecimals(left, right)
}
