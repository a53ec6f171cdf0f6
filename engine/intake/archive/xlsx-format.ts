import type { FileFormat } from '../format/format.ts'
import { zipFault } from '../zip/zip-limits.ts'
import { createArchiveReader } from './archive-reader.ts'

/** Workbooks of Excel and of programs that save as it does. By its first bytes a workbook is a zip, whose reader knows it. */
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
