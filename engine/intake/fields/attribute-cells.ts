import { at, byteAt, int32At } from '../../base/at.ts'
import { type AttributeValues, placeAttribute, type RecordValues } from '../../record/record-values.ts'
import type { AttributeColumn } from '../columns/header.ts'
import { type Cells, isBlankCell, type NestedCells } from '../rows/cells.ts'

export function createAttributeCells(
  columns: readonly AttributeColumn[],
): (cells: Cells, values: RecordValues) => boolean {
  // In the order of canonical JSON, so that each attribute is placed behind the one before.
  const sorted = columns.toSorted((left, right) => (left.name < right.name ? -1 : 1))
  let numbers: readonly (number | undefined)[] | undefined
  return (cells, { attributes }) => {
    numbers ??= sorted.map(({ name }) => attributes.names.numberOf(name))
    attributes.count = 0
    if (!placeNested(cells.nested, attributes)) return false
    for (let index = 0; index < sorted.length; index++) {
      const cell = at(sorted, index).column.index
      if (isBlankCell(cells, cell)) continue
      const number = at(numbers, index)
      const place = number === undefined ? -1 : placeAttribute(attributes, number)
      if (place < 0) return false
      attributes.starts[place] = int32At(cells.starts, cell)
      attributes.ends[place] = int32At(cells.ends, cell)
      attributes.literals[place] = byteAt(cells.literals, cell)
    }
    return true
  }
}

function placeNested(nested: NestedCells, attributes: AttributeValues): boolean {
  for (let index = 0; index < nested.count; index++) {
    const place = placeAttribute(attributes, int32At(nested.numbers, index))
    if (place < 0) return false
    attributes.starts[place] = int32At(nested.starts, index)
    attributes.ends[place] = int32At(nested.ends, index)
    attributes.literals[place] = byteAt(nested.literals, index)
  }
  return true
}
