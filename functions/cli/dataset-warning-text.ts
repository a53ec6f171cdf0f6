import type { DatasetWarning, DatasetWarningCode } from '@tallystick/engine'
import { counted } from './terminal.ts'

/** A warning about a file in words, with what to do about it. */
export const datasetWarningText = (warning: DatasetWarning): string => warningTexts[warning.code](warning)

const warningTexts: { readonly [code in DatasetWarningCode]: (warning: DatasetWarning) => string } = {
  missing_currency: (warning) =>
    `${placed(warning, 'no currency')}; they match only records that have none either. --currency CODE gives them one, or a column in the mapping`,
  repeated_id: (warning) =>
    `${placed(warning, 'an id that was there before')}; ${warning.count === 1 ? 'it is' : 'they are'} kept, with #2 and so on behind the id`,
  missing_date: (warning) =>
    `${placed(warning, 'no date')}, ${totalsText(warning.totals)} in all, as a line of totals has none. If it is one, "skip" in the mapping leaves it out`,
  value_date_used: (warning) => `${placed(warning, 'no booking date')}; the value date stands in for it`,
  clamped_date: (warning) =>
    `${placed(warning, 'a day that its month does not have')}; it is read as the last day of the month`,
  skipped_entries: ({ count, ...first }) =>
    `${counted(count, 'line')} ${count === 1 ? 'was' : 'were'} left out that ${count === 1 ? 'moves' : 'move'} no money, or that "skip" in the mapping names, the first on ${lineText(first)}`,
  skipped_sheets: ({ count }) =>
    `${counted(count, 'sheet')} with data beside the one that was read ${count === 1 ? 'was' : 'were'} left out; --sheet NAME reads another`,
  skipped_files: ({ count }) =>
    `${counted(count, 'file')} of the archive ${count === 1 ? 'is' : 'are'} of no format that is read, and ${count === 1 ? 'was' : 'were'} left out`,
  control_total_mismatch: ({ count, ...first }) =>
    `${counted(count, 'total or count', 'totals or counts')} that the file states ${count === 1 ? 'is' : 'are'} not what its lines come to, the first on ${lineText(first)}; was the file cut?`,
  balance_mismatch: ({ count, expected, stated, ...first }) =>
    `${counted(count, 'statement')} ${count === 1 ? 'does' : 'do'} not add up, the first on ${lineText(first)}: opening balance and entries come to ${expected}, and it closes with ${stated}. Was the export cut?`,
  no_records: () => 'there is a header but not one record below it; a file that lost its line breaks looks like that',
}

const totalsText = (totals: DatasetWarning['totals']): string =>
  Object.entries(totals ?? {})
    .map(([currency, total]) => `${total} ${currency}`)
    .join(' and ')

function placed({ count, ...first }: DatasetWarning, what: string): string {
  return `${counted(count, 'record')} ${count === 1 ? 'has' : 'have'} ${what}, the first on ${lineText(first)}`
}

const lineText = ({ firstLine, file }: Pick<DatasetWarning, 'firstLine' | 'file'>): string =>
  `line ${firstLine}${file === undefined ? '' : ` of ${file}`}`
