import type { ColumnNames } from '../columns/column-names.ts'
import { ownColumnNamesOf } from '../columns/kinds.ts'
import type { SeenRow } from '../columns/seen-columns.ts'
import { type ExportMap, namesIn, namesOfField } from './export-map.ts'
import { exportMaps, plainColumn } from './export-maps.ts'

/** Finds the column that has one of several names; columns with a value in the rows below win. */
export function columnFinder(
  columns: readonly string[],
  below: readonly SeenRow[],
): (names: string) => string | undefined {
  const byName = new Map(columns.map((column, index) => [plainColumn(column), index] as const).toReversed())
  const isFilled = (index: number): boolean => below.some(({ cells }) => (cells.at(index) ?? '').trim() !== '')
  return (names) => {
    const found = namesIn(names).flatMap((name) => byName.get(plainColumn(name)) ?? [])
    const index = found.find(isFilled) ?? found[0]
    return index === undefined ? undefined : columns[index]?.trim()
  }
}

export function exportColumnsOf(kind: string): ColumnNames {
  const names = new Map([...ownColumnNamesOf(kind)].map(([field, own]) => [field, new Set(own)]))
  for (const map of exportMaps.filter((each) => each.kind === kind))
    for (const [field, column] of Object.entries(map.fields)) {
      if (field === 'decimal') continue
      const known = names.get(field) ?? new Set()
      for (const name of namesOfField(column).flatMap((each) => sourcesOf(map, each)))
        known.add(map.format === 'csv' ? plainColumn(name) : name)
      names.set(field, known)
    }
  return new Map([...names].map(([field, known]) => [field, [...known]]))
}

function sourcesOf({ made = [] }: ExportMap, name: string): readonly string[] {
  const column = made.find((each) => each.name === name)
  if (column === undefined) return [name]
  if ('copyOf' in column) return namesIn(column.copyOf)
  return 'sumOf' in column ? column.sumOf : column.firstOf
}
