/**
 * The currencies of ISO 4217, list one as published on 2026-09-17 (amendments up to 180), funds, metals and bond units
 * left out. A record may hold a code that is not listed; the list tells a currency from another word of three letters,
 * as in the header `Amount VAT`.
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
 * Moved to list three (withdrawn) since 2021, so that books of the last years still hold them: the Cuban convertible
 * peso (2021), the old leone (2022), the kuna (2022), the Zimbabwe dollar (2024), the Antillean guilder (2025) and the
 * lev (2026).
 */
const lateCodes = 'ANG BGN CUC HRK SLL ZWL'.split(' ')

const knownCodes = new Set([...currentCodes, ...lateCodes])

/** Whether `code` is the code of a currency in use, or of one withdrawn since 2021. */
export const isKnownCurrency = (code: string): boolean => knownCodes.has(code)
