import { formatDate } from '../../base/date.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { pastedMapping } from '../mapping/pasted-mapping.ts'
import type { Column, FieldReader, Undecided } from '../rows/row.ts'
import { shown } from '../rows/row-fault.ts'
import { type DateOrder, dateOrderOf, readDate, splitTime, type WrittenDate } from '../values/date-format.ts'
import { type DatePattern, readDateByPattern } from '../values/date-pattern.ts'
import { isBlank } from './is-blank.ts'

interface DateFieldOptions {
  readonly field: string
  readonly column: Column
  readonly pattern: DatePattern | undefined
  /** The order of day and month; if undefined, the values decide. */
  readonly order?: DateOrder | undefined
  /** The table whose mapping a fault shows; undefined in formats without columns to map. */
  readonly table?: { readonly mapping: Mapping } | undefined
  /** The order that other columns of the file prove. What this column's values prove wins. */
  readonly shared: SharedOrder
  /** The name of the attribute that keeps the whole text of a date with a time of day. */
  readonly timestamp: string
}

export interface SharedOrder {
  order: DateOrder | undefined
}

/** Reads dates. A date with a time of day is cut to the date as written; an attribute keeps the whole text. */
export function createDateField(options: DateFieldOptions): FieldReader {
  const { field, column, pattern, timestamp, shared, ...known } = options
  let order = known.order
  let undecided: Undecided | undefined
  const written = (text: string): WrittenDate | undefined =>
    pattern === undefined ? readDate(text, order ?? 'day-first') : readDateByPattern(text, pattern)
  /** The day of a date without a time of day; undefined for others, and while its order of day and month is unknown. */
  const dayOf = (text: string): number | undefined => {
    if (pattern === undefined && order === undefined && dateOrderOf(text) !== 'any') return undefined
    const date = written(text)
    return date?.timestamp === undefined ? date?.day : undefined
  }
  return {
    observe(row) {
      const cell = row.cell(column)
      if (pattern !== undefined || order !== undefined || typeof cell !== 'string') return
      const proven = dateOrderOf(cell)
      if (proven === 'day-first' || proven === 'month-first') {
        order = proven
        shared.order ??= proven
      }
      if (proven !== 'undecided') return
      undecided ??= { row, column, field, code: 'undecided_date', detail: undecidedDetail(cell, options) }
    },
    undecided() {
      if (undecided !== undefined) order ??= shared.order
      return order === undefined ? undecided : undefined
    },
    declare: (plan) => plan.readDate(field, { cell: column.index, isIso: pattern === undefined, timestamp, dayOf }),
    read(row, draft) {
      const cell = row.cell(column)
      if (isBlank(cell)) return
      const date = typeof cell === 'string' ? written(cell) : undefined
      if (date === undefined)
        return draft.fault('invalid_date', `Got ${shown(cell)}, wanted ${wanted(order, pattern)}`, { column, field })
      draft.record[field] = formatDate(date.day)
      if (date.timestamp === undefined) return
      const attributes = draft.record['attributes']
      const others = typeof attributes === 'object' ? attributes : {}
      if (Object.hasOwn(others, timestamp) && others[timestamp] !== date.timestamp) {
        const got = `Got ${shown(cell)}, whose time of day belongs into attributes.${timestamp}`
        return draft.fault('invalid_attribute', `${got}, wanted no other value there`, { column, field })
      }
      draft.record['attributes'] = Object.assign(Object.create(null), others, { [timestamp]: date.timestamp })
    },
  }
}

function undecidedDetail(cell: string, { field, column, table }: DateFieldOptions): string {
  const [first, second] = (['day-first', 'month-first'] as const).map((order) => {
    const date = readDate(cell, order)
    return date === undefined ? '' : formatDate(date.day)
  })
  const mappings = formatsOf(cell).map((format) =>
    pastedMapping(table?.mapping ?? {}, {
      [field]: table === undefined ? { format } : { column: column.name, format },
    }),
  )
  return `Got ${shown(cell)}, and no value of the column says whether that is ${first}, day first, or ${second}, month first: wanted a mapping that says which, ${mappings.join(' or ')}`
}

/** The two formats in which an ambiguous date can be read. */
function formatsOf(text: string): readonly string[] {
  const { date } = splitTime(text.trim())
  const year = /\d{4}$/.test(date) ? 'YYYY' : 'YY'
  return [
    ['D', 'M'],
    ['M', 'D'],
  ].map((parts) => [...parts, year].join(date.includes('-') ? '-' : '/'))
}

function wanted(order: DateOrder | undefined, pattern: DatePattern | undefined): string {
  if (pattern !== undefined) return 'a date in the format of the mapping, or YYYY-MM-DD'
  return `a date such as 2026-03-31 or 31.03.2026${order === undefined ? '' : `, with slashes ${order}`}`
}
