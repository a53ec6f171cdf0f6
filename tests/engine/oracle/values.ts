import type { Attributes, AttributeValue, CanonicalRecord } from '../../../engine/record/record.ts'
import type { Criterion } from '../../../engine/rules/language/language.ts'
import { type Fraction, readFraction, whole } from './fraction.ts'

/** The canonical record as rules.md has it, and how its values are read. */

export type Side = 'source' | 'target'
export const sides = ['source', 'target'] as const
export const otherSide = (side: Side): Side => (side === 'source' ? 'target' : 'source')

/** One of each side. */
export interface Both<Each> {
  readonly source: Each
  readonly target: Each
}

export type Kind = 'decimal' | 'date' | 'text'
export type Value = string | Fraction

const decimals = ['amount', 'gross', 'fee', 'net']
const dates = ['date', 'valueDate']
export const canonicalNames = [
  ...decimals,
  ...dates,
  'currency',
  'reference',
  'description',
  'counterparty',
  'account',
  'type',
  'status',
]

export const isAttribute = (field: string): boolean => field.startsWith('attributes.')

/** What a field holds; an attribute is read as what it is compared with. */
export function kindOf(field: string): Kind | 'attribute' {
  if (isAttribute(field)) return 'attribute'
  return decimals.includes(field) ? 'decimal' : dates.includes(field) ? 'date' : 'text'
}

/** The text of a field as the record has it, or undefined when it has none. */
export function rawText(record: CanonicalRecord, field: string): string | undefined {
  if (isAttribute(field)) return attributeText(record.attributes, field.split('.').slice(1))
  const value = Object.entries(record).find(([name]) => name === field)?.[1]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Own members only; a name may hold dots itself. */
function attributeText(attributes: Attributes | undefined, path: readonly string[]): string | undefined {
  const members = new Map<string, AttributeValue>(Object.entries(attributes ?? {}))
  const own = members.get(path.join('.'))
  if (own !== undefined) return typeof own === 'object' || own === '' ? undefined : String(own)
  const inner = members.get(path[0] ?? '')
  return typeof inner === 'object' && path.length > 1 ? attributeText(inner, path.slice(1)) : undefined
}

/** The value of a field read as `kind`; text that is no such value is absent. */
export function readValue(record: CanonicalRecord, field: string, kind: Kind): Value | undefined {
  const text = rawText(record, field)
  if (text === undefined || kind === 'text') return text
  if (kind === 'decimal') return readFraction(text)
  const day = dayOf(text)
  return day === undefined ? undefined : whole(day)
}

/** Days since 1970-01-01, or undefined for text that is no calendar date. */
export function dayOf(text: string): number | undefined {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  return isDay ? time / 86_400_000 : undefined
}

/** The fields of a criterion, source and target. */
export const fieldsOf = ({
  field,
  sourceField,
  targetField,
}: Pick<Criterion, 'field' | 'sourceField' | 'targetField'>): Both<string> => ({
  source: field ?? sourceField ?? '',
  target: field ?? targetField ?? '',
})
