import { utf8 } from '@tallystick/engine/base'
import { zipOf } from '../../../../functions/audit/zip/zip.ts'

/** Zips and workbooks of 8 MB at most, whose content is nearly as large as it may be. They are read at their end at once. */
export interface PackedBody {
  readonly name: string
  readonly type: string
  /** What is in it: of the last file, a text of 46 MB that is made of parts. */
  readonly files: { readonly [name: string]: string | RepeatedPart }
  /** What may be held, where that is not what every body may take. */
  readonly peakMegabytesMax?: number
  /** Whether the short form of the measurement has it. */
  readonly isShort?: true
}

interface RepeatedPart {
  readonly head: string
  readonly part: (index: number) => string
  readonly tail: string
  readonly byteCount?: number
}

const unpackedByteCount = 46 * 1024 * 1024

/** The bytes of a body. */
export async function bytesOf({ files }: PackedBody): Promise<Uint8Array> {
  const listed = Object.entries(files).map(([name, content]) => ({
    name,
    parts: typeof content === 'string' ? [utf8(content)] : partsOf(content),
    isDeflated: true as const,
  }))
  const parts: Uint8Array[] = []
  for await (const part of zipOf(listed)) parts.push(part)
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer())
}

function* partsOf({ head, part, tail, byteCount = unpackedByteCount }: RepeatedPart): Generator<Uint8Array> {
  let text = head
  let left = byteCount - head.length - tail.length
  for (let index = 0; left > 0; index++) {
    const next = part(index)
    text += next
    left -= next.length
    if (text.length < 1_000_000) continue
    yield utf8(text)
    text = ''
  }
  yield utf8(text + tail)
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (type: string, target: string): string =>
  `<Relationship Id="${type}" Type="${relationships}/${type}" Target="${target}"/>`
const office = (sheet: RepeatedPart, strings?: RepeatedPart) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels': `<Relationships>${relation('officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets><sheet name="S" sheetId="1" r:id="worksheet"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('worksheet', 'sheet.xml')}${relation('sharedStrings', 'strings.xml')}</Relationships>`,
  ...(strings && { 'xl/strings.xml': strings }),
  'xl/sheet.xml': sheet,
})

const day = (index: number): string => `2026-03-${String((index % 28) + 1).padStart(2, '0')}`
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const row = (...cells: readonly string[]): string => `<row>${cells.join('')}</row>`
const number = (value: number): string => `<c><v>${value}</v></c>`
const shared = (index: number): string => `<c t="s"><v>${index}</v></c>`
const header = row(...['Date', 'Amount', 'Currency', 'Description'].map(inline))
const sheetOf = (part: (index: number) => string): RepeatedPart => ({
  head: `<worksheet><sheetData>${header}`,
  part,
  tail: '</sheetData></worksheet>',
})
const xlsx = { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
const ods = { type: 'application/vnd.oasis.opendocument.spreadsheet' } as const
const zip = { type: 'application/zip' } as const

const csv = (byteCount: number): RepeatedPart => ({
  head: 'id,date,amount,currency,description\n',
  part: (index) =>
    `T${index},${day(index)},${index}.25,EUR,Payment of the invoice number ${index % 977} of our customer\n`,
  tail: '',
  byteCount,
})

const inlineTexts = sheetOf((index) =>
  row(inline(day(index)), number(index / 4), inline('EUR'), inline(`Payment ${index % 977}`)),
)

/** Of smaller files, of which the short form has one: too little for their content to be held beside what is made of it. */
const smallerMegabytesMax = 26

export const packedBodies: readonly PackedBody[] = [
  { ...xlsx, name: 'XLSX of inline texts', files: office(inlineTexts) },
  {
    ...xlsx,
    name: 'XLSX of 12 MB of inline texts',
    peakMegabytesMax: smallerMegabytesMax,
    files: office({ ...inlineTexts, byteCount: 12e6 }),
  },
  {
    ...xlsx,
    name: 'XLSX of shared texts, one a row',
    files: office(
      {
        ...sheetOf((index) => row(inline(day(index)), number(index / 4), inline('EUR'), shared(index % 400_000))),
        byteCount: 23e6,
      },
      {
        head: '<sst>',
        part: (index) => `<si><t>Payment of the invoice number ${index}</t></si>`,
        tail: '</sst>',
        byteCount: 23e6,
      },
    ),
  },
  {
    ...xlsx,
    name: 'XLSX whose shared text is in every row',
    files: office(
      sheetOf((index) => row(inline(day(index)), number(index / 4), inline('EUR'), shared(index % 2))),
      { head: '<sst>', part: () => `<si><t>${'long text '.repeat(20)}</t></si>`, tail: '</sst>', byteCount: 400 },
    ),
  },
  {
    ...ods,
    name: 'ODS of texts',
    files: {
      mimetype: ods.type,
      'META-INF/manifest.xml': '<manifest/>',
      'content.xml': {
        head: '<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell><text:p>Date</text:p></table:table-cell><table:table-cell><text:p>Amount</text:p></table:table-cell></table:table-row>',
        part: (index) =>
          `<table:table-row><table:table-cell office:value-type="date" office:date-value="${day(index)}"><text:p>x</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="${index / 4}"><text:p>x</text:p></table:table-cell></table:table-row>`,
        tail: '</table:table></office:spreadsheet></office:body></office:document-content>',
      },
    },
  },
  { ...zip, name: 'Zip of one CSV', files: { 'a.csv': csv(30e6) } },
  {
    ...zip,
    name: 'Zip of one CSV of 10 MB',
    isShort: true,
    peakMegabytesMax: smallerMegabytesMax,
    files: { 'a.csv': csv(10e6) },
  },
  {
    ...zip,
    name: 'Zip of 200 CSV files',
    files: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${index}.csv`, csv(150_000)])),
  },
]
