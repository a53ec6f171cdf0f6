import { readXml, type XmlElement } from './read-xml.ts'
import { readZip } from './read-zip.ts'

/** A reader of workbooks that shares nothing with their writer; it throws where a program would offer to repair. */

export interface ReadSheet {
  readonly name: string
  /** Text as text, a number with the format that it is shown in, an absent cell as null. The first row is the heading. */
  readonly rows: readonly (readonly ReadCell[])[]
  readonly filter: string | undefined
}

export type ReadCell = string | { readonly number: string; readonly format: string } | null

/** The sheets of a workbook in their order. */
export async function readWorkbook(archive: Uint8Array): Promise<readonly ReadSheet[]> {
  const files = new Map((await readZip(archive)).map(({ name, bytes }) => [name, bytes]))
  const partOf = (name: string): XmlElement => {
    const bytes = files.get(name)
    if (bytes === undefined) throw new Error(`The workbook has no ${name}`)
    return readXml(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  }
  const typed = childrenOf(partOf('[Content_Types].xml'), 'Override').map((each) => attributeOf(each, 'PartName'))
  const relationOf = (part: string) =>
    new Map(
      childrenOf(partOf(part), 'Relationship').map((each) => [attributeOf(each, 'Id'), attributeOf(each, 'Target')]),
    )
  const [book] = relationOf('_rels/.rels').values()
  if (book !== 'xl/workbook.xml') throw new Error(`The workbook is ${book}`)
  const targets = relationOf('xl/_rels/workbook.xml.rels')
  const formats = formatsOf(partOf('xl/styles.xml'))
  return childrenOf(childOf(partOf(book), 'sheets'), 'sheet').map((sheet) => {
    const part = `xl/${targets.get(attributeOf(sheet, 'r:id'))}`
    if (!typed.includes(`/${part}`)) throw new Error(`${part} has no content type`)
    return { name: attributeOf(sheet, 'name'), ...sheetOf(partOf(part), formats) }
  })
}

function formatsOf(styles: XmlElement): readonly string[] {
  const own = childrenOf(childOf(styles, 'numFmts'), 'numFmt')
  const codes = new Map(own.map((each) => [attributeOf(each, 'numFmtId'), attributeOf(each, 'formatCode')]))
  const builtIn = new Map([
    ['0', 'General'],
    ['1', '0'],
    ['49', '@'],
  ])
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map((each) => {
    const id = attributeOf(each, 'numFmtId')
    return codes.get(id) ?? builtIn.get(id) ?? `format ${id}`
  })
}

function sheetOf(sheet: XmlElement, formats: readonly string[]): Omit<ReadSheet, 'name'> {
  const rows = childrenOf(childOf(sheet, 'sheetData'), 'row').map((row, index) => {
    if (attributeOf(row, 'r') !== String(index + 1)) throw new Error(`Row ${index + 1} is ${attributeOf(row, 'r')}`)
    const cells: ReadCell[] = []
    for (const cell of childrenOf(row, 'c')) {
      const [, letters = '', number] = /^([A-Z]+)(\d+)$/.exec(attributeOf(cell, 'r')) ?? []
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
      if (number !== String(index + 1) || column <= cells.length)
        throw new Error(`Cell ${letters}${number} is misplaced`)
      while (cells.length < column - 1) cells.push(null)
      cells.push(cellOf(cell, formats))
    }
    return cells
  })
  return { rows, filter: childrenOf(sheet, 'autoFilter')[0]?.attributes.get('ref') }
}

function cellOf(cell: XmlElement, formats: readonly string[]): ReadCell {
  const format = formats[Number(attributeOf(cell, 's'))]
  if (format === undefined) throw new Error('A cell has no style')
  if (cell.attributes.get('t') === 'inlineStr') return unescaped(childOf(childOf(cell, 'is'), 't').text)
  return { number: childOf(cell, 'v').text, format }
}

const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name)

function childOf(element: XmlElement, name: string): XmlElement {
  const [child, second] = childrenOf(element, name)
  if (child === undefined || second !== undefined) throw new Error(`${element.name} has not one ${name}`)
  return child
}

function attributeOf({ name, attributes }: XmlElement, wanted: string): string {
  const value = attributes.get(wanted)
  if (value === undefined) throw new Error(`${name} has no ${wanted}`)
  return value
}
