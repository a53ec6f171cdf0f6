import type { JsonValue } from '../../base/canonical.ts'
import { isKnownCurrency } from '../../base/currency.ts'
import { parseDecimal } from '../../base/decimal.ts'
import { isObject, type JsonObject } from '../../base/json-shape.ts'
import { joinedName } from '../columns/column-names.ts'
import { joinedNamesOf } from '../columns/kinds.ts'
import { memberAt } from '../kinds/member-path.ts'
import { type Mapping, mappedAmount, mappedColumn } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'

/**
 * What a fault says of amounts such as `{"amount":{"value":"12.00","currency":"EUR"}}`. They are offered and not read,
 * since some systems write cents there. Empty unless all records have an amount at the same place.
 */
export function amountHintOf(records: readonly JsonObject[], mapping: Mapping): string {
  const [first] = records
  if (first === undefined || mappedAmount(mapping, 'amount') !== undefined) return ''
  const isIn = (path: string, isOfKind: (value: JsonValue | undefined) => boolean): boolean =>
    records.every((record) => isOfKind(memberAt(record, path)))
  const paths = pathsOf(first)
  const amount = paths.find(({ name, path }) => isNamed(name, 'amount') && isIn(path, isAmount))
  if (amount === undefined) return ''
  const isBeside = ({ outer, name }: Path): boolean => outer === amount.outer && isNamed(name, 'currency')
  const currency =
    mappedColumn(mapping, 'currency') === undefined
      ? paths.find((each) => isBeside(each) && isIn(each.path, isCurrency))
      : undefined
  const added = { amount: amount.path, ...(currency && { currency: currency.path }) }
  return `. The mapping ${pastedMapping(mapping, added)} reads every amount as it is written`
}

interface Path {
  readonly outer: string
  readonly name: string
  readonly path: string
}

/** The members of those objects that are called as amounts are. */
const pathsOf = (record: JsonObject): readonly Path[] =>
  Object.entries(record).flatMap(([outer, value]) =>
    isObject(value) && isNamed(outer, 'amount')
      ? Object.keys(value).map((name) => ({ outer, name, path: `${outer}.${name}` }))
      : [],
  )

const isNamed = (name: string, field: string): boolean =>
  joinedNamesOf(undefined).get(field)?.includes(joinedName(name)) === true

const isAmount = (value: JsonValue | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && parseDecimal(value) !== undefined)

const isCurrency = (value: JsonValue | undefined): boolean => typeof value === 'string' && isKnownCurrency(value)
