import { groupedAmount } from '../../platform/amount.ts'

/** What stands in place of a currency where records have none. */
export const noCurrencyCode = 'XXX'

/** `1,234.50 EUR`; without a code where there is no currency. */
export const amountText = (amount: string, currency: string | null): string =>
  currency === null || currency === '' || currency === noCurrencyCode
    ? groupedAmount(amount, undefined)
    : `${groupedAmount(amount, currency)} ${currency}`

/** The size of an amount without its sign: `−7` and `7` are `7`. */
export const sizeOfAmount = (amount: string): string => amount.replace(/^-/, '')
