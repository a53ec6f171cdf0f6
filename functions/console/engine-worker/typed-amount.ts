import { exponentOf } from '@tallystick/engine/base'

/** A number with the sign or the code of a currency before or behind it, and a minus before either. */
const written =
  /^(?<minus>[-−]?)\s*(?:(?:\p{Sc}|(?<code>[a-z]{3}))\s*)?(?<inner>[-−]?)(?<digits>\d[\d.,’'\s]*?)(?:\s*(?:\p{Sc}|(?<codeBehind>[a-z]{3})))?$/iu

/** Digits in groups of three first: a group begins with no zero, so `0.125` has none. */
const shapes = [
  { shape: /^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/, group: /,/g },
  { shape: /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/, group: /\./g },
  { shape: /^[1-9]\d{0,2}([\s’']\d{3})+([.,]\d+)?$/, group: /[\s’']/g },
  { shape: /^\d+([.,]\d+)?$/, group: undefined },
]

/**
 * The decimal that a person typed, as any country writes it: `1,000.50`, `1.000,50`, `1 000`, `€1000`, `12,50 EUR`.
 * Undefined for any other text. Three digits behind a single separator are thousands, in `1,000` as in `1.000`: nearly
 * every currency has two digits or none behind its point, so that few people mean a fraction of three.
 */
export function typedAmount(typed: string): string | undefined {
  const { minus = '', inner = '', digits, code, codeBehind } = written.exec(typed.trim())?.groups ?? {}
  // A reference, `INV 2041`, is no amount.
  const isOfCurrencies = [code, codeBehind].every((each) => each === undefined || isCurrency(each))
  if (digits === undefined || !isOfCurrencies || (minus !== '' && inner !== '')) return undefined
  const form = shapes.find(({ shape }) => shape.test(digits))
  if (form === undefined) return undefined
  const plain = form.group === undefined ? digits : digits.replaceAll(form.group, '')
  return `${minus === '' && inner === '' ? '' : '-'}${plain.replace(',', '.')}`
}

const isCurrency = (code: string): boolean => exponentOf(code.toUpperCase()) !== undefined
