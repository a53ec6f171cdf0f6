import { bai2Format } from './bai2/bai2.ts'
import { camtFormat } from './camt/camt.ts'
import { csvFormat } from './csv/csv.ts'
import type { Format, Sniff } from './format.ts'
import { jsonFormat } from './json/json-intake.ts'
import { ndjsonFormat } from './json/ndjson.ts'
import { mt940Format } from './mt940/mt940.ts'
import { ofxFormat } from './ofx/ofx.ts'
import { qifFormat } from './qif/qif.ts'

/**
 * The formats that datasets are read from. A new format is a folder and a row here: the API takes its media types, the
 * command line recognises its files, and `/meta` and the OpenAPI document list it.
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
] as const

export type FormatName = (typeof formats)[number]['name']

/** The formats of raw files: all but JSON, whose records arrive inside a body. */
export const fileFormats = formats.filter((format) => 'open' in format)

/** In alphabetical order. */
export const formatNames: readonly FormatName[] = formats.map(({ name }) => name).toSorted()

/** Media types that say little of what is in a file: its first bytes decide. */
export const sniffedMediaTypes = ['application/octet-stream', 'application/xml', 'text/plain', 'text/xml'] as const

/** The format of a body of this media type, which is in lower case and without parameters; undefined for any other. */
export const formatOfMediaType = (mediaType: string | undefined): (typeof formats)[number] | undefined =>
  formats.find((format: Format) => format.mediaTypes.some((known) => known === mediaType))

/** A kind of file that is recognised only to be refused with a sentence that says what to do. */
export interface RefusedFormat {
  readonly name: string
  readonly sniff: Sniff
  readonly refusal: string
}

const readable = fileFormats.map(({ title }) => title).join(', ')

export const refusedFormats: readonly RefusedFormat[] = [
  {
    name: 'zip',
    sniff: sniffSignature([0x50, 0x4b, 0x03, 0x04]),
    refusal: `Got a zip, as the workbooks of spreadsheets are, wanted ${readable}: save the sheet as CSV`,
  },
  { name: 'pdf', sniff: sniffSignature([0x25, 0x50, 0x44, 0x46]), refusal: `Got a PDF, wanted ${readable}` },
]

function sniffSignature(signature: readonly number[]): Sniff {
  return (visible, isAll) => {
    const difference = signature.findIndex((byte, index) => byte !== visible[index])
    if (difference < 0) return 'certain'
    return difference === visible.length && !isAll ? 'undecided' : 'no'
  }
}
