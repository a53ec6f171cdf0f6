/** Currencies of ISO 4217, list one as published on 2026-09-17 (amendments up to 180). */

/** Whether `text` is spelt like an ISO 4217 code, listed or not. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text)

/** ISO 4217's code for no currency, under which records without a currency are counted. */
export const noCurrency = 'XXX'

/**
 * Codes in use, without funds, metals and bond units. They tell a currency from other words, as in the header `Amount
 * VAT`.
 */
const currentCodes = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY ' +
  'COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ' +
  'ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK ' +
  'MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF ' +
  'SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'
).split(' ')

/** Codes withdrawn since 2021 that accounts still contain, such as those of the kuna (2023) and the lev (2026). */
const recentlyWithdrawnCodes = 'ANG BGN CUC HRK SLL ZWL'.split(' ')

const knownCodes = new Set([...currentCodes, ...recentlyWithdrawnCodes])

/** Metals, bond units and the like, and the codes for tests and for no currency. */
const otherCodes = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

export const isKnownCurrency = (code: string): boolean => knownCodes.has(code)

/**
 * Exponents that differ from 2, and those of funds. `Intl` has the exponents of CLDR, which differ for 16 codes (HUF
 * and IDR have 2 in the standard). They belong to the engine's version: another table may round percentages to other
 * sums.
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
 * The number of digits after the point; 2 for withdrawn currencies. Undefined for unknown codes and where the standard
 * says N.A., as for metals.
 */
export const exponentOf = (code: string): number | undefined =>
  exponentByCode.get(code) ?? (isKnownCurrency(code) ? 2 : undefined)

/** The codes that the standard has or recently had, those of funds, metals and the like among them. */
export const listedCurrencies: readonly string[] = [...knownCodes, ...exponentByCode.keys(), ...otherCodes]
