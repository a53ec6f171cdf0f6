import { noCurrency } from '../base/currency.ts'
import { formatDecimal } from '../base/decimal.ts'
import type { CanonicalRecord } from '../record/record.ts'
import { times } from './currency-sums.ts'
import { addItem, type FoldState } from './fold-state.ts'
import { newItem } from './item.ts'
import { noPart } from './item-name.ts'
import { leafOfRecord } from './opening.ts'
import { factorOf } from './period-terms.ts'

/**
 * Makes the adjustments that book what rules accepted by their tolerances: one for each label and currency, on the side
 * of the statement, dated the period's end: `fee~2026-03`, or `fee~2026-03~USD` where a label has several currencies.
 * A sum of 0 makes none.
 */
export function addDifferenceItems(state: FoldState): void {
  const { terms, accepted } = state
  const { period, statement: side } = terms
  for (const [label, sums] of [...accepted].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const nonZero = [...sums].filter(([, amount]) => amount.coefficient !== 0n)
    for (const [currency, difference] of nonZero) {
      const id = `${label}~${period.name}${nonZero.length > 1 ? `~${currency}` : ''}`
      const record: CanonicalRecord = {
        id,
        amount: formatDecimal(times(factorOf(terms, side), difference)),
        ...(currency !== noCurrency && { currency }),
        date: period.last,
        reference: id,
      }
      const name = { side, root: noPart, id, leaf: leafOfRecord(state.sha256, record) }
      const firstSeen = { period: period.name, date: period.last }
      addItem(state, newItem({ name, record, part: 'made', firstSeen, disposition: { state: 'accepted', label } }))
    }
  }
}
