/** Currency codes of ISO 4217. */

/** Whether `text` is spelt like an ISO 4217 code: three upper-case letters. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** ISO 4217's code for no currency: what records that name none are counted under. */
export const noCurrency = 'XXX'
