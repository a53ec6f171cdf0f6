import { exponentOf } from '@tallystick/engine/base'

/** A number, perhaps with a currency sign or code before or behind it, and a minus before the sign or the digits. */
const written =
  /^(?<minus>[-−]?)\s*(?:(?:\p{Sc}|(?<code>[a-z]{3}))\s*)?(?<inner>[-−]?)(?<digits>\d[\d.,’'\s]*?)(?:\s*(?:\p{Sc}|(?<codeBehind>[a-z]{3})))?$/iu

/**
 * The accepted shapes of a number, the one with groups of three digits first. A first group does not begin with zero,
 * so `0.125` is read as a fraction.
 */
const shapes = [
  { shape: /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/, group: /,/g },
  { shape: /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/, group: /\./g },
  { shape: /^[1-9]\d{0,2}([\s’']\d{3})+([.,]\d+)?$/, group: /[\s’']/g },
  { shape: /^\d+([.,]\d+)?$/, group: undefined },
]

/**
 * Reads the decimal that a person typed, in the notation of any country: `1,000.50`, `1.000,50`, `1 000`, `€1000`,
 * `12,50 EUR`. Undefined for other text. Three digits behind a single separator are thousands, in `1,000` as in
 * `1.000`, since nearly every currency has two decimal digits or none.
 */
export function typedAmount(typed: string): string | undefined {
  const { minus = '', inner = '', digits, code, codeBehind } = written.exec(typed.trim())?.groups ?? {}
  // The letters must be currency codes: `INV 2041` is a reference, not an amount.
  const isOfCurrencies = [code, codeBehind].every((each) => each === undefined || isCurrency(each))
  if (digits === undefined || !isOfCurrencies || (minus !== '' && inner !== '')) return undefined
  const form = shapes.find(({ shape }) => shape.test(digits))
  if (form === undefined) return undefined
  const plain = form.group === undefined ? digits : digits.replaceAll(form.group, '')
  return `${minus === '' && inner === '' ? '' : '-'}${plain.replace(',', '.')}`
}

const isCurrency = (code: string): boolean => exponentOf(code.toUpperCase()) !== undefined
