import { groupedAmount } from '@tallystick/audit/base/amount'

/** What stands in place of a currency where records have none. */
const noCurrencyCode = 'XXX'

/** `1,234.50 EUR`; without a code where there is no currency. */
export const amountText = (amount: string, currency: string | null): string =>
  currency === null || currency === '' || currency === noCurrencyCode
    ? groupedAmount(amount, undefined)
    : `${groupedAmount(amount, currency)} ${currency}`

/** The size of an amount without its sign: `−7` and `7` are `7`. */
export const sizeOfAmount = (amount: string): string => amount.replace(/^-/, '')

/** The name of a currency, which is never empty. */
export const currencyText = (currency: string): string =>
  currency === '' || currency === noCurrencyCode ? 'no currency' : currency

/** Amounts by currency, a text each: `1,234.50 EUR`. */
export const amountTexts = (amounts: { readonly [currency: string]: string }): readonly string[] =>
  Object.entries(amounts).map(([currency, amount]) => amountText(amount, currency))
