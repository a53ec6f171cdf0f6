import type { FileFormat } from '../format/format.ts'
import { zipFault } from '../zip/zip-limits.ts'
import { createArchiveReader } from './archive-reader.ts'

/** Workbooks as Excel saves them. The first bytes are those of a zip, so the content of the archive decides. */
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
