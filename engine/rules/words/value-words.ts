import { canonicalFields } from '../../record/record.ts'

/** The short name of a field: `orderNo` for `attributes.orderNo`, unless a record has a field of that name. */
export function fieldName(field: string): string {
  const own = field.replace(/^attributes\./, '')
  if (own === field) return field === 'valueDate' ? 'value date' : field
  return canonicalFields.some((each) => each === own) ? field : own
}

/** `reference`, or `orderNo of the source and reference of the target`. */
export const fieldWords = (source: string, target: string): string =>
  source === target ? fieldName(source) : `${fieldName(source)} of the source and ${fieldName(target)} of the target`

interface DayBand {
  readonly from: number
  readonly to: number
}

/** `the target 1 to 3 days later`. `unit` is the singular. */
export function bandWords({ from, to }: DayBand, unit = 'day'): string {
  if (from === 0 && to === 0) return 'on the same day'
  if (from < 0 && to > 0) return `the target from ${countOf(-from, unit)} earlier to ${countOf(to, unit)} later`
  const [least, most] = from >= 0 ? [from, to] : [-to, -from]
  const days = least === most ? countOf(most, unit) : `${least} to ${countOf(most, unit)}`
  return `the target ${days} ${from >= 0 ? 'later' : 'earlier'}`
}

export const countOf = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`)

/** `A, B and C`; of more than `countMax` words `A, B and 7 more`. */
export function listWords(words: readonly string[], { joint = 'and', countMax = 6 } = {}): string {
  const shown = words.length > countMax ? [...words.slice(0, countMax), `${words.length - countMax} more`] : words
  if (shown.length <= 1) return shown.join('')
  return `${shown.slice(0, -1).join(', ')} ${joint} ${shown.slice(-1).join('')}`
}

export const quoted = (text: string): string => `“${text}”`

export const capitalized = (phrase: string): string => phrase.slice(0, 1).toUpperCase() + phrase.slice(1)
