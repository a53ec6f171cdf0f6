import type { FileFormat } from '../format/format.ts'
import { xlsxFormat } from './xlsx-format.ts'

/** Workbooks of LibreOffice and others (OpenDocument). The content of an archive decides which workbook it is. */
export const odsFormat = {
  name: 'ods',
  title: 'ODS',
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  extensions: ['.ods', '.ots'],
  sniff: () => 'no',
  open: xlsxFormat.open,
} as const satisfies FileFormat
