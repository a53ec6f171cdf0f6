import { at, numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { parseDate } from '../base/date.ts'
import { compareDecimals, type Decimal, parseDecimal } from '../base/decimal.ts'
import { absentDay } from '../record/columns.ts'
import type { Table } from '../record/table.ts'
import type { CompiledFilter } from './compiled-policy.ts'
import type { FilterValue } from './language.ts'

/** A test whether a row meets all of `filters`. On an absent value `ne`, `nin` and `absent` hold and the others do not. */
export function bindFilters(filters: readonly CompiledFilter[], table: Table): (row: number) => boolean {
  const tests = filters.map((filter) => bindFilter(filter, table))
  return (row) => tests.every((test) => test(row))
}

function bindFilter(filter: CompiledFilter, table: Table): (row: number) => boolean {
  const { op } = filter
  if (isTextOp(op)) return textTest(op, filter, table)
  const orderOf = orderOfType(filter, table)
  return (row) => {
    const orders = orderOf(row)
    if (orders === undefined) return op === 'ne' || op === 'nin' || op === 'absent'
    return holds(op, orders)
  }
}

type TextOp = 'contains' | 'not_contains' | 'starts' | 'ends'

const isTextOp = (op: CompiledFilter['op']): op is TextOp =>
  op === 'contains' || op === 'not_contains' || op === 'starts' || op === 'ends'

/** Capitals and spaces count as they are. */
function textTest(op: TextOp, { field, values }: CompiledFilter, table: Table): (row: number) => boolean {
  const column = table.text(field)
  const part = String(values[0])
  const holdsOn = {
    contains: (text: string) => text.includes(part),
    not_contains: (text: string) => !text.includes(part),
    starts: (text: string) => text.startsWith(part),
    ends: (text: string) => text.endsWith(part),
  }[op]
  return (row) => {
    const text = column.textAt(row)
    return text === undefined ? op === 'not_contains' : holdsOn(text)
  }
}

/** How a row's value compares with each of the filter's values; undefined when the row has no value. */
type Orders = (row: number) => readonly number[] | undefined

function orderOfType(filter: CompiledFilter, table: Table): Orders {
  if (filter.type === 'decimal') {
    const column = table.decimal(filter.field)
    const wanted = filter.values.map((value) => parseDecimal(String(value)))
    return (row) => {
      const text = column.textAt(row)
      const decimal = text === undefined ? undefined : parseDecimal(text)
      const compared = decimal && filter.isAbsolute ? absolute(decimal) : decimal
      return compared && wanted.map((value) => orderOfDecimals(compared, value))
    }
  }
  if (filter.type === 'date') {
    const days = table.date(filter.field)
    const wanted = filter.values.map(dayOf)
    return (row) => {
      const day = numberAt(days, row)
      return day === absentDay ? undefined : wanted.map((value) => day - value)
    }
  }
  const column = table.text(filter.field)
  return (row) => {
    const text = column.textAt(row)
    return text === undefined ? undefined : filter.values.map((value) => compareUtf8(text, String(value)))
  }
}

function dayOf(value: FilterValue): number {
  const day = parseDate(String(value))
  if (day === undefined) throw new TypeError('The value of an effective filter of dates is a date')
  return day
}

const absolute = ({ coefficient, scale }: Decimal): Decimal => ({
  coefficient: coefficient < 0n ? -coefficient : coefficient,
  scale,
})

function orderOfDecimals(decimal: Decimal, value: Decimal | undefined): number {
  return value === undefined ? Number.NaN : compareDecimals(decimal, value)
}

function holds(op: Exclude<CompiledFilter['op'], TextOp>, orders: readonly number[]): boolean {
  switch (op) {
    case 'eq':
    case 'in':
      return orders.includes(0)
    case 'ne':
    case 'nin':
      return !orders.includes(0)
    case 'lt':
      return at(orders, 0) < 0
    case 'lte':
      return at(orders, 0) <= 0
    case 'gt':
      return at(orders, 0) > 0
    case 'gte':
      return at(orders, 0) >= 0
    case 'present':
      return true
    case 'absent':
      return false
  }
}
