import { zipOf } from '../zip/zip-writer.ts'

export interface WrittenSheet {
  readonly name: string
  /** The XML of its rows. */
  readonly rows: string
  readonly merges?: readonly string[]
  readonly state?: string
}

export interface WrittenWorkbook {
  readonly sheets: readonly WrittenSheet[]
  /** The XML of each shared string. */
  readonly strings?: readonly string[]
  /** Format codes of the styles 1, 2 and so on, or the numbers of those that every program has; style 0 is general. */
  readonly formats?: readonly (string | number)[]
  /** Attributes of `workbookPr` and `calcPr`. */
  readonly properties?: string
  readonly calculation?: string
  /** Files in the place of those that are written. */
  readonly files?: { readonly [name: string]: string }
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook as its parts are written by hand. */
export function xlsxOf(workbook: WrittenWorkbook): Uint8Array {
  const files = { ...partsOf(workbook), ...workbook.files }
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })))
}

function partsOf({ sheets, strings, formats = [], properties = '', calculation = '' }: WrittenWorkbook) {
  const listed = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`,
  )
  const related = sheets.map((_, index) => relation(`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  const codes = formats.map((code, index) =>
    typeof code === 'string' ? `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>` : '',
  )
  const styles = formats.map((code, index) => `<xf numFmtId="${typeof code === 'string' ? 164 + index : code}"/>`)
  return {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relationsOf([relation('rId1', 'officeDocument', 'xl/workbook.xml')]),
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><workbookPr ${properties}/><sheets>${listed.join('')}</sheets><calcPr ${calculation}/></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([
      ...related,
      relation('s', 'styles', 'styles.xml'),
      relation('t', 'sharedStrings', '/xl/sharedStrings.xml'),
    ]),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ...(strings && { 'xl/sharedStrings.xml': `<sst>${strings.join('')}</sst>` }),
    ...Object.fromEntries(sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)])),
  }
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`

const relationsOf = (list: readonly string[]) => `<?xml version="1.0"?><Relationships>${list.join('')}</Relationships>`

const sheetXml = ({ rows, merges = [] }: WrittenSheet) =>
  `<worksheet><dimension ref="A1"/><sheetData>${rows}</sheetData><mergeCells>${merges
    .map((ref) => `<mergeCell ref="${ref}"/>`)
    .join('')}</mergeCells></worksheet>`

/** A row of cells without places: texts inline, numbers as they are written, and other cells as XML. */
export const row = (...cells: readonly (string | number)[]) =>
  `<row>${cells.map((cell) => (typeof cell === 'number' ? `<c><v>${cell}</v></c>` : cell.startsWith('<c') ? cell : inline(cell))).join('')}</row>`

const inline = (text: string) => (text === '' ? '<c/>' : `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`)

/** One sheet of these rows below a header of a date, an amount, a reference and a column of its own. */
export const ledgerOf = (rows: readonly string[], workbook: Omit<WrittenWorkbook, 'sheets'> = {}) =>
  xlsxOf({
    ...workbook,
    sheets: [{ name: 'Sheet1', rows: row('Date', 'Amount', 'Reference', 'Note') + rows.join('') }],
  })
