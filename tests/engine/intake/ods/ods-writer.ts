import { zipOf } from '../zip/zip-writer.ts'

export interface WrittenTable {
  readonly name: string
  /** The XML of its rows. */
  readonly rows: string
  readonly isHidden?: boolean
}

/** A spreadsheet of OpenDocument, whose content is written by hand. */
export function odsOf(tables: readonly WrittenTable[], files: { readonly [name: string]: string } = {}): Uint8Array {
  const names = ['office', 'table', 'text', 'style', 'calcext'].map((name) => ` xmlns:${name}="urn:${name}"`).join('')
  const listed = tables.map(
    ({ name, rows, isHidden }) =>
      `<table:table table:name="${name}" table:style-name="${isHidden ? 'ta2' : 'ta1'}"><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>`,
  )
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'META-INF/manifest.xml': '<manifest/>',
    'content.xml':
      `<?xml version="1.0" encoding="UTF-8"?><office:document-content${names}><office:automatic-styles>` +
      '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style></office:automatic-styles>' +
      '<office:body><office:spreadsheet><table:tracked-changes><table:table-cell><text:p>old</text:p></table:table-cell></table:tracked-changes>' +
      `${listed.join('')}</office:spreadsheet></office:body></office:document-content>`,
    ...files,
  }
  return zipOf(Object.entries(parts).map(([name, content]) => ({ name, content, isStored: name === 'mimetype' })))
}

/** A row of texts, and of cells as XML. */
export const row = (...cells: readonly string[]) =>
  `<table:table-row>${cells.map((cell) => (cell.startsWith('<') ? cell : text(cell))).join('')}</table:table-row>`

/** A cell of a type, its value in the attribute `name`, and what it shows. */
export const cell = (attributes: string, shown = '') =>
  `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`

export const text = (shown: string) => cell('office:value-type="string"', shown)
export const float = (value: string, shown = value) => cell(`office:value-type="float" office:value="${value}"`, shown)
export const date = (value: string) => cell(`office:value-type="date" office:date-value="${value}"`, '31.03.26')
