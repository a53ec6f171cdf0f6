import { odsFormat, xlsxFormat } from './archive/workbook-formats.ts'
import { createZipFormat } from './archive/zip-format.ts'
import { bai2Format } from './bai2/bai2.ts'
import { camtFormat } from './camt/camt.ts'
import type { FileFormat } from './format/format.ts'
import { recogniseFormat } from './format/recognise-format.ts'
import { refusedFormats } from './format/refused-formats.ts'
import { jsonFormat } from './json/json-file.ts'
import { ndjsonFormat } from './json/ndjson.ts'
import { csvFormat } from './kinds/csv-format.ts'
import { mt940Format } from './mt940/mt940.ts'
import { ofxFormat } from './ofx/ofx.ts'
import { qifFormat } from './qif/qif.ts'

/** Any other format may be inside a zip. */
const zipFormat = createZipFormat((bytes) => recogniseFormat(bytes, true, [...refusedFormats, ...formats]) ?? csvFormat)

/**
 * All formats that are read. The API, the command line, `/meta` and OpenAPI take them from this table, so that a new
 * format is one more row.
 */
export const formats = [
  jsonFormat,
  csvFormat,
  ndjsonFormat,
  camtFormat,
  mt940Format,
  bai2Format,
  ofxFormat,
  qifFormat,
  xlsxFormat,
  odsFormat,
  zipFormat,
] as const

export type FormatName = (typeof formats)[number]['name']

export const formatNames: readonly FormatName[] = formats.map(({ name }) => name).toSorted()

/** Media types that say too little about a file: its first bytes decide. */
export const sniffedMediaTypes = ['application/octet-stream', 'application/xml', 'text/plain', 'text/xml'] as const

/** Undefined for an unknown media type. Requires lower case and no parameters. */
export const formatOfMediaType = (mediaType: string | undefined): (typeof formats)[number] | undefined =>
  formats.find((format: FileFormat) => format.mediaTypes.some((known) => known === mediaType))
