/** Currencies of ISO 4217, list one as published on 2026-09-17 (amendments up to 180). */

/** Whether `text` is spelt like an ISO 4217 code: three upper-case letters. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** ISO 4217's code for no currency. Records without a currency are counted under it. */
export const noCurrency = 'XXX'

/**
 * The codes of list one without funds, metals and bond units. A record may hold a code that is not listed; the list
 * tells a currency from another word of three letters, as in the header `Amount VAT`.
 */
const currentCodes = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
  'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ')

/**
 * Codes moved to list three (withdrawn) since 2021; accounts of the last years still hold them: the Cuban convertible
 * peso (2021), the old leone (2022), the kuna (2022), the Zimbabwe dollar (2024), the Antillean guilder (2025) and the
 * lev (2026).
 */
const recentlyWithdrawnCodes = 'ANG BGN CUC HRK SLL ZWL'.split(' ')

const knownCodes = new Set([...currentCodes, ...recentlyWithdrawnCodes])

/** Whether `code` is the code of a currency in use, or of one withdrawn since 2021. */
export const isKnownCurrency = (code: string): boolean => knownCodes.has(code)

/**
 * The minor units that differ from 2, and those of funds. They are the standard's, not those of CLDR that `Intl` shows,
 * which differ for 16 codes (HUF and IDR have 2). The table is part of the engine's version: another table may round
 * percentages to other sums.
 */
const codesByExponent = new Map([
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [2, 'BOV CHE CHW COU MXV USN VED XAD'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
])

const exponentByCode = new Map(
  [...codesByExponent].flatMap(([exponent, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, exponent]),
  ),
)

/**
 * How many digits after the point an amount of the currency `code` has; 2 for a currency withdrawn since 2021 (all of
 * them had 2). Undefined where the standard says N.A. (metals, bond units, XDR, XXX) or has no such code.
 */
export const exponentOf = (code: string): number | undefined =>
  exponentByCode.get(code) ?? (isKnownCurrency(code) ? 2 : undefined)
