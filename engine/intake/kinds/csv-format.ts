import type { FileFormat } from '../format/format.ts'
import { openCsvExport } from './csv-export.ts'

/** CSV (RFC 4180) with a header row, or with columns that the mapping names by position. */
export const csvFormat = {
  name: 'csv',
  title: 'CSV',
  mediaTypes: ['text/csv'],
  extensions: ['.csv', '.tsv', '.txt'],
  sniff: ([first]) => (first === undefined ? 'undecided' : 'possible'),
  open: openCsvExport,
} as const satisfies FileFormat
