import { at } from '@tallystick/engine/base'
import { knownIdOf, originIdsOf, type Table, textPlaces } from '@tallystick/engine/record'

export interface SideTables {
  readonly source: { readonly table: Table }
  readonly target: { readonly table: Table }
}

interface Named {
  readonly side: 'source' | 'target'
  readonly id: string
}

/**
 * Finds the rows of the named records of one side by id; a residual has the row of its record. The function throws for
 * any other id. O(records of the side).
 */
export function findRows(names: readonly Named[], tables: SideTables, side: Named['side']): (id: string) => number {
  const own = names.filter((name) => name.side === side)
  const rows = rowsById(tables[side].table, new Set(own.flatMap(({ id }) => [id, ...originIdsOf(id)])))
  return (id) => {
    const known = knownIdOf(id, rows)
    const row = known === undefined ? undefined : rows.get(known)
    if (row === undefined) throw new Error(`No record of ${side} has the id ${id}`)
    return row
  }
}

/** Reading stops when all `wanted` ids are found. */
function rowsById(table: Table, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const ids = [...wanted]
  const placeOf = textPlaces(table.text('id'), ids)
  const rows = new Map<string, number>()
  for (let row = 0; row < table.rowCount && rows.size < ids.length; row++) {
    const place = placeOf(row)
    if (place >= 0) rows.set(at(ids, place), row)
  }
  return rows
}
