import { type ZipFile, zipOf } from '../zip/zip.ts'
import type { Sheet } from './sheet.ts'
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

interface SheetNames {
  /** Reserves `name`, or the nearest valid name, and returns its position, counted from 1. */
  readonly add: (name: string) => number
  readonly all: () => readonly string[]
}

const nameLengthMax = 31

/**
 * Makes names that Excel accepts: 1 to 31 characters without `[]:*?/\` and controls, no apostrophe at either end, not
 * `History`, and no two that differ only by case. A repeated name gets a number, `Breaks (2)`.
 */
function nameSheets(): SheetNames {
  const names: string[] = []
  const taken = new Set(['history'])
  return {
    add(name) {
      const base = fitName(name)
      let free = base
      for (let count = 2; taken.has(free.toLowerCase()); count++) {
        const suffix = ` (${count})`
        free = base.slice(0, nameLengthMax - suffix.length) + suffix
      }
      taken.add(free.toLowerCase())
      return names.push(free)
    },
    all: () => names,
  }
}

const fitName = (name: string): string =>
  name
    .replaceAll(/[[\]:*?/\\\p{Cc}\p{Cs}]/gu, '-')
    .replace(/^'/, '-')
    .slice(0, nameLengthMax)
    .replace(/[\p{Cs}']$/u, '-') || 'Sheet'
