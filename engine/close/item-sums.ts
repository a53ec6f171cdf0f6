import { addDecimals, formatDecimal, zero } from '../base/decimal.ts'
import type { Side } from '../record/side.ts'
import { times } from './currency-sums.ts'
import type { FoldedPeriod, PeriodItem } from './folded-period.ts'
import { type ItemName, keyOfItem } from './item-name.ts'
import { factorOf } from './period-terms.ts'

/** What items of one currency leave when they are matched, as an amount of the statement. O(items). */
export function differenceOfItems({ terms, items }: FoldedPeriod, names: readonly ItemName[]): string {
  const sum = named(items, names).reduce(
    (all, { name, amount }) => addDecimals(all, times(factorOf(terms, name.side), amount)),
    zero,
  )
  return formatDecimal(times(factorOf(terms, terms.statement), sum))
}

/** The sum of the items of each side. O(items). */
export function sumsOfItems(
  { items }: FoldedPeriod,
  names: readonly ItemName[],
): { readonly source: string; readonly target: string } {
  const sumOf = (side: Side): string =>
    formatDecimal(
      named(items, names).reduce(
        (sum, { name, amount }) => (name.side === side ? addDecimals(sum, amount) : sum),
        zero,
      ),
    )
  return { source: sumOf('source'), target: sumOf('target') }
}

function named(items: readonly PeriodItem[], names: readonly ItemName[]): readonly PeriodItem[] {
  const keys = new Set(names.map(keyOfItem))
  return items.filter(({ name }) => keys.has(keyOfItem(name)))
}
