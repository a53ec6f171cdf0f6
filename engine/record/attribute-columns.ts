import { at, int32At } from '../base/at.ts'
import { type Stretch, setView } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { attributeText, createAttributePaths } from './attributes.ts'
import type { TextColumn } from './columns.ts'
import type { Attributes } from './record.ts'
import type { RecordValues } from './record-values.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** The columns of the attributes that rules name, and the paths of all attributes, while records are added. */
export interface AttributeColumns {
  /** Adds the attributes of the records of a batch, the first in row `first`. */
  addBatch(records: readonly RecordValues[], first: number): void
  /** Adds those of a record that is an object. */
  add(attributes: Attributes | undefined, row: number): void
  /** Makes room for columns `factor` times as long as they are now. */
  expect(factor: number): void
  finish(rowCount: number): { readonly columns: readonly TextColumn[]; readonly paths: readonly string[] }
}

/** Columns without a row, one for each of `paths`. */
export function createAttributeColumns(paths: readonly string[]): AttributeColumns {
  const columns = paths.map(createTextColumnBuilder)
  const known = createAttributePaths()
  const text: Stretch = { view: new DataView(new ArrayBuffer(0)), start: 0, end: 0 }
  let names: AttributeNames | undefined
  /** The number of a name → its column; -1 for a name that no rule has. */
  let columnsByNumber: number[] = []

  const learn = (from: AttributeNames, number: number): number => {
    const name = from.nameAt(number)
    known.addName(name)
    const column = paths.indexOf(name)
    columnsByNumber[number] = column
    return column
  }
  const addValues = (row: number, { view, attributes }: RecordValues): void => {
    const { names: own, count, numbers, starts, ends } = attributes
    if (own !== names) columnsByNumber = []
    names = own
    setView(text, view)
    for (let position = 0; position < count; position++) {
      const number = int32At(numbers, position)
      const column = columnsByNumber[number] ?? learn(own, number)
      if (column < 0) continue
      text.start = int32At(starts, position)
      text.end = int32At(ends, position)
      at(columns, column).addStretch(row, text)
    }
  }
  return {
    addBatch(records, first) {
      let row = first
      for (const values of records) {
        if (values.attributes.count > 0) addValues(row, values)
        row += 1
      }
    },
    add(attributes, row) {
      for (const [column, path] of paths.entries()) at(columns, column).add(attributeText(attributes, path), row)
      if (attributes !== undefined) known.add(attributes)
    },
    expect(factor) {
      for (const column of columns) column.expect(factor)
    },
    finish: (rowCount) => ({ columns: columns.map((column) => column.finish(rowCount)), paths: known.list() }),
  }
}
