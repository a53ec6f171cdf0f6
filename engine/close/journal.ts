import { formatDecimal } from '../base/decimal.ts'
import { times } from './currency-sums.ts'
import type { FoldedPeriod, PeriodItem } from './folded-period.ts'
import { dateOf } from './item.ts'
import { type PeriodTerms, turnOf } from './period-terms.ts'

/** An adjustment that the books have to book. */
export interface JournalLine {
  readonly id: string
  /** The period's last day. */
  readonly date: string
  readonly label: string
  readonly currency: string
  /** As the books state amounts: the entry that a rule or a decision will match to the adjustment. */
  readonly amount: string
  /** The adjustment's own reference, else its id. */
  readonly reference: string
  readonly side: PeriodItem['name']['side']
  readonly itemDate?: string
  readonly counterparty?: string
  readonly description?: string
  readonly decision?: string
}

/** The adjustments that are not booked yet, by side, id and part. O(items). */
export const journalOf = ({ items, terms }: FoldedPeriod): readonly JournalLine[] =>
  items.filter(({ state }) => state === 'accepted').map((item) => journalLine(item, terms))

function journalLine(
  { name, record, amount, currency, label = '', decision }: PeriodItem,
  terms: PeriodTerms,
): JournalLine {
  const { reference, counterparty, description } = record
  const date = dateOf(record)
  // An item of the statement is booked like the statement; an item of the books is set off by its opposite.
  const booked = times(name.side === terms.statement ? turnOf(terms) : -1, amount)
  return {
    id: name.id,
    date: terms.period.last,
    label,
    currency,
    amount: formatDecimal(booked),
    reference: reference ?? name.id,
    side: name.side,
    ...(date !== undefined && { itemDate: date }),
    ...(counterparty !== undefined && { counterparty }),
    ...(description !== undefined && { description }),
    ...(decision !== undefined && { decision }),
  }
}
