import { type PackedBody, packedBodies } from '../../support/node/upload-memory/packed-bodies.ts'
import { packedOf, type UploadBody } from './upload-body.ts'

/** Zips and workbooks of few bytes that become much. */

/** A CSV whose rows are all alike: a few kilobytes as a zip. */
const equalRows = (rowCount: number): PackedBody['files'][string] => ({
  head: 'date,amount,currency\n',
  part: () => '2026-03-01,1.00,EUR\n',
  tail: '',
  byteCount: 21 + 20 * rowCount,
})

const office = packedBodies.find(({ name }) => name === 'XLSX of inline texts')?.files ?? {}
const odsFiles = packedBodies.find(({ name }) => name === 'ODS of texts')?.files ?? {}
const cell = (text: string): string => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`
const odsOf = (part: (index: number) => string, byteCount: number): PackedBody['files'] => ({
  ...odsFiles,
  'content.xml': {
    head: `<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="S"><table:table-row>${cell('Date')}${cell('Amount')}</table:table-row>`,
    part,
    tail: '</table:table></office:spreadsheet></office:body></office:document-content>',
    byteCount,
  },
})
const sheetOf = (part: (index: number) => string, byteCount: number): PackedBody['files'] => ({
  ...office,
  'xl/sheet.xml': {
    head: `<worksheet><sheetData><row>${['Date', 'Amount'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`,
    part,
    tail: '</sheetData></worksheet>',
    byteCount,
  },
})
const zip = { type: 'application/zip' } as const
const xlsx = { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const
const ods = { type: 'application/vnd.oasis.opendocument.spreadsheet' } as const

export const packedUploads: readonly UploadBody[] = [
  { ...zip, name: 'Zip of one CSV of 300,000 equal rows', files: { 'a.csv': equalRows(300_000) } },
  { ...zip, name: 'Zip of one CSV of 2,300,000 equal rows', files: { 'a.csv': equalRows(2_300_000) } },
  {
    ...xlsx,
    name: 'XLSX of equal rows',
    files: sheetOf(() => '<row><c t="inlineStr"><is><t>2026-03-01</t></is></c><c><v>1</v></c></row>', 46_000_000),
  },
  {
    ...xlsx,
    name: 'XLSX: one cell of 46 MB in runs',
    files: sheetOf(
      (index) => (index === 0 ? '<row><c t="inlineStr"><is>' : `<r><t>${'text '.repeat(200)}</t></r>`),
      46_000_000,
    ),
  },
  {
    ...xlsx,
    name: 'XLSX: 2,000,000 shared texts',
    files: {
      ...sheetOf(() => '<row><c t="inlineStr"><is><t>2026-03-01</t></is></c><c><v>1</v></c></row>', 10_000),
      'xl/strings.xml': {
        head: '<sst>',
        part: (index: number) => `<si><t>${index.toString(36)}</t></si>`,
        tail: '</sst>',
        byteCount: 46_000_000,
      },
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="worksheet" Type="x/worksheet" Target="sheet.xml"/><Relationship Id="s" Type="x/sharedStrings" Target="strings.xml"/></Relationships>',
    },
  },
  {
    ...ods,
    name: 'ODS of equal rows',
    files: odsOf(() => `<table:table-row>${cell('2026-03-01')}${cell('1.00')}</table:table-row>`, 46_000_000),
  },
  {
    ...ods,
    name: 'ODS: one row that stands for 1,000,000',
    files: odsOf(
      () =>
        `<table:table-row table:number-rows-repeated="1000000">${cell('2026-03-01')}${cell('1.00')}</table:table-row>`,
      500,
    ),
  },
  {
    ...ods,
    name: 'ODS: a cell of 400,000 times 1,000 spaces',
    files: odsOf(
      (index) => (index === 0 ? '<table:table-row><table:table-cell><text:p>' : '<text:s text:c="1000"/>'),
      10_000_000,
    ),
  },
  {
    ...zip,
    name: 'Zip of 1,000 files that unpack to more than they say',
    files: Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${index}.csv`, equalRows(2_000)])),
  },
].map(packedOf)
