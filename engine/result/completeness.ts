import { addDecimals, compareDecimals, type Decimal, zero } from '../base/decimal.ts'
import type { RunState } from '../match/run-state.ts'
import { sides } from '../record/side.ts'
import { type BreakLine, type ExcludedLine, idsOfSide, type MatchLine, type NettedLine } from './line.ts'
import { idOf } from './record-ids.ts'

/** Throws unless every record of both sides stands in exactly one of the lines: nothing is silent, nothing counted twice. */
export function assertComplete(
  run: RunState,
  lines: readonly (MatchLine | BreakLine | ExcludedLine | NettedLine)[],
): void {
  for (const side of sides) {
    const seen = new Set<string>()
    for (const line of lines) {
      for (const id of idsOfSide(line, side)) {
        if (seen.has(id)) throw new Error(`Completeness: ${side} record ${id} is in two lines`)
        seen.add(id)
      }
    }
    const { rowCount } = run[side].table
    if (seen.size !== rowCount) throw new Error(`Completeness: ${rowCount - seen.size} ${side} records are in no line`)
    for (let row = 0; row < rowCount; row++) {
      if (!seen.has(idOf(run, side, row)))
        throw new Error(`Completeness: ${side} record ${idOf(run, side, row)} is in no line`)
    }
  }
}

/** What the control amounts of one side add up to in one currency. */
export interface SideSum {
  count: number
  total: Decimal
  matched: Decimal
  open: Decimal
  excluded: Decimal
  netted: Decimal
}

/** What explains how the matched amounts of the two sides differ, by currency. */
export interface Explained {
  /** Accepted differences by variance. */
  readonly accepted: ReadonlyMap<string, ReadonlyMap<string, Decimal>>
  /** What turning the signs of targets changed. */
  readonly turned: ReadonlyMap<string, Decimal>
}

/**
 * Throws unless the totals of every currency are complete: the parts of a side are its control total, and what is matched
 * and netted of the source, with what explains the difference, is what is matched and netted of the target.
 */
export function assertConserved(
  source: ReadonlyMap<string, SideSum>,
  target: ReadonlyMap<string, SideSum>,
  { accepted, turned }: Explained,
): void {
  for (const currency of new Set([...source.keys(), ...target.keys(), ...accepted.keys(), ...turned.keys()])) {
    const differences = addDecimals(sumOf(accepted.get(currency)?.values()), turned.get(currency) ?? zero)
    const explained = addDecimals(settledOf(source.get(currency)), differences)
    if (compareDecimals(explained, settledOf(target.get(currency))) !== 0) {
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

/** What is matched and netted. Netted records come to zero, but for what a tolerance let through. */
const settledOf = (sum: SideSum | undefined): Decimal =>
  sum === undefined ? zero : addDecimals(sum.matched, sum.netted)

const sumOf = (amounts: Iterable<Decimal> | undefined): Decimal =>
  amounts === undefined ? zero : [...amounts].reduce(addDecimals, zero)
