import { negated } from '../../base/decimal.ts'
import type { StatedBalance } from '../rows/statement.ts'
import { parseShortDate } from '../values/short-date.ts'
import { amountSpelling, parseAmount } from './swift-amount.ts'

export interface DatedBalance extends StatedBalance {
  /** Days since 1970-01-01; undefined for a day that no calendar has. */
  readonly date: number | undefined
}

/** Reads a field such as :60F:, `C260301EUR10,`; undefined for any other text. */
export function parseBalance(text: string): DatedBalance | undefined {
  const [, mark, date = '', currency, figure = ''] = pattern.exec(text.trim()) ?? []
  const amount = mark === undefined ? undefined : parseAmount(figure)
  if (amount === undefined) return undefined
  return { amount: mark === 'D' ? negated(amount) : amount, currency, date: parseShortDate(date)?.days }
}

/** Some systems leave the currency out, or end the block on the same line. */
const pattern = new RegExp(`^([CD])(\\d{6})([A-Z]{3})?\\s?(${amountSpelling})\\s*(?:-\\}.*)?$`)
