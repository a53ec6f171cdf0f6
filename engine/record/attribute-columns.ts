import { at, int32At } from '../base/at.ts'
import type { Stretch } from '../base/word-buffer.ts'
import type { AttributeNames } from './attribute-names.ts'
import { attributeText, createAttributePaths } from './attributes.ts'
import type { TextColumn } from './columns.ts'
import type { Attributes } from './record.ts'
import type { RecordValues } from './record-values.ts'
import { createTextColumnBuilder } from './text-column.ts'

/** The columns of the attributes that rules name, and the paths of all attributes, while records are added. */
export interface AttributeColumns {
  /** Adds the attributes of a record's values. */
  addValues(values: RecordValues): void
  /** The same for a record that is an object. */
  add(attributes: Attributes | undefined): void
  finish(): { readonly columns: readonly TextColumn[]; readonly paths: readonly string[] }
}

/** Columns without a row, one for each of `paths`. */
export function createAttributeColumns(paths: readonly string[]): AttributeColumns {
  const columns = paths.map(createTextColumnBuilder)
  const known = createAttributePaths()
  /** Column → the position of its attribute in the record that is being added; -1 for none. */
  const positions = new Int32Array(columns.length)
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
  return {
    addValues({ view, attributes }) {
      if (attributes.names !== names) columnsByNumber = []
      names = attributes.names
      positions.fill(-1)
      for (let position = 0; position < attributes.count; position++) {
        const number = int32At(attributes.numbers, position)
        const column = columnsByNumber[number] ?? learn(names, number)
        if (column >= 0) positions[column] = position
      }
      text.view = view
      for (let column = 0; column < columns.length; column++) {
        const position = int32At(positions, column)
        text.start = position < 0 ? 0 : int32At(attributes.starts, position)
        text.end = position < 0 ? 0 : int32At(attributes.ends, position)
        at(columns, column).addStretch(text)
      }
    },
    add(attributes) {
      for (const [column, path] of paths.entries()) at(columns, column).add(attributeText(attributes, path))
      if (attributes !== undefined) known.add(attributes)
    },
    finish: () => ({ columns: columns.map((column) => column.finish()), paths: known.list() }),
  }
}
