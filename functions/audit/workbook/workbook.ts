import { type ZipFile, zipOf } from '../zip/zip.ts'
import type { Sheet } from './sheet.ts'
import { nameSheets } from './sheet-names.ts'
import { openRows, type SheetLimits, sheetLimits, sheetParts } from './sheet-parts.ts'
import { packageRelations, workbookFiles } from './workbook-parts.ts'

/**
 * Writes a workbook (ECMA-376, SpreadsheetML), part by part. Each row is asked for only when those before it are
 * written; a few hundred rows are in memory. Rows that do not fit into a sheet continue in another, `Breaks (2)`. The
 * same sheets give the same bytes. Requires at least one sheet.
 */
export function writeWorkbook(sheets: readonly Sheet[], limits: SheetLimits = sheetLimits): AsyncGenerator<Uint8Array> {
  return zipOf(filesOf(sheets, limits))
}

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * The files of a workbook. Those that list the sheets come last: the number of sheets is known only after the last row.
 */
async function* filesOf(sheets: readonly Sheet[], limits: SheetLimits): AsyncGenerator<ZipFile> {
  const names = nameSheets()
  yield packageRelations
  for (const sheet of sheets) {
    const rows = await openRows(sheet.rows)
    try {
      // The archive asks for the next file only when it has written this one, so `rows` has moved on by then.
      do {
        const parts = sheetParts(sheet.columns, rows, limits)
        yield { name: `xl/worksheets/sheet${names.add(sheet.name)}.xml`, parts, isDeflated: true }
      } while (rows.current() !== undefined)
    } finally {
      await rows.close()
    }
  }
  yield* workbookFiles(names.all())
}
