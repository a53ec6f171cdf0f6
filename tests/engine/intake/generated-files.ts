import fc from 'fast-check'
import { at } from '../../../engine/base/at.ts'
import type { Options } from './read.ts'

/** Files of all kinds of cells, usual and unusual, for readers that must agree about them. */

export interface GeneratedFile {
  readonly bytes: Uint8Array
  readonly options: Options
}

/** Of a hundred values, how many are such as few files have: most records of a file must be readable, or it has no dataset. */
const rarities = [0, 0, 0, 1, 30]

const usualTexts = ['PAY-1', 'Miete März', 'a b', '5" pipe', 'C:\\x', 'Ünal', 'für é', '', '', 'x'.repeat(60)]
const oddTexts = [
  ' padded ',
  '\tx\t',
  '\u00a0wide\u2003',
  '\ufeff',
  '   ',
  'a,b;c',
  'say "hi"',
  '"',
  'two\nlines',
  'two\r\nlines',
  'x\u0000y\u001f',
  'x\u007f',
  '😀',
  'y'.repeat(300),
  'ü'.repeat(200),
  `${'z'.repeat(250)}${' '.repeat(10)}`,
]
const idTexts = ['s1', 's2', 's3', 's1#2', '', ...Array.from({ length: 30 }, (_, index) => `id${index}`)]

const amountsBySign = {
  '.': ['1.5', '-12.50', '0.00', '-0', '1,234.50', '-1,234,567.89', '0.1', '007.25', '12345678901.123', '3.000'],
  ',': ['1,5', '-12,50', '0,00', '-0', '1.234,50', '-1.234.567,89', '0,1', '007,25', '12345678901,123', '3,000'],
  '': ['1', '-12', '0', '-0', '1234', '007', '123456789012345', '-5'],
} as const
const oddAmounts = [
  'USD 12',
  '5.00 Dr',
  '1,23,456.00',
  '1.5E3',
  '1.234',
  '1,234',
  '12,34.5',
  '1.2.3',
  '(5.00)',
  '5.00-',
  '+7',
  '€ 3.50',
  '1 234,50',
  "1'234.50",
  '1234567890123456.78',
  '999999999999999999',
  '0.1234567890123',
  '0.123456789012',
  '.5',
  '5.',
  'abc',
  '-',
  ' 2.50 ',
  '1,2345.00',
  '',
]
const usualDates = ['2026-03-01', '2026-02-28', '2024-02-29', '1999-12-31', '0001-01-01', '']
const datesBySpelling = [
  usualDates,
  ['01.03.2026', '31.12.25', '1.3.2026'],
  ['12-Dec-2019', '1 March 2026', '2026/03/01', '20260301'],
  ['2026-03-01T12:34:56', '2026-03-01 24:00', '2026-03-01T12:34:56.789Z', '2026-03-01T00:00Z', '2026-03-02'],
  ['13/02/2026', '03/04/2026', '28/02/2026'],
]
const oddDates = [
  '2026-02-30',
  '03/04/2026',
  '2026-03-01T25:00',
  '2026-03-01 ',
  '12:00',
  '2026-3-1',
  '2026-03-01T12:34:56+0200',
]
const currencies = ['EUR', 'USD', 'GBP', '', 'eur', 'Chf', ' EUR ']
const oddCurrencies = ['EURO', 'E1R', 'ÄUR', 'X']

/** A value of `usual`, or with the probability `rarity` of `odd`. */
const pick = (usual: readonly string[], odd: readonly string[], rarity: number): fc.Arbitrary<string> =>
  rarity === 0
    ? fc.constantFrom(...usual)
    : fc.oneof(
        { weight: 100 - rarity, arbitrary: fc.constantFrom(...usual) },
        { weight: rarity, arbitrary: fc.constantFrom(...odd) },
      )

interface Setting {
  readonly rarity: number
  readonly sign: '.' | ',' | ''
  readonly dates: readonly string[]
}

const settings: fc.Arbitrary<Setting> = fc.record({
  rarity: fc.constantFrom(...rarities),
  sign: fc.constantFrom('.', ',', ''),
  dates: fc.constantFrom(...datesBySpelling),
})

