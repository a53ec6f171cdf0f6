import { parseDate } from '../base/date.ts'
import type { CompiledFilter } from './compiled-policy.ts'
import { fieldType, fieldWanted } from './field.ts'
import type { Filter, FilterInput, FilterValue, RuleFault } from './language.ts'
import { decimalWanted, readDecimal } from './tolerance.ts'

/** The effective filter of `input`, decimals canonical, or undefined when it means nothing; its faults go to `faults`. */
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
  const given = isArray(value) ? value : [value]
  const values = given.map((each) => canonicalValue(each, type))
  for (const [index, each] of given.entries())
    if (values[index] === undefined)
      refuse(
        isList ? `/value/${index}` : '/value',
        'invalid_value',
        `Got ${JSON.stringify(each)}, wanted ${wantedOf(type, each)}`,
      )
  const read = values.filter((each) => each !== undefined)
  if (read.length < values.length) return undefined
  const [only] = read
  return isList || only === undefined ? { field, op, value: read } : { field, op, value: only }
}

/** The form of an effective filter that the matcher walks: an attribute is read as a decimal beside numbers only. */
export function compileFilter(filter: Filter): CompiledFilter {
  const values = filter.value === undefined ? [] : isArray(filter.value) ? filter.value : [filter.value]
  const type = fieldType(filter.field)
  const isNumber = values.length > 0 && values.every((value) => typeof value === 'number')
  return {
    field: filter.field,
    op: filter.op,
    values,
    type: type === 'attribute' ? (isNumber ? 'decimal' : 'text') : (type ?? 'text'),
  }
}

function canonicalValue(value: FilterValue, type: NonNullable<ReturnType<typeof fieldType>>): FilterValue | undefined {
  if (type === 'attribute') return value
  if (type === 'decimal') return typeof value === 'boolean' ? undefined : readDecimal(value)
  if (typeof value !== 'string') return undefined
  return type === 'date' && parseDate(value) === undefined ? undefined : value
}

function wantedOf(type: NonNullable<ReturnType<typeof fieldType>>, given: FilterValue): string {
  return {
    decimal: typeof given === 'boolean' ? 'a decimal' : decimalWanted(given),
    date: 'a date such as "2026-03-01"',
    text: 'text',
    attribute: 'text, a number or a boolean',
  }[type]
}

/** `Array.isArray` does not narrow a readonly array out of a union. */
function isArray(value: FilterValue | readonly FilterValue[]): value is readonly FilterValue[] {
  return Array.isArray(value)
}
