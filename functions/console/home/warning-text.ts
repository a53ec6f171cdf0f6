import type { DatasetWarning, DatasetWarningCode } from '@tallystick/engine'
import { counted } from '../parts/plain-words.ts'

/** A warning about a file in words, with what can be done about it in the page. */
export const warningText = (warning: DatasetWarning): string => texts[warning.code](warning)

const texts: { readonly [code in DatasetWarningCode]: (warning: DatasetWarning) => string } = {
  missing_currency: (warning) =>
    `${placed(warning, 'no currency')}, and match only records that have none either. Say below which currency they have.`,
  repeated_id: (warning) =>
    `${placed(warning, 'an id that was there before')}; it is kept with #2 and so on behind it.`,
  missing_date: (warning) => `${placed(warning, 'no date')}, as a line of totals has none.`,
  value_date_used: (warning) => `${placed(warning, 'no booking date')}; the value date stands in for it.`,
  clamped_date: (warning) =>
    `${placed(warning, 'a day that its month does not have')}; it is read as the last day of the month.`,
  skipped_entries: ({ count, firstLine }) =>
    `${counted(count, 'line')} that ${count === 1 ? 'moves' : 'move'} no money ${count === 1 ? 'was' : 'were'} left out, the first on line ${firstLine}.`,
  skipped_sheets: ({ count }) => `${counted(count, 'other sheet')} with data ${count === 1 ? 'was' : 'were'} left out.`,
  skipped_files: ({ count }) =>
    `${counted(count, 'file')} of the archive that nothing reads ${count === 1 ? 'was' : 'were'} left out.`,
  control_total_mismatch: ({ count, firstLine }) =>
    `${counted(count, 'total')} that the file states ${count === 1 ? 'is' : 'are'} not what its lines come to, the first on line ${firstLine}. Was the file cut?`,
  balance_mismatch: ({ count, expected, stated, firstLine }) =>
    `${counted(count, 'statement')} ${count === 1 ? 'does' : 'do'} not add up, the first on line ${firstLine}: opening balance and entries come to ${expected}, and it closes with ${stated}. Was the export cut?`,
  no_records: () => 'There is a header, but not one record below it.',
}

const placed = ({ count, firstLine }: DatasetWarning, what: string): string =>
  `${counted(count, 'record')} ${count === 1 ? 'has' : 'have'} ${what}, the first on line ${firstLine}`
