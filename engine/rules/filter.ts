import { parseDate } from '../base/date.ts'
import { decimalWanted, readDecimal } from './amounts/tolerance.ts'
import type { CompiledFilter } from './compiled-policy.ts'
import { type FieldType, fieldType, fieldWanted } from './language/field.ts'
import { isValueList } from './language/filter-form.ts'
import { type Filter, type FilterInput, type FilterValue, isTextOp, type RuleFault } from './language/language.ts'

/**
 * A filter with canonical decimals. If it has faults, they are added to `faults` with pointers below `pointer`, and
 * undefined comes back.
 */
export function effectiveFilter(input: FilterInput, pointer: string, faults: RuleFault[]): Filter | undefined {
  const refuse = (member: string, code: string, detail: string): undefined => {
    faults.push({ pointer: `${pointer}${member}`, code, detail })
  }
  const { field, op, value, abs } = input
  const type = fieldType(field)
  if (type === undefined)
    return refuse('/field', 'unknown_field', `Got ${JSON.stringify(field)}, wanted ${fieldWanted(field)}`)
  const wrongAbsolute = abs === true ? absoluteFault(input, type) : undefined
  if (wrongAbsolute !== undefined) return refuse('/abs', 'conflict', wrongAbsolute)
  if (op === 'present' || op === 'absent') {
    return value === undefined ? { field, op } : refuse('/value', 'conflict', `${op} takes no value`)
  }
  if (value === undefined) return refuse('', 'required', `${op} wants a value`)
  const isList = op === 'in' || op === 'nin'
  if (isValueList(value) !== isList)
    return refuse('/value', 'invalid_value', isList ? 'Wanted a list of values' : 'Wanted one value')
  if (isTextOp(op) && (typeof value !== 'string' || value === '' || type === 'decimal' || type === 'date')) {
    return refuse('/value', 'invalid_value', `${op} wants a text field and a text that is not empty`)
  }
  const canonicalOf = (each: FilterValue, below: string): FilterValue | undefined => {
    const canonical = canonicalValue(each, type)
    if (canonical === undefined)
      return refuse(below, 'invalid_value', `Got ${JSON.stringify(each)}, wanted ${wantedOf(type, each)}`)
    return abs === true && String(canonical).startsWith('-')
      ? refuse(below, 'invalid_value', `Got ${canonical}, which no absolute value is`)
      : canonical
  }
  const absolute = abs === true ? { abs } : {}
  if (!isValueList(value)) {
    const canonical = canonicalOf(value, '/value')
    return canonical === undefined ? undefined : { field, op, value: canonical, ...absolute }
  }
  const canonical = value.flatMap((each, index) => canonicalOf(each, `/value/${index}`) ?? [])
  return canonical.length < value.length ? undefined : { field, op, value: canonical, ...absolute }
}

/** Why a filter cannot compare absolute values; undefined where it can. */
function absoluteFault({ op, value }: FilterInput, type: FieldType): string | undefined {
  if (op === 'present' || op === 'absent' || isTextOp(op)) return `${op} compares no absolute value`
  if (type === 'decimal' || value === undefined) return undefined
  const isNumber = (isValueList(value) ? value : [value]).every((each) => typeof each === 'number')
  if (type === 'attribute' && isNumber) return undefined
  return type === 'attribute'
    ? 'Only a decimal has an absolute value: wanted a JSON number beside an attribute'
    : `Only a decimal has an absolute value, this is a ${type}`
}

/** An attribute is compared as a decimal when all values of its filter are numbers, as text otherwise. */
export function compileFilter({ field, op, value, abs }: Filter): CompiledFilter {
  const values = value === undefined ? [] : isValueList(value) ? value : [value]
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
