import { isObject, type JsonObject, type JsonValue } from '@tallystick/engine/base'
import { localeAmount } from '../parts/locale-text.ts'
import { fieldName } from '../parts/plain-words.ts'

interface JsonFact {
  readonly name: string
  readonly value: string
}

/** The most characters of a value that are shown. The whole line is shown beside it. */
const valueLengthMax = 300

const firstNames = ['date', 'amount', 'currency', 'reference', 'counterparty', 'description', 'id']

/**
 * The members of a record or line, nested ones named by their path. Amounts beside a currency have their digits
 * grouped.
 */
export function factsOf(object: JsonObject): readonly JsonFact[] {
  const currency = typeof object['currency'] === 'string' ? object['currency'] : undefined
  return factsIn(object)
    .filter(({ name }) => name !== 'kind')
    .map(({ name, value }) => ({
      name: fieldName(name),
      value: name === 'amount' ? localeAmount(value, currency) : shortened(value),
      place: firstNames.indexOf(name),
    }))
    .sort((left, right) => orderOf(left.place) - orderOf(right.place))
    .map(({ name, value }) => ({ name, value }))
}

/** The object of a line; empty where the line holds none, which a dishonest service may have sealed. */
export function objectIn(line: string): JsonObject {
  try {
    const value: JsonValue = JSON.parse(line)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const orderOf = (place: number): number => (place < 0 ? firstNames.length : place)

const factsIn = (object: JsonObject): readonly JsonFact[] =>
  Object.entries(object).flatMap(([name, value]) => {
    if (value === undefined) return []
    if (!isObject(value)) return [{ name, value: textOf(value) }]
    return factsIn(value).map((inner) => ({ ...inner, name: nameInside(name, inner.name) }))
  })

/** The members `equal` and `differ` of a match list the fields in which its records agree and differ. */
function nameInside(outer: string, inner: string): string {
  if (outer === 'equal') return `same ${inner}`
  return outer === 'differ' ? `different ${inner}` : `${outer}.${inner}`
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map(textOf).join(', ') : JSON.stringify(value)
}

const shortened = (text: string): string => (text.length > valueLengthMax ? `${text.slice(0, valueLengthMax)} …` : text)

const kinds: ReadonlyMap<JsonValue | undefined, string> = new Map([
  ['match', 'Match'],
  ['suggestion', 'Suggestion'],
  ['break', 'Break'],
  ['excluded', 'Exclusion'],
  ['netted', 'Netted line'],
  ['totals', 'Totals of the run'],
  ['tallystick/result@1', 'Header of the result'],
])

export const kindOf = ({ kind }: JsonObject): string => kinds.get(kind) ?? 'Line of the result'
