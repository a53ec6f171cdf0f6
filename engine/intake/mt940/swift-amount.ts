import { type Decimal, parseDecimal } from '../../base/decimal.ts'

/** `12,5`, `12,`, `,5` or `12`; also `12.50`, which is unambiguous with two digits. */
export const amountSpelling = '(?:\\d+(?:,\\d*|\\.\\d\\d)?|,\\d+)'

export const parseAmount = (text: string): Decimal | undefined => {
  if (text.endsWith(',')) return parseDecimal(text.slice(0, -1))
  return parseDecimal(text.startsWith(',') ? `0.${text.slice(1)}` : text.replace(',', '.'))
}
