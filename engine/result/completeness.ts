import { byteAt, int32At, uint32At } from '../base/at.ts'
import { addDecimals, compareDecimals, type Decimal, zero } from '../base/decimal.ts'
import { idRank } from '../match/blocks/id-order.ts'
import type { SideState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'

/** Throws where two records of a side have the same id. Equal ids are neighbours in the order of ids. */
export function assertDistinct(state: SideState, side: Side): void {
  const { bytes, offsets } = state.table.text('id')
  const rowByRank = new Int32Array(state.table.rowCount)
  for (let row = 0; row < rowByRank.length; row++) rowByRank[idRank(state, row)] = row
  const isSameId = (row: number, other: number): boolean => {
    const [start, otherStart] = [uint32At(offsets, row), uint32At(offsets, other)]
    const length = uint32At(offsets, row + 1) - start
    if (uint32At(offsets, other + 1) - otherStart !== length) return false
    // Compares from the end, since neighbouring ids mostly differ in their last characters.
    for (let index = length - 1; index >= 0; index--)
      if (byteAt(bytes, start + index) !== byteAt(bytes, otherStart + index)) return false
    return true
  }
  for (let rank = 1; rank < rowByRank.length; rank++) {
    const row = int32At(rowByRank, rank)
    if (isSameId(int32At(rowByRank, rank - 1), row))
      throw new Error(`Completeness: two ${side} records have the id ${recordId(state.table, row)}`)
  }
}

export interface SideSum {
  count: number
  total: Decimal
  matched: Decimal
  open: Decimal
  excluded: Decimal
  netted: Decimal
}

/** How the matched amounts of both sides differ, by currency. */
export interface DifferenceTotals {
  readonly accepted: ReadonlyMap<string, ReadonlyMap<string, Decimal>>
  readonly turned: ReadonlyMap<string, Decimal>
}

/**
 * Throws unless the totals of every currency are complete. The parts of a side have to add up to its control total, and
 * source (matched and netted) + differences has to equal target (matched and netted).
 */
export function assertConserved(
  source: ReadonlyMap<string, SideSum>,
  target: ReadonlyMap<string, SideSum>,
  { accepted, turned }: DifferenceTotals,
): void {
  for (const currency of new Set([...source.keys(), ...target.keys(), ...accepted.keys(), ...turned.keys()])) {
    const differences = addDecimals(sumOf(accepted.get(currency)?.values()), turned.get(currency) ?? zero)
    const expected = addDecimals(settledOf(source.get(currency)), differences)
    if (compareDecimals(expected, settledOf(target.get(currency))) !== 0) {
      throw new Error(
        `Completeness: matched source, accepted differences and turned signs are not the matched target in ${currency}`,
      )
    }
  }
  for (const sum of [...source.values(), ...target.values()]) {
    const parts = [sum.matched, sum.open, sum.excluded, sum.netted].reduce(addDecimals, zero)
    if (compareDecimals(parts, sum.total) !== 0)
      throw new Error('Completeness: the parts of a side are not its control total')
  }
}

/** The matched and netted amounts of a side. Nettings add up to zero, or to a difference that a tolerance accepts. */
const settledOf = (sum: SideSum | undefined): Decimal =>
  sum === undefined ? zero : addDecimals(sum.matched, sum.netted)

const sumOf = (amounts: Iterable<Decimal> | undefined): Decimal =>
  amounts === undefined ? zero : [...amounts].reduce(addDecimals, zero)
