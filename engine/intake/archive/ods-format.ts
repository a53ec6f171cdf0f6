import type { FileFormat } from '../format/format.ts'
import { xlsxFormat } from './xlsx-format.ts'

/** OpenDocument workbooks. Their first bytes are those of a zip, so the content of the archive decides. */
export const odsFormat = {
  name: 'ods',
  title: 'ODS',
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  extensions: ['.ods', '.ots'],
  sniff: () => 'no',
  open: xlsxFormat.open,
} as const satisfies FileFormat
