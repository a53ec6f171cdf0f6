import { addDecimals, type Decimal, formatDecimal, subtractDecimals, zero } from '../base/decimal.ts'
import { type BySide, type Side, sides } from '../record/side.ts'
import { type Amounts, parseAmounts, sumIn, times } from './currency-sums.ts'
import { type FoldedPeriod, isOpenState, type PeriodItem } from './folded-period.ts'
import { factorOf, turnOf } from './period-terms.ts'

/** The proof of balances of one currency. Amounts are as each side states them, canonical decimals. */
export interface BalanceProof {
  readonly currency: string
  readonly closing: BySide<string>
  /** closing source − t · closing target, which the lines below explain. */
  readonly difference: string
  /** Open items that the other side has not: neither residuals nor adjustments. */
  readonly notInOther: BySide<ItemSum>
  readonly residuals: BySide<ItemSum>
  readonly adjustments: readonly (ItemSum & { readonly side: Side; readonly label: string })[]
  readonly excluded: BySide<string>
  /** source − t · target */
  readonly exchanged: string
  readonly unexplained: string
}

export interface ItemSum {
  readonly count: number
  readonly amount: string
}

/**
 * The proof of each currency that has a balance, item or sum; currencies ascend. The unexplained amount is 0 where every
 * record that moved a balance was read once. O(items).
 */
export function proveBalances(folded: FoldedPeriod, closing: BySide<Amounts>): readonly BalanceProof[] {
  const balances = { source: parseAmounts(closing.source), target: parseAmounts(closing.target) }
  const itemsByCurrency = Map.groupBy(
    folded.items.filter(({ state }) => isOpenState(state)),
    ({ currency }) => currency,
  )
  const { excluded, exchanged } = folded
  const known = [balances.source, balances.target, excluded.source, excluded.target, exchanged, itemsByCurrency]
  const currencies = new Set(known.flatMap((each) => [...each.keys()]))
  return [...currencies].sort().map((currency) => {
    const ofSides = (amounts: BySide<ReadonlyMap<string, Decimal>>): BySide<Decimal> => ({
      source: sumIn(amounts.source, currency),
      target: sumIn(amounts.target, currency),
    })
    const items = itemsByCurrency.get(currency) ?? []
    return proofOf(folded, items, {
      currency,
      closing: ofSides(balances),
      excluded: ofSides(excluded),
      exchanged: sumIn(exchanged, currency),
    })
  })
}

interface ProvenSums {
  readonly currency: string
  readonly closing: BySide<Decimal>
  readonly excluded: BySide<Decimal>
  readonly exchanged: Decimal
}

function proofOf(
  { terms }: FoldedPeriod,
  items: readonly PeriodItem[],
  { currency, closing, excluded, exchanged }: ProvenSums,
): BalanceProof {
  const across = ({ source, target }: BySide<Decimal>): Decimal =>
    subtractDecimals(source, times(turnOf(terms), target))
  const difference = across(closing)
  const open = items.reduce(
    (sum, { name, amount }) => addDecimals(sum, times(factorOf(terms, name.side), amount)),
    zero,
  )
  const explained = [open, across(excluded), exchanged].reduce(addDecimals, zero)
  const isAdjustment = ({ state }: PeriodItem): boolean => state === 'accepted'
  const isResidual = (item: PeriodItem): boolean =>
    !isAdjustment(item) && item.chain !== undefined && item.chain.id !== item.name.id
  const bySide = (isWanted: (item: PeriodItem) => boolean): BySide<ItemSum> => ({
    source: sumOf(items.filter((item) => item.name.side === 'source' && isWanted(item))),
    target: sumOf(items.filter((item) => item.name.side === 'target' && isWanted(item))),
  })
  return {
    currency,
    closing: formatSides(closing),
    difference: formatDecimal(difference),
    notInOther: bySide((item) => !isAdjustment(item) && !isResidual(item)),
    residuals: bySide(isResidual),
    adjustments: adjustmentsOf(items.filter(isAdjustment)),
    excluded: formatSides(excluded),
    exchanged: formatDecimal(exchanged),
    unexplained: formatDecimal(subtractDecimals(difference, explained)),
  }
}

const formatSides = ({ source, target }: BySide<Decimal>): BySide<string> => ({
  source: formatDecimal(source),
  target: formatDecimal(target),
})

const sumOf = (items: readonly PeriodItem[]): ItemSum => ({
  count: items.length,
  amount: formatDecimal(items.reduce((sum, { amount }) => addDecimals(sum, amount), zero)),
})

function adjustmentsOf(items: readonly PeriodItem[]): BalanceProof['adjustments'] {
  const itemsByLabel = Map.groupBy(items, ({ label = '' }) => label)
  return sides.flatMap((side) =>
    [...itemsByLabel.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([label, all]) => ({ side, label, ...sumOf(all.filter(({ name }) => name.side === side)) }))
      .filter(({ count }) => count > 0),
  )
}
