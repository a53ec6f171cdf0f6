import { at } from '../../base/at.ts'
import type { JsonValue } from '../../base/canonical.ts'
import { isObject, type JsonObject } from '../../base/json-shape.ts'
import { canonicalFields, dateFields } from '../../record/record.ts'
import { createHeaderReader, type Header } from '../columns/header.ts'
import type { MovementSample } from '../columns/movement-columns.ts'
import type { SignDoubts } from '../columns/sign-doubts.ts'
import { isBlank } from '../fields/is-blank.ts'
import type { ReaderOptions } from '../format/format.ts'
import { memberAt } from '../kinds/member-path.ts'
import { columnsOfMapping, type MappedColumn, type Mapping, mappedAt, mappedSource } from '../mapping/mapping.ts'
import type { Column } from '../rows/row.ts'
import { dateOrderOf } from '../values/date-format.ts'
import { decimalSignOf } from '../values/number-format.ts'

const nameCountMax = 300

interface UsualMembers {
  readonly mapping: Mapping
  readonly signs: SignDoubts | undefined
  /** Whether a member has the name of a date but values that are no dates, such as seconds since 1970. */
  readonly hasUnreadDates: boolean
}

/**
 * Finds the members of fields by usual column names or the field's own name. The first values of a date or amount must
 * look like one.
 */
export function usualMembers(
  records: readonly JsonObject[],
  { mapping, kind }: Pick<ReaderOptions, 'mapping' | 'kind'>,
): UsualMembers {
  const names = namesIn(records)
  const isFilled = (name: string): boolean => records.some((record) => !isBlank(record[name]))
  const mapped = new Set(columnsOfMapping(mapping))
  // The search below finds amount and type: a member `type` may be the flag that gives the amount its sign.
  const own = canonicalFields.filter(
    (field) =>
      field !== 'amount' &&
      field !== 'type' &&
      !(field in mapping) &&
      !mapped.has(field) &&
      names.includes(field) &&
      isFilled(field),
  )
  const read = createHeaderReader({ ...Object.fromEntries(own.map((field) => [field, field])), ...mapping }, kind)
  const rows = records.map((record) => names.map((name) => textOf(record[name])))
  const cells = [...names]
  let hasUnreadDates = false
  for (let count = 0; count < names.length; count += 1) {
    const header = read(cells, rows)
    const unfit = unfitColumns(
      header,
      ({ name, index }, isValue) => mapped.has(name) || rows.every((row) => !row[index] || isValue(row[index])),
    )
    if (unfit.length === 0) {
      const signs = header.signDoubts([...nestedSamples(records), ...laterSamples(names)])
      return { mapping: mappingOf(header, names, mapping), signs: signs && { ...signs, mapping }, hasUnreadDates }
    }
    const dates = [...header.fields].flatMap(([field, column]) => (isDateField(field) ? [column] : []))
    hasUnreadDates ||= unfit.some((column) => dates.includes(column))
    for (const { index } of unfit) cells[index] = ''
  }
  return { mapping: {}, signs: undefined, hasUnreadDates }
}

function nestedSamples(records: readonly JsonObject[]): readonly MovementSample[] {
  const paths = new Set<string>()
  const add = (value: JsonObject, prefix: string, depth: number): void => {
    for (const [name, member] of Object.entries(value)) {
      const path = `${prefix}${name}`
      if (isObject(member) && depth < nestedDepthMax) add(member, `${path}.`, depth + 1)
      else if (typeof member === 'string' && depth > 0 && paths.size < nameCountMax) paths.add(path)
    }
  }
  for (const record of records) add(record, '', 0)
  return [...paths].map((name) => ({
    column: { name, index: -1 },
    name,
    isDescription: false,
    cells: records.map((record) => textOf(memberAt(record, name))),
  }))
}

const nestedDepthMax = 2

/** Members that may first occur in a later record. */
const laterSamples = (names: readonly string[]): readonly MovementSample[] =>
  ['type', 'kind', 'object', 'event', 'direction', 'transaction_type', 'transactionType']
    .filter((name) => !names.includes(name))
    .map((name) => ({ column: { name, index: -1 }, name, isDescription: false, cells: [] }))

function namesIn(records: readonly JsonObject[]): readonly string[] {
  const names = new Set<string>()
  for (const record of records)
    for (const [name, value] of Object.entries(record))
      if (names.size < nameCountMax && typeof value !== 'object') names.add(name)
  return [...names]
}

const textOf = (value: JsonValue | undefined): string =>
  isBlank(value) || typeof value === 'object' ? '' : String(value)

/** Columns that were taken for dates or amounts by their names, but have other values. */
function unfitColumns(
  { fields, amounts }: Header,
  fits: (column: Column, isValue: IsValue) => boolean,
): readonly Column[] {
  const dates = dateFields.map((field) => ({
    field,
    columns: [fields.get(field)].filter((each) => each !== undefined),
  }))
  const sums = amounts.map(({ field, source }) => ({
    field,
    columns: source.kind === 'sides' ? [source.debit, source.credit] : [source.column],
  }))
  const unfit = (list: readonly { readonly field: string; readonly columns: readonly Column[] }[], isValue: IsValue) =>
    list.flatMap(({ field, columns }) => columns.filter((each) => each.name !== field && !fits(each, isValue)))
  return [...unfit(dates, isDate), ...unfit(sums, isAmount)]
}

const isDateField = (field: string): boolean => dateFields.some((each) => each === field)

type IsValue = (text: string) => boolean

const isDate = (text: string): boolean => dateOrderOf(text) !== undefined
const isAmount = (text: string): boolean => decimalSignOf(text) !== undefined

function mappingOf({ fields, amounts }: Header, names: readonly string[], own: Mapping): Mapping {
  const nameOf = ({ index }: Column): string => at(names, index)
  const found: [string, MappedColumn][] = [
    ...[...fields].map(([field, column]): [string, MappedColumn] => [field, nameOf(column)]),
    ...amounts.map(({ field, source }): [string, MappedColumn] => [field, mappedSource(source, nameOf)]),
  ]
  const flags = amounts.flatMap(({ source }) => (source.kind === 'flagged' ? [nameOf(source.flag)] : []))
  // A member with the name of its field needs no mapping, unless it is also an amount's flag.
  return Object.fromEntries(
    found.filter(
      ([field, column]) => mappedAt(own, field) === undefined && (column !== field || flags.includes(field)),
    ),
  )
}
