import { isKnownCurrency } from './currency-codes.ts'

/**
 * Minor units of ISO 4217, list one as published on 2026-09-17: how many digits after the point an amount of a currency
 * has. They are the standard's, not those of CLDR that `Intl` shows, which differ for 16 codes (HUF and IDR have 2). The
 * table is part of the engine's version: another table may round percentages to other sums.
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
 * Digits after the point of `code`, 2 for a currency withdrawn since 2021 (all of them had 2), or undefined where the
 * standard says N.A. (metals, bond units, XDR, XXX) or knows no such code.
 */
export const exponentOf = (code: string): number | undefined =>
  exponentByCode.get(code) ?? (isKnownCurrency(code) ? 2 : undefined)
