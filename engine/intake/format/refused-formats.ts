import type { Sniff } from './format.ts'

export interface RefusedFormat {
  readonly name: string
  readonly sniff: Sniff
  readonly refusal: string
}

const wanted = 'wanted a file of records'
const exportAgain = 'export CSV, XLSX, camt.053 or MT940 from where it comes from'

/** Signatures here have no white space, zeros or byte order marks, since sniffers get bytes without them. */
export const refusedFormats: readonly RefusedFormat[] = [
  {
    name: 'pdf',
    sniff: sniffSignatures('%PDF'),
    refusal: `Got a PDF, ${wanted}: ${exportAgain}`,
  },
  {
    name: 'image',
    // PNG, GIF, TIFF in both byte orders, WebP, HEIC and related formats, and JPEG.
    sniff: sniffSignatures(
      ...['\x89PNG', 'GIF87a', 'GIF89a', 'II*', 'MM*', 'RIFF', '\x18ftyp', '\x1cftyp', '\x24ftyp', 'ftyp'],
      ...['\xd8\xe0', '\xd8\xe1', '\xd8\xe2', '\xd8\xdb', '\xd8\xed', '\xd8\xee', '\xd8\xc0'],
    ),
    refusal: `Got an image, ${wanted}: a picture of a statement cannot be read exactly; ${exportAgain}`,
  },
  {
    name: 'ole',
    sniff: sniffSignatures('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    refusal: `Got an old binary file of Office (.xls, .doc), or a workbook with a password, ${wanted}: open it, remove the password, and save it as .xlsx or CSV`,
  },
  {
    name: 'compressed',
    // Gzip, 7z, RAR, bzip2, xz and Zstandard.
    sniff: sniffSignatures('\x1f\x8b\x08', "7z\xbc\xaf'\x1c", 'Rar!\x1a\x07', 'BZh91AY&SY', '\xfd7zXZ', '(\xb5/\xfd'),
    refusal: `Got a compressed file (.gz, .7z, .rar or the like), ${wanted}: unpack it, and send what is in it, or a .zip`,
  },
  {
    name: 'html',
    sniff: sniffMarkup(/^(<!doctypehtml|<html|<head|<body|<\?xml.{0,200}?<(!doctype)?html|<!--.{0,800}?<html)/is),
    refusal: `Got a web page, ${wanted}: it may be a page of an error or of a sign-in that was saved in place of the file, so open it and look; a table in it can be opened in a spreadsheet program and saved as .xlsx or CSV`,
  },
  {
    name: 'spreadsheet-xml',
    sniff: sniffMarkup(/^<\?xml.{0,200}?<(\?mso-applicationprogid="Excel|([a-z]+:)?Workbook)/is),
    refusal: `Got a spreadsheet as XML of 2003, ${wanted}: open it in a spreadsheet program, and save it as .xlsx or CSV`,
  },
  {
    name: 'rtf',
    sniff: sniffSignatures('{\\rtf'),
    refusal: `Got a text document (RTF), ${wanted}: copy the table into a sheet, and save that as .xlsx or CSV`,
  },
]

/** A zip that was sent as a text format. Sent as a zip, it might be read. */
export const misnamedZip: RefusedFormat = {
  name: 'misnamed-zip',
  sniff: sniffSignatures('PK\x03\x04', 'PK\x05\x06'),
  refusal:
    'Got a zip or a workbook (.xlsx, .ods) that was sent as another format, wanted it as what it is: send it by its own media type',
}

const charactersOf = (bytes: Uint8Array, count: number): string => String.fromCharCode(...bytes.subarray(0, count))

function sniffSignatures(...signatures: readonly string[]): Sniff {
  const length = Math.max(...signatures.map((signature) => signature.length))
  return (visible, isAll) => {
    const text = charactersOf(visible, length)
    if (signatures.some((signature) => text.startsWith(signature))) return 'certain'
    return !isAll && signatures.some((signature) => signature.startsWith(text)) ? 'undecided' : 'no'
  }
}

const markupByteCount = 1024

function sniffMarkup(pattern: RegExp): Sniff {
  return (visible, isAll) => {
    const text = charactersOf(visible, markupByteCount)
    if (pattern.test(text)) return 'certain'
    const isOpen = text === '' || (text.startsWith('<') && text.length < markupByteCount)
    return isOpen && !isAll ? 'undecided' : 'no'
  }
}