function valuesOf(field: string, { rarity, sign, dates }: Setting): fc.Arbitrary<string> {
  if (/^(debit|credit)$/.test(field))
    return pick(
      amountsBySign[sign].filter((amount) => !/-/.test(amount)),
      oddAmounts,
      rarity,
    )
  if (/^(amount|gross|fee|net)/.test(field)) return pick(amountsBySign[sign], oddAmounts, rarity)
  if (/date|valuta/.test(field)) return pick(dates, oddDates, rarity)
  if (field === 'currency') return pick(currencies, oddCurrencies, rarity)
  if (field === 'id') return pick(idTexts, oddTexts, rarity)
  if (field === 's h') return pick(['S', 'H', 's', 'h', 'Soll'], ['', 'X'], rarity)
  return pick(usualTexts, oddTexts, rarity)
}

const columnSets = [
  ['id', 'valuta', 'amount', 'reference'],
  ['id', 'date', 'amount', 'currency', 'reference', 'description', 'batch'],
  ['date', 'amount', 'description', 'counterparty'],
  ['id', 'value date', 'date', 'gross', 'fee', 'net', 'currency', 'type', 'status', 'account', 'timestamp', 'a.b', 'é'],
  ['id', 'date', 'debit', 'credit', 'reference'],
  ['id', 'date', 'amount', 's h', 'reference', '', 'note'],
  ['date', 'amount (EUR)', 'batch', 'Batch', '__proto__'],
]

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** A cell as a file may have it: with quotes where it needs them, and mostly without where it does not. */
function cellText(cell: string, delimiter: string, isQuoted: boolean): string {
  const needsQuotes = cell.includes(delimiter) || /[\r\n]|^ *"/.test(cell)
  return needsQuotes || isQuoted ? quoted(cell) : cell
}

/** The cells of a row, of a debit and a credit mostly one: the last value says which. */
const cellsOf =
  (columns: readonly string[], hasBoth: boolean) =>
  (values: readonly string[]): readonly string[] =>
    columns.map((column, index) => {
      const isOther = /^(debit|credit)$/.test(column) && column !== values.at(-1)
      return isOther && !hasBoth ? '' : at(values, index)
    })

/** A CSV, with a mapping for some. */
export const csvFiles: fc.Arbitrary<GeneratedFile> = fc
  .record({
    setting: settings,
    columns: fc.constantFrom(...columnSets),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    isQuoted: fc.constantFrom('never', 'always', 'sometimes'),
    rowCount: fc.integer({ min: 1, max: 40 }),
    isLastEnded: fc.boolean(),
    options: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Options>({}, { currency: 'EUR' }, { encoding: 'windows-1252' }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom<Options>(
          { mapping: { decimal: '.' } },
          { mapping: { date: { column: 'date', format: 'YYYY-DD-MM' } } },
          { mapping: { skip: [{ column: 'date', blank: true }, { starts: 'id' }, { repeatedHeader: true }] } },
          {
            mapping: {
              skip: [
                { column: 'date', starts: '2026-03' },
                { column: 'date', equals: '1999-12-31' },
              ],
            },
          },
        ),
      },
    ),
  })
  .chain(({ setting, columns, delimiter, lineEnd, isQuoted, rowCount, isLastEnded, options }) => {
    const row = fc.tuple(...columns.map((column) => valuesOf(column, setting)), fc.constantFrom('debit', 'credit'))
    const rows = fc.array(row.map(cellsOf(columns, setting.rarity > 10)), {
      minLength: rowCount,
      maxLength: rowCount,
    })
    const faults = setting.rarity === 0 ? fc.constant(undefined) : fc.option(fc.nat(rowCount), { nil: undefined })
    const extra = fc.array(fc.constantFrom('', delimiter, `${delimiter}x`, 'short', 'blank'), { maxLength: rowCount })
    return fc.record({ rows, faults, extra }).map(({ rows, faults, extra }) => {
      const lines = [columns, ...rows].map((cells, row) => {
        const isOdd = setting.rarity > 10
        const end = isOdd ? extra[row] : undefined
        if (end === 'blank' && row > 0) return ''
        const shown = end === 'short' && row > 0 ? cells.slice(0, 2) : cells
        const isQuotedRow = isQuoted === 'always' || (isQuoted === 'sometimes' && row % 2 === 1)
        const text = shown.map((cell) => cellText(cell, delimiter, isQuotedRow)).join(delimiter)
        return row > 0 && end !== undefined && end !== 'short' ? `${text}${end}` : text
      })
      const text = `${lines.join(lineEnd)}${isLastEnded ? lineEnd : ''}`
      const bytes = new TextEncoder().encode(text)
      // A byte that no UTF-8 has.
      if (faults !== undefined && setting.rarity > 10)
        bytes[Math.floor((bytes.length * faults) / (rowCount + 1))] = 0xe4
      return { bytes, options: { ...options, format: 'csv' } as Options }
    })
  })
