import { formatDecimal, parseDecimal } from '@tallystick/engine/base'
import type { Amounts } from '@tallystick/engine/close'

/** The canonical text of a decimal: `100.50` → `100.5`. Requires a text that a schema took. */
export function canonicalText(text: string): string {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new Error(`The schema took ${text} as a decimal`)
  return formatDecimal(decimal)
}

/** Requires texts that a schema took. */
export const canonicalAmounts = (amounts: Amounts): Amounts =>
  Object.fromEntries(Object.entries(amounts).map(([currency, text]) => [currency, canonicalText(text)]))
