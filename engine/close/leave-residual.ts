import { at } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { absolute, compareDecimals, type Decimal, formatDecimal, zero } from '../base/decimal.ts'
import type { CanonicalRecord } from '../record/record.ts'
import type { Side } from '../record/side.ts'
import { addTo, times } from './currency-sums.ts'
import { addItem, chainKey, type FoldState } from './fold-state.ts'
import { type Disposition, dateOf, type Item, newItem, type Settled, undecided } from './item.ts'
import { leafOfRecord } from './opening.ts'
import { factorOf, type PeriodTerms } from './period-terms.ts'
import { countAgain } from './withdraw-items.ts'

/** What a match leaves, as an item of its own: the record from which it comes, with another id and amount. */

interface ResidualOptions {
  readonly origin: Item
  readonly side: Side
  readonly amount: Decimal
}

/** Makes the residual of settled records. Its number follows the highest ever used in its chain. */
export function leaveResidual(state: FoldState, settled: Settled, { origin, side, amount }: ResidualOptions): Item {
  const { first, firstSeen } = origin
  const place = { name: { ...origin.name, side }, first }
  const number = (state.chains.get(chainKey(place)) ?? 0) + 1
  state.chains.set(chainKey(place), number)
  const record = residualRecord(origin.record, `${first.id}~${number}`, amount)
  const name = { side, root: origin.name.root, id: record.id, leaf: leafOfRecord(state.sha256, record) }
  const { owner } = origin
  const { acceptedAs: label, decision } = settled
  const disposition: Disposition = label === undefined ? undecided : { state: 'accepted', label, decision }
  const residual = newItem({ name, record, part: 'made', first, firstSeen, leftBy: settled, disposition, owner })
  settled.residual = residual
  return addItem(state, residual)
}

/** Takes back the residual of records that are no longer settled. Requires that no match holds it. */
export function dropResidual(state: FoldState, settled: Settled): void {
  const { residual } = settled
  if (residual === undefined) return
  const number = state.chains.get(chainKey(residual))
  if (residual.name.id === `${residual.first.id}~${number}`) state.chains.set(chainKey(residual), Number(number) - 1)
  countAgain(state, residual)
  deleteItem(state, residual)
  settled.residual = undefined
}

function deleteItem({ items, ids }: FoldState, { name }: Item): void {
  items.delete(`${name.side} ${name.root} ${name.leaf} ${name.id}`)
  ids.delete(`${name.side} ${name.id}`)
}

export function residualRecord(record: CanonicalRecord, id: string, amount: Decimal): CanonicalRecord {
  const { gross, fee, net, ...others } = record
  return { ...others, id, amount: formatDecimal(amount) }
}

/**
 * The side and amount of what items of one currency leave, whose source − t · target is `difference`. An accepted residual
 * is on the side of the statement, an open one on the side whose sum is larger.
 */
export function placeOfResidual(
  terms: Pick<PeriodTerms, 'statement' | 'isTurned'>,
  items: readonly Item[],
  { difference, isAccepted }: { readonly difference: Decimal; readonly isAccepted: boolean },
): { readonly side: Side; readonly amount: Decimal } {
  const side = isAccepted ? terms.statement : largerSide(items)
  return { side, amount: times(factorOf(terms, side), difference) }
}

function largerSide(items: readonly Item[]): Side {
  const sums = new Map<string, Decimal>()
  for (const { name, amount } of items) addTo(sums, name.side, amount)
  const [source, target] = [absolute(sums.get('source') ?? zero), absolute(sums.get('target') ?? zero)]
  return compareDecimals(source, target) >= 0 ? 'source' : 'target'
}

/** The record that a residual comes from: the last one of its side by date and id, else the last one of all. */
export function originOf(items: readonly Item[], side: Side): Item {
  const own = items.filter(({ name }) => name.side === side)
  const sorted = (own.length > 0 ? own : items).toSorted(
    (a, b) => compareUtf8(dateOf(a.record) ?? '', dateOf(b.record) ?? '') || compareUtf8(a.name.id, b.name.id),
  )
  return at(sorted, sorted.length - 1)
}
