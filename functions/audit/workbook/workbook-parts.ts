import { utf8 } from '@tallystick/engine/base'
import type { ZipFile } from '../zip/zip.ts'
import { fractionLengthMax, styles } from './cell-style.ts'
import { attributeText } from './xml-text.ts'

/** The parts of a workbook other than its sheets (ECMA-376, parts 1 and 2). */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The first tag of a SpreadsheetML part, up to its attributes: `<worksheet xmlns="…"`. */
export const openingOf = (element: string): string => `${declaration}<${element} xmlns="${spreadsheet}"`

const fileOf = (name: string, xml: string): ZipFile => ({ name, parts: [utf8(xml)], isDeflated: true })

const relation = (id: number, type: string, target: string): string =>
  `<Relationship Id="rId${id}" Type="${officeDocument}/${type}" Target="${target}"/>`

const relationsOf = (relations: readonly string[]): string =>
  `${declaration}<Relationships xmlns="${relationships}">${relations.join('')}</Relationships>`

/** Has to be the first file of the archive: programs recognise a workbook by it. */
export const packageRelations = fileOf('_rels/.rels', relationsOf([relation(1, 'officeDocument', 'xl/workbook.xml')]))

/** The parts that list the sheets and define the styles of their cells. */
export function workbookFiles(sheetNames: readonly string[]): readonly ZipFile[] {
  const stylesId = sheetNames.length + 1
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${attributeText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const relations = sheetNames.map((_, index) => relation(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`))
  const parts = sheetNames.map((_, index) => override(`worksheets/sheet${index + 1}.xml`, 'worksheet'))
  return [
    fileOf(
      'xl/workbook.xml',
      `${openingOf('workbook')} xmlns:r="${officeDocument}"><bookViews><workbookView/></bookViews>` +
        `<sheets>${sheets.join('')}</sheets></workbook>`,
    ),
    fileOf('xl/_rels/workbook.xml.rels', relationsOf([...relations, relation(stylesId, 'styles', 'styles.xml')])),
    fileOf('xl/styles.xml', stylesXml()),
    fileOf(
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${contentTypes}">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${override('workbook.xml', 'sheet.main')}${override('styles.xml', 'styles')}${parts.join('')}</Types>`,
    ),
  ]
}

const override = (part: string, type: string): string =>
  `<Override PartName="/xl/${part}" ContentType="${mediaType}.${type}+xml"/>`

/** Custom formats have numbers from 164 on. */
const formatIdFirst = 164

/** The formats in the order of `styles`. Programs show comma and point as the reader's country writes them. */
function stylesXml(): string {
  const amounts = Array.from({ length: fractionLengthMax + 1 }, (_, length) =>
    length === 0 ? '#,##0' : `#,##0.${'0'.repeat(length)}`,
  )
  const formats = ['yyyy-mm-dd', ...amounts].map(
    (code, index) => `<numFmt numFmtId="${formatIdFirst + index}" formatCode="${code}"/>`,
  )
  const cellFormats: string[] = []
  cellFormats[styles.general] = cellFormat(0)
  cellFormats[styles.title] = cellFormat(textFormatId, 1)
  cellFormats[styles.text] = cellFormat(textFormatId)
  cellFormats[styles.count] = cellFormat(wholeFormatId)
  cellFormats[styles.date] = cellFormat(formatIdFirst)
  amounts.forEach((_, length) => {
    cellFormats[styles.amount + length] = cellFormat(formatIdFirst + 1 + length)
  })
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`
  return (
    `${openingOf('styleSheet')}><numFmts count="${formats.length}">${formats.join('')}</numFmts>` +
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cellFormats.length}">${cellFormats.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  )
}

/** The numbers of the built-in formats `@` (text) and `0`. */
const textFormatId = 49
const wholeFormatId = 1

const cellFormat = (formatId: number, fontId = 0): string =>
  `<xf numFmtId="${formatId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
