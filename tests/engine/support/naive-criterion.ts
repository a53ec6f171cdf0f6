import type { CanonicalRecord, Criterion, Filter, Rule, Tolerance } from '../../../engine/index.ts'
import { similarityNaively } from './naive-similarity.ts'

/** What rules.md says of one criterion and one filter, for the values of the small world, as plainly as can be. */

/** A value of a record: text, hundredths of an amount, or a day number. */
type Value = string | number | undefined

const isMoney = (field: string): boolean => ['amount', 'net', 'gross', 'fee'].includes(field)

export function rawValue(record: CanonicalRecord, field: string): string | undefined {
  const { attributes, ...fields } = record
  const value = field.startsWith('attributes.')
    ? attributes?.[field.slice(11)]
    : Object.entries(fields).find(([name]) => name === field)?.[1]
  return typeof value === 'string' ? value : undefined
}

const hundredths = (decimal: string): number => Math.round(Number(decimal) * 100)
const dayNumber = (date: string): number => Date.parse(date) / 86_400_000

function comparedValue(record: CanonicalRecord, side: 'source' | 'target', criterion: Criterion): Value {
  const { normalize = [], sign } = criterion
  const field = fieldsOf(criterion)[side === 'source' ? 0 : 1]
  const raw = rawValue(record, field)
  if (raw === undefined) return undefined
  if (field === 'date' || field === 'valueDate') return dayNumber(raw)
  if (!isMoney(field))
    return normalize.length === 0 ? raw : raw.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') || undefined
  const amount = hundredths(raw)
  return sign === 'absolute' ? Math.abs(amount) : side === 'source' && sign === 'opposite' ? -amount || 0 : amount
}

/** How a pair stands to a criterion; `difference` is target − source where both have a number. */
export interface Standing {
  readonly verdict: 'holds' | 'skipped' | 'fails'
  readonly onValues: boolean
  readonly difference: number
  /** What is missing to full similarity, in basis points. */
  readonly unlikeness: number
}

export function stand(criterion: Criterion, source: CanonicalRecord, target: CanonicalRecord): Standing {
  const s = comparedValue(source, 'source', criterion)
  const t = comparedValue(target, 'target', criterion)
  if (s === undefined || t === undefined) {
    const bothAbsent = s === undefined && t === undefined
    const verdict =
      criterion.nulls === 'skip' ? 'skipped' : criterion.nulls === 'match' && bothAbsent ? 'holds' : 'fails'
    return { verdict, onValues: false, difference: 0, unlikeness: 0 }
  }
  const difference = typeof s === 'number' && typeof t === 'number' ? t - s : 0
  const { similarity } = criterion
  const unlikeness = similarity ? 10_000 - similarityNaively(similarity.method, String(s), String(t)) : 0
  return { verdict: holds(criterion, s, t) ? 'holds' : 'fails', onValues: true, difference, unlikeness }
}

function holds({ op, tolerance, days, similarity }: Criterion, s: string | number, t: string | number): boolean {
  if (similarity)
    return similarityNaively(similarity.method, String(s), String(t)) >= Math.round(Number(similarity.min) * 10_000)
  if (typeof s === 'string' || typeof t === 'string')
    return op === 'contains' ? contains(String(s), String(t)) : s === t
  if (days !== undefined) {
    const { before, after } = typeof days === 'number' ? { before: days, after: days } : days
    return t - s >= -before && t - s <= after
  }
  return tolerance === undefined ? s === t : within(tolerance, s, t)
}

function within(tolerance: Tolerance | string, s: number, t: number): boolean {
  if (typeof tolerance === 'string')
    return tolerance.endsWith('%')
      ? within({ percent: tolerance.slice(0, -1) }, s, t)
      : within({ absolute: tolerance }, s, t)
  if ('from' in tolerance) return t - s >= hundredths(tolerance.from) && t - s <= hundredths(tolerance.to)
  const { absolute, percent, of = 'larger', combine = 'any' } = tolerance
  const [a, b] = [Math.abs(s), Math.abs(t)]
  const base = { source: a, target: b, larger: Math.max(a, b), smaller: Math.min(a, b) }[of]
  const checks = [
    ...(absolute === undefined ? [] : [Math.abs(t - s) <= hundredths(absolute)]),
    ...(percent === undefined ? [] : [Math.abs(t - s) * 100 <= base * Number(percent)]),
  ]
  return combine === 'all' ? checks.every(Boolean) : checks.some(Boolean)
}

/** INV-7 stands in "PAID INV-7" and not in INV-70. */
function contains(left: string, right: string): boolean {
  const [outer, inner] = left.length < right.length ? [right, left] : [left, right]
  if (inner.length < 4) return false
  return [...outer].some((_, start) => {
    if (!outer.startsWith(inner, start)) return false
    const [before, after] = [outer[start - 1] ?? ' ', outer[start + inner.length] ?? ' ']
    return !sameClass(before, inner[0] ?? '') && !sameClass(after, inner.at(-1) ?? '')
  })
}

const sameClass = (a: string, b: string): boolean =>
  (/\p{L}/u.test(a) && /\p{L}/u.test(b)) || (/\p{N}/u.test(a) && /\p{N}/u.test(b))

/** Whether a rule's filters let a record take part. */
export const takesPart = (rule: Rule, side: 'source' | 'target', record: CanonicalRecord): boolean =>
  (rule.where?.[side] ?? []).every((filter) => passes(filter, record))

function passes({ field, op, value }: Filter, record: CanonicalRecord): boolean {
  const raw = rawValue(record, field)
  if (raw === undefined) return ['ne', 'nin', 'absent'].includes(op)
  const number = Number(raw)
  switch (op) {
    case 'present':
      return true
    case 'ne':
      return raw !== value
    case 'in':
      return Array.isArray(value) && value.includes(raw)
    case 'gt':
      return number > Number(value)
    case 'lte':
      return number <= Number(value)
    default:
      return false
  }
}

export const fieldsOf = (criterion: Criterion): readonly [string, string] => [
  criterion.sourceField ?? criterion.field ?? '',
  criterion.targetField ?? criterion.field ?? '',
]
