import { localeAmount } from './locale-text.ts'

/** The code that totals use for amounts without a currency. */
const noCurrencyCode = 'XXX'

/** An amount with its currency, in the visitor’s notation: `1,234.50 EUR`; without a code where there is no currency. */
export const amountText = (amount: string, currency: string | null): string =>
  currency === null || currency === '' || currency === noCurrencyCode
    ? localeAmount(amount, undefined)
    : `${localeAmount(amount, currency)} ${currency}`

export const currencyText = (currency: string): string =>
  currency === '' || currency === noCurrencyCode ? 'no currency' : currency

export const amountTexts = (amounts: { readonly [currency: string]: string }): readonly string[] =>
  Object.entries(amounts).map(([currency, amount]) => amountText(amount, currency))

/** Undefined where no amount has a currency. */
export const firstCurrency = (amounts: { readonly [currency: string]: string }): string | undefined =>
  Object.keys(amounts).find((currency) => currency !== noCurrencyCode)
