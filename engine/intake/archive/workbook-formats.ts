import type { FileFormat } from '../format/format.ts'
import { zipFault } from '../zip/zip-limits.ts'
import { createArchiveReader } from './archive-reader.ts'

/**
 * Workbooks as Excel or OpenDocument programs save them. Both begin like any zip, so that the content has to decide.
 */
export const xlsxFormat = {
  name: 'xlsx',
  title: 'XLSX',
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  extensions: ['.xlsx', '.xlsm', '.xltx'],
  sniff: () => 'no',
  open: (options, sink) =>
    createArchiveReader(
      {
        ...options,
        readFiles: () => zipFault('Got a zip that is no workbook, wanted .xlsx or .ods, or the type of a zip'),
      },
      sink,
    ),
} as const satisfies FileFormat

export const odsFormat = {
  name: 'ods',
  title: 'ODS',
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  extensions: ['.ods', '.ots'],
  sniff: () => 'no',
  open: xlsxFormat.open,
} as const satisfies FileFormat
