import { type Decimal, parseDecimal } from '../../base/decimal.ts'

/** How amounts are spelt: `12,5`, `12,`, `,5` and `12`; `12.50` with two digits can mean nothing else either. */
export const amountSpelling = '(?:\\d+(?:,\\d*|\\.\\d\\d)?|,\\d+)'

/** The decimal of an amount that is spelt so; undefined for more digits than a decimal has. */
export const parseAmount = (text: string): Decimal | undefined => {
  if (text.endsWith(',')) return parseDecimal(text.slice(0, -1))
  return parseDecimal(text.startsWith(',') ? `0.${text.slice(1)}` : text.replace(',', '.'))
}
