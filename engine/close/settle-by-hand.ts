import { at } from '../base/at.ts'
import { addDecimals, compareDecimals, type Decimal, zero } from '../base/decimal.ts'
import { type Side, sides } from '../record/side.ts'
import { decimalOf } from './currency-sums.ts'
import type { DecisionLine } from './decision.ts'
import {
  acceptedDifference,
  countAccepted,
  countExchanged,
  currenciesOf,
  differenceOf,
  type FoldState,
  type LapseReason,
  settle,
} from './fold-state.ts'
import type { Item, Settled } from './item.ts'
import { dropResidual, leaveResidual, originOf, placeOfResidual } from './leave-residual.ts'

/**
 * Matches open items by a decision. An amount that they leave becomes an open item, or under `accept` an adjustment.
 * A reason instead of undefined says why the items cannot be matched; then nothing has changed.
 */
export function settleByHand(
  state: FoldState,
  decision: DecisionLine,
  items: readonly Item[],
): LapseReason | undefined {
  const isExchange = decision.amounts !== undefined
  const fault = isExchange ? exchangeFault(items, decision.amounts) : oneCurrencyFault(state, decision, items)
  if (fault !== undefined) return fault
  const label = decision.label ?? 'unlabelled'
  const acceptedAs = decision.kind === 'accept' ? label : undefined
  const settled = settle({
    by: 'decision',
    rule: 'decision',
    decision: decision.id,
    items,
    label,
    acceptedAs,
    residual: undefined,
  })
  state.settledBy.set(decision.id, settled)
  const sums = differenceOf(state.terms, items)
  if (isExchange) countExchanged(state, 1, sums)
  else leaveDifference(state, settled, sums.get(at(items, 0).currency) ?? zero)
  return undefined
}

function leaveDifference(state: FoldState, settled: Settled, difference: Decimal): void {
  if (difference.coefficient === 0n) return
  const { items, acceptedAs } = settled
  const { side, amount } = placeOfResidual(state.terms, items, { difference, isAccepted: acceptedAs !== undefined })
  leaveResidual(state, settled, { origin: originOf(items, side), side, amount })
}

function oneCurrencyFault(
  { terms }: FoldState,
  { kind, amount }: DecisionLine,
  items: readonly Item[],
): LapseReason | undefined {
  if (currenciesOf(items).size > 1) return 'currencies_differ'
  const difference = differenceOf(terms, items).get(at(items, 0).currency) ?? zero
  if (kind === 'match') return sidesOf(items).size === 1 && difference.coefficient !== 0n ? 'not_zero' : undefined
  const accepted = placeOfResidual(terms, items, { difference, isAccepted: true }).amount
  return isEqual(accepted, amount) ? undefined : 'amount_differs'
}

/** Each side of an exchange has a currency of its own, and the sum that the decision says. */
function exchangeFault(items: readonly Item[], amounts: DecisionLine['amounts']): LapseReason | undefined {
  for (const side of sides) {
    const own = items.filter(({ name }) => name.side === side)
    if (currenciesOf(own).size !== 1) return 'currencies_differ'
    const sum = own.reduce((all, { amount }) => addDecimals(all, amount), zero)
    if (!isEqual(sum, amounts?.[side])) return 'amount_differs'
  }
  return currenciesOf(items).size === 1 ? 'one_currency' : undefined
}

const isEqual = (amount: Decimal, text: string | undefined): boolean =>
  text !== undefined && compareDecimals(amount, decimalOf(text)) === 0

const sidesOf = (items: readonly Item[]): ReadonlySet<Side> => new Set(items.map(({ name }) => name.side))

/**
 * Opens the records of a match or netted group again. Its residual goes, and with it every match that holds the residual. What
 * the run accepted with them is no longer accepted. O(records).
 */
export function dissolve(state: FoldState, settled: Settled): void {
  const { residual, items, by, label, decision } = settled
  if (residual?.settled !== undefined) dissolve(state, residual.settled)
  const sums = acceptedDifference(state.terms, settled)
  if (currenciesOf(items).size > 1) countExchanged(state, -1, sums)
  else if (by !== 'decision') countAccepted(state, label, { factor: -1, sums })
  dropResidual(state, settled)
  for (const item of items) item.settled = undefined
  if (decision !== undefined && state.settledBy.get(decision) === settled) state.settledBy.delete(decision)
}
