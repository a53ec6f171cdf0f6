import { at, byteAt, numberAt } from '../base/at.ts'
import { compareUtf8 } from '../base/bytes.ts'
import { parseDate } from '../base/date.ts'
import { absolute, compareDecimals, type Decimal, formatDecimal, parseDecimal } from '../base/decimal.ts'
import { absentDay } from '../record/columns.ts'
import type { Table } from '../record/table.ts'
import type { CompiledFilter } from './compiled-policy.ts'
import { type FilterValue, isTextOp, type TextOp } from './language/language.ts'

/**
 * Tests whether a row meets all `filters`. On an absent value only `ne`, `nin`, `not_contains` and `absent` hold. Each
 * row is tested once; the answers take 1 byte a row.
 */
export function bindFilters(filters: readonly CompiledFilter[], table: Table): (row: number) => boolean {
  if (filters.length === 0) return () => true
  const tests = filters.map((filter) => bindFilter(filter, table))
  const [only] = tests
  const test: RowTest = only !== undefined && tests.length === 1 ? only : (row) => tests.every((each) => each(row))
  const known = new Uint8Array(table.rowCount)
  return (row) => {
    if (byteAt(known, row) === 0) known[row] = test(row) ? met : unmet
    return byteAt(known, row) === met
  }
}

type RowTest = (row: number) => boolean

const met = 1
const unmet = 2

function bindFilter(filter: CompiledFilter, table: Table): (row: number) => boolean {
  const { op } = filter
  if (isTextOp(op)) return textTest(op, filter, table)
  if (op === 'in' || op === 'nin') return memberTest(op, filter, table)
  if (filter.type === 'text' && (op === 'present' || op === 'absent')) {
    const { byteCountAt } = table.text(filter.field)
    return (row) => byteCountAt(row) > 0 === (op === 'present')
  }
  const orderOf = orderOfType(filter, table)
  return (row) => {
    const orders = orderOf(row)
    if (orders === undefined) return op === 'ne' || op === 'absent'
    return holds(op, orders)
  }
}

/** Compares texts as they are: case and spaces count. */
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

/** Looks values up in a set, since a list may have a thousand. */
function memberTest(op: 'in' | 'nin', filter: CompiledFilter, table: Table): (row: number) => boolean {
  const { field, type, values, isAbsolute } = filter
  if (type === 'date') {
    const [days, members] = [table.date(field), new Set(values.map(dayOf))]
    return (row) => members.has(numberAt(days, row)) === (op === 'in')
  }
  const column = type === 'decimal' ? table.decimal(field) : table.text(field)
  const spell = type === 'decimal' ? decimalSpelling(isAbsolute) : (text: string) => text
  const members = new Set(values.map((value) => spell(String(value))).filter((text) => text !== undefined))
  return (row) => {
    const text = column.textAt(row)
    const spelled = text === undefined ? undefined : spell(text)
    return (spelled !== undefined && members.has(spelled)) === (op === 'in')
  }
}

const decimalSpelling =
  (isAbsolute: boolean) =>
  (text: string): string | undefined => {
    const decimal = parseDecimal(text)
    return decimal && formatDecimal(isAbsolute ? absolute(decimal) : decimal)
  }

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

function orderOfDecimals(decimal: Decimal, value: Decimal | undefined): number {
  return value === undefined ? Number.NaN : compareDecimals(decimal, value)
}

function holds(op: Exclude<CompiledFilter['op'], TextOp | 'in' | 'nin'>, orders: readonly number[]): boolean {
  switch (op) {
    case 'eq':
      return orders.includes(0)
    case 'ne':
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
