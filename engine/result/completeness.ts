import { addDecimals, compareDecimals, type Decimal, zero } from '../base/decimal.ts'
import type { SideState } from '../match/state/run-state.ts'
import { recordId } from '../record/id-column.ts'
import type { Side } from '../record/side.ts'

/** Throws where two records of a side have the same id, which met when ids were put into order. */
export function assertDistinct({ table, ordering: { repeatedId } }: SideState, side: Side): void {
  if (repeatedId !== undefined)
    throw new Error(`Completeness: two ${side} records have the id ${recordId(table, repeatedId)}`)
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
