import type { Side } from '../../record/side.ts'
import { fieldType } from '../language/field.ts'
import { isValueList } from '../language/filter-form.ts'
import type { Filter, FilterValue, Where } from '../language/language.ts'
import { fieldName, listWords, quoted } from './value-words.ts'

const opWords: { readonly [op in Filter['op']]: string } = {
  eq: 'is',
  ne: 'is not',
  in: 'is one of',
  nin: 'is none of',
  lt: 'is below',
  lte: 'is at most',
  gt: 'is above',
  gte: 'is at least',
  present: 'is given',
  absent: 'is not given',
  contains: 'contains',
  not_contains: 'does not contain',
  starts: 'begins with',
  ends: 'ends with',
}

/** `type begins with “SEPA”`, `the size of amount is above 100`. */
function filterWords({ field, op, value, abs }: Filter): string {
  const subject = `${abs ? 'the size of ' : ''}${fieldName(field)} ${opWords[op]}`
  if (value === undefined) return subject
  const said = (each: FilterValue): string => valueWords(field, each)
  return `${subject} ${isValueList(value) ? listWords(value.map(said), { joint: 'or' }) : said(value)}`
}

const valueWords = (field: string, value: FilterValue): string => {
  const type = fieldType(field)
  return typeof value === 'string' && type !== 'decimal' && type !== 'date' ? quoted(value) : String(value)
}

/** For each side with filters: `source records where type is “fee”`. */
export const whereWords = ({ source = [], target = [] }: Where = {}): readonly string[] => [
  ...sideWords('source', source),
  ...sideWords('target', target),
]

const sideWords = (side: Side, filters: readonly Filter[]): readonly string[] =>
  filters.length === 0
    ? []
    : [`${side} records where ${listWords(filters.map(filterWords), { countMax: filters.length })}`]
