import { parseDate } from '../base/date.ts'
import type { CompiledFilter } from './compiled-policy.ts'
import { type FieldType, fieldType, fieldWanted } from './field.ts'
import type { Filter, FilterInput, FilterValue, RuleFault } from './language.ts'
import { decimalWanted, readDecimal } from './tolerance.ts'

/**
 * The effective filter of `input`, with canonical decimals, or undefined for a filter that means nothing, whose faults
 * are added to `faults` with pointers below `pointer`.
 */
export function effectiveFilter(input: FilterInput, pointer: string, faults: RuleFault[]): Filter | undefined {
  const refuse = (member: string, code: string, detail: string): undefined => {
    faults.push({ pointer: `${pointer}${member}`, code, detail })
  }
  const { field, op, value } = input
  const type = fieldType(field)
  if (type === undefined)
    return refuse('/field', 'unknown_field', `Got ${JSON.stringify(field)}, wanted ${fieldWanted(field)}`)
  if (op === 'present' || op === 'absent') {
    return value === undefined ? { field, op } : refuse('/value', 'conflict', `${op} takes no value`)
  }
  if (value === undefined) return refuse('', 'required', `${op} wants a value`)
  const isList = op === 'in' || op === 'nin'
  if (isArray(value) !== isList)
    return refuse('/value', 'invalid_value', isList ? 'Wanted a list of values' : 'Wanted one value')
  if (op === 'contains' && (typeof value !== 'string' || value === '' || type === 'decimal' || type === 'date')) {
    return refuse('/value', 'invalid_value', 'contains wants a text field and a text that is not empty')
  }
  const canonicalOf = (each: FilterValue, below: string): FilterValue | undefined =>
    canonicalValue(each, type) ??
    refuse(below, 'invalid_value', `Got ${JSON.stringify(each)}, wanted ${wantedOf(type, each)}`)
  if (!isArray(value)) {
    const canonical = canonicalOf(value, '/value')
    return canonical === undefined ? undefined : { field, op, value: canonical }
  }
  const canonical = value.flatMap((each, index) => canonicalOf(each, `/value/${index}`) ?? [])
  return canonical.length < value.length ? undefined : { field, op, value: canonical }
}

/**
 * The form of an effective filter that the matcher executes. An attribute is compared as a decimal when all values of
 * its filter are numbers, as text otherwise.
 */
export function compileFilter({ field, op, value, abs }: Filter): CompiledFilter {
  const values = value === undefined ? [] : isArray(value) ? value : [value]
  const type = fieldType(field)
  if (type === undefined) throw new Error(`An effective filter reads the unknown field ${field}`)
  const isNumber = values.length > 0 && values.every((each) => typeof each === 'number')
  return {
    field,
    op,
    isAbsolute: abs === true,
    values,
    type: type === 'attribute' ? (isNumber ? 'decimal' : 'text') : type,
  }
}

function canonicalValue(value: FilterValue, type: FieldType): FilterValue | undefined {
  if (type === 'attribute') return value
  if (type === 'decimal') return typeof value === 'boolean' ? undefined : readDecimal(value)
  if (typeof value !== 'string') return undefined
  return type === 'date' && parseDate(value) === undefined ? undefined : value
}

function wantedOf(type: FieldType, value: FilterValue): string {
  return {
    decimal: typeof value === 'boolean' ? 'a decimal' : decimalWanted(value),
    date: 'a date such as "2026-03-01"',
    text: 'text',
    attribute: 'text, a number or a boolean',
  }[type]
}

/** Needed because `Array.isArray` does not narrow a union that has a readonly array. */
function isArray(value: FilterValue | readonly FilterValue[]): value is readonly FilterValue[] {
  return Array.isArray(value)
}
