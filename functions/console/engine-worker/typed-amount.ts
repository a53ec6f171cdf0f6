/**
 * The decimal that a person typed: digits may stand in groups, `1,234.50`, and a comma before one or two digits is the
 * point, `12,50`. Undefined for any other text.
 */
export function typedAmount(typed: string): string | undefined {
  const text = typed.trim()
  if (/^-?\d+(\.\d+)?$/.test(text)) return text
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  return /^-?\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : undefined
}
