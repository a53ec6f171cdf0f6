import type { FileFormat, OpenReader } from '../format.ts'
import { openCsvExport } from './csv-export.ts'

/** How a file of the format is opened: a CSV by the maps of exports, which are read as CSV themselves. */
export const readerOf = (format: FileFormat): OpenReader => (format.name === 'csv' ? openCsvExport : format.open)
