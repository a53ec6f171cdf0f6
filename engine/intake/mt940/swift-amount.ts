import { type Decimal, parseDecimal } from '../../base/decimal.ts'

/** How amounts are spelt: `12,5`, `12,` and `12`; `12.50` with two digits can mean nothing else either. */
export const amountSpelling = '\\d+(?:,\\d*|\\.\\d\\d)?'

/** The decimal of an amount that is spelt so; undefined for more digits than a decimal has. */
export const parseAmount = (text: string): Decimal | undefined =>
  parseDecimal(text.endsWith(',') ? text.slice(0, -1) : text.replace(',', '.'))
