import { type BySide, sides as bothSides, oppositeSide, type Side } from '../record/side.ts'
import type { Table } from '../record/table.ts'
import { type AmountSizes, amountSizes, areMirrored, commonSizes } from '../result/amount-sizes.ts'

/** A sign is the usual one of a side from so many times the amounts of the other sign on. */
const usualFactor = 20

/**
 * The side whose signs have to be turned for the amounts of both sides to meet: most sizes meet under the other sign
 * only, or each side has a usual sign and these are opposite. Undefined where amounts meet as they are. O(rows).
 */
export function turnedSide(tables: BySide<Table>): Side | undefined {
  const sizes = { source: amountSizes(tables.source), target: amountSizes(tables.target) }
  const negative = bothSides.find((side) => isUsual(sizes[side].negative, sizes[side].positive))
  const other = negative && sizes[oppositeSide(negative)]
  if (other !== undefined && isUsual(other.positive, other.negative)) return negative
  return areMirrored(commonSizes(sizes)) ? (negative ?? 'target') : undefined
}

const isUsual = (usual: AmountSizes['positive'], unusual: AmountSizes['positive']): boolean =>
  usual.length > usualFactor * unusual.length
