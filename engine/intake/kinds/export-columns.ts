import type { CsvRow } from '../csv/csv-scanner.ts'
import { type ExportMap, namesIn } from './export-map.ts'
import { plainColumn } from './export-maps.ts'

/** A CSV whose header is that of an export that is known. */
export interface CsvExport {
  readonly map: ExportMap
  readonly delimiter: string
  /** The columns of the header, and those that are made. */
  readonly columns: readonly string[]
  /** The rows above the header. */
  readonly preamble: readonly CsvRow[]
}

/** Finds the column that one of several names is that of. */
export function columnFinder(columns: readonly string[]): (names: string) => string | undefined {
  const byName = new Map(columns.toReversed().map((column) => [plainColumn(column), column.trim()]))
  return (names) =>
    namesIn(names)
      .map((name) => byName.get(plainColumn(name)))
      .find((column) => column !== undefined)
}
