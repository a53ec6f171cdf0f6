import { addDecimals, type Decimal, negated, subtractDecimals, zero } from '../base/decimal.ts'
import type { LinedRun, Match } from '../match/state/run-state.ts'
import { rowsBySide } from '../match/state/seen-run.ts'
import { currencyOf } from './control-amount.ts'
import { settledAmount } from './settled-amount.ts'
import { isTurned } from './turned.ts'

/** How the target of a match differs from its source, by currency. Values of 0 are left out. */
export interface Differences {
  /**
   * Sum of the target − sum of the source, in control amounts. The target's sign is turned first where the match turns
   * it.
   */
  readonly accepted: ReadonlyMap<string, Decimal>
  readonly turned: ReadonlyMap<string, Decimal>
}

/** All records of a netting count on their own side. */
export function differencesOf(run: LinedRun, match: Match): Differences {
  const [accepted, turned] = [new Map<string, Decimal>(), new Map<string, Decimal>()]
  const [source, target] = [run.source.table, run.target.table]
  const rows = rowsBySide(match.rule, match)
  const isOpposite = isTurned(run, match)
  for (const row of rows.target) {
    const [currency, amount] = [currencyOf(target, row), settledAmount(run, 'target', row)]
    add(accepted, currency, isOpposite ? negated(amount) : amount)
    if (isOpposite) add(turned, currency, addDecimals(amount, amount))
  }
  for (const row of rows.source) {
    const currency = currencyOf(source, row)
    accepted.set(currency, subtractDecimals(accepted.get(currency) ?? zero, settledAmount(run, 'source', row)))
  }
  return { accepted: withoutZeros(accepted), turned: withoutZeros(turned) }
}

export const withoutZeros = (sums: ReadonlyMap<string, Decimal>): ReadonlyMap<string, Decimal> =>
  new Map([...sums].filter(([, sum]) => sum.coefficient !== 0n))

function add(sums: Map<string, Decimal>, key: string, amount: Decimal): void {
  sums.set(key, addDecimals(sums.get(key) ?? zero, amount))
}
