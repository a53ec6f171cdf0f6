import type { DatasetWarning } from '@tallystick/engine/intake'
import type { Mapping } from '@tallystick/schema/mapping'
import type { FieldPreview, FileSettings, RowFault } from '../engine-worker/engine-types.ts'
import type { RowsAround } from '../engine-worker/rows-around.ts'
import { mappingsIn, sheetsIn } from './offered-mappings.ts'

/** One way of reading a file that ends a fault or warning. */
export interface FileCure {
  /** What a button says: `Leave out line 87`. */
  readonly label: string
  readonly settings: FileSettings
  /** The lines around which its effect is shown. */
  readonly lines: readonly number[]
}

type LabelOf = (mapping: Mapping, fault: RowFault) => string

/** What the mappings that a fault offers do, by its code. Mappings that leave rows out are cured together. */
const labels: { readonly [code in RowFault['code']]?: LabelOf } = {
  undecided_date: (mapping, { field }) =>
    isDayFirst(mapping, field) ? 'Dates are day first' : 'Dates are month first',
  undecided_decimal: ({ decimal }) => `The ${decimal === ',' ? 'comma' : 'point'} is the decimal sign`,
  undecided_sign: (mapping) => signLabel(mapping),
  header_not_found: (mapping) => `Read ${columnsText(mapping)}`,
  unknown_column: (mapping) => `Read ${columnsText(mapping)}`,
  undecided_column: (mapping) => `Read ${columnsText(mapping)}`,
  missing_amount: (mapping) => `Read ${columnsText(mapping)}`,
  malformed_file: (mapping, { field }) =>
    isDayFirst(mapping, field ?? 'date') ? 'Dates are day first' : 'Dates are month first',
}

/** The usual encodings of files whose bytes are no text in the one that was recognised. */
const encodings = ['windows-1252', 'utf-8', 'windows-1250', 'cp850', 'utf-16le'] as const

/** The cures of a file that is refused, the likeliest first. */
export function faultCures(faults: readonly RowFault[], settings: FileSettings): readonly FileCure[] {
  const [first] = faults
  if (first === undefined) return []
  const lines = linesOf(faults)
  const skipping = skipCure(faults, settings)
  const offered = mappingsIn(first.detail).flatMap((mapping): FileCure[] => {
    const label = labels[first.code]?.(mapping, first)
    return label === undefined ? [] : [{ label, settings: withMapping(settings, mapping), lines }]
  })
  const encoded = ['invalid_encoding', 'unknown_encoding'].includes(first.code)
    ? encodings
        .filter((encoding) => encoding !== settings.encoding)
        .map((encoding) => ({ label: `The encoding is ${encoding}`, settings: { ...settings, encoding }, lines }))
    : []
  const sheets = sheetsIn(first).map((sheet) => ({
    label: `Read the sheet ${sheet}`,
    settings: { ...settings, sheet },
    lines,
  }))
  // The mapping that decides a sign is the last one that a fault offers, and the likelier one.
  const decided = first.code === 'undecided_sign' ? offered.toReversed() : offered
  return [...(skipping === undefined ? [] : [skipping]), ...decided, ...encoded, ...sheets]
}

/** Whether the fault lies in other cells or rows as well, so that the cell alone would leave out sound rows, too. */
const isOfOthers = (code: string): boolean => code === 'debit_and_credit' || code === 'mixed_signs'

/** Leaves out a row for which the reader offers nothing, by the cell that it refused. Undefined without such a cell. */
export function rowCure(
  { line, column, code, detail }: RowFault,
  settings: FileSettings,
  { rows }: Pick<RowsAround, 'rows'>,
): FileCure | undefined {
  if (column === null || mappingsIn(detail).length > 0 || isOfOthers(code)) return undefined
  const index = rows.find(({ state }) => state === 'header')?.cells.findIndex((cell) => cell.trim() === column)
  const cell = rows.find((row) => row.line === line)?.cells[index ?? -1]?.trim()
  if (cell === undefined || rows.find((row) => row.line === line)?.state !== 'fault') return undefined
  const condition = cell === '' ? { column, blank: true as const } : { column, equals: cell }
  return { label: `Leave out line ${line}`, settings: skipping(settings, condition), lines: [line] }
}

/** Asks the reader for the columns under a header row: it guesses them for a mapping that names any cell of the row. */
export const headerQuestion = (settings: FileSettings, cells: readonly string[]): FileSettings => {
  const [longest = ''] = cells.map((cell) => cell.trim()).toSorted((left, right) => right.length - left.length)
  const { amount, date, header, ...others } = settings.mapping ?? {}
  return { ...settings, mapping: { ...others, [`${askedMember}${longest}`]: longest } }
}

