import { rowsByText } from './sort-texts.ts'
import type { TableColumns } from './table.ts'
import { textColumn } from './text-column.ts'

/** The rows sorted by their ids; undefined where two rows have one id. Requires an id in each row. O(bytes of the ids). */
export function rowsByDistinctId({ texts }: Pick<TableColumns, 'texts'>): Uint32Array | undefined {
  const ids = texts.get('id')
  if (ids === undefined) throw new RangeError('Every table has a column of ids')
  let isRepeated = false
  const rows = rowsByText(textColumn(ids), () => {
    isRepeated = true
  })
  return isRepeated ? undefined : rows
}
