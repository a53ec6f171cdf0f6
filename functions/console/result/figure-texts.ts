import { groupedAmount } from '../../platform/amount.ts'
import type { Amounts, SortKey } from '../engine-worker/engine-types.ts'
import { amountText, noCurrencyCode } from '../parts/amount-text.ts'

export { amountText }

/** Figures and codes of a result as a reader sees them. */

/** `1,234.50`, where the currency stands elsewhere. */
export const plainAmount = (amount: string, currency: string): string => groupedAmount(amount, currency)

/** The name of a currency, which is never empty. */
export const currencyText = (currency: string): string =>
  currency === '' || currency === noCurrencyCode ? 'no currency' : currency

/** `1,234.50 EUR, 20.00 CHF` */
export const amountsText = (amounts: Amounts): string =>
  Object.entries(amounts)
    .map(([currency, amount]) => amountText(amount, currency))
    .join(', ')

/** `12345` → `12,345` */
export const countText = (count: number): string => groupedAmount(String(count), undefined)

/** `1 break`, `2 breaks` */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

/** `missing_in_target` → `Missing in target` */
export const codeText = (code: string): string => {
  const words = code.replaceAll(/[_-]/g, ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

/** `0.9034` → `90.34 %`, exact. */
export function rateText(rate: string): string {
  const [whole = '0', fraction = ''] = rate.split('.')
  const digits = fraction.padEnd(4, '0')
  return `${Number(`${whole}${digits.slice(0, 2)}`)}.${digits.slice(2, 4)} %`
}

/** What the first click on a heading does: the largest and the oldest first, texts from A. */
export const startsDescending = (sort: SortKey): boolean => sort === 'amount' || sort === 'age'

const textLengthMax = 160

/** The beginning of a text of a file, as much as a cell could show. */
export const cut = (text: string): string => (text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text)