/** The answer to `headerQuestion`: undefined where the reader finds no date or amount below the row. */
export function headerCure(faults: readonly RowFault[], asked: FileSettings, line: number): FileCure | undefined {
  const [mapping] = faults.slice(0, 1).flatMap(({ detail }) => mappingsIn(detail))
  if (mapping === undefined) return undefined
  const named: Mapping = Object.assign({}, asked.mapping, mapping)
  for (const field of Object.keys(named)) if (field.startsWith(askedMember)) delete named[field]
  return { label: `Line ${line} is the header`, settings: { ...asked, mapping: named }, lines: [line] }
}

const askedMember = 'attributes.'

interface WarnedFile {
  readonly warning: DatasetWarning
  readonly settings: FileSettings
  readonly fields: readonly FieldPreview[]
  /** The only currency of the other side. */
  readonly otherCurrency: string | undefined
}

/** The cures of a warning; empty where nothing has to be cured. */
export function warningCures({ warning, settings, fields, otherCurrency }: WarnedFile): readonly FileCure[] {
  const { code, count, firstLine, file } = warning
  const lines = firstLine === null || file !== undefined ? [] : [firstLine]
  if (code === 'missing_currency' && otherCurrency !== undefined)
    return [{ label: `Read as ${otherCurrency}`, settings: { ...settings, currency: otherCurrency }, lines }]
  const [column] = fields.find(({ field }) => field === 'date' || field === 'valueDate')?.columns ?? []
  if (code !== 'missing_date' || column === undefined) return []
  const label = count === 1 ? `Leave out line ${firstLine}` : `Leave out the ${count} lines without a date`
  return [{ label, settings: skipping(settings, { column, blank: true }), lines }]
}

const words: { readonly [code in RowFault['code']]?: (fault: RowFault) => string } = {
  header_not_found: () => 'No row names both an amount and a date; which row is the header?',
  unknown_column: ({ column }) => `No row has the column ${column} that was chosen before`,
}

/** What the reader says of a fault, without a full stop and without the mappings that it offers to programs. */
export const faultWords = (fault: RowFault): string => words[fault.code]?.(fault) ?? readerWords(fault)

const readerWords = ({ detail }: RowFault): string =>
  detail
    .split('\n', 1)
    .join('')
    .replace(/\. If the row .*$/s, '')
    .replace(/(: wanted a record)?\. The mapping \{.*$/s, '')
    .replace(/(: wanted a mapping| by \{|, or a mapping|: wanted the adapter).*$/s, '')

type Skip = NonNullable<Mapping['skip']>[number]

const skipping = (settings: FileSettings, condition: Skip): FileSettings =>
  withMapping(settings, { skip: [...(settings.mapping?.skip ?? []), condition] })

/** Of several rows that may be none, the last fault's mapping leaves out those before it too. */
function skipCure(faults: readonly RowFault[], settings: FileSettings): FileCure | undefined {
  const known = settings.mapping?.skip?.length ?? 0
  const found = faults
    .filter(({ code }) => code !== 'undecided_sign')
    .flatMap((fault) => {
      const mapping = mappingsIn(fault.detail).find(({ skip = [] }) => skip.length > known)
      return mapping === undefined ? [] : [{ fault, mapping }]
    })
  const last = found.at(-1)
  if (last === undefined) return undefined
  const lines = linesOf(found.map(({ fault }) => fault))
  const shown = lines.length > 3 ? `${lines.length} lines` : `line${lines.length > 1 ? 's' : ''} ${listed(lines)}`
  return { label: `Leave out ${shown}`, settings: withMapping(settings, last.mapping), lines }
}

const linesOf = (faults: readonly RowFault[]): readonly number[] => [...new Set(faults.map(({ line }) => line))]

const listed = (lines: readonly number[]): string =>
  lines.length === 1 ? `${lines[0]}` : `${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`

const withMapping = (settings: FileSettings, mapping: Pick<Mapping, 'skip'> | Mapping): FileSettings => ({
  ...settings,
  mapping: Object.assign({}, settings.mapping, mapping),
})

function isDayFirst(mapping: Mapping, field: string | null): boolean {
  const date = mapping[field === 'valueDate' ? 'valueDate' : 'date']
  return typeof date === 'object' && date.format?.startsWith('D') === true
}

function signLabel({ amount, skip = [] }: Mapping): string {
  if (typeof amount === 'object' && 'flag' in amount)
    return `Money goes out where ${amount.flag} is ${amount.debitValues.join(' or ')}`
  const [last] = skip.slice(-1)
  return last !== undefined && 'equals' in last
    ? `Leave out lines with ${last.equals}`
    : 'Amounts are as they are written'
}

function columnsText(mapping: Mapping): string {
  const named = Object.entries(mapping).flatMap(([field, column]) => {
    const columns =
      typeof column === 'string' ? [column] : Object.values(column ?? {}).filter((each) => typeof each === 'string')
    return field === 'decimal' || field === 'skip' || columns.length === 0
      ? []
      : [`${field} from ${columns.join(' and ')}`]
  })
  return named.join(', ')
}
