import type { CanonicalRecord } from '../../../engine/record/record.ts'
import type { Filter, Rule } from '../../../engine/rules/language/language.ts'
import { compare, type Fraction, magnitude, readFraction, whole } from './fraction.ts'
import { compareText } from './text.ts'
import { dayOf, isAttribute, kindOf, readValue, type Side, type Value } from './values.ts'

/** Whether a rule's `where` lets a record take part. In a netting rule positive amounts are the source, negative ones the target. */
export const takesPart = ({ where, side: own }: Rule, side: Side, record: CanonicalRecord): boolean =>
  (where?.[own ?? side] ?? []).every((filter) => passes(filter, record)) &&
  (own === undefined || passes({ field: 'amount', op: side === 'source' ? 'gt' : 'lt', value: '0' }, record))

/** On an absent value `ne`, `nin`, `not_contains` and `absent` hold and the others do not. */
function passes({ field, op, value, abs }: Filter, record: CanonicalRecord): boolean {
  const wanted = value === undefined ? [] : Array.isArray(value) ? value : [value]
  const isNumbers = wanted.length > 0 && wanted.every((each) => typeof each === 'number')
  const kind = isAttribute(field) ? (isNumbers ? 'decimal' : 'text') : kindOf(field)
  const read = kind === 'attribute' ? undefined : readValue(record, field, kind)
  const own = abs && typeof read === 'object' ? magnitude(read) : read
  if (own === undefined) return op === 'ne' || op === 'nin' || op === 'absent' || op === 'not_contains'
  const orders = wanted.map((each) => orderOf(own, String(each), kind))
  const [order = Number.NaN] = orders
  switch (op) {
    case 'present':
      return true
    case 'absent':
      return false
    case 'contains':
      return String(own).includes(String(wanted[0]))
    case 'not_contains':
      return !String(own).includes(String(wanted[0]))
    case 'starts':
      return String(own).indexOf(String(wanted[0])) === 0
    case 'ends':
      return String(own).slice(-String(wanted[0]).length) === String(wanted[0])
    case 'eq':
    case 'in':
      return orders.includes(0)
    case 'ne':
    case 'nin':
      return !orders.includes(0)
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
  }
}

function orderOf(own: Value, wanted: string, kind: string): number {
  if (typeof own === 'string') return Math.sign(compareText(own, wanted))
  const value: Fraction | undefined = kind === 'date' ? whole(dayOf(wanted) ?? 0) : readFraction(wanted)
  return value === undefined ? Number.NaN : compare(own, value)
}
