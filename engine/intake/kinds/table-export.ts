import type { SeenRow } from '../columns/seen-columns.ts'
import type { ReaderOptions } from '../format/format.ts'
import type { Mapping } from '../mapping/mapping.ts'
import { columnFinder } from './export-columns.ts'
import { type ExportMap, renamed } from './export-map.ts'
import { mapOfColumns, mergedMapping } from './export-maps.ts'
import { readShortDates, type ShortDates } from './short-dates.ts'

export interface TableExport {
  readonly map: ExportMap
  /** The columns of the header, and behind them the computed ones. */
  readonly columns: readonly string[]
  readonly preamble: readonly SeenRow[]
  readonly below: readonly SeenRow[]
}

interface ExportReading<Options> {
  /** The caller's options, with the mapping of the export where the caller's says nothing. */
  readonly options: Options
  readonly dates: ShortDates | undefined
  readonly isWhole: boolean
}

/** Every known export has at least this many columns. */
const columnCountMin = 4

export function findTableExport(
  rows: readonly SeenRow[],
  kind: string | undefined,
  columnCount = 0,
): TableExport | undefined {
  for (const [index, { cells }] of rows.entries()) {
    if (cells.length < columnCountMin || cells.length <= columnCount) continue
    const map = mapOfColumns(cells, kind)
    if (map === undefined) continue
    const below = rows.slice(index + 1)
    return { map, columns: withMade(map, cells), preamble: rows.slice(0, index), below }
  }
  return undefined
}

export function readingOf<Options extends Pick<ReaderOptions, 'mapping' | 'currency' | 'kind'>>(
  found: TableExport,
  options: Options,
): ExportReading<Options> {
  const { map } = found
  const dates = map.shortDate === undefined ? undefined : readShortDates(found.preamble)
  const mapping = mergedMapping(fieldsOf(found), options.mapping)
  const currency = options.currency ?? dates?.currency
  return {
    options: { ...options, kind: map.kind ?? options.kind, mapping, currency },
    dates,
    isWhole: !map.made && !map.skipped && !map.carried && !dates,
  }
}

function withMade(map: ExportMap, cells: readonly string[]): readonly string[] {
  const has = columnFinder(cells, [])
  const made = (map.made ?? []).filter((column) => {
    if ('copyOf' in column) return has(column.copyOf) !== undefined
    return ('sumOf' in column ? column.sumOf : column.firstOf).some((name) => has(name) !== undefined)
  })
  return [...cells, ...made.map(({ name }) => name)]
}

function fieldsOf({ map, columns, below }: TableExport): Mapping {
  const find = columnFinder(columns, below)
  const fields = Object.entries(map.fields).flatMap(([field, names]) => {
    const found = field === 'decimal' ? names : renamed(names, find)
    return found === undefined ? [] : [[field, found] as const]
  })
  return Object.fromEntries(fields)
}
