import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attributes, CanonicalRecord } from '../../../engine/record/record.ts'
import type { GeneratedPair } from '../../engine/propose/pairs/generated-pair.ts'

/** Two files of CSV, and the mapping of their columns. */
export interface PairFiles {
  readonly source: string
  readonly target: string
  readonly mapping: string
}

/**
 * Writes both sides as CSV. A column has the path of its field, and the mapping says that for every column: names of
 * columns that stand for several fields are no part of what is measured.
 */
export function writePair({ source, target }: GeneratedPair, directory: string): PairFiles {
  const paths = {
    source: join(directory, 'source.csv'),
    target: join(directory, 'target.csv'),
    mapping: join(directory, 'mapping.json'),
  }
  const mapping = { source: writeSide(source, paths.source), target: writeSide(target, paths.target) }
  writeFileSync(paths.mapping, JSON.stringify(mapping))
  return paths
}

function writeSide(records: readonly CanonicalRecord[], path: string): { readonly [field: string]: string } {
  const rows = records.map(cellsOf)
  const fields = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort()
  const lines = rows.map((row) => fields.map((field) => quoted(row.get(field) ?? '')).join(','))
  writeFileSync(path, `${[fields.join(','), ...lines].join('\n')}\n`)
  return Object.fromEntries(fields.map((field) => [field, field]))
}

/** The texts of a record by the paths of their fields. */
function cellsOf({ attributes = {}, ...fields }: CanonicalRecord): ReadonlyMap<string, string> {
  const cells = new Map(Object.entries(fields).map(([field, value]) => [field, String(value)]))
  const add = (of: Attributes, prefix: string): void => {
    for (const [name, value] of Object.entries(of))
      if (typeof value === 'object') add(value, `${prefix}${name}.`)
      else cells.set(`${prefix}${name}`, String(value))
  }
  add(attributes, 'attributes.')
  return cells
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
